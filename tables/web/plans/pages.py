"""The plans of a Day, and one plan with its moves in words."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tables.models import DayTable, Plan, PrintJob
from tables.queries.balance import played_floor
from tables.queries.chip_counts import chip_counts
from tables.queries.plan_facts import plan_facts
from tables.queries.plans import PlanLine, PlannedMove, last_plan, open_plans, plan_line
from tables.queries.seating import BoardSeat, seating_board
from tables.queries.to_do_balance import balance_to_do
from tables.queries.to_do_card import ToDo
from tables.queries.to_do_floor import floor_to_do
from tables.web.days import day_of
from tables.web.plans.papers import SLIP
from tables.web.plans.shown import framed, whole
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence

ORDERS = ("old", "name", "new")
MOST_BREAKABLE = 8


@dataclass(frozen=True, slots=True)
class ShownMove:
    """A move with its reason in words. others: who else could go. chips: as last counted, None before."""

    move: PlannedMove
    why: str
    rule: str
    others: tuple[BoardSeat, ...]
    chips: int | None
    is_chosen: bool


@require_GET
def plans_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What to plan now, the plans that wait, the last one carried out."""
    day = day_of(slug, code)
    cards = floor_to_do(day, utc_now())
    context = {
        **framed(request, day, "plans"),
        "todo": [card for card in cards if card.kind not in ("verify", "plan")],
        "waiting": open_plans(day),
        "last": last_plan(day),
        "breakable": _highest(day),
    }
    return render(request, "plans/plans.html", context)


def _highest(day: Day) -> list[int]:
    """The highest numbers of the open tables: those that most houses break first."""
    rows = DayTable.objects.filter(day=day, state=DayTable.State.OPEN)
    return list(rows.order_by("-table__number").values_list("table__number", flat=True)[:MOST_BREAKABLE])


@require_GET
def plan_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One plan: what would be done, or what was."""
    return shown(request, plan_of(slug, pk))


def plan_of(slug: str, pk: int) -> Plan:
    """The plan of this event, else 404."""
    rows = Plan.objects.select_related("day__event", "event", "table", "draw")
    return get_object_or_404(rows, pk=pk, event__slug=slug)


def shown(request: HttpRequest, plan: Plan, *, refused: str = "", status: int = 200) -> HttpResponse:
    """A plan's page, with what is in its way."""
    day, line = plan.day, plan_line(plan)
    is_open = plan.state == Plan.State.PROPOSED
    order = request.GET.get("order", "old")
    stale = stale_sentence(plan) if is_open else ""
    moves = _moves(request, day, line)
    context: dict[str, Any] = {
        **framed(request, day, "plans"),
        "plan": line,
        "moves": _sorted(moves, order),
        "has_chips": any(move.chips is not None for move in moves),
        "order": order if order in ORDERS else "old",
        "is_open": is_open,
        "is_whole": plan.kind in (Plan.Kind.BREAK, Plan.Kind.REDRAW),
        "stale": stale,
        "refused": "" if refused == stale else refused,
        "reason": request.POST.get("reason", ""),
        "job": _job(request, plan),
        "next_balance": _next_balance(plan),
    }
    return render(request, "plans/plan.html", context, status=status)


def stale_sentence(plan: Plan) -> str:
    """What a waiting plan rests on that is not so any more, "" while it holds."""
    named = [move for move in plan.moves if move["entry"] is not None]
    try:
        if named:
            plan_facts(plan, named).check()
    except RuleError as error:
        return sentence(error)
    return ""


def _next_balance(plan: Plan) -> ToDo | None:
    """The next two tables out of balance, once a balance is carried out: they are settled from its page."""
    if plan.kind != Plan.Kind.BALANCE or plan.state != Plan.State.ACCEPTED or plan.day.over_at is not None:
        return None
    now = utc_now()
    cards = balance_to_do(plan.day, now, played_floor(plan.day, now))
    return next((card for card in cards if card.kind == "balance"), None)


def _moves(request: HttpRequest, day: Day, line: PlanLine) -> list[ShownMove]:
    others: dict[int, tuple[BoardSeat, ...]] = defaultdict(tuple)
    chips: dict[int, int | None] = {}
    if line.kind == Plan.Kind.BALANCE and line.state == Plan.State.PROPOSED:
        giving = {move.from_table for move in line.moves}
        others |= {table.number: table.seats for table in seating_board(day, numbers=sorted(giving)).tables}
    elif line.kind != Plan.Kind.BALANCE:
        chips = {stack.entry: stack.chips for stack in chip_counts(day).stacks}
    left = request.method == "POST" and "some" in request.POST
    chosen = set(request.POST.getlist("move"))
    return [
        ShownMove(
            move=move,
            why=_(move.why).format(**move.facts),
            rule=str(move.facts.get("rule", "")),
            others=tuple(seat for seat in others[move.from_table] if seat.entry_id != move.entry),
            chips=chips.get(move.entry or 0),
            is_chosen=not left or str(move.index) in chosen,
        )
        for move in line.moves
        if move.accepted is not False
    ]


def _sorted(moves: list[ShownMove], order: str) -> list[ShownMove]:
    if order == "name":
        return sorted(moves, key=lambda shown: (shown.move.name.casefold(), shown.move.index))
    if order == "new":
        return sorted(moves, key=lambda shown: (shown.move.to_table, shown.move.to_chair or 0))
    return sorted(moves, key=lambda shown: (shown.move.from_table, shown.move.from_chair or 0))


def _job(request: HttpRequest, plan: Plan) -> PrintJob | None:
    """The slips that were just asked for."""
    pk = whole(request.GET.get("slips"))
    found = PrintJob.objects.filter(pk=pk, event=plan.event_id, document=SLIP) if pk else None
    return found.select_related("profile").first() if found is not None else None
