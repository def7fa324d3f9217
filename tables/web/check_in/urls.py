"""Addresses of checking in and of no-shows, and who may use them."""

from django.urls import path

from tables.web.check_in import no_shows, views
from tournaments.web.routes import DESK, FLOOR, MONEY, NOBODY, STAFF, Route

_EVENT = "floor/<slug:slug>/"

urlpatterns = [
    path(f"{_EVENT}check-in/", views.check_in_page, name="check_in"),
    path(f"{_EVENT}check-in/<int:pk>/", views.check_in_entry, name="check_in_entry"),
    path(f"{_EVENT}check-in/<int:pk>/bring-back/", views.check_in_bring_back, name="check_in_bring_back"),
    path(f"{_EVENT}no-shows/", no_shows.no_shows_page, name="no_shows"),
    path(f"{_EVENT}no-shows/print/", no_shows.no_shows_print, name="no_shows_print"),
    path(f"{_EVENT}day/<str:code>/take-up/", no_shows.take_up_stacks, name="take_up"),
]

ROUTES = {
    "check_in": Route(DESK),
    "check_in_entry": Route(NOBODY, DESK),
    "check_in_bring_back": Route(NOBODY, FLOOR),
    "no_shows": Route(STAFF),
    "no_shows_print": Route(NOBODY, MONEY),
    "take_up": Route(NOBODY, FLOOR),
}
