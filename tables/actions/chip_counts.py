"""Chips counted at a table, as of an instant."""

from collections.abc import Mapping
from datetime import datetime

from tables.models import ChipCount, DayTable, Seat
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.rules.errors import RuleError


@action("count.table")
def count_table(
    change: Change, /, table: DayTable, counts: Mapping[int, int], *, as_of: datetime | None = None
) -> list[ChipCount]:
    """Note the chips of players at a table: {key of the entry: chips}. The newest count of an entry counts.

    as_of: when they were counted, now if not given.
    RuleError: `nothing-counted`; `not-at-table` for one who does not sit there now; `no-chips` for a stack
    of nothing; `count-later` for an instant to come.
    """
    at = as_of or change.happened_at
    if not counts:
        raise RuleError("nothing-counted", "Type the chips of at least one player.")
    if at > change.now:
        raise RuleError("count-later", "Chips cannot be counted at {at}, later than now.", {"at": at})
    sitting = Seat.objects.filter(day=table.day_id, table=table.table_id, until=None)
    here = set(sitting.values_list("entry_id", flat=True))
    number = table.table.number
    if set(counts) - here:
        words = "A player who was counted does not sit at table {table} any more. Load it again."
        raise RuleError("not-at-table", words, {"table": number})
    if min(counts.values()) <= 0:
        raise RuleError("no-chips", "Whoever has no chips is out: bust him instead.", {"table": number})
    change.note(day=table.day.code, table=number, players=len(counts), chips=sum(counts.values()))
    return change.create_many(
        ChipCount,
        [
            ChipCount(event=change.event, day=table.day, entry_id=entry, chips=chips, at=at)
            for entry, chips in counts.items()
        ],
    )
