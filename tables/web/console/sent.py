"""What a form of the console sent, read."""

import re
from datetime import datetime, time

from django.http import HttpRequest

from tables.web.clock.moments import instant_before
from tournaments.journal.change import utc_now
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError

_SPOT = re.compile(r"\s*(\d{1,5})\s*[-–./ ]\s*(\d{1,2})\s*")
_TIME = re.compile(r"\s*(\d{1,2})[:.h](\d{2})\s*")


def whole(text: str | None) -> int | None:
    """A whole number; None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 16 else None


def keys(request: HttpRequest) -> list[int]:
    """The entries that are chosen, each once, in the order sent."""
    data = request.POST if request.method == "POST" else request.GET
    found = (whole(text) for text in data.getlist("entry"))
    return list(dict.fromkeys(key for key in found if key is not None))


def spot(text: str) -> tuple[int, int]:
    """A table and a chair, typed as 17-4. RuleError `no-spot`."""
    match = _SPOT.fullmatch(text)
    if match is None:
        raise RuleError("no-spot", "Type table and chair, like 17-4.")
    return int(match[1]), int(match[2])


def moment(text: str) -> datetime | None:
    """The last instant at which the house's wall read what was typed, as 20:31; None for nothing typed.

    RuleError `no-time`; `time-ahead` for one that is still to come.
    """
    if not text.strip():
        return None
    match = _TIME.fullmatch(text)
    if match is None or int(match[1]) > 23 or int(match[2]) > 59:
        raise RuleError("no-time", "Type the time like 20:31.")
    now = utc_now()
    at = instant_before(time(int(match[1]), int(match[2])), now, house_zone())
    if at > now:
        raise RuleError("time-ahead", "It is not {time} yet.", {"time": text.strip()})
    return at
