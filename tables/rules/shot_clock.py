"""The clock called on a player: 25 seconds, then a countdown of five (TDA 29). Nothing ticks."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

THINKING_MS = 25_000
COUNTDOWN_MS = 5_000


@dataclass(frozen=True, slots=True)
class ShotReading:
    """What a called clock shows. left_ms: of all of it, thinking and countdown; 0 once the hand is dead."""

    state: Literal["thinking", "countdown", "over"]
    left_ms: int
    ends_at: datetime


def read_shot_clock(called_at: datetime, now: datetime) -> ShotReading:
    """The reading at an instant; before the call it shows all the time there is.

    >>> from datetime import UTC
    >>> at = datetime(2026, 11, 28, 20, 0, tzinfo=UTC)
    >>> [read_shot_clock(at, at + timedelta(seconds=s)).state for s in (0, 24, 25, 29, 30)]
    ['thinking', 'thinking', 'countdown', 'countdown', 'over']
    """
    whole = THINKING_MS + COUNTDOWN_MS
    passed = max(0, (now - called_at) // timedelta(milliseconds=1))
    left = max(0, whole - passed)
    state: Literal["thinking", "countdown", "over"] = "thinking"
    if left <= COUNTDOWN_MS:
        state = "countdown" if left else "over"
    return ShotReading(state, left, called_at + timedelta(milliseconds=whole))
