"""Addresses of the alternates page, and who may use them."""

from django.urls import path

from tables.web.alternates import views
from tournaments.web.routes import DESK, STAFF, Route

urlpatterns = [path("floor/<slug:slug>/alternates/", views.alternates_page, name="alternates")]

ROUTES = {"alternates": Route(STAFF, DESK)}
