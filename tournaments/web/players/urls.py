"""Addresses of players, and who may use them."""

from django.urls import path

from tournaments.web.players import views
from tournaments.web.routes import DESK, STAFF, Route

urlpatterns = [
    path("floor/players/", views.players_page, name="players"),
    path("floor/players/new/", views.player_new, name="player_new"),
    path("floor/players/<int:pk>/", views.player_edit, name="player_edit"),
]

ROUTES = {
    "players": Route(STAFF),
    "player_new": Route(DESK, DESK),
    "player_edit": Route(DESK, DESK),
}
