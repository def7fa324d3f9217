"""Addresses of lists: imported, taken over, exported; and who may use them."""

from django.urls import path

from tables.web.importing import downloads, lists, taking
from tournaments.web.routes import DESK, DIRECTOR, Route

_ENTRIES = "floor/<slug:slug>/entries/"

urlpatterns = [
    path(f"{_ENTRIES}export.<slug:kind>", downloads.entries_export, name="entries_export"),
    path(f"{_ENTRIES}import/", lists.entry_import, name="entry_import"),
    path(f"{_ENTRIES}import/<slug:key>/", lists.entry_import_list, name="entry_import_list"),
    path(
        f"{_ENTRIES}import/<slug:key>/refused.csv", downloads.entry_import_broken, name="entry_import_broken"
    ),
    path(f"{_ENTRIES}take-over/", taking.event_take_over, name="event_take_over"),
    path(f"{_ENTRIES}take-over/<slug:key>/", taking.event_take_over_list, name="event_take_over_list"),
    path(
        f"{_ENTRIES}take-over/<slug:key>/refused.csv",
        downloads.event_take_over_broken,
        name="event_take_over_broken",
    ),
]

ROUTES = {
    "entries_export": Route(DESK),
    "entry_import": Route(DESK, DESK),
    "entry_import_list": Route(DESK, DESK),
    "entry_import_broken": Route(DESK),
    "event_take_over": Route(DIRECTOR, DIRECTOR),
    "event_take_over_list": Route(DIRECTOR, DIRECTOR),
    "event_take_over_broken": Route(DIRECTOR),
}
