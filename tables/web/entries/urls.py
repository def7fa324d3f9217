"""Addresses of the desk and of entries, and who may use them."""

from django.urls import path

from tables.web.entries import desk, entry, refund, views
from tournaments.web.routes import DESK, MONEY, NOBODY, STAFF, Route

_ENTRIES = "floor/<slug:slug>/entries/"

urlpatterns = [
    path(_ENTRIES, views.entries_page, name="entries"),
    path(f"{_ENTRIES}take/", desk.entry_take, name="entry_take"),
    path(f"{_ENTRIES}<int:pk>/", entry.entry_page, name="entry"),
    path(f"{_ENTRIES}<int:pk>/refund/", refund.entry_refund, name="entry_refund"),
    path(f"{_ENTRIES}<int:pk>/refund/slip/", refund.entry_refund_slip, name="entry_refund_slip"),
    path(f"{_ENTRIES}<int:pk>/do/<slug:verb>/", entry.entry_act, name="entry_act"),
]

ROUTES = {
    "entries": Route(STAFF),
    "entry_take": Route(NOBODY, DESK),
    "entry": Route(STAFF),
    "entry_act": Route(NOBODY, DESK),
    "entry_refund": Route(DESK, DESK),
    "entry_refund_slip": Route(NOBODY, MONEY),
}
