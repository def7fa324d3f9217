"""A time of day as staff type it: 21:14, 2114, 9.05. The last time the house's clock showed it."""

import re
import unicodedata
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from tournaments.rules.errors import RuleError

_TYPED = re.compile(r"(\d{1,2})[:.h ]?(\d{2})")


def time_typed(text: str, now: datetime, zone: str = "UTC") -> datetime:
    """The newest instant, not after now, at which the wall's clock showed what was typed.

    RuleError `time-unreadable`.

    >>> now = datetime(2026, 11, 28, 23, 30, tzinfo=UTC)  # half past midnight in Vienna
    >>> [time_typed(text, now, "Europe/Vienna").strftime("%d %H:%M") for text in ("21:14", "0.25", "0030")]
    ['28 20:14', '28 23:25', '28 23:30']
    """
    match = _TYPED.fullmatch(unicodedata.normalize("NFKC", text).strip())
    hour, minute = (int(match[1]), int(match[2])) if match else (24, 0)
    if hour > 23 or minute > 59:
        words = '"{text}" is not a time of day. Type it like 21:14.'
        raise RuleError("time-unreadable", words, {"text": text.strip()[:40]})
    wall = now.astimezone(ZoneInfo(zone))
    for days in range(3):
        day = wall.date() - timedelta(days=days)
        shown = datetime(day.year, day.month, day.day, hour, minute, tzinfo=ZoneInfo(zone)).astimezone(UTC)
        later = shown.astimezone(ZoneInfo(zone))
        # In spring an hour is left out: no clock showed it that day.
        if shown <= now and (later.hour, later.minute) == (hour, minute):
            return shown
    raise RuleError("time-unreadable", '"{text}" is not a time of day. Type it like 21:14.', {"text": text})
