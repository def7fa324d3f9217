"""The blind clock, as one frozen value that never ticks.

A *schedule* is a sequence of items (levels, breaks, a countdown), each with an id and a length. A
`Clock` says: this item had been played for so long at the *anchor*; without an anchor it stands still.
`read` derives all the rest for any instant, so asking late, twice or never changes nothing, and a
change of level is not an event that somebody must be awake for.

`Clock.item` and `Reading.item` hold an `Item.id`, never an index: an edit above cannot shift the blinds
on show. A clock that was never started and whose item is not in the schedule stands at the first item,
so `Clock()` fits any schedule.

Durations are whole milliseconds. Instants are aware; each is floored to its millisecond before anything
is computed, so differences telescope and no error can build up. Results are in UTC.

Of a finished clock: if it ran out by itself it still has its anchor, and what brings it back (`adjust`,
`go_to`, `set_remaining`, a longer schedule) brings it back running, from then on.

Errors, all `RuleError`: `clock-no-items`, `clock-unknown-item`, `clock-time-out-of-range`,
`clock-not-running`, `clock-changed-since`.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from tournaments.rules.errors import RuleError
from tournaments.rules.timeline import (
    Clock,
    Item,
    Kind,
    Reading,
    State,
    changes,
    checked,
    index_of,
    is_over,
    moment,
    place,
    state_at,
    to_break,
    to_instant,
    to_ms,
    walk,
    whole_ms,
)

__all__ = [
    "Clock",
    "Item",
    "Keep",
    "Kind",
    "Reading",
    "State",
    "adjust",
    "changes_between",
    "go_to",
    "instant_of",
    "neighbours",
    "pause",
    "pause_at",
    "read",
    "reschedule",
    "set_remaining",
    "start",
    "take_out",
]

Keep = Literal["elapsed", "remaining", "restart"]

LONGEST_LEFT_MS = 1000 * 3600 * 1000


# --- Asking -----------------------------------------------------------------------------------------


def read(clock: Clock, schedule: Sequence[Item], now: datetime) -> Reading:
    """What the clock shows at `now`.

    >>> from datetime import UTC, timedelta
    >>> night = (Item(1, "level", 600_000), Item(2, "break", 300_000))
    >>> eight = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
    >>> shown = read(start(Clock(), night, eight), night, eight + timedelta(minutes=8))
    >>> shown.item, shown.remaining_ms, shown.state, f"{shown.next_change:%H:%M}", shown.to_break_ms
    (1, 120000, 'running', '20:10', 120000)
    """
    index, elapsed = place(clock, schedule, now)
    state = state_at(clock, schedule, index, elapsed)
    remaining = schedule[index].duration_ms - elapsed
    return Reading(
        item=schedule[index].id,
        elapsed_ms=elapsed,
        remaining_ms=remaining,
        state=state,
        next_change=to_instant(moment(clock, now) + remaining) if state == "running" else None,
        to_break_ms=to_break(schedule, index, remaining),
    )


def instant_of(clock: Clock, schedule: Sequence[Item], now: datetime, item: int) -> datetime | None:
    """When `item` will begin if nothing happens. None: begun already, not in sight, or the clock stands."""
    begins = (at for at, index in changes(clock, schedule) if schedule[index].id == item)
    at = next(begins, None)
    return to_instant(at) if at is not None and at > to_ms(now) else None


def changes_between(
    clock: Clock, schedule: Sequence[Item], after: datetime, until: datetime
) -> tuple[tuple[datetime, int], ...]:
    """The changes of item in (after, until], in order: when, and the id of the item that began."""
    first, last = to_ms(after), to_ms(until)
    return tuple(
        (to_instant(at), schedule[index].id) for at, index in changes(clock, schedule) if first < at <= last
    )


def neighbours(clock: Clock, schedule: Sequence[Item], now: datetime) -> tuple[int, int | None]:
    """The items that "previous" and "next" mean at `now`: the first has itself before it."""
    index, _ = place(clock, schedule, now)
    following = schedule[index + 1].id if index + 1 < len(schedule) else None
    return schedule[max(index - 1, 0)].id, following


# --- Running it -------------------------------------------------------------------------------------


def start(clock: Clock, schedule: Sequence[Item], now: datetime) -> Clock:
    """The clock running. Running or finished: unchanged. Held at a `stop_at_end`: the next item begins."""
    index, elapsed = place(clock, schedule, now)
    if state_at(clock, schedule, index, elapsed) in ("running", "finished"):
        return clock
    if elapsed == schedule[index].duration_ms and index + 1 < len(schedule):
        index, elapsed = index + 1, 0
    return Clock(schedule[index].id, elapsed, whole_ms(now), started=True)


def pause(clock: Clock, schedule: Sequence[Item], now: datetime) -> Clock:
    """The clock standing at what it shows. Not running: unchanged."""
    shown = read(clock, schedule, now)
    return Clock(shown.item, shown.elapsed_ms, None, started=True) if shown.state == "running" else clock


def go_to(clock: Clock, schedule: Sequence[Item], now: datetime, item: int) -> Clock:
    """The clock at the beginning of `item`, running if it ran, else standing. `clock-unknown-item`."""
    return _put(clock, schedule, index_of(schedule, item), 0, _anchor(clock, schedule, now))


# --- Putting it right -------------------------------------------------------------------------------


def adjust(clock: Clock, schedule: Sequence[Item], now: datetime, delta_ms: int) -> Clock:
    """The item on show with `delta_ms` more time (or less). What falls below zero is taken from the next."""
    index, elapsed = place(clock, schedule, now)
    _check_left(schedule[index].duration_ms - elapsed + max(delta_ms, 0))
    return _put(clock, schedule, index, elapsed - delta_ms, _anchor(clock, schedule, now))


def set_remaining(clock: Clock, schedule: Sequence[Item], now: datetime, remaining_ms: int) -> Clock:
    """The item on show with exactly this much left; with 0 it has ended. `clock-time-out-of-range`."""
    _check_left(remaining_ms)
    index, _ = place(clock, schedule, now)
    elapsed = schedule[index].duration_ms - remaining_ms
    return _put(clock, schedule, index, elapsed, _anchor(clock, schedule, now))


def pause_at(clock: Clock, schedule: Sequence[Item], now: datetime, then: datetime) -> Clock:
    """The clock as though paused at `then`: "should have been paused at 20:31".

    `clock-changed-since`: before its anchor the clock does not know what it showed. `clock-not-running`:
    it stood at `then`. `clock-time-out-of-range`: `then` is still to come.
    """
    if to_ms(then) > to_ms(now):
        raise RuleError("clock-time-out-of-range", "{then} is still to come.", {"then": then})
    if clock.anchor is not None and to_ms(then) < to_ms(clock.anchor):
        words = "The clock was changed at {changed}: it cannot be paused before. Set the time left instead."
        raise RuleError("clock-changed-since", words, {"then": then, "changed": clock.anchor})
    if read(clock, schedule, then).state != "running":
        raise RuleError("clock-not-running", "The clock was not running at {then}.", {"then": then})
    return pause(clock, schedule, then)


def take_out(
    clock: Clock, schedule: Sequence[Item], gap_start: datetime, gap_end: datetime, now: datetime
) -> Clock:
    """The clock as though it had stood from `gap_start` to `gap_end`: "Dark from 20:41 to 20:55".

    Only what ran is taken out: a clock started within the gap loses the rest of it, one that stood or
    was changed after the gap is returned unchanged. Items that passed in the gap have not passed.
    """
    if not to_ms(gap_start) <= to_ms(gap_end) <= to_ms(now):
        words = "From {start} to {end} is not a time that has passed."
        raise RuleError("clock-time-out-of-range", words, {"start": gap_start, "end": gap_end})
    if clock.anchor is None or to_ms(clock.anchor) >= to_ms(gap_end):
        return clock
    shown = read(clock, schedule, gap_start)
    if shown.state != "running":
        return clock
    return Clock(shown.item, shown.elapsed_ms, whole_ms(gap_end), started=True)


def reschedule(
    clock: Clock, old: Sequence[Item], new: Sequence[Item], now: datetime, keep: Keep = "elapsed"
) -> Clock:
    """The clock under an edited schedule; items are the same by their id.

    The item on show keeps the time played, keeps the time left, or restarts. Shortened below what was
    played it ends now and the next begins whole. If it is gone, the next old item that still exists
    begins whole; with none left the last item takes its place. An edit never finishes a clock: where
    nothing follows, the last item begins whole. A clock waiting at the very beginning stays there.
    """
    index, elapsed = place(clock, old, now)
    if not clock.started and (index, elapsed) == (0, 0):
        return Clock(checked(new)[0].id)
    if keep != "restart" and elapsed < old[index].duration_ms and _untouched(clock, old, new, index):
        return clock
    target, played = _after_edit(old, checked(new), index, elapsed, keep)
    target, played = walk(new, target, min(played, new[target].duration_ms))
    if is_over(new, target, played) and not is_over(old, index, elapsed):
        played = 0
    return _put(clock, new, target, played, _anchor(clock, old, now))


# --- Beneath ----------------------------------------------------------------------------------------


def _put(clock: Clock, schedule: Sequence[Item], index: int, elapsed: int, anchor: datetime | None) -> Clock:
    """The clock moved to this place; time beyond the end of the item carries into what follows."""
    index, elapsed = walk(schedule, index, elapsed)
    return Clock(schedule[index].id, elapsed, anchor, clock.started)


def _anchor(clock: Clock, schedule: Sequence[Item], now: datetime) -> datetime | None:
    """The anchor for a change at `now`: this instant if the clock runs, or ran until it finished."""
    if clock.anchor is None or read(clock, schedule, now).state not in ("running", "finished"):
        return None
    return whole_ms(now)


def _after_edit(
    old: Sequence[Item], new: Sequence[Item], index: int, elapsed: int, keep: Keep
) -> tuple[int, int]:
    """Index in `new` that takes the place of `old[index]`, and how much of it counts as played."""
    places = {item.id: place for place, item in enumerate(new)}
    if old[index].id not in places:
        following = [places[item.id] for item in old[index + 1 :] if item.id in places]
        if following:
            return following[0], 0
        if is_over(old, index, elapsed):
            return len(new) - 1, new[-1].duration_ms
    target = places.get(old[index].id, len(new) - 1)
    if keep == "restart":
        return target, 0
    longer = new[target].duration_ms - old[index].duration_ms if keep == "remaining" else 0
    return target, elapsed + longer


def _untouched(clock: Clock, old: Sequence[Item], new: Sequence[Item], index: int) -> bool:
    """Whether an edit left alone all that was on show since the anchor.

    Such a clock keeps its anchor, and with it the memory that `pause_at` and `take_out` look into.
    """
    stretch = old[next((i for i, item in enumerate(old) if item.id == clock.item), 0) : index + 1]
    first = next((i for i, item in enumerate(new) if item.id == clock.item), 0)
    return tuple(new[first : first + len(stretch)]) == tuple(stretch)


def _check_left(remaining_ms: int) -> None:
    if not 0 <= remaining_ms <= LONGEST_LEFT_MS:
        words = "The time left must be between 0 and {hours} hours."
        raise RuleError("clock-time-out-of-range", words, {"hours": LONGEST_LEFT_MS // 3_600_000})
