"""Addresses of the console, and who may use them."""

from django.urls import path

from tables.web.console import clock, table, views
from tournaments.web.routes import FLOOR, MONEY, NOBODY, STAFF, Route

_DAY = "floor/<slug:slug>/day/<str:code>/"

urlpatterns = [
    path("floor/<slug:slug>/", views.console_page, name="console"),
    path(_DAY, views.console_page, name="console_day"),
    path(f"{_DAY}strip/", views.strip_panel, name="console_strip"),
    path(f"{_DAY}todo/", views.todo_panel, name="console_todo"),
    path(f"{_DAY}tables/", views.tables_panel, name="console_tables"),
    path(f"{_DAY}table/<int:number>/", table.table_panel, name="console_table"),
    path(f"{_DAY}table/<int:number>/mode/<slug:mode>/", table.table_mode, name="console_mode"),
    path(f"{_DAY}table/<int:number>/do/<slug:verb>/", table.table_do, name="console_do"),
    path(f"{_DAY}table/<int:number>/sell/", table.table_sell, name="console_sell"),
    path(f"{_DAY}find/", views.find, name="console_find"),
    path(f"{_DAY}press/<slug:verb>/", clock.clock_button, name="clock_button"),
    path(f"{_DAY}dark/<int:pk>/", clock.dark_answer, name="dark_answer"),
    path(f"{_DAY}pool-final/", clock.pool_final, name="pool_final"),
    path("floor/<slug:slug>/journal/", views.journal_page, name="event_journal"),
    path("floor/<slug:slug>/undo/<int:pk>/", views.undo_action, name="undo_action"),
]

ROUTES = {
    "console": Route(STAFF),
    "console_day": Route(STAFF),
    "console_strip": Route(STAFF),
    "console_todo": Route(STAFF),
    "console_tables": Route(STAFF),
    "console_table": Route(STAFF),
    "console_mode": Route(NOBODY, FLOOR),
    "console_do": Route(NOBODY, FLOOR),
    "console_sell": Route(NOBODY, FLOOR),
    "console_find": Route(STAFF),
    "clock_button": Route(NOBODY, FLOOR),
    "dark_answer": Route(NOBODY, FLOOR),
    "pool_final": Route(NOBODY, FLOOR),
    "event_journal": Route(STAFF),
    "undo_action": Route(NOBODY, MONEY),
}
