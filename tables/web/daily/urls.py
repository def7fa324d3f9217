"""Addresses of a Day by counts and of a Day's floor settings, and who may use them."""

from django.urls import path

from tables.web.daily import settings, views
from tournaments.web.routes import DIRECTOR, FLOOR, STAFF, Route

_DAY = "floor/<slug:slug>/day/<str:code>/"

urlpatterns = [
    path(f"{_DAY}by-counts/", views.daily_page, name="daily"),
    path(f"{_DAY}floor/", settings.day_floor, name="day_floor"),
]

ROUTES = {
    "daily": Route(STAFF, FLOOR),
    "day_floor": Route(DIRECTOR, DIRECTOR),
}
