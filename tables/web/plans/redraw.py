"""The redraw: the tables chosen, and everybody drawn anew to them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tables.actions.redraw import propose_redraw
from tables.models import DayTable, Plan
from tables.queries.balance import combine_due, played_floor
from tables.queries.seating import BoardTable, seating_board
from tables.web.days import day_of
from tables.web.plans.shown import framed, whole
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by


@require_http_methods(["GET", "HEAD", "POST"])
def redraw_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Choose the tables to draw to; sent, the plan. A redraw that is planned already shows that plan."""
    day = day_of(slug, code)
    if request.method != "POST":
        plan = Plan.objects.filter(day=day, kind=Plan.Kind.REDRAW, state=Plan.State.PROPOSED).first()
        return redirect("plan", slug, plan.pk) if plan else _page(request, day)
    numbers = [number for text in request.POST.getlist("table") if (number := whole(text))]
    try:
        made = propose_redraw(by(request), day, list(dict.fromkeys(numbers)))
    except RuleError as error:
        if error.code == "plan-open":
            return redirect("plan", slug, error.facts["plan"])
        return _page(request, day, set(numbers), refused=sentence(error), status=422)
    return redirect("plan", slug, made.pk)


def _page(
    request: HttpRequest, day: Day, chosen: set[int] | None = None, *, refused: str = "", status: int = 200
) -> HttpResponse:
    floor = played_floor(day, utc_now())
    due = combine_due(day, utc_now(), floor)
    tables = [table for table in seating_board(day).tables if table.state != DayTable.State.CLOSED]
    if chosen is None:
        chosen = _first_choice(tables, due.tables if due else 0)
    context: dict[str, Any] = {
        **framed(request, day, "plans"),
        "tables": tables,
        "chosen": chosen,
        "due": due,
        "players": floor.players,
        "refused": refused,
    }
    return render(request, "plans/redraw.html", context, status=status)


def _first_choice(tables: list[BoardTable], wanted: int) -> set[int]:
    """As many of the open tables as are needed, those of the lowest numbers."""
    return {table.number for table in [t for t in tables if t.state == DayTable.State.OPEN][:wanted]}
