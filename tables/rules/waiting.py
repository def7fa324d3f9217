"""How long an alternate waits, from the pace at which chairs opened lately; never more precise than known.

Only play counts: nobody goes out in a break, so a break ahead is added and one that was is left out. Whether
registration is still open does not matter: alternates are seated as chairs open, also after it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

WINDOW_MS = 45 * 60_000  # two or three levels: long enough to count, short enough to follow the field
FEWEST = 3  # chairs opened in the window; below that there is no pace to speak of
SOON_MIN = 10
AFTER_BREAK_MIN = 15  # so soon after a break "not before the break" is all there is to say
LONGEST_MIN = 180

Break = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Wait:
    """What may be said of a wait, in whole minutes.

    kind: "now" (a chair is open for him), "under" `minutes`, "about" `minutes`, "after-break" (not before the
    next break; `minutes` until it is over), "over" `minutes`, "unknown".
    """

    kind: Literal["now", "under", "about", "after-break", "over", "unknown"]
    minutes: int = 0


UNKNOWN = Wait("unknown")


def expected_wait(
    *,
    opened: Iterable[datetime],
    ahead: int,
    open_chairs: int,
    now: datetime,
    played_ms: int,
    breaks: Sequence[Break] = (),
) -> Wait:
    """What to say to an alternate with so many ahead of him. It never falls with his place in the order.

    opened: when chairs opened, in any order. played_ms: how long this Day has been played, which bounds the
    time looked back on. breaks: (begin, end) of those known around now, in order, not overlapping.

    >>> from datetime import UTC
    >>> now = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
    >>> busts = [now - timedelta(minutes=5 * n) for n in range(9)]
    >>> long = 3 * 3600_000
    >>> expected_wait(opened=busts, ahead=3, open_chairs=0, now=now, played_ms=long)
    Wait(kind='about', minutes=20)
    >>> expected_wait(opened=busts, ahead=0, open_chairs=0, now=now, played_ms=long)
    Wait(kind='under', minutes=10)
    >>> soon = (now + timedelta(minutes=9), now + timedelta(minutes=24))
    >>> expected_wait(opened=busts, ahead=3, open_chairs=0, now=now, played_ms=long, breaks=[soon])
    Wait(kind='after-break', minutes=25)
    >>> expected_wait(opened=busts[:2], ahead=3, open_chairs=0, now=now, played_ms=long).kind
    'unknown'
    """
    pace = _pace(opened, now, played_ms, breaks)
    return _wait(ahead, open_chairs, pace, now, breaks)


def expected_waits(
    n: int,
    *,
    opened: Iterable[datetime],
    open_chairs: int,
    now: datetime,
    played_ms: int,
    breaks: Sequence[Break] = (),
) -> tuple[Wait, ...]:
    """What to say to the first n in order: `expected_wait` of each, with the pace taken once."""
    pace = _pace(opened, now, played_ms, breaks)
    return tuple(_wait(ahead, open_chairs, pace, now, breaks) for ahead in range(n))


def steps(waits: Iterable[Wait]) -> tuple[tuple[int, Wait], ...]:
    """The waits of the first in order, the second and so on, as (how many ahead at most, what to say).

    >>> steps([Wait("now"), Wait("now"), Wait("under", 10)])
    ((1, Wait(kind='now', minutes=0)), (2, Wait(kind='under', minutes=10)))
    """
    found: list[tuple[int, Wait]] = []
    for ahead, wait in enumerate(waits):
        if found and found[-1][1] == wait:
            found.pop()
        found.append((ahead, wait))
    return tuple(found)


def _pace(opened: Iterable[datetime], now: datetime, played_ms: int, breaks: Sequence[Break]) -> float | None:
    """How much play there was of late for each chair that opened, in ms; None: not known."""
    looked_ms = min(WINDOW_MS, played_ms)
    since = _play_before(now, looked_ms, breaks)
    count = sum(since <= at <= now for at in opened)
    return looked_ms / count if count >= FEWEST and looked_ms > 0 else None


def _wait(ahead: int, open_chairs: int, pace: float | None, now: datetime, breaks: Sequence[Break]) -> Wait:
    missing = ahead + 1 - open_chairs
    if missing <= 0:
        return Wait("now")
    return UNKNOWN if pace is None else _said(missing * pace, now, breaks)


def _said(play_ms: float, now: datetime, breaks: Sequence[Break]) -> Wait:
    """After so much play: as a wait by the clock on the wall."""
    at, next_break = _wall(play_ms, now, breaks)
    minutes = (at - now) / timedelta(minutes=1)
    if minutes > LONGEST_MIN:
        return Wait("over", LONGEST_MIN)
    if next_break is not None and at <= next_break[1] + timedelta(minutes=AFTER_BREAK_MIN):
        return Wait("after-break", _rounded((next_break[1] - now) / timedelta(minutes=1)))
    return Wait("under", SOON_MIN) if minutes < SOON_MIN else Wait("about", _rounded(minutes))


def _wall(play_ms: float, now: datetime, breaks: Sequence[Break]) -> tuple[datetime, Break | None]:
    """When so much more has been played, and the next break if it falls before that."""
    at, crossed = now + timedelta(milliseconds=play_ms), None
    for begin, end in breaks:
        if end <= now or at < begin:
            continue
        at += end - max(begin, now)
        if crossed is None and begin > now:
            crossed = (begin, end)
    return at, crossed


def _play_before(now: datetime, play_ms: int, breaks: Sequence[Break]) -> datetime:
    """The instant since when so much has been played."""
    since = now - timedelta(milliseconds=play_ms)
    for begin, end in reversed(breaks):
        if begin < now and end > since:
            since -= min(end, now) - begin
    return since


def _rounded(minutes: float) -> int:
    """To five minutes, to ten above half an hour, to thirty above an hour.

    >>> [_rounded(n) for n in (11, 13, 34, 36, 74, 76)]
    [10, 15, 30, 40, 60, 90]
    """
    unit = 5 if minutes < 30 else 10 if minutes < 60 else 30
    return int(minutes / unit + 0.5) * unit
