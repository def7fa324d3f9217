"""Addresses of the registration desk, and who may use them."""

from django.urls import path

from tables.web.desk import take, views
from tournaments.web.routes import DESK, MONEY, NOBODY, Route

_DESK = "floor/<slug:slug>/desk/"

urlpatterns = [
    path(_DESK, views.desk_page, name="desk"),
    path(f"{_DESK}take/", take.desk_take, name="desk_take"),
    path(f"{_DESK}print/<int:pk>/", take.desk_print, name="desk_print"),
]

ROUTES = {
    "desk": Route(MONEY),
    "desk_take": Route(NOBODY, DESK),
    "desk_print": Route(NOBODY, MONEY),
}
