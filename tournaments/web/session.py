"""Signing in, health, language."""

from django.contrib.auth.views import LoginView, LogoutView
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


class SignIn(LoginView):
    """The sign-in page; guesses are counted by django-axes."""

    redirect_authenticated_user = True


class SignOut(LogoutView):
    """Signing out, by POST only."""

    http_method_names = ["post", "options"]


def home(request: HttpRequest) -> HttpResponse:
    """Staff go to the floor, others to sign in."""
    return redirect("floor" if request.user.is_authenticated else "login")


def health(request: HttpRequest) -> HttpResponse:
    """Says "ok" when the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok", content_type="text/plain")
