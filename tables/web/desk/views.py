"""The desk's page, of which htmx may ask for a part: who was found, the panel, the last card, the room."""

from typing import Any
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.queries.clock_page import registration_words
from tables.queries.desk_panel import last_sale, room_now
from tables.queries.desk_search import desk_search
from tables.web.days import event_of
from tables.web.desk.panel import Panel, panel_of
from tables.web.entries.views import day_at_desk
from tables.web.prints.sale import SalePrints, just_printed
from tournaments.journal.change import utc_now
from tournaments.models import Day, Entry, Event
from tournaments.queries.drawers import drawer_open_in
from tournaments.queries.house import house_zone
from tournaments.queries.registration import registration_of
from tournaments.rules.money import digits
from tournaments.rules.roles import may
from tournaments.web.who import device_name

_PARTS = {
    "found": "desk/_found.html",
    "sell": "desk/_sell.html",
    "lastcard": "desk/_last.html",
    "papers": "desk/_papers.html",
    "room": "desk/_room.html",
}


@require_safe
def desk_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk of an event."""
    event = event_of(slug)
    part = _PARTS.get(request.htmx.target or "")  # type: ignore[attr-defined]
    return render(
        request, part or "desk/page.html", desk_context(request, event, panel_of(request, event), part)
    )


def desk_context(
    request: HttpRequest, event: Event, panel: Panel | None, part: str | None = None
) -> dict[str, Any]:
    """All the page shows, or one part of it."""
    role = request.user.role  # type: ignore[union-attr]
    day = day_at_desk(request, event)
    context: dict[str, Any] = {
        "event": event,
        "day": day,
        "active": "desk",
        "may_sell": may(role, "entry.register"),
        "panel": panel,
        "zone": house_zone(),
        "digits": digits(event.currency),
    }
    if part in {None, _PARTS["found"]}:
        context["search"] = desk_search(event, request.GET.get("find", "")[:200])
    if part in {None, _PARTS["lastcard"], _PARTS["papers"]}:
        context |= last_context(request, event)
    if part in {None, _PARTS["room"]} and day is not None:
        context["room"] = room_now(event, day)
    if part is None:
        context["printed"] = just_printed(request, event)
        context["drawer"] = drawer_open_in(event.currency, request.user)  # type: ignore[arg-type]
    if part is None:
        context["desk_name"] = device_name(request)
    if part is None and day is not None:
        context["registration"] = _registration(day, context["zone"])
    return context


def last_context(request: HttpRequest, event: Event, entry: Entry | None = None) -> dict[str, Any]:
    """The last sale of who is asking, or the last one on an entry, with what became of its papers."""
    last = last_sale(event, request.user, entry)  # type: ignore[arg-type]
    return {"last": last, "papers": SalePrints(last.papers if last else ())}


def _registration(day: Day, zone: str) -> str:
    return registration_words(day, registration_of(day, utc_now()), ZoneInfo(zone))
