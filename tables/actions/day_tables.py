"""What is done to several of a Day's tables at once, as one line of the journal."""

from collections.abc import Sequence
from typing import Literal

from tables.actions.room import close_table, open_table, take_back_table
from tables.models import DayTable, Seat
from tables.rules.table_numbers import written
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day
from tournaments.rules.errors import RuleError

Verb = Literal["open", "close", "take-back"]


@action("table.handle")
def handle_tables(change: Change, /, day: Day, numbers: Sequence[int], *, verb: Verb) -> None:
    """Open, close or take back tables by number; all of them or, if one is refused, none.

    RuleError: `no-tables-chosen`, `tables-changed`, and as `open_table`, `close_table`, `take_back_table`.
    """
    for row in _chosen(day, numbers):
        if verb == "take-back":
            take_back_table(change, row)
        elif verb == "open" and row.state != DayTable.State.OPEN:
            open_table(change, row)
        elif verb == "close" and row.state != DayTable.State.CLOSED:
            close_table(change, row)
    change.note(day=day.code, tables=written(numbers), case=verb)


@action("table.set_chairs")
def set_chairs(change: Change, /, day: Day, numbers: Sequence[int], *, chairs: int) -> None:
    """Play at so many chairs at these tables, or at as many as a table has, if it has fewer.

    RuleError: `no-tables-chosen`, `tables-changed`, `chairs`, `chair-in-use`.
    """
    if not 2 <= chairs <= 10:
        raise RuleError("chairs", "A table has 2 to 10 chairs.")
    rows = _chosen(day, numbers)
    taken = Seat.objects.filter(day=day, table__in=[row.table_id for row in rows], until=None)
    beyond = taken.filter(chair__gt=chairs).select_related("table").order_by("table__number", "chair").first()
    if beyond is not None:
        facts = {"table": beyond.table.number, "chair": beyond.chair}
        raise RuleError("chair-in-use", "Somebody sits in chair {table}-{chair}.", facts)
    for row in rows:
        change.update(row, chairs=min(chairs, row.table.chairs))
    change.note(day=day.code, tables=written(numbers), chairs=chairs)


def _chosen(day: Day, numbers: Sequence[int]) -> list[DayTable]:
    if not numbers:
        raise RuleError("no-tables-chosen", "Choose the tables first.")
    rows = day.day_tables.filter(table__number__in=numbers).select_related("table", "day__event")
    found = {row.table.number: row for row in rows}
    if set(numbers) - set(found):
        raise RuleError(
            "tables-changed", "The Day's tables have changed in the meantime. Load the page again."
        )
    return [found[number] for number in numbers]
