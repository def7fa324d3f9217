"""The answer to "Dark from 20:41 to 20:55. Was play stopped?"."""

from tournaments.actions.clock_write import note_shown, write_clock
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import DarkAnswer, DarkGap, Day
from tournaments.queries.clock import CLOCK_COLUMNS, clock_of, schedule_of
from tournaments.queries.clock_history import day_at, writers
from tournaments.rules import clock as rules
from tournaments.rules.errors import RuleError

# What may have been pressed since the lights came back without losing sight of where play stood.
_REPLAYED = {"clock.start": rules.start, "clock.pause": rules.pause}


@action("clock.dark_gap")
def answer_dark_gap(change: Change, day: Day, gap: DarkGap, stopped: bool) -> Day:
    """Say of one Day whether play was stopped in a dark gap; if so, the clock is put back by it.

    A clock that was started or paused since is put right all the same. RuleError: `gap-answered`;
    `clock-changed-since` if it was set by hand after the gap.
    """
    if DarkAnswer.objects.filter(day=day, gap=gap).exists():
        raise RuleError("gap-answered", "This has been answered already.")
    if stopped:
        write_clock(change, day, _without(day, gap, change))
    change.create(DarkAnswer, gap=gap, day=day, stopped=stopped)
    case = "stopped" if stopped else "went-on"
    note_shown(change, day, change.now, case=case, from_at=gap.started_at, to_at=gap.ended_at)
    return day


def _without(day: Day, gap: DarkGap, change: Change) -> rules.Clock:
    """The clock as it would be now if it had stood in the gap."""
    then = day_at(day, gap.ended_at)
    schedule = schedule_of(then)
    clock = rules.take_out(clock_of(then), schedule, gap.started_at, gap.ended_at, change.now)
    since = [row for row, _before in writers(day, (*CLOCK_COLUMNS, "structure"), after=gap.ended_at)]
    for row in reversed(since):
        if row.kind not in _REPLAYED:
            words = "The clock was set at {changed}, after the dark. Set the time left instead."
            raise RuleError("clock-changed-since", words, {"changed": row.at})
        clock = _REPLAYED[row.kind](clock, schedule, row.at)
    return clock
