"""What happened while the house was dark, as staff type it: "21:14 12-4 out", "21:20 12-5 → 9-2"."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime

from tables.rules.times_typed import time_typed
from tournaments.rules.errors import RuleError

MOST_IN_A_HAND = 10
_SPOT = r"(\d{1,5})\s*-\s*(\d{1,2})"
_LINE = re.compile(r"(\S+)\s+(.+)")
_OUT = re.compile(rf"({_SPOT}(?:\s*(?:,|\+|\s)\s*{_SPOT})*)\s*(?:out|bust|b|x|出局|淘汰)", re.IGNORECASE)
_MOVE = re.compile(rf"{_SPOT}\s*(?:→|->|=>|>|to|到)\s*{_SPOT}", re.IGNORECASE)
_DASHES = str.maketrans(dict.fromkeys("–—‐‑−", "-"))

Spot = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Happened:
    """Who went out (in one hand, if several), or moved: `to` is None for those out. Spots: table, chair."""

    at: datetime
    spots: tuple[Spot, ...]
    to: Spot | None = None


def happened(text: str, now: datetime, zone: str = "UTC") -> Happened:
    """The line read. RuleError `line-unreadable`, `time-unreadable`, `too-many-out`, `same-chair`.

    >>> from datetime import UTC
    >>> now = datetime(2026, 11, 28, 22, 0, tzinfo=UTC)
    >>> line = happened("21:20 12-5 -> 9-2", now)
    >>> f"{line.at:%H:%M}", line.spots, line.to
    ('21:20', ((12, 5),), (9, 2))
    """
    plain = unicodedata.normalize("NFKC", text).translate(_DASHES).strip()
    line = _LINE.fullmatch(plain)
    if line is None:
        raise _unreadable(text)
    at = time_typed(line[1], now, zone)
    if move := _MOVE.fullmatch(line[2]):
        table, chair, to_table, to_chair = (int(part) for part in move.groups())
        if (table, chair) == (to_table, to_chair):
            raise RuleError(
                "same-chair", "He sits in {table}-{chair} already.", {"table": table, "chair": chair}
            )
        return Happened(at, ((table, chair),), (to_table, to_chair))
    if out := _OUT.fullmatch(line[2]):
        spots = tuple(dict.fromkeys((int(t), int(c)) for t, c in re.findall(_SPOT, out[1])))
        if len(spots) > MOST_IN_A_HAND:
            raise RuleError("too-many-out", "At most {most} go out in one hand.", {"most": MOST_IN_A_HAND})
        return Happened(at, spots)
    raise _unreadable(text)


def _unreadable(text: str) -> RuleError:
    words = '"{text}" cannot be read. Type it like 21:14 12-4 out, or 21:20 12-5 → 9-2.'
    return RuleError("line-unreadable", words, {"text": text.strip()[:60]})
