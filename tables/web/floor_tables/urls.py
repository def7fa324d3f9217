"""Addresses of a Day's tables in play, and who may use them."""

from django.urls import path

from tables.web.floor_tables import apart, many, one, order
from tournaments.web.routes import FLOOR, NOBODY, Route

_DAY = "floor/<slug:slug>/day/<str:code>/"

urlpatterns = [
    path(f"{_DAY}in-play/", many.floor_tables, name="floor_tables"),
    path(f"{_DAY}in-play/<int:number>/", one.floor_table, name="floor_table"),
    path(f"{_DAY}in-play/many/", many.many_press, name="floor_many"),
    path(f"{_DAY}in-play/merge/", many.merge, name="days_merge"),
    path(f"{_DAY}break-order/", order.break_order, name="break_order"),
    path("floor/<slug:slug>/apart/", apart.apart_page, name="apart"),
]

ROUTES = {
    "floor_tables": Route(FLOOR),
    "floor_table": Route(FLOOR, FLOOR),
    "floor_many": Route(NOBODY, FLOOR),
    "days_merge": Route(NOBODY, FLOOR),
    "break_order": Route(FLOOR, FLOOR),
    "apart": Route(FLOOR, FLOOR),
}
