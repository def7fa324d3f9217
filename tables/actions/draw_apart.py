"""The draw of many seats at once, made again until those are apart who are kept so."""

from collections.abc import Sequence
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

    A draw that brings two together who are kept apart stays on the public list, void.
    RuleError: `apart` where MOST_DRAWS draws did not keep two apart; those of `record` and `first_seats`.
    """
    candidates = replay.record_seats(entries, tables)

    def decide(chance: Chance) -> Any:
        return replay.outcome_seats(first_seats(entries, tables, chance))

    for _attempt in range(MOST_DRAWS):
        draw = record(change, day, "seats", cut, candidates, decide)
        if not _together(draw, tables, apart):
            return draw
        staff = change.by.staff
        change.update(draw, voided_at=change.now, voided_by=staff, void_reason=DREW_ONE_TABLE)
    words = "After {draws} draws two players who are kept apart still drew one table."
    raise RuleError("apart", words, {"draws": MOST_DRAWS})


def _together(draw: Draw, tables: Sequence[Table], apart: Pairs) -> bool:
    """Whether two who are kept apart would sit at one table."""
    if not apart:
        return False
    after = {table.number: set(table.taken.values()) for table in tables}
    for entry, number, _chair in draw.outcome:
        after[number].add(entry)
    return any(pair <= sitting for pair in apart for sitting in after.values())
