"""Plans as staff read them, and the last moves for everybody in the hall."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from tables.models import Plan
from tournaments.models import Day, Entry, Event
from tournaments.rules.names import full_name

MOST_SHOWN = 30
SHOWN_FOR = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """One move of a plan. entry None: a card decides who. why: a template that `facts` fill.

    accepted: None until the plan has ended. reason: why staff chose another player than the plan.
    """

    index: int
    entry: int | None
    name: str
    from_table: int
    from_chair: int | None
    to_table: int
    to_chair: int | None
    why: str
    facts: Mapping[str, Any]
    accepted: bool | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlanLine:
    """A plan with its moves by name. table: the number of the one that breaks. draw: its number."""

    pk: int
    kind: str
    state: str
    table: int | None
    draw: int | None
    made_at: datetime
    ended_at: datetime | None
    moves: tuple[PlannedMove, ...]


def open_plans(day: Day) -> tuple[PlanLine, ...]:
    """The plans of a Day that wait to be accepted, newest first. Two queries."""
    return _lines(Plan.objects.filter(day=day, state=Plan.State.PROPOSED))


def plan_line(plan: Plan) -> PlanLine:
    """One plan. Two queries."""
    return _lines(Plan.objects.filter(pk=plan.pk))[0]


def last_plan(day: Day) -> PlanLine | None:
    """The plan of a Day that was accepted last. Two queries, one without a plan."""
    found = _lines(Plan.objects.filter(day=day, state=Plan.State.ACCEPTED).order_by("-ended_at", "-pk")[:1])
    return found[0] if found else None


def last_moves(event: Event, day: Day, now: datetime) -> list[dict[str, Any]]:
    """The moves of the plan accepted last, as the screen document has them, for a while after it.

    In the order of the old seats, at most `MOST_SHOWN`; names where the event shows them.
    """
    plan = last_plan(day)
    if plan is None or plan.ended_at is None or plan.ended_at < now - SHOWN_FOR:
        return []
    made = sorted(
        (move for move in plan.moves if move.accepted is not False),
        key=lambda move: (move.from_table, move.from_chair or 0),
    )
    return [
        {
            "name": move.name if event.shows_names else "",
            "from_table": move.from_table,
            "from_chair": move.from_chair,
            "to_table": move.to_table,
            "to_chair": move.to_chair,
        }
        for move in made[:MOST_SHOWN]
    ]


def _lines(plans: QuerySet[Plan]) -> tuple[PlanLine, ...]:
    found = list(plans.select_related("table", "draw").defer("draw__candidates", "draw__outcome"))
    keys = {move["entry"] for plan in found for move in plan.moves if move["entry"]}
    rows = Entry.objects.filter(pk__in=keys).values_list("pk", "player__first_name", "player__last_name")
    names = {pk: full_name(first, last) for pk, first, last in rows}
    return tuple(_line(plan, names) for plan in found)


def _line(plan: Plan, names: Mapping[int, str]) -> PlanLine:
    return PlanLine(
        pk=plan.pk,
        kind=plan.kind,
        state=plan.state,
        table=plan.table.number if plan.table else None,
        draw=plan.draw.number if plan.draw else None,
        made_at=plan.made_at,
        ended_at=plan.ended_at,
        moves=tuple(_move(index, move, names) for index, move in enumerate(plan.moves)),
    )


def _move(index: int, move: Mapping[str, Any], names: Mapping[int, str]) -> PlannedMove:
    return PlannedMove(
        index=index,
        entry=move["entry"],
        name=names.get(move["entry"], ""),
        from_table=move["from_table"],
        from_chair=move["from_chair"],
        to_table=move["to_table"],
        to_chair=move["to_chair"],
        why=move["why"],
        facts=move["facts"],
        accepted=move.get("accepted"),
        reason=move.get("reason", ""),
    )
