"""Addresses of the clock page, and who may use them."""

from django.urls import path

from tables.web.clock import views
from tournaments.web.routes import FLOOR, Route

urlpatterns = [
    path("floor/<slug:slug>/day/<str:code>/clock/", views.clock_page, name="event_clock"),
]

ROUTES = {"event_clock": Route(FLOOR, FLOOR)}
