"""Dates of birth as lists write them: in several styles, day and month in either order."""

import re
from collections.abc import Iterable
from datetime import date

from tournaments.rules.errors import RuleError
from tournaments.rules.names import folded

_TIME = re.compile(r"[T ]\d{1,2}:\d\d.*$")
_COMPACT = re.compile(r"((?:19|20)\d\d)(\d\d)(\d\d)")
_ORDINAL = re.compile(r"(?<=\d)(st|nd|rd|th)\b", re.IGNORECASE)
# English and German months by their first three letters, accents apart.
_ENGLISH = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: n for n, name in enumerate(_ENGLISH, 1)} | {"mrz": 3, "mai": 5, "okt": 10, "dez": 12}


def is_month_first(texts: Iterable[str]) -> bool:
    """Whether a column has the month first: some dates can be read only so, and none only the other way.

    >>> is_month_first(["03/04/1990", "12/31/1990"]), is_month_first(["31/12/1990", "12/31/1990"])
    (True, False)
    """
    read = [_readings(text) for text in texts]
    return any(month_first and not day_first for day_first, month_first in read) and not any(
        day_first and not month_first for day_first, month_first in read
    )


def birth_date(text: str, *, month_first: bool = False, today: date | None = None) -> date | None:
    """A date of birth: 1990-12-31, 19901231, 31.12.1990, 12/31/1990, 31 Dec 1990; None for an empty cell.

    Where both orders are possible the day comes first, unless told otherwise. RuleError `cell`, also for a
    day after today.
    """
    if not text.strip():
        return None
    by_day, by_month = _readings(text)
    found = (by_month or by_day) if month_first else (by_day or by_month)
    if found is None or found.year < 1900 or found > (today or date.max):
        raise RuleError("cell", "“{text}” is not a date of birth: 1990-12-31.", {"text": text.strip()[:20]})
    return found


def _readings(text: str) -> tuple[date | None, date | None]:
    """The date with the day first, and with the month first: the same where there is no doubt."""
    neat = _ORDINAL.sub("", _TIME.sub("", text.strip()))
    parts = [part for part in re.split(r"[-./,\s年月日]+", _COMPACT.sub(r"\1-\2-\3", neat)) if part]
    if len(parts) != 3:
        return None, None
    if parts[0].isalpha():  # Dec 31, 1990
        parts[0], parts[1] = parts[1], parts[0]
    if parts[1].isalpha():
        return (_date(parts[2], str(_MONTHS.get(folded(parts[1])[:3], "")), parts[0]),) * 2
    if len(parts[0]) == 4:
        return (_date(*parts) or _date(parts[0], parts[2], parts[1]),) * 2
    return _date(parts[2], parts[1], parts[0]), _date(parts[2], parts[0], parts[1])


def _date(year: str, month: str, day: str) -> date | None:
    if not all(part.isascii() and part.isdigit() and len(part) < 5 for part in (year, month, day)):
        return None
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None
