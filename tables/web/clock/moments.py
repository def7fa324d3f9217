"""A time of day on the house's wall as the instant that staff mean by it.

"It should have been paused at 23:50", said at ten past midnight, is yesterday; "a break until 00:15",
said at 23:50, is tomorrow. On the night the clocks go back the later of two same readings that fits.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

FAR_BACK = timedelta(hours=12)


def instant_before(typed: time, now: datetime, zone: str) -> datetime:
    """The last instant up to `now`, within twelve hours, that the wall read so; else the next one.

    >>> night = datetime(2026, 11, 28, 23, 10, tzinfo=UTC)
    >>> f"{instant_before(time(23, 50), night, 'Europe/Vienna'):%d %H:%M}"
    '28 22:50'
    """
    found = sorted(_readings(typed, now, zone))
    past = [at for at in found if now - FAR_BACK <= at <= now]
    return past[-1] if past else next(at for at in found if at > now)


def instant_after(typed: time, now: datetime, zone: str) -> datetime:
    """The first instant after `now` at which the wall will read so.

    >>> night = datetime(2026, 11, 28, 22, 50, tzinfo=UTC)
    >>> f"{instant_after(time(0, 15), night, 'Europe/Vienna'):%d %H:%M}"
    '28 23:15'
    """
    return min(at for at in _readings(typed, now, zone) if at > now)


def _readings(typed: time, now: datetime, zone: str) -> Iterator[datetime]:
    """Every instant around `now` at which the wall reads `typed`; none where the clocks leap over it."""
    wall = ZoneInfo(zone)
    today = now.astimezone(wall).date()
    for days in (-1, 0, 1, 2):
        for fold in (0, 1):
            at = datetime.combine(today + timedelta(days), typed, wall).replace(fold=fold).astimezone(UTC)
            if at.astimezone(wall).time() == typed:
                yield at
