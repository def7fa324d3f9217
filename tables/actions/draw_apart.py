"""Draws that are made again until those are apart who are kept so."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from tables.actions.draw_record import record
from tables.models import Draw
from tables.queries.apart import Pairs
from tables.rules import replay
from tables.rules.draw import Draw as Chance
from tables.rules.seating import Table, first_seats
from tournaments.journal.change import Change
from tournaments.models import Day
from tournaments.rules.errors import RuleError

MOST_DRAWS = 20
DREW_ONE_TABLE = "Two players who are kept apart drew one table."


def draw_apart(
    change: Change, day: Day, entries: Sequence[str], tables: Sequence[Table], apart: Pairs, cut: str
) -> Draw:
    """Draw entries to the open chairs of these tables, as part of the action under way.

    RuleError: those of `draw_until` and `first_seats`.
    """

    def decide(chance: Chance) -> Any:
        return replay.outcome_seats(first_seats(entries, tables, chance))

    def is_kept(draw: Draw) -> bool:
        after = {table.number: set(table.taken.values()) for table in tables} if apart else {}
        for entry, number, _chair in draw.outcome if apart else ():
            after[number].add(entry)
        return not any(meet(sitting, apart) for sitting in after.values())

    return draw_until(is_kept, change, day, "seats", cut, replay.record_seats(entries, tables), decide)


def draw_until(
    is_kept: Callable[[Draw], bool],
    change: Change,
    day: Day,
    purpose: str,
    cut: str,
    candidates: Any,
    decide: Callable[[Chance], Any],
) -> Draw:
    """Draw, as `record` does, until a draw keeps apart who is to be; those before stay on the list, void.

    RuleError: `apart` where MOST_DRAWS draws did not keep two apart; those of `record`.
    """
    for _attempt in range(MOST_DRAWS):
        draw = record(change, day, purpose, cut, candidates, decide)
        if is_kept(draw):
            return draw
        staff = change.by.staff
        change.update(draw, voided_at=change.now, voided_by=staff, void_reason=DREW_ONE_TABLE)
    words = "After {draws} draws two players who are kept apart still drew one table."
    raise RuleError("apart", words, {"draws": MOST_DRAWS})


def meet(sitting: Collection[str], apart: Pairs) -> bool:
    """Whether two of those at one table are kept apart."""
    return any(pair.issubset(sitting) for pair in apart)
