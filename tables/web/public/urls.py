"""Public addresses of an event."""

from django.urls import path

from tables.web.public import views
from tournaments.web.routes import EVERYBODY, Route

urlpatterns = [
    path("e/<slug:slug>/", views.phone_page, name="public_event"),
    path("e/<slug:slug>/clock/", views.clock_screen, name="screen_clock"),
    path("e/<slug:slug>/state.json", views.state, name="state"),
    path("e/<slug:slug>/day/<str:code>/", views.phone_page, name="public_day"),
    path("e/<slug:slug>/day/<str:code>/clock/", views.clock_screen, name="screen_clock_day"),
    path("e/<slug:slug>/day/<str:code>/state.json", views.state, name="day_state"),
    path("C/<slug:token>", views.card, name="card"),
]

ROUTES = {
    name: Route(EVERYBODY)
    for name in (
        "public_event",
        "screen_clock",
        "state",
        "public_day",
        "screen_clock_day",
        "day_state",
        "card",
    )
}
