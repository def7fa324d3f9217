"""Calling the clock on a player at a table, and ending it."""

from tables.models import DayTable, ShotClock
from tables.rules.shot_clock import read_shot_clock
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.rules.errors import RuleError


@action("shot.call")
def call_clock(change: Change, /, table: DayTable) -> ShotClock:
    """Call the clock at a table: 25 seconds and five more from now. One that has run out makes way.

    RuleError: `clock-called` while one is running there.
    """
    number = table.table.number
    running = ShotClock.objects.filter(table=table.table_id, ended_at=None).first()
    if running is not None:
        if read_shot_clock(running.called_at, change.now).state != "over":
            words = "The clock was called at table {table} already, at {called_at}."
            raise RuleError("clock-called", words, {"table": number, "called_at": running.called_at})
        change.update(running, ended_at=read_shot_clock(running.called_at, change.now).ends_at)
    change.note(day=table.day.code, table=number)
    return change.create(
        ShotClock, event=change.event, day=table.day, table=table.table, called_at=change.now
    )


@action("shot.end")
def end_shot_clock(change: Change, /, shot: ShotClock) -> ShotClock:
    """The player has acted, or his hand is dead. RuleError `clock-ended`."""
    number = shot.table.number
    if shot.ended_at is not None:
        words = "The clock at table {table} ended at {ended_at} already."
        raise RuleError("clock-ended", words, {"table": number, "ended_at": shot.ended_at})
    reading = read_shot_clock(shot.called_at, change.now)
    change.note(
        day=shot.day.code, table=number, left_ms=reading.left_ms, case="" if reading.left_ms else "over"
    )
    return change.update(shot, ended_at=min(change.now, reading.ends_at))
