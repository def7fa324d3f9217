"""The console page and its panels. Panels are loaded again when the event's revision moves."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST

from tables.queries import console, journal
from tables.queries.seating import find_seat, seating_board
from tables.web.days import day_of, event_of
from tournaments.journal.change import utc_now
from tournaments.journal.undo import undo
from tournaments.models import Action, Day
from tournaments.queries.house import house_zone
from tournaments.rules.roles import may
from tournaments.web.who import by

RECENT = 8
PAGE = 100


@require_GET
def console_page(request: HttpRequest, slug: str, code: str | None = None) -> HttpResponse:
    """The console of a Day."""
    event = event_of(slug)
    if not event.days.exists():
        return redirect("event_settings", slug)
    day = day_of(slug, code)
    board = seating_board(day)
    number = _number(request.GET.get("table")) or next((t.number for t in board.tables), None)
    return render(
        request,
        "console/page.html",
        {
            **_panel(request, day),
            "active": "console",
            "strip": console.strip(day, utc_now()),
            "todo": console.to_do(day, utc_now()),
            "board": board,
            "table": _table(board, number),
            "chosen": number,
            "journal": journal.journal(event, request.user.role, house_zone(), limit=RECENT)[:RECENT],  # type: ignore[union-attr]
            "days": event.days.all(),
        },
    )


@require_GET
def strip_panel(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The clock strip."""
    day = day_of(slug, code)
    return render(
        request, "console/_strip.html", {**_panel(request, day), "strip": console.strip(day, utc_now())}
    )


@require_GET
def todo_panel(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What to do next, and what was just done."""
    day = day_of(slug, code)
    return render(
        request,
        "console/_todo.html",
        {
            **_panel(request, day),
            "todo": console.to_do(day, utc_now()),
            "journal": journal.journal(day.event, request.user.role, house_zone(), limit=RECENT)[:RECENT],  # type: ignore[union-attr]
        },
    )


@require_GET
def tables_panel(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The tiles of all tables."""
    day = day_of(slug, code)
    chosen = _number(request.GET.get("table"))
    return render(
        request,
        "console/_tables.html",
        {**_panel(request, day), "board": seating_board(day), "chosen": chosen},
    )


@require_GET
def table_panel(request: HttpRequest, slug: str, code: str, number: int) -> HttpResponse:
    """One table with its seats around the felt."""
    day = day_of(slug, code)
    return render(
        request,
        "console/_table.html",
        {
            **_panel(request, day),
            "table": _table(seating_board(day, numbers=[number]), number),
            "chosen": number,
        },
    )


@require_GET
def find(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Seats for what was typed: "12-4", a table, a name, a card."""
    day = day_of(slug, code)
    typed = request.GET.get("q", "").strip()
    found = find_seat(day, typed) if typed else ()
    return render(request, "console/_found.html", {**_panel(request, day), "found": found, "typed": typed})


@require_GET
def journal_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole journal of an event, a page at a time."""
    event = event_of(slug)
    before = _number(request.GET.get("before"))
    lines = journal.journal(event, request.user.role, house_zone(), limit=PAGE, before=before)  # type: ignore[union-attr]
    # Actions are numbered without a gap, so whatever is below the oldest on the page is on older pages.
    oldest = min((line.seq for line in lines if line.seq), default=0)
    return render(
        request,
        "console/journal.html",
        {
            "event": event,
            "day": event.days.first(),
            "active": "journal",
            "lines": lines,
            "older": oldest if oldest > 1 else None,
            "zone": house_zone(),
        },
    )


@require_POST
def undo_action(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take back one action of this event."""
    event = event_of(slug)
    undo(by(request), get_object_or_404(Action, pk=pk, event=event))
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Trigger": "revision"})
    back = request.POST.get("next", "")
    own = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return redirect(back if own else reverse("event_journal", args=[slug]))


def _panel(request: HttpRequest, day: Day) -> dict[str, Any]:
    role = request.user.role  # type: ignore[union-attr]
    return {
        "event": day.event,
        "day": day,
        "zone": house_zone(),
        "may_clock": may(role, "clock.start"),
        "may_draw": may(role, "draw.all"),
        "may_set_up": may(role, "event.change"),
    }


def _table(board: Any, number: int | None) -> Any:
    return next((table for table in board.tables if table.number == number), None)


def _number(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None
