"""The character NUL: nobody types it, PostgreSQL keeps none, and a paste from a broken file may hold one."""

from collections.abc import Callable
from typing import Any

from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict

from tournaments.web.refusals import bad_request


class NulMiddleware:
    """An address with a NUL is unknown, and a query is as if it were not there.

    Forms refuse it in place. Where a view reads a field past a form, the database refuses it: a 400.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        if "\0" in request.path:
            raise Http404("an address with a NUL")
        request.GET = without_nul(request.GET)  # type: ignore[assignment]

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if isinstance(error, DataError) and ("NUL" in str(error) or "\\u0000" in str(error)):
            return bad_request(request)
        return None


def without_nul(sent: QueryDict) -> QueryDict:
    """The same values; those with a NUL without it."""
    if not any("\0" in value for name, values in sent.lists() for value in (name, *values)):
        return sent
    kept = QueryDict(mutable=True)
    for name, found in sent.lists():
        kept.setlist(name.replace("\0", ""), [value.replace("\0", "") for value in found])
    kept._mutable = False
    return kept
