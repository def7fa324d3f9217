"""Addresses of setting up, and who may use them."""

from django.urls import path

from tables.web.setup import floor, parts, payouts, settings, structure, tables
from tournaments.web.routes import DIRECTOR, FLOOR, NOBODY, STAFF, Route

_EVENT = "floor/<slug:slug>/"
_DAY = f"{_EVENT}day/<str:code>/"

urlpatterns = [
    path("floor/", floor.floor_page, name="floor"),
    path("floor/new/", floor.new_event, name="event_new"),
    path(f"{_EVENT}settings/", settings.event_settings, name="event_settings"),
    path(f"{_EVENT}settings/prizes/", payouts.event_payouts, name="event_payouts"),
    path(f"{_EVENT}cancel/", settings.event_cancel, name="event_cancel"),
    path(f"{_EVENT}settings/days/new/", parts.day_new, name="day_new"),
    path(f"{_DAY}settings/", parts.day_edit, name="day_edit"),
    path(f"{_DAY}remove/", parts.day_remove, name="day_remove"),
    path(f"{_EVENT}settings/options/new/", parts.option_new, name="option_new"),
    path(f"{_EVENT}settings/options/<int:pk>/", parts.option_edit, name="option_edit"),
    path(f"{_EVENT}settings/options/<int:pk>/remove/", parts.option_remove, name="option_remove"),
    path(f"{_DAY}structure/", structure.event_structure, name="event_structure"),
    path(f"{_EVENT}tables/", tables.event_tables, name="event_tables"),
    path(f"{_DAY}tables/give/", tables.tables_give, name="tables_give"),
    path(f"{_DAY}tables/handle/", tables.tables_handle, name="tables_handle"),
    path(f"{_DAY}tables/order/", tables.tables_order, name="tables_order"),
]

ROUTES = {
    "floor": Route(STAFF),
    "event_new": Route(DIRECTOR, DIRECTOR),
    "event_settings": Route(DIRECTOR, DIRECTOR),
    "event_payouts": Route(DIRECTOR, DIRECTOR),
    "event_cancel": Route(NOBODY, DIRECTOR),
    "day_new": Route(DIRECTOR, DIRECTOR),
    "day_edit": Route(DIRECTOR, DIRECTOR),
    "day_remove": Route(NOBODY, DIRECTOR),
    "option_new": Route(DIRECTOR, DIRECTOR),
    "option_edit": Route(DIRECTOR, DIRECTOR),
    "option_remove": Route(NOBODY, DIRECTOR),
    "event_structure": Route(DIRECTOR, DIRECTOR),
    "event_tables": Route(FLOOR),
    "tables_give": Route(NOBODY, FLOOR),
    "tables_handle": Route(NOBODY, FLOOR),
    "tables_order": Route(NOBODY, FLOOR),
}
