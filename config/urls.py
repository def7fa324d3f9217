"""All addresses, by audience: public, staff, the floor."""

from django.urls import include, path

urlpatterns = [
    path("", include("tournaments.web.urls")),
    path("", include("tables.web.urls")),
]
handler400 = "tournaments.web.refusals.bad_request"
handler403 = "tournaments.web.refusals.forbidden"
handler404 = "tournaments.web.refusals.not_found"
handler500 = "tournaments.web.refusals.server_error"
