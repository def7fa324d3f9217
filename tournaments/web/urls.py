"""Public and house-wide addresses."""

from django.urls import include, path
from django.views.i18n import set_language

from tournaments.web import session

urlpatterns = [
    path("", session.home, name="home"),
    path("login/", session.SignIn.as_view(), name="login"),
    path("logout/", session.SignOut.as_view(), name="logout"),
    path("healthz", session.health, name="health"),
    path("language/", set_language, name="language"),
    path("", include("tournaments.web.house.urls")),
    path("", include("tournaments.web.players.urls")),
    path("", include("tournaments.web.structures.urls")),
]
