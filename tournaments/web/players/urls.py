"""Addresses of players, and who may use them."""

from django.urls import path

from tournaments.web.players import merging, stops, views
from tournaments.web.routes import DESK, DIRECTOR, NOBODY, STAFF, Route

urlpatterns = [
    path("floor/players/", views.players_page, name="players"),
    path("floor/players/new/", views.player_new, name="player_new"),
    path("floor/players/<int:pk>/", views.player_edit, name="player_edit"),
    path("floor/players/<int:pk>/do/<str:verb>/", stops.player_stop, name="player_stop"),
    path("floor/players/<int:pk>/merge/", merging.player_merge, name="player_merge"),
]

ROUTES = {
    "players": Route(STAFF),
    "player_new": Route(DESK, DESK),
    "player_edit": Route(DESK, DESK),
    "player_stop": Route(NOBODY, DIRECTOR),
    "player_merge": Route(DIRECTOR, DIRECTOR),
}
