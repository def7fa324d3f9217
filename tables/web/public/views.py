"""The big screen, the phone page, the screen document and the card's address."""

import json
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables.queries import public
from tables.queries.alternates import place_of
from tables.queries.screen import screen_document
from tables.web.days import day_of
from tournaments.hub import Key
from tournaments.hub.installed import installed
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.queries.house import house_zone


@require_safe
async def state(request: HttpRequest, slug: str, code: str | None = None) -> HttpResponse:
    """The screen document. ETag: revision, current item and state."""
    document = await installed().document(Key(slug, code))
    if document is None:
        raise Http404(f"no event {slug}, or no Day {code} in it")
    etag = f'"{document.etag}"'
    if etag in request.headers.get("If-None-Match", ""):
        answer: HttpResponse = HttpResponseNotModified()
    else:
        answer = HttpResponse(document.text_at(utc_now()), content_type="application/json")
    answer["ETag"], answer["Cache-Control"] = etag, "no-cache"
    return answer


@require_safe
@never_cache
def clock_screen(request: HttpRequest, slug: str, code: str | None = None) -> HttpResponse:
    """The hall's clock."""
    day = day_of(slug, code)
    return render(request, "screens/clock.html", _screen(day, code))


@require_safe
@never_cache
def phone_page(request: HttpRequest, slug: str, code: str | None = None) -> HttpResponse:
    """The event on a phone, with seats by name."""
    day = day_of(slug, code)
    query = request.GET.get("q", "").strip()[:80]
    return render(
        request,
        "screens/event.html",
        {
            **_phone(day, code),
            "query": query,
            "seats": public.find_public_seats(day.event, day, query),
        },
    )


@require_safe
@never_cache
def card(request: HttpRequest, token: str) -> HttpResponse:
    """What the code on a seat card leads to: the phone page with the seat of that entry."""
    found = public.seat_of_token(token)
    if found is None:
        raise Http404("no such card")
    entry, seat = found
    entry.day.event = entry.event
    context = {**_phone(entry.day, entry.day.code), "my_seat": seat, "alternate": place_of(entry, utc_now())}
    return render(request, "screens/event.html", context)


def _phone(day: Day, code: str | None) -> dict[str, Any]:
    return {
        **_screen(day, code),
        "names_public": day.event.shows_names,
        "commitments": public.commitments(day.event),
        "query": "",
        "seats": (),
    }


def _screen(day: Day, code: str | None) -> dict[str, Any]:
    event, now = day.event, utc_now()
    path = f"e/{event.slug}/" + (f"day/{code}/" if code else "")
    return {
        "slug": event.slug,
        "day_code": code,
        "event_name": event.name,
        "day_label": day.label,
        "timezone": house_zone(),
        "language": get_language(),
        "document": json.loads(screen_document(event, day, now).text_at(now)),
        "state_url": f"/{path}state.json",
        "socket_path": f"/ws/{path}",
        "draws_url": f"/e/{event.slug}/draws/",
    }
