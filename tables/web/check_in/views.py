"""The page of a check-in line: one field; Enter finds, Enter again checks in."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from tables.actions.check_in import check_in
from tables.actions.unclaimed import give_back_stack
from tables.queries.check_in import Arrival, arrival, check_in_search, check_ins
from tables.queries.desk_panel import room_now
from tables.web.days import event_of
from tables.web.desk.views import desk_context, last_context
from tables.web.entries.views import day_at_desk
from tournaments.journal.change import By
from tournaments.models import Day, Entry, Event, Player
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import may
from tournaments.web.players.views import whole_number
from tournaments.web.refusals import sentence
from tournaments.web.who import by

_PARTS = {"found": "check_in/_found.html", "sell": "check_in/_panel.html", "count": "check_in/_count.html"}


@require_safe
def check_in_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The check-in line of an event, of which htmx may ask for a part."""
    event = event_of(slug)
    part = _PARTS.get(request.htmx.target or "")  # type: ignore[attr-defined]
    context = _context(request, event, day_at_desk(request, event))
    if part != _PARTS["count"]:
        key = whole_number(request.GET.get("player"))
        player = Player.objects.filter(pk=key).first() if key else None
        context |= _arrived(arrival(event, player)) if player else {}
        context["search"] = check_in_search(event, request.GET.get("find", "")[:200])
    if part is None:
        context |= last_context(request, event)
    return render(request, part or "check_in/page.html", context)


@require_POST
def check_in_entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Check an entry in; the page that asked shows whom, or why not."""
    return _let_in(request, slug, pk, check_in)


@require_POST
def check_in_bring_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Bring back a stack that was taken up; the page that asked shows where its player sits, or why not."""
    return _let_in(request, slug, pk, give_back_stack)


def _let_in(request: HttpRequest, slug: str, pk: int, act: Callable[[By, Entry], Entry]) -> HttpResponse:
    event = event_of(slug)
    entry = get_object_or_404(Entry.objects.select_related("player", "day"), pk=pk, event=event)
    at = request.POST.get("at", "")
    try:
        act(by(request), entry)
    except RuleError as error:
        if at or not request.htmx:  # type: ignore[attr-defined]
            raise
        context = _context(request, event, entry.day) | _arrived(arrival(event, entry.player))
        return render(request, _PARTS["sell"], context | {"refused": sentence(error)}, status=422)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(_back(event, at, entry))
    answer = _done(request, event, entry, at)
    answer["HX-Trigger"] = "desk-sold"
    return answer


def _done(request: HttpRequest, event: Event, entry: Entry, at: str) -> HttpResponse:
    if at == "desk":
        context = desk_context(request, event, None, "desk/_sell.html") | last_context(request, event, entry)
        return render(request, "desk/_sold.html", context | {"room": room_now(event, entry.day)})
    context = _context(request, event, entry.day) | last_context(request, event, entry)
    return render(request, "check_in/_done.html", context)


def _back(event: Event, at: str, entry: Entry) -> str:
    """Where a plain form came from."""
    if at == "entry":
        return reverse("entry", args=[event.slug, entry.pk])
    names = {"desk": "desk", "no-shows": "no_shows", "entries": "entries"}
    return reverse(names.get(at, "check_in"), args=[event.slug])


def _context(request: HttpRequest, event: Event, day: Day | None) -> dict[str, Any]:
    return {
        "event": event,
        "day": day,
        "active": "entries",
        "zone": house_zone(),
        "count": check_ins(day) if day else None,
        "may_bring_back": may(request.user.role, "bust.give_back"),  # type: ignore[union-attr]
    }


def _arrived(found: Arrival) -> dict[str, Any]:
    return {"arrival": found, "why_not": sentence(found.refusal) if found.refusal else ""}
