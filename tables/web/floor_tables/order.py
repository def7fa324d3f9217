"""The order in which tables break: a list by hand, and the rule for those that are not on it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tables.actions.break_table import order_breaking, set_break_rule
from tables.models import DayFloor
from tables.queries.balance import next_to_break
from tables.queries.floor_tables import tables_in_play
from tables.rules.table_numbers import parse_numbers, written
from tables.web.days import day_of
from tables.web.plans.shown import framed, whole
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by

LONGEST = 4_000


@require_http_methods(["GET", "HEAD", "POST"])
def break_order(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The order as it is; a POST sets the list ("order") or the rule ("rule")."""
    day = day_of(slug, code)
    if request.method != "POST":
        return _page(request, day)
    try:
        if request.POST.get("do") == "rule":
            among = whole(request.POST.get("among"))
            set_break_rule(by(request), day, request.POST.get("rule", ""), among=min(among, 999))
        else:
            order_breaking(by(request), day, parse_numbers(request.POST.get("order", "")[:LONGEST]))
    except RuleError as error:
        return _page(request, day_of(slug, code), refused=sentence(error), status=422)
    return redirect("break_order", slug, code)


def _page(request: HttpRequest, day: Day, *, refused: str = "", status: int = 200) -> HttpResponse:
    now = utc_now()
    tables = sorted((table for table in tables_in_play(day, now) if table.breaks), key=lambda t: t.breaks)
    floor = DayFloor.objects.filter(day=day).first()
    by_hand = written([table.number for table in tables if table.by_hand])
    typed = request.POST.get("order") if refused and request.POST.get("do") != "rule" else None
    context: dict[str, Any] = {
        **framed(request, day, "order"),
        "tables": tables,
        "order": by_hand if typed is None else typed,
        "rules": DayFloor.BreakRule.choices,
        "rule": floor.break_rule if floor else DayFloor.BreakRule.HIGHEST,
        "among": floor.break_among if floor else 0,
        "next_break": next_to_break(day, now),
        "refused": refused,
    }
    return render(request, "plans/order.html", context, status=status)
