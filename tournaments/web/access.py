"""Every request passes the table of routes by role."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.module_loading import import_string

from tournaments.web.routes import Route


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


class RouteAccessMiddleware:
    """Sends who is not signed in to the sign-in page, and refuses who is of the wrong role."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> HttpResponseBase | None:
        route = route_of(request)
        allowed = route.read if request.method in {"GET", "HEAD", "OPTIONS"} else route.write
        if "public" in allowed:
            return None
        user = request.user
        if not user.is_authenticated:
            if request.headers.get("HX-Request"):
                # A fragment cannot hold the sign-in page: htmx is told to load it whole.
                return HttpResponse(status=401, headers={"HX-Redirect": str(settings.LOGIN_URL_PATH)})
            return redirect_to_login(request.get_full_path())
        if user.role not in allowed:
            raise PermissionDenied
        return None
