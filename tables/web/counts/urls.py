"""Addresses of chip counts, and who may use them."""

from django.urls import path

from tables.web.counts import typing, views
from tournaments.web.routes import FLOOR, STAFF, Route

_COUNTS = "floor/<slug:slug>/counts/"

urlpatterns = [
    path(_COUNTS, views.counts_page, name="counts"),
    path(f"{_COUNTS}stacks.csv", views.counts_csv, name="counts_csv"),
    path(f"{_COUNTS}by-name/", typing.counts_by_name, name="counts_by_name"),
    path(f"{_COUNTS}table/<int:number>/", typing.counts_table, name="counts_table"),
]

ROUTES = {
    "counts": Route(STAFF),
    "counts_csv": Route(STAFF),
    "counts_by_name": Route(FLOOR, FLOOR),
    "counts_table": Route(FLOOR, FLOOR),
}
