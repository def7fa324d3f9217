"""Every request passes the table of routes by role."""

from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils.module_loading import import_string
from django.utils.translation import gettext

from tournaments.web.routes import Route

READS = frozenset({"GET", "HEAD", "OPTIONS"})
HOME = "/floor/"


@cache
def routes() -> dict[str, Route]:
    """The tables of both apps as one."""
    joined: dict[str, Route] = {}
    for table in settings.ROUTE_TABLES:
        joined |= import_string(table)
    return joined


def route_of(request: HttpRequest) -> Route:
    """The route of a resolved request."""
    match = request.resolver_match
    name = match.url_name if match else None
    if name not in routes():
        raise ImproperlyConfigured(f"route {name!r} is in no table of routes by role")
    return routes()[name]


def own_page(request: HttpRequest) -> str | None:
    """The page of ours that this was sent from, if it can be loaded again."""
    try:
        came_from = urlsplit(request.headers.get("Referer", ""))
        match = resolve(came_from.path)
    except (ValueError, Resolver404):
        return None
    if came_from.netloc != request.get_host() or not routes()[match.url_name or ""].read:
        return None
    return came_from.path + (f"?{came_from.query}" if came_from.query else "")


def _why(request: HttpRequest, route: Route, role: str) -> list[str]:
    """Why a request is refused, where it is not the role."""
    if request.method in READS and role in route.write:
        return [gettext("This address only takes what a button sends. Go back to the page with that button.")]
    return []


class RouteAccessMiddleware:
    """Sends who is not signed in to the sign-in page, and refuses who is of the wrong role."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponseBase | None:
        route = route_of(request)
        allowed = route.read if request.method in READS else route.write
        if "public" in allowed:
            return None
        user = request.user
        if not user.is_authenticated:
            if request.headers.get("HX-Request"):
                # A fragment cannot hold the sign-in page: htmx is told to load it whole.
                return HttpResponse(status=401, headers={"HX-Redirect": str(settings.LOGIN_URL_PATH)})
            # What was sent is gone; after signing in, its page can send it again.
            sends = request.method not in READS
            return redirect_to_login((own_page(request) or HOME) if sends else request.get_full_path())
        if user.role not in allowed:
            raise PermissionDenied(*_why(request, route, user.role))
        return None
