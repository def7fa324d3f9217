"""The answer to "Dark from 20:41 to 20:55. Was play stopped?"."""

from collections.abc import Callable, Sequence
from datetime import datetime
from operator import itemgetter

from tournaments.actions.clock_write import note_shown, write_clock
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Action, DarkAnswer, DarkGap, Day
from tournaments.queries.clock import CLOCK_COLUMNS, clock_of, schedule_of
from tournaments.queries.clock_history import day_at, writers
from tournaments.rules import clock as rules
from tournaments.rules.errors import RuleError

# What may have been pressed since the lights came back without losing sight of where play stood.
_REPLAYED = {"clock.start": rules.start, "clock.pause": rules.pause}
_CLOCKWORK = (*CLOCK_COLUMNS, "structure")

Step = Callable[[rules.Clock, Sequence[rules.Item]], rules.Clock]


@action("clock.dark_gap")
def answer_dark_gap(change: Change, day: Day, gap: DarkGap, stopped: bool) -> Day:
    """Say of one Day whether play was stopped in a dark gap; if so, the clock is put back by it.

    A clock that was started or paused since is put right all the same. RuleError: `gap-answered`;
    `clock-changed-since` if it was set by hand after the gap.
    """
    if DarkAnswer.objects.filter(day=day, gap=gap).exists():
        raise RuleError("gap-answered", "This has been answered already.")
    if stopped:
        write_clock(change, day, _without(day, gap, change.now))
    change.create(DarkAnswer, gap=gap, day=day, stopped=stopped)
    case = "stopped" if stopped else "went-on"
    note_shown(change, day, change.now, case=case, from_at=gap.started_at, to_at=gap.ended_at)
    return day


def _without(day: Day, gap: DarkGap, now: datetime) -> rules.Clock:
    """The clock as it would be now if it had stood in the gap.

    What was done since is done again, in the order in which it belongs: an answer for another gap
    belongs at that gap's end, however late it came.
    """
    begin, since = gap.ended_at, _since(day, gap.ended_at)
    while any(at < begin for at, _step in since):
        begin = min(at for at, _step in since)
        since = _since(day, begin)
    steps = sorted(
        [*since, (gap.ended_at, _taking_out(gap.started_at, gap.ended_at, now))], key=itemgetter(0)
    )
    then = day_at(day, begin)
    clock, schedule = clock_of(then), schedule_of(then)
    for _at, step in steps:
        clock = step(clock, schedule)
    return clock


def _since(day: Day, instant: datetime) -> list[tuple[datetime, Step]]:
    """What was done to a clock since an instant, as steps to be done again. `clock-changed-since`."""
    rows = [row for row, _before in writers(day, _CLOCKWORK, after=instant)]
    keys = {row.pk for row in rows}
    return [_step(row) for row in reversed(rows) if not (row.undone_by_id or _undoes_one_of(row, keys))]


def _undoes_one_of(row: Action, keys: set[int]) -> bool:
    done = row.undoes
    while done is not None and done.undoes is not None:
        done = done.undoes
    return done is not None and done.pk in keys


def _step(row: Action) -> tuple[datetime, Step]:
    if row.kind in _REPLAYED:
        press = _REPLAYED[row.kind]
        return row.at, lambda clock, schedule: press(clock, schedule, row.at)
    if row.kind == "clock.dark_gap":
        started, ended = (datetime.fromisoformat(row.facts[name]) for name in ("from_at", "to_at"))
        return ended, _taking_out(started, ended, row.at)
    words = "The clock was set at {changed}, after the dark. Set the time left instead."
    raise RuleError("clock-changed-since", words, {"changed": row.at})


def _taking_out(started: datetime, ended: datetime, now: datetime) -> Step:
    return lambda clock, schedule: rules.take_out(clock, schedule, started, ended, now)
