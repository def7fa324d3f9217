"""Breaks that were not planned, and the countdown to the first level.

A break in the middle of a level goes into the schedule *before* it, and the level keeps what was left
of it: so one level stays one row, with its id and number, and goes on where it was interrupted.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from tournaments.actions.clock_write import is_begun, note_shown, refuse_stale, write_clock
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day
from tournaments.queries.clock import clock_of, on_show, reading_of, schedule_of
from tournaments.queries.registration import registration_of
from tournaments.rules import clock as rules
from tournaments.rules.errors import RuleError
from tournaments.rules.structure import Break, Countdown, Item, items_from_json, items_to_json, schedule

MILLISECOND = timedelta(milliseconds=1)
LONGEST_BREAK_MS = 24 * 3_600_000
LONGEST_COUNTDOWN_MS = 7 * LONGEST_BREAK_MS


@action("clock.take_break")
def take_break(
    change: Change,
    day: Day,
    duration_ms: int | None = None,
    *,
    when: Literal["now", "later"] = "now",
    until: datetime | None = None,
    showing: int | None = None,
) -> Day:
    """Put a break into the schedule, of a length or until an instant: now, or after the level on show.

    Now: play stops, the break runs, and the level goes on after it with the time that was left.
    RuleError: `clock-not-begun`, `break-in-break`, `break-length`, `clock-not-running` (later until an
    instant, of a level whose end is not known), `stale-clock`.
    """
    reading = refuse_stale(day, showing, change.now)
    _refuse_no_level(day, reading, change.now)
    begins = change.now if when == "now" else reading.next_change
    length = _length(duration_ms, begins, until, LONGEST_BREAK_MS)
    pause = Break(id=day.next_item_id, duration_ms=length)
    if when == "now":
        _break_now(change, day, pause, reading)
    else:
        _break_later(change, day, pause, reading)
    note_shown(change, day, change.now, case=when, duration_ms=length, after=on_show(day, reading.item).level)
    return day


@action("clock.count_down_to")
def count_down_to(change: Change, day: Day, instant: datetime) -> Day:
    """Count down to an instant, at which the first level begins by itself.

    RuleError: `clock-begun` once play has begun, `countdown-length` for an instant that is past or far off.
    """
    return _count_down(change, day, (instant - change.now) // MILLISECOND)


@action("clock.count_down_for")
def count_down_for(change: Change, day: Day, duration_ms: int) -> Day:
    """Count down for so long, after which the first level begins by itself. RuleErrors of count_down_to."""
    return _count_down(change, day, duration_ms)


def _break_now(change: Change, day: Day, pause: Break, reading: rules.Reading) -> None:
    was_open = registration_of(day, change.now).is_open
    items = list(items_from_json(day.structure))
    at = _index(items, reading.item)
    if reading.remaining_ms:
        items[at : at + 1] = [pause, replace(items[at], duration_ms=reading.remaining_ms)]
    else:  # held at its end: nothing of it is left to go on with
        items.insert(at + 1, pause)
    moved = rules.go_to(clock_of(day), schedule(items), change.now, pause.id)
    _write(change, day, items, rules.start(moved, schedule(items), change.now))
    # In front of the level that closed registration the break would read as the one that follows the
    # level before, and open it again: what the clock had closed stays closed.
    if not was_open and registration_of(day, change.now).is_open:
        change.update(day, registration=Day.Registration.CLOSED)


def _break_later(change: Change, day: Day, pause: Break, reading: rules.Reading) -> None:
    items = list(items_from_json(day.structure))
    items.insert(_index(items, reading.item) + 1, pause)
    _write(change, day, items, rules.reschedule(clock_of(day), schedule_of(day), schedule(items), change.now))


def _count_down(change: Change, day: Day, duration_ms: int) -> Day:
    items = list(items_from_json(day.structure))
    if not items:
        raise RuleError("clock-no-items", "The schedule has no levels.")
    if is_begun(day, change.now) and not _stands_at_start(day, items, change.now):
        raise RuleError("clock-begun", "Play has begun. Take a break instead, or go back to the first level.")
    if not 0 < duration_ms <= LONGEST_COUNTDOWN_MS:
        raise RuleError("countdown-length", "The start must lie ahead, within the next seven days.")
    after = items[1:] if isinstance(items[0], Countdown) else items
    countdown = Countdown(id=day.next_item_id, duration_ms=duration_ms)
    new = [countdown, *after]
    begun = rules.start(rules.Clock(item=countdown.id), schedule(new), change.now)
    _write(change, day, new, begun)
    note_shown(change, day, change.now, start_at=change.now + duration_ms * MILLISECOND)
    return day


def _write(change: Change, day: Day, items: Sequence[Item], clock: rules.Clock) -> None:
    """Store a structure that got one new item, and the clock with it."""
    write_clock(change, day, clock, structure=items_to_json(items), next_item_id=day.next_item_id + 1)


def _refuse_no_level(day: Day, reading: rules.Reading, now: datetime) -> None:
    if not is_begun(day, now):
        raise RuleError("clock-not-begun", "Play has not begun yet.")
    if on_show(day, reading.item).kind == "break":
        raise RuleError("break-in-break", "This is a break already. Give it more time instead.")
    if reading.state == "finished":
        raise RuleError(
            "clock-finished", "The structure is at its end. Give the last level more time, or add one."
        )


def _length(duration_ms: int | None, begins: datetime | None, until: datetime | None, most_ms: int) -> int:
    """The length of a break that begins at an instant, by its end or as given."""
    if until is not None and begins is None:
        raise RuleError("clock-not-running", "The clock stands, so nobody knows when the break would begin.")
    if until is not None and begins is not None:
        duration_ms = (until - begins) // MILLISECOND
    if duration_ms is None or not 0 < duration_ms <= most_ms:
        words = "A break must end after it begins, and within {hours} hours."
        raise RuleError("break-length", words, {"hours": most_ms // 3_600_000})
    return duration_ms


def _stands_at_start(day: Day, items: Sequence[Item], now: datetime) -> bool:
    """Whether a clock was brought back to the very beginning of the first level and stands there."""
    reading = reading_of(day, now)
    first = next(item.id for item in items if not isinstance(item, Countdown))
    return reading.item == first and reading.elapsed_ms == 0 and reading.state == "paused"


def _index(items: Sequence[Item], item: int) -> int:
    return next(index for index, found in enumerate(items) if found.id == item)
