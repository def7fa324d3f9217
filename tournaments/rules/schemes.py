"""How prizes are spread over places: a chart of percentages, a curve, typed amounts, or seats.

- **Chart**: per band of entries a share in thousandths for each place, as printed on a payout sheet.
- **Curve**: computed, for any number of places; places of one group are paid the same.
- **Fixed**: the amounts as typed. **Seats**: so many seats of a value (a satellite), the rest in cash.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from tournaments.rules.errors import RuleError
from tournaments.rules.shares import Amount, exact

Band = tuple[int, int | None, Sequence[Amount]]
Rounding = Literal["up", "down", "nearest"]
Group = int | tuple[int, int]

# The nine of the final table singly, then by threes to the last two tables, then by tables of nine.
TABLES_OF_NINE: tuple[Group, ...] = (*(1,) * 9, 3, 3, 3, 9)


@dataclass(frozen=True, slots=True)
class Chart:
    """Bands of (first entries, last entries or None for "and more", thousandths per place, best first)."""

    bands: Sequence[Band]


@dataclass(frozen=True, slots=True)
class Curve:
    """The prize falls as 1 / place ** shape, down to the minimum; 0 is flat, 1 usual, above it steep.

    bands: groups of places paid the same, from the top, each a size or (first place, last place); the last
    size goes on to the end. permille, rounding: how many places are paid, see `places_paid`.
    """

    shape: Amount = 1
    bands: Sequence[Group] = TABLES_OF_NINE
    permille: int = 150
    rounding: Rounding = "up"


@dataclass(frozen=True, slots=True)
class Fixed:
    """The prizes as typed, best place first: kept as amounts, never as per cent."""

    amounts: Sequence[int]


@dataclass(frozen=True, slots=True)
class Seats:
    """`n` seats worth `value` each; what the pool holds beyond them is paid in cash to the next places."""

    n: int
    value: int


Scheme = Chart | Curve | Fixed | Seats


def percent(permille: Fraction) -> str:
    """Thousandths as per cent, in digits: at most four after the point.

    >>> percent(Fraction(991)), percent(Fraction(52, 5)), percent(Fraction(1000))
    ('99.1', '1.04', '100')
    """
    digits = Decimal(round(permille * 1000)) / 10_000
    return f"{digits:f}".rstrip("0").rstrip(".") if "." in f"{digits:f}" else f"{digits:f}"


def band_shares(band: Band) -> tuple[Fraction, ...]:
    """The exact thousandths of a band's places. RuleError when they cannot be paid as they stand:
    `chart-band`, `chart-no-places`, `chart-share`, `chart-rises`, `chart-sum`.

    >>> band_shares((3, 27, (500, 300, 200)))
    (Fraction(500, 1), Fraction(300, 1), Fraction(200, 1))
    """
    first, last, permille = band
    facts: dict[str, object] = {"first": first, "last": "…" if last is None else last}
    if first < 1 or (last is not None and last < first):
        raise RuleError("chart-band", "{first} to {last} is no range of entries.", facts)
    shares = tuple(exact(share) for share in permille)
    if not shares:
        raise RuleError("chart-no-places", "No place is paid for {first} to {last} entries.", facts)
    for place, share in enumerate(shares, start=1):
        if share <= 0:
            words = "For {first} to {last} entries place {place} gets nothing."
            raise RuleError("chart-share", words, facts | {"place": place})
        if place > 1 and share > shares[place - 2]:
            words = "For {first} to {last} entries place {place} gets more than the place before it."
            raise RuleError("chart-rises", words, facts | {"place": place})
    if sum(shares) != 1000:
        words = "For {first} to {last} entries the shares add up to {sum} %, not 100 %."
        raise RuleError("chart-sum", words, facts | {"sum": percent(sum(shares, Fraction(0)))})
    return shares


def chart_troubles(chart: Chart) -> tuple[RuleError, ...]:
    """All that is wrong with a chart, band by band, then from band to band; for an editor to show at once."""
    return tuple(_troubles(chart.bands))


def check_chart(chart: Chart) -> None:
    """The first trouble of a chart, if there is one, as RuleError.

    The codes of `band_shares`, and `chart-empty`, `chart-order`, `chart-overlap`, `chart-gap`.

    >>> check_chart(Chart(((1, 2, (1000,)), (3, None, (500, 300, 200)))))
    """
    for trouble in _troubles(chart.bands):
        raise trouble


def band_for(chart: Chart, entries: int) -> tuple[Fraction, ...]:
    """The shares of the band that this many entries fall into; RuleError `chart-no-band`, or the band's.

    The other bands may be in any state: an event never fails for a row it does not use.
    """
    for first, last, permille in chart.bands:
        if first <= entries and (last is None or entries <= last):
            return band_shares((first, last, permille))
    words = "The payout chart has no band for {entries} entries."
    raise RuleError("chart-no-band", words, {"entries": entries})


def _troubles(bands: Sequence[Band]) -> Iterator[RuleError]:
    if not bands:
        yield RuleError("chart-empty", "The payout chart has no bands.")
    for band in bands:
        try:
            band_shares(band)
        except RuleError as trouble:
            yield trouble
    for (_, last, _), (first, _, _) in pairwise(bands):
        yield from _join(last, first)


def _join(last: int | None, first: int) -> Iterator[RuleError]:
    """What is wrong between a band that ends at `last` and the next, which begins at `first`."""
    if last is None:
        words = "The band without an end must be the last; the one from {first} entries comes after it."
        yield RuleError("chart-order", words, {"first": first})
    elif first <= last:
        words = "The band to {last} entries and the one from {first} entries overlap."
        yield RuleError("chart-overlap", words, {"last": last, "first": first})
    elif first > last + 1:
        words = "No band covers {from_entries} to {to_entries} entries."
        yield RuleError("chart-gap", words, {"from_entries": last + 1, "to_entries": first - 1})
