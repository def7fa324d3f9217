"""What staff do to a Day's clock; all of it in one place to import from.

Here is what is pressed: start, pause, next, more time. `clock_breaks` puts breaks and a countdown into
the schedule, `dark` answers for the time without power. `showing` is always the id of the item on the
presser's screen: when the clock shows another one, the press is refused with what changed.
"""

from datetime import datetime

from tournaments.actions.clock_breaks import count_down_for, count_down_to, take_break
from tournaments.actions.clock_write import note_shown, refuse_stale, write_clock
from tournaments.actions.dark import answer_dark_gap
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day
from tournaments.queries.clock import clock_of, schedule_of
from tournaments.rules import clock as rules
from tournaments.rules.errors import RuleError

__all__ = [
    "adjust_clock",
    "answer_dark_gap",
    "count_down_for",
    "count_down_to",
    "go_to_item",
    "next_item",
    "pause_clock",
    "pause_clock_at",
    "previous_item",
    "set_time_left",
    "start_clock",
    "take_break",
]


@action("clock.start")
def start_clock(change: Change, day: Day) -> Day:
    """Let the clock run. On a running or a finished clock nothing changes."""
    before = clock_of(day)
    after = rules.start(before, schedule_of(day), change.now)
    write_clock(change, day, after)
    note_shown(change, day, change.now, case="already" if after == before else "")
    return day


@action("clock.pause")
def pause_clock(change: Change, day: Day) -> Day:
    """Stop the clock where it is. On a clock that stands nothing changes."""
    before = clock_of(day)
    after = rules.pause(before, schedule_of(day), change.now)
    write_clock(change, day, after)
    note_shown(change, day, change.now, case="already" if after == before else "")
    return day


@action("clock.pause_at")
def pause_clock_at(change: Change, day: Day, then: datetime) -> Day:
    """Stop the clock as though it had been stopped at `then`.

    RuleError: `clock-changed-since`, `clock-not-running`, `clock-time-out-of-range`.
    """
    write_clock(change, day, rules.pause_at(clock_of(day), schedule_of(day), change.now, then))
    note_shown(change, day, change.now, then_at=then)
    return day


@action("clock.adjust")
def adjust_clock(change: Change, day: Day, delta_ms: int, *, showing: int | None = None) -> Day:
    """Give the item on show more time, or less. RuleError: `stale-clock`, `clock-time-out-of-range`."""
    refuse_stale(day, showing, change.now)
    write_clock(change, day, rules.adjust(clock_of(day), schedule_of(day), change.now, delta_ms))
    note_shown(change, day, change.now, case="more" if delta_ms >= 0 else "less", by_ms=abs(delta_ms))
    return day


@action("clock.set_time_left")
def set_time_left(change: Change, day: Day, remaining_ms: int, *, showing: int | None = None) -> Day:
    """Set how much of the item on show is left. RuleError: `stale-clock`, `clock-time-out-of-range`."""
    refuse_stale(day, showing, change.now)
    write_clock(change, day, rules.set_remaining(clock_of(day), schedule_of(day), change.now, remaining_ms))
    note_shown(change, day, change.now, set_ms=remaining_ms)
    return day


@action("clock.next")
def next_item(change: Change, day: Day, showing: int) -> Day:
    """Go on to the next item, running or standing as before. RuleError: `stale-clock`, `clock-last-item`."""
    refuse_stale(day, showing, change.now)
    _previous, following = rules.neighbours(clock_of(day), schedule_of(day), change.now)
    if following is None:
        raise RuleError("clock-last-item", "Nothing follows: this is the last item of the structure.")
    return _go(change, day, following)


@action("clock.previous")
def previous_item(change: Change, day: Day, showing: int) -> Day:
    """Go back to the item before, whole; from the first, to its beginning. RuleError: `stale-clock`."""
    refuse_stale(day, showing, change.now)
    before, _following = rules.neighbours(clock_of(day), schedule_of(day), change.now)
    return _go(change, day, before)


@action("clock.go_to")
def go_to_item(change: Change, day: Day, item: int, *, showing: int | None = None) -> Day:
    """Go to the beginning of any item. RuleError: `stale-clock`, `clock-unknown-item`."""
    refuse_stale(day, showing, change.now)
    return _go(change, day, item)


def _go(change: Change, day: Day, item: int) -> Day:
    write_clock(change, day, rules.go_to(clock_of(day), schedule_of(day), change.now, item))
    note_shown(change, day, change.now)
    change.note(case=change.facts["shows"])
    return day
