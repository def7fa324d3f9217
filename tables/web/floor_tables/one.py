"""One table in play: its page, and what is pressed there or on a card of the console."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from tables.models import DayTable
from tables.queries.floor_tables import tables_in_play
from tables.queries.seating import seating_board
from tables.web.days import day_of
from tables.web.floor_tables.presses import PRESSES, Said
from tables.web.plans.shown import framed
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.queries.house_rules import rules_of
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence


@require_http_methods(["GET", "HEAD", "POST"])
def floor_table(request: HttpRequest, slug: str, code: str, number: int) -> HttpResponse:
    """What can be done to the table; a POST is one of its buttons, named by `do`."""
    day = day_of(slug, code)
    rows = DayTable.objects.select_related("table__room", "day__event")
    row = get_object_or_404(rows, day=day, table__number=number)
    if request.method != "POST":
        return _page(request, day, row)
    press = PRESSES.get(request.POST.get("do", ""))
    if press is None:
        raise Http404(request.POST.get("do", ""))
    try:
        said = press(request, row)
    except RuleError as error:
        if request.htmx:  # type: ignore[attr-defined]
            raise
        return _page(request, day_of(slug, code), rows.get(pk=row.pk), refused=sentence(error), status=422)
    return _answer(request, day, number, said)


def _answer(request: HttpRequest, day: Day, number: int, said: Said) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Trigger": "revision"})
    if said.words:
        messages.success(request, said.words)
    slug, code = day.event.slug, day.code
    if said.plan is not None:
        return redirect("plan", slug, said.plan)
    if request.POST.get("then") == "console":
        return redirect("console_day", slug, code)
    return redirect("floor_table", slug, code, said.table or number)


def _page(
    request: HttpRequest, day: Day, row: DayTable, *, refused: str = "", status: int = 200
) -> HttpResponse:
    number = row.table.number
    house = rules_of(day.event)
    context: dict[str, Any] = {
        **framed(request, day, "tables"),
        "row": row,
        "table": next(iter(seating_board(day, numbers=[number]).tables)),
        "line": next(line for line in tables_in_play(day, utc_now()) if line.number == number),
        "first_button": house.first_button,
        "kept": "button" in (row.positions or {}),
        "other_days": _other_days(day),
        "refused": refused,
        "typed": request.POST,
    }
    return render(request, "plans/table.html", context, status=status)


def _other_days(day: Day) -> list[Day]:
    """Days of other events that could have the table."""
    rows = Day.objects.filter(over_at=None, event__cancelled_at=None).exclude(event=day.event_id)
    return list(rows.select_related("event").order_by("event__name", "code"))
