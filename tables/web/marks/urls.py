"""Addresses of the list of absent and penalised players, and who may use them."""

from django.urls import path

from tables.web.marks import views
from tournaments.web.routes import FLOOR, STAFF, Route

urlpatterns = [path("floor/<slug:slug>/absent/", views.marks_page, name="marks")]

ROUTES = {"marks": Route(STAFF, FLOOR)}
