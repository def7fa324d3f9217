"""Addresses of the floor. The console's come last: its "floor/SLUG/" would swallow every fixed path."""

from django.urls import include, path

urlpatterns = [
    path("", include("tables.web.alternates.urls")),
    path("", include("tables.web.check_in.urls")),
    path("", include("tables.web.draw.urls")),
    path("", include("tables.web.public.urls")),
    path("", include("tables.web.prints.urls")),
    path("", include("tables.web.rooms.urls")),
    path("", include("tables.web.house.urls")),
    path("", include("tables.web.clock.urls")),
    path("", include("tables.web.setup.urls")),
    path("", include("tables.web.entries.urls")),
    path("", include("tables.web.importing.urls")),
    path("", include("tables.web.desk.urls")),
    path("", include("tables.web.shift.urls")),
    path("", include("tables.web.counts.urls")),
    path("", include("tables.web.marks.urls")),
    path("", include("tables.web.catch_up.urls")),
    path("", include("tables.web.daily.urls")),
    path("", include("tables.web.shot.urls")),
    path("", include("tables.web.plans.urls")),
    path("", include("tables.web.floor_tables.urls")),
    path("", include("tables.web.hands.urls")),
    path("", include("tables.web.console.urls")),
]
