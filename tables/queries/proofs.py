"""Every draw of an event done again from its seed, for whoever may know the seeds."""

from collections import defaultdict
from dataclasses import dataclass

from tables.models import Draw, Plan, Seat
from tables.rules.draw import commitment
from tables.rules.replay import replay
from tournaments.models import Event
from tournaments.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class Proof:
    """One draw, done again. `problem` is empty when it came out as recorded.

    "gap": numbers before it are missing. "seed": the seed is not the one committed to. "outcome": something
    else came out. "seats": somebody was seated elsewhere than drawn. "unknown": cannot be done again.
    """

    day: str
    number: int
    purpose: str
    is_void: bool
    problem: str


def proofs(event: Event) -> tuple[Proof, ...]:
    """One for each draw of the event, void ones too, by Day and number. Three queries."""
    draws = list(
        Draw.objects.filter(day__event=event).select_related("seed", "day").order_by("day__code", "number")
    )
    seated: dict[int, set[tuple[str, int, int]]] = defaultdict(set)
    rows = Seat.objects.filter(draw__day__event=event)
    for draw, entry, table, chair in rows.values_list("draw_id", "entry_id", "table__number", "chair"):
        seated[draw].add((str(entry), table, chair))
    # What was drawn for a plan that waits has seated nobody yet.
    plans = Plan.objects.filter(event=event, state=Plan.State.PROPOSED)
    waiting = set(plans.values_list("draw_id", flat=True))
    last: dict[int, int] = defaultdict(int)
    made = []
    for row in draws:
        problem = _problem(row, seated[row.pk], row.pk in waiting)
        if row.number != last[row.day_id] + 1:
            problem = "gap"
        last[row.day_id] = row.number
        made.append(Proof(row.day.code, row.number, row.purpose, row.voided_at is not None, problem))
    return tuple(made)


def _problem(row: Draw, seated: set[tuple[str, int, int]], waits: bool) -> str:
    """What is wrong with a draw, in one word, or nothing."""
    seed = bytes(row.seed.seed)
    if commitment(seed) != row.seed.commitment:
        return "seed"
    try:
        expected = replay(seed, row.number, row.purpose, row.cut, row.candidates)
    except (KeyError, TypeError, ValueError, RuleError):
        return "unknown"
    if expected != row.outcome:
        return "outcome"
    if row.voided_at is None and seated != (set() if waits else _given(row)):
        return "seats"
    return ""


def _given(row: Draw) -> set[tuple[str, int, int]]:
    """The seats that a draw gave."""
    if row.purpose == "seats":
        return {(entry, table, chair) for entry, table, chair in row.outcome}
    return {tuple(row.outcome)} if row.purpose == "late-seat" and row.outcome else set()
