"""The public proofs: what was drawn, and all a browser needs to do it again."""

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tables.queries.draws import draw_list, draws_document, seeds_of
from tables.web.days import day_of, event_of
from tournaments.queries.house import house_zone


@require_safe
def draws_page(request: HttpRequest, slug: str, code: str | None = None) -> HttpResponse:
    """Commitments and draws of an event, or of one Day, with the check."""
    event = event_of(slug)
    days = [day_of(slug, code)] if code else list(event.days.order_by("code"))
    lines = draw_list(event, days[0] if code else None)
    context = {
        "event": event,
        "event_name": event.name,
        "day_label": days[0].label if code else "",
        "days": [
            {"day": day, "seeds": seeds_of(day), "lines": [line for line in lines if line.day == day.code]}
            for day in days
        ],
        "document_url": _document_url(slug, code),
        "home_url": reverse("public_day", args=[slug, code])
        if code
        else reverse("public_event", args=[slug]),
        "timezone": house_zone(),
        "language": get_language(),
    }
    return render(request, "screens/draws.html", context)


@require_safe
def draws_json(request: HttpRequest, slug: str, code: str | None = None) -> HttpResponse:
    """The document of proofs. ETag: the event's revision."""
    event = event_of(slug)
    day = day_of(slug, code) if code else None
    etag = f'"draws-{event.revision}-{day.pk if day else "all"}"'
    if etag in request.headers.get("If-None-Match", ""):
        answer: HttpResponse = HttpResponseNotModified()
    else:
        answer = JsonResponse(draws_document(event, day), json_dumps_params={"ensure_ascii": False})
    answer["ETag"], answer["Cache-Control"] = etag, "no-cache"
    return answer


def _document_url(slug: str, code: str | None) -> str:
    return reverse("draws_day_json", args=[slug, code]) if code else reverse("draws_json", args=[slug])
