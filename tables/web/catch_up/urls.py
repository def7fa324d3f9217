"""Address of catching up after the dark, and who may use it."""

from django.urls import path

from tables.web.catch_up import views
from tournaments.web.routes import FLOOR, Route

urlpatterns = [path("floor/<slug:slug>/catch-up/", views.catch_up_page, name="catch_up")]

ROUTES = {"catch_up": Route(FLOOR, FLOOR)}
