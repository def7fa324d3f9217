"""Chips counted from a list of players, wherever they sit."""

from collections.abc import Mapping
from datetime import datetime

from tables.models import ChipCount
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Entry
from tournaments.rules.errors import RuleError


@action("count.list")
def count_list(
    change: Change, /, day: Day, counts: Mapping[int, int], *, as_of: datetime | None = None
) -> list[ChipCount]:
    """Note the chips of players of a Day: {key of the entry: chips}. The newest count of an entry counts.

    as_of: when they were counted, now if not given.
    RuleError: `nothing-counted`; `not-on-day` for one who does not play there now; `no-chips` for a stack of
    nothing; `count-later` for an instant to come.
    """
    at = as_of or change.happened_at
    if not counts:
        raise RuleError("nothing-counted", "Type the chips of at least one player.")
    if at > change.now:
        raise RuleError("count-later", "Chips cannot be counted at {at}, later than now.", {"at": at})
    playing = Entry.objects.filter(day=day, state__in=[Entry.State.SEATED, Entry.State.BAGGED])
    if set(counts) - set(playing.filter(pk__in=counts).values_list("pk", flat=True)):
        raise RuleError("not-on-day", "A player who was counted does not play here any more. Load it again.")
    if min(counts.values()) <= 0:
        raise RuleError("no-chips", "Whoever has no chips is out: bust him instead.")
    change.note(day=day.code, players=len(counts), chips=sum(counts.values()))
    return change.create_many(
        ChipCount,
        [
            ChipCount(event=change.event, day=day, entry_id=entry, chips=chips, at=at)
            for entry, chips in counts.items()
        ],
    )
