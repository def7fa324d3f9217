"""Addresses of drawers, the event's sheet and its counters, and who may use them."""

from django.urls import path

from tables.web.shift import drawers, sheet
from tournaments.web.routes import DIRECTOR, FLOOR, MONEY, NOBODY, Route

urlpatterns = [
    path("floor/drawer/", drawers.drawers, name="drawers"),
    path("floor/drawer/<int:pk>/", drawers.drawer_page, name="drawer"),
    path("floor/drawer/<int:pk>/move/", drawers.drawer_move, name="drawer_move"),
    path("floor/drawer/<int:pk>/count/", drawers.drawer_count, name="drawer_count"),
    path("floor/drawer/<int:pk>/recount/", drawers.drawer_recount, name="drawer_recount"),
    path("floor/drawer/<int:pk>/report/", drawers.drawer_report, name="drawer_report"),
    path("floor/<slug:slug>/sheet/", sheet.sheet_page, name="event_sheet"),
    path("floor/<slug:slug>/sheet/print/", sheet.sheet_print, name="event_sheet_print"),
    path("floor/<slug:slug>/counters/", sheet.counters_page, name="counters"),
]

ROUTES = {
    "drawers": Route(MONEY, MONEY),
    "drawer": Route(MONEY),
    "drawer_move": Route(NOBODY, MONEY),
    "drawer_count": Route(NOBODY, MONEY),
    "drawer_recount": Route(NOBODY, DIRECTOR),
    "drawer_report": Route(NOBODY, MONEY),
    "event_sheet": Route(FLOOR),
    "event_sheet_print": Route(NOBODY, FLOOR),
    "counters": Route(FLOOR),
}
