"""Payout charts to and from the JSON list that a sheet, a template and an Event keep. Strict."""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from tournaments.rules.errors import RuleError
from tournaments.rules.schemes import Band, Chart, band_shares
from tournaments.rules.shares import exact

MOST_BANDS = 200
MOST_PLACES = 10_000
_ENTRIES = re.compile(r"\s*(\d{1,9})\s*(?:(\+)|[-\u2013]\s*(\d{1,9}))?\s*", re.ASCII)


def chart_from_json(rows: object) -> Chart:
    """The chart of a list of {"entries": "3-27", "percent": [50, 30, 20]}; "41+" has no end.

    Per cent may be numbers or their digits as text. Each band must be payable as it stands; whether they join
    is for `check_chart`. RuleError `chart-list`, `chart-row`, and those of `band_shares`.

    >>> chart_from_json([{"entries": "3-27", "percent": [50, 30, "20"]}])
    Chart(bands=((3, 27, (Fraction(500, 1), Fraction(300, 1), Fraction(200, 1))),))
    """
    if not isinstance(rows, list) or len(rows) > MOST_BANDS:
        raise RuleError(
            "chart-list", "A payout chart is a list of at most {most} bands.", {"most": MOST_BANDS}
        )
    return Chart(tuple(_band(row, number) for number, row in enumerate(rows, start=1)))


def chart_to_json(chart: Chart) -> list[dict[str, Any]]:
    """The list that `chart_from_json` reads back to the same shares.

    >>> chart_to_json(Chart(((41, None, (995, 5)),)))
    [{'entries': '41+', 'percent': ['99.5', '0.5']}]
    """
    return [
        {
            "entries": f"{first}+" if last is None else f"{first}-{last}",
            "percent": [_digits(exact(share) / 10) for share in permille],
        }
        for first, last, permille in chart.bands
    ]


def _band(row: object, number: int) -> Band:
    entries = row.get("entries") if isinstance(row, dict) else None
    percents = row.get("percent") if isinstance(row, dict) else None
    match = _ENTRIES.fullmatch(entries) if isinstance(entries, str) else None
    if match is None or not isinstance(percents, Sequence) or isinstance(percents, str):
        words = 'Row {row} is not a band: it needs entries like "3-27" and a list of per cent.'
        raise RuleError("chart-row", words, {"row": number})
    if len(percents) > MOST_PLACES:
        words = "Row {row} pays more than {most} places."
        raise RuleError("chart-row", words, {"row": number, "most": MOST_PLACES})
    first, more, last = match.groups()
    band = (int(first), None if more else int(last or first), [exact(percent) * 10 for percent in percents])
    return band[0], band[1], band_shares(band)


def _digits(percent: Fraction) -> str:
    """Digits where they end, else numerator/denominator: a third of the pool stays a third."""
    for places in range(13):
        if (percent * 10**places).denominator == 1:
            whole, rest = divmod(int(percent * 10**places), 10**places)
            return f"{whole}.{rest:0{places}}" if places else str(whole)
    return str(percent)
