"""What every action on a clock shares: writing it, saying what it shows, refusing a stale press."""

from datetime import datetime
from typing import Any

from tournaments.journal import clock_invariants  # noqa: F401 - undo asks them of every clock
from tournaments.journal.change import Change
from tournaments.models import Day
from tournaments.queries.clock import clock_of, columns_of, on_show, reading_of, schedule_of
from tournaments.queries.clock_history import last_mover
from tournaments.rules.clock import Clock, Reading
from tournaments.rules.errors import RuleError

_MOVED = {
    "level": "The clock shows level {level} now: {who} moved it at {at}. Nothing was changed.",
    "break": "The clock shows a break now: {who} moved it at {at}. Nothing was changed.",
    "countdown": "The clock counts down to the start now: {who} set it at {at}. Nothing was changed.",
}
_PASSED = {
    "level": "Level {level} has begun in the meantime. Nothing was changed.",
    "break": "The break has begun in the meantime. Nothing was changed.",
    "countdown": "The clock counts down to the start now. Nothing was changed.",
}


def write_clock(change: Change, day: Day, clock: Clock, **columns: Any) -> Day:
    """Store a Clock value, and with it other columns of the Day; nothing, if nothing differs.

    A clock is one value: its four columns are recorded together even where one stays the same, so that
    an undo can never bring back half a clock.
    """
    values = {**columns_of(clock), **columns}
    if any(getattr(day, name) != value for name, value in values.items()):
        change.update_many(Day.objects.filter(pk=day.pk), **values)
        for name, value in values.items():
            setattr(day, name, value)
    return day


def note_shown(change: Change, day: Day, now: datetime, **facts: Any) -> None:
    """Note which Day it is and what its clock shows: kind of item, level number, time left, state."""
    reading = reading_of(day, now)
    shown = on_show(day, reading.item)
    change.note(
        day=day.code,
        shows=shown.kind,
        level=shown.level,
        left_ms=reading.remaining_ms,
        state=reading.state,
        **facts,
    )


def refuse_stale(day: Day, showing: int | None, now: datetime) -> Reading:
    """The reading, if it shows what the presser saw (None: whatever it shows). RuleError `stale-clock`."""
    reading = reading_of(day, now)
    if showing is None or showing == reading.item:
        return reading
    shown = on_show(day, reading.item)
    facts: dict[str, Any] = {"item": reading.item, "kind": shown.kind, "level": shown.level}
    mover = last_mover(day) if reading.item == day.clock_item else None
    if mover is None:
        raise RuleError("stale-clock", _PASSED[shown.kind], facts)
    raise RuleError(
        "stale-clock", _MOVED[shown.kind], {**facts, "who": mover.who or "Floorman", "at": mover.at}
    )


def is_begun(day: Day, now: datetime) -> bool:
    """Whether play has begun: the clock was started and stands in no countdown."""
    clock = clock_of(day)
    if not clock.started or not day.structure:
        return False
    reading = reading_of(day, now)
    kinds = {item.id: item.kind for item in schedule_of(day)}
    return kinds[reading.item] != "countdown"
