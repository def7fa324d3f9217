"""How a refusal is said: the sentence where it was caused, and pages for what is not there."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.core.exceptions import PermissionDenied, RequestDataTooBig, TooManyFieldsSent
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.utils.translation import gettext

from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.web.access import own_page


def sentence(error: RuleError) -> str:
    """A RuleError in the reader's language; instants as the time on the house's wall."""
    facts = dict(error.facts)
    if any(isinstance(value, datetime) for value in facts.values()):
        zone = ZoneInfo(house_zone())
        facts = {
            name: f"{value.astimezone(zone):%H:%M}" if isinstance(value, datetime) else value
            for name, value in facts.items()
        }
    return gettext(error.words).format(**facts)


class RefusalMiddleware:
    """Answers a RuleError that no view caught: 422 and the sentence, nothing changed.

    A fragment gets a fragment, JSON gets JSON, and a plain form goes back to where it was sent from.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, RuleError):
            return None
        said = sentence(error)
        if request.headers.get("Accept", "").startswith("application/json"):
            return JsonResponse({"error": error.code, "words": said}, status=422)
        if request.headers.get("HX-Request"):
            return _fragment(request, said)
        messages.error(request, said)
        back = own_page(request)
        if back and request.method == "POST":
            return HttpResponseRedirect(back)
        return render(request, "staff/refused.html", {"sentence": said}, status=422)


def _fragment(request: HttpRequest, said: str) -> HttpResponse:
    """The sentence at the foot of the page, whatever part of it the request was going to fill."""
    answer = render(request, "staff/_refusal.html", {"sentence": said}, status=422)
    answer["HX-Retarget"], answer["HX-Reswap"] = "#toasts", "innerHTML"
    return answer


def _page(request: HttpRequest, status: int) -> HttpResponse:
    return render(request, f"{status}.html", status=status)


def bad_request(request: HttpRequest, exception: Any = None) -> HttpResponse:
    """400: also an upload or a form beyond the limits, which Django refuses before a view sees it."""
    too_big = isinstance(exception, RequestDataTooBig | TooManyFieldsSent)
    return _page(request, 413 if too_big else 400)


def forbidden(request: HttpRequest, exception: Any = None) -> HttpResponse:
    """403. `reason`: why, where it is not the role."""
    reason = str(exception.args[0]) if isinstance(exception, PermissionDenied) and exception.args else ""
    return render(request, "403.html", {"reason": reason}, status=403)


def old_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form of a page that was opened before somebody signed in anew, or of another site."""
    said = gettext(
        "This page is old: somebody has signed in or out since. Load it again; nothing was changed."
    )
    if request.headers.get("HX-Request"):
        return _fragment(request, said)
    return render(request, "400.html", {"reason": said}, status=403)


def not_found(request: HttpRequest, exception: Any = None) -> HttpResponse:
    """404."""
    return _page(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: a bug of ours. No context processor runs, since one of them may be the cause."""
    return HttpResponse(loader.render_to_string("500.html"), status=500)
