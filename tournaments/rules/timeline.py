"""Where a clock stands on its schedule: the values and the arithmetic beneath `clock.py`.

Instants are counted in whole milliseconds since 1970, floored, so differences telescope.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Literal

from tournaments.rules.errors import RuleError

Kind = Literal["level", "break", "countdown"]
State = Literal["waiting", "running", "paused", "finished"]

MILLISECOND = timedelta(milliseconds=1)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Item:
    """One stretch of the schedule. `stop_at_end`: the clock holds at 0 until somebody starts it."""

    id: int
    kind: Kind
    duration_ms: int
    stop_at_end: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """All that is kept. `elapsed_ms` may be negative: more time was given than was played."""

    item: int = 0
    elapsed_ms: int = 0
    anchor: datetime | None = None
    started: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """What a clock shows at one instant.

    next_change: when the item on show ends by itself; None unless running.
    to_break_ms: time of play until the next break; 0 in a break, None when none follows.
    """

    item: int
    elapsed_ms: int
    remaining_ms: int
    state: State
    next_change: datetime | None
    to_break_ms: int | None


def place(clock: Clock, schedule: Sequence[Item], now: datetime) -> tuple[int, int]:
    """Index of the item on show and how much of it was played."""
    if clock.started or any(item.id == clock.item for item in schedule):
        index = index_of(schedule, clock.item)
    else:
        index = 0
    ran = moment(clock, now) - to_ms(clock.anchor) if clock.anchor is not None else 0
    return walk(checked(schedule), index, clock.elapsed_ms + ran)


def walk(schedule: Sequence[Item], index: int, elapsed: int) -> tuple[int, int]:
    """Carry time played over each item it fills, as far as one that holds, or the end of the last."""
    while elapsed >= schedule[index].duration_ms:
        if schedule[index].stop_at_end or index + 1 == len(schedule):
            return index, schedule[index].duration_ms
        elapsed -= schedule[index].duration_ms
        index += 1
    return index, elapsed


def changes(clock: Clock, schedule: Sequence[Item]) -> Iterator[tuple[int, int]]:
    """Each change a running clock makes by itself after its anchor: instant in ms, index of what begins."""
    if clock.anchor is None:
        return
    index, elapsed = place(clock, schedule, clock.anchor)
    at = to_ms(clock.anchor) - elapsed
    for begins, (ending, _) in enumerate(pairwise(schedule[index:]), start=index + 1):
        if ending.stop_at_end:
            return
        at += ending.duration_ms
        yield at, begins


def state_at(clock: Clock, schedule: Sequence[Item], index: int, elapsed: int) -> State:
    """The state of a clock at this place. Only the last item and one that holds are ever seen ended."""
    if not clock.started:
        return "waiting"
    if elapsed == schedule[index].duration_ms:
        return "finished" if is_over(schedule, index, elapsed) else "paused"
    return "paused" if clock.anchor is None else "running"


def is_over(schedule: Sequence[Item], index: int, elapsed: int) -> bool:
    """Whether this is the end of the last item."""
    return index + 1 == len(schedule) and elapsed == schedule[index].duration_ms


def to_break(schedule: Sequence[Item], index: int, remaining: int) -> int | None:
    """Time of play from here to the next break; 0 in a break, None when none follows."""
    if schedule[index].kind == "break":
        return 0
    for item in schedule[index + 1 :]:
        if item.kind == "break":
            return remaining
        remaining += item.duration_ms
    return None


def checked(schedule: Sequence[Item]) -> Sequence[Item]:
    if not schedule:
        raise RuleError("clock-no-items", "The schedule has no levels.")
    return schedule


def index_of(schedule: Sequence[Item], item: int) -> int:
    for index, candidate in enumerate(schedule):
        if candidate.id == item:
            return index
    raise RuleError("clock-unknown-item", "Item {item} is no longer in the schedule.", {"item": item})


def to_ms(instant: datetime) -> int:
    """Whole milliseconds since 1970, floored.

    Against UTC on purpose: two instants that bear the same local zone subtract by wall clock, which
    is an hour out on the night the clocks change.
    """
    return (instant - EPOCH) // MILLISECOND


def to_instant(ms: int) -> datetime:
    return EPOCH + ms * MILLISECOND


def whole_ms(instant: datetime) -> datetime:
    """The instant in UTC, without what it has beyond its millisecond."""
    return to_instant(to_ms(instant))


def moment(clock: Clock, now: datetime) -> int:
    """`now` in ms, but not before the anchor: a screen that lags a little must not show time not given."""
    return max(to_ms(now), to_ms(clock.anchor)) if clock.anchor is not None else to_ms(now)
