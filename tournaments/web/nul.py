"""The character NUL: nobody types it, PostgreSQL keeps none, and a paste from a broken file may hold one."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict


class NulMiddleware:
    """No view sees a NUL: an address with one is unknown, and it is dropped from what was sent."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: Any) -> None:
        if "\0" in request.path:
            raise Http404("an address with a NUL")
        request.GET = without_nul(request.GET)  # type: ignore[assignment]
        if request.method == "POST":
            request.POST = without_nul(request.POST)  # type: ignore[assignment]


def without_nul(sent: QueryDict) -> QueryDict:
    """The same values; those with a NUL without it."""
    if not any("\0" in value for values in sent.lists() for value in (values[0], *values[1])):
        return sent
    kept = QueryDict(mutable=True)
    for name, found in sent.lists():
        kept.setlist(name.replace("\0", ""), [value.replace("\0", "") for value in found])
    kept._mutable = False
    return kept
