"""The published payout chart and prize list that ship with the house. No database, no Django."""

import json
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any

from tournaments.rules.payout_json import chart_from_json
from tournaments.rules.payouts import Chart, Fixed


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutChart:
    """A chart as published. The band for 66 to 100 entries is missing: as printed it adds up to 99.1 %."""

    source: str
    note: str
    chart: Chart


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeList:
    """What an event paid, all places."""

    entries: int
    pool: int
    prizes: Fixed


@cache
def payout_chart() -> PayoutChart:
    """The chart of a Las Vegas card room, for 3 to 2000 entries.

    >>> [len(shares) for _, _, shares in payout_chart().chart.bands]
    [3, 6, 9, 18, 27, 45, 63]
    """
    held = _file()["chart"]
    return PayoutChart(source=held["source"], note=held["note"], chart=chart_from_json(held["bands"]))


@cache
def main_event_2023() -> PrizeList:
    """The World Series of Poker's Main Event of 2023.

    >>> main_event_2023().prizes.amounts[:2], len(main_event_2023().prizes.amounts)
    ((12100000, 6500000), 1507)
    """
    held = _file()["wsop_main_2023"]
    groups = sorted(held["bands"])
    amounts = tuple(amount for first, last, amount in groups for _ in range(first, last + 1))
    return PrizeList(entries=held["entries"], pool=held["pool"], prizes=Fixed(amounts))


def _file() -> dict[str, Any]:
    """The file as read, its fractions as the digits that are printed."""
    text = files(__package__).joinpath("payout_tables.json").read_text(encoding="utf-8")
    read: dict[str, Any] = json.loads(text, parse_float=Decimal)
    return read
