"""The tables of an event's Days: give, open, close, take back, opening order, chairs."""

from collections.abc import Callable
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from tables.actions.day_tables import Verb, handle_tables, set_chairs
from tables.actions.room import give_tables, order_tables
from tables.models import DayTable
from tables.queries.day_tables import day_tables
from tables.rules.table_numbers import parse_numbers, written
from tables.web.days import day_of, event_of
from tournaments.models import Day
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by

LONGEST = 2_000
_STATES = (DayTable.State.RESERVED, DayTable.State.OPEN)


@require_GET
def event_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """A Day's tables in opening order, and the house's others with who has them."""
    event = event_of(slug)
    if not event.days.exists():
        return redirect("event_settings", slug)
    return _page(request, _day(slug, request.GET.get("day")))


@require_POST
def tables_give(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Give tables: those typed, in that order, then those tapped."""
    day = day_of(slug, code)

    def give() -> None:
        typed = parse_numbers(request.POST.get("numbers", "")[:LONGEST])
        numbers = dict.fromkeys([*typed, *_chosen(request)])
        if not numbers:
            raise RuleError("no-tables-chosen", "Choose the tables first.")
        state = request.POST.get("state")
        give_tables(
            by(request), day, list(numbers), state=state if state in _STATES else DayTable.State.RESERVED
        )

    return _done(request, day, give, "give")


@require_POST
def tables_handle(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Open, close, take back the chosen tables, or set their chairs."""
    day = day_of(slug, code)

    def handle() -> None:
        verb = request.POST.get("verb")
        if verb == "chairs":
            set_chairs(by(request), day, _chosen(request), chairs=_whole(request.POST.get("chairs")))
        elif verb in ("open", "close", "take-back"):
            handle_tables(by(request), day, _chosen(request), verb=cast("Verb", verb))
        else:
            raise Http404(verb)

    return _done(request, day, handle, "handle")


@require_POST
def tables_order(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Set the order in which the Day's tables open."""
    day = day_of(slug, code)

    def order() -> None:
        order_tables(by(request), day, parse_numbers(request.POST.get("order", "")[:LONGEST]))

    return _done(request, day, order, "order")


def _done(request: HttpRequest, day: Day, do: Callable[[], None], form: str) -> HttpResponse:
    """Do it and show the page; if it is refused, the page with why, and with what was typed."""
    try:
        do()
    except RuleError as error:
        return _page(request, day, refused=form, refusal=sentence(error), status=422)
    return redirect(f"{reverse('event_tables', args=[day.event.slug])}?day={day.code}")


def _page(request: HttpRequest, day: Day, *, status: int = 200, **more: Any) -> HttpResponse:
    found = day_tables(day)
    order = written([table.number for table in found.given])
    context = {
        "active": "tables",
        "event": day.event,
        "day": day,
        "days": list(day.event.days.all()),
        "found": found,
        "order": request.POST.get("order", order),
        "typed": request.POST,
        "chosen": set(_chosen(request)),
        "states": DayTable.State,
        **more,
    }
    return render(request, "setup/tables.html", context, status=status)


def _day(slug: str, code: str | None) -> Day:
    """The Day of the address, by comparing: what was typed there may be anything."""
    event = event_of(slug)
    if not code:
        return day_of(slug)
    day = next((day for day in event.days.all() if day.code == code), None)
    if day is None:
        raise Http404(f"no Day {code[:20]} in {slug}")
    day.event = event
    return day


def _chosen(request: HttpRequest) -> list[int]:
    return [number for text in request.POST.getlist("table") if (number := _whole(text))]


def _whole(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 6 else 0
