"""A Day's clock as the journal remembers it: what it was, who moved it, which dark gaps to ask about."""

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from tournaments.journal import record
from tournaments.models import Action, DarkGap, Day
from tournaments.queries.clock import CLOCK_COLUMNS, clock_of, schedule_of
from tournaments.rules import clock as rules

# Older gaps are history: nobody remembers any more whether play was stopped.
ASKED_FOR = timedelta(hours=24)
_LAST_WRITES = 200


@dataclass(frozen=True, slots=True)
class Mover:
    """Who last wrote something of a Day's clock or structure; `who` is empty for the house itself."""

    who: str
    at: datetime
    kind: str


def writers(
    day: Day, columns: Sequence[str], after: datetime | None = None
) -> Iterator[tuple[Action, dict[str, Any]]]:
    """The actions that wrote any of these columns of a Day, newest first, each with the values before."""
    families = (
        Q(kind__startswith="clock.") | Q(kind__startswith="structure.") | Q(kind__startswith="journal.")
    )
    found = Action.objects.filter(families, event=day.event_id).select_related("actor").order_by("-seq")
    if after is not None:
        found = found.filter(at__gt=after)
    for row in found[:_LAST_WRITES]:
        before = _before(row, day)
        if not before.keys().isdisjoint(columns):
            yield row, before


def last_mover(day: Day, columns: Sequence[str] = CLOCK_COLUMNS) -> Mover | None:
    """Who last wrote any of these columns."""
    row = next((row for row, _before in writers(day, columns)), None)
    return None if row is None else Mover(row.actor.name if row.actor else "", row.at, row.kind)


def day_at(day: Day, instant: datetime) -> Day:
    """A copy of a Day with the clock and the structure that its row held at an instant. Not to be saved."""
    found = copy.copy(day)
    for _row, before in writers(day, (*CLOCK_COLUMNS, "structure"), after=instant):
        for column, value in before.items():
            setattr(found, column, value)
    return found


def gap_matters(day: Day, gap: DarkGap) -> bool:
    """Whether a Day's clock ran in a dark gap, so that somebody has to say if play did too."""
    then = day_at(day, gap.ended_at)
    if not then.structure:
        return False
    clock = clock_of(then)
    return rules.take_out(clock, schedule_of(then), gap.started_at, gap.ended_at, gap.ended_at) != clock


def open_dark_gaps(day: Day, now: datetime) -> tuple[DarkGap, ...]:
    """The dark gaps of the last day and night to ask about on this Day, oldest first."""
    if day.over_at is not None:
        return ()
    recent = (
        DarkGap.objects.filter(ended_at__gt=now - ASKED_FOR).exclude(answers__day=day).order_by("started_at")
    )
    return tuple(gap for gap in recent if gap_matters(day, gap))


def _before(row: Action, day: Day) -> dict[str, Any]:
    """The columns of this Day that an action updated, with their values before."""
    return {
        column: record.unpacked(Day, column, value)
        for write in row.writes
        if write["model"] == "tournaments.day" and write["op"] == "update"
        for pk, before, _after in write["rows"]
        if pk == day.pk
        for column, value in zip(write["columns"], before, strict=True)
    }
