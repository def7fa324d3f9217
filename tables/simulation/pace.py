"""How the evening's minutes go by: at once, or slowly enough to be watched."""

import time
from datetime import datetime, timedelta

from tournaments.journal.change import utc_now


class FastPace:
    """Time that is only told: the clock of the tournament runs by it, and levels pass of themselves."""

    passes_levels = True

    def __init__(self, start: datetime) -> None:
        self.now = start
        self.minutes = 0.0

    def clock(self) -> datetime:
        """The evening's time, for a By."""
        return self.now

    def forward(self, minutes: float) -> None:
        """Let so many minutes of the evening go by."""
        self.minutes += minutes
        self.now += timedelta(minutes=minutes)


class WatchedPace:
    """The house's own time: an evening in `speed` times less than it takes. Staff go on to the next level."""

    passes_levels = False

    def __init__(self, speed: float) -> None:
        self.speed = speed
        self.minutes = 0.0
        self.begun = time.monotonic()

    def clock(self) -> datetime:
        """The time, for a By."""
        return utc_now()

    def forward(self, minutes: float) -> None:
        """Let so many minutes of the evening go by, and wait as long as that is to be seen."""
        self.minutes += minutes
        ahead = self.minutes * 60 / self.speed - (time.monotonic() - self.begun)
        if ahead > 0:
            time.sleep(ahead)


Pace = FastPace | WatchedPace
