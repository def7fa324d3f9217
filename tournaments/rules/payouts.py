"""How many places are paid, and what each of them gets.

The schemes are in `schemes`, with their checks; all of it can be imported from here.
"""

from collections.abc import Sequence
from fractions import Fraction

from tournaments.rules.errors import RuleError
from tournaments.rules.payout_curve import curve_prizes
from tournaments.rules.schemes import (
    Chart,
    Curve,
    Fixed,
    Rounding,
    Scheme,
    Seats,
    band_for,
    chart_troubles,
    check_chart,
)
from tournaments.rules.shares import check_unit, settle

__all__ = [
    "Chart",
    "Curve",
    "Fixed",
    "Scheme",
    "Seats",
    "chart_troubles",
    "check_chart",
    "check_fixed",
    "payouts",
    "places_paid",
    "split_tie",
]


def places_paid(entries: int, permille: int = 150, rounding: Rounding = "up") -> int:
    """Places paid for a number of entries: a share in thousandths, at least one where anybody entered.

    >>> places_paid(212), places_paid(10, 150, "down"), places_paid(0)
    (32, 1, 0)
    """
    if entries <= 0:
        return 0
    thousandths = entries * permille
    places = {
        "up": -(-thousandths // 1000),
        "down": thousandths // 1000,
        "nearest": (thousandths + 500) // 1000,
    }
    return min(entries, max(1, places[rounding]))


def payouts(pool: int, entries: int, scheme: Scheme, unit: int, minimum: int = 0) -> tuple[int, ...]:
    """The prizes, best place first: they add up to the pool, never rise, and none is below the minimum.

    Every prize but the first is rounded down to a multiple of the unit (typed amounts and seats are not);
    what that cuts off goes to the first. A place that would get less than the minimum gets the minimum, at
    the cost of those above it. Fewer places are paid where the pool does not hold the minimum for all, and
    never more than there are entries; a pool below the minimum goes to the winner whole.
    RuleError `negative-pool`, `unit`, `negative-minimum`, `no-entries`, or what is wrong with the scheme.

    >>> payouts(23380, 20, Chart(((3, 27, (500, 300, 200)),)), 5)
    (11695, 7010, 4675)
    >>> payouts(1000, 20, Chart(((3, 27, (500, 300, 200)),)), 1, minimum=400)
    (600, 400)
    """
    _check_numbers(pool, entries, unit, minimum)
    if isinstance(scheme, Fixed):
        _check_amounts(scheme.amounts)
        return _fixed(pool, scheme.amounts[:entries], minimum)
    if isinstance(scheme, Seats):
        return _seats(pool, entries, scheme, unit, minimum)
    least = max(unit, -(-minimum // unit) * unit)
    if isinstance(scheme, Chart):
        shares = band_for(scheme, entries)[:entries] if pool else ()
        return _by_shares(pool, shares[: max(1, pool // least)], unit, least)
    wanted = places_paid(entries, scheme.permille, scheme.rounding)
    places = min(wanted, max(1, pool // least)) if pool else 0
    return tuple(curve_prizes(pool, places, scheme, unit, min(least, pool))) if places else ()


def split_tie(prizes: Sequence[int], first_place: int, tied: int, unit: int) -> tuple[int, ...]:
    """What each of those tied gets: the prizes of the places they take up together, shared evenly.

    `first_place` is the best of these places; places beyond the prizes pay nothing. Units that cannot be
    shared go one each to the first. RuleError `no-tie`, `unit`. Poker TDA RP-8-A.

    >>> split_tie((5000, 3000, 2000), 3, 2, 100), split_tie((5000, 3200, 3000), 2, 3, 1)
    ((1000, 1000), (2067, 2067, 2066))
    """
    if first_place < 1 or tied < 1:
        words = "Nobody can share place {place} among {tied}."
        raise RuleError("no-tie", words, {"place": first_place, "tied": tied})
    shared = sum(prizes[first_place - 1 : first_place - 1 + tied])
    return settle((1,) * tied, unit, shared)


def check_fixed(amounts: Sequence[int], pool: int) -> None:
    """RuleError `prizes-sum` unless typed prizes add up to the pool, for the form that takes them.

    `payouts` itself lets the first place bear the difference, for the pool may change afterwards.
    """
    _check_amounts(amounts)
    if sum(amounts) != pool:
        words = "The prizes add up to {sum}, the pool is {pool}."
        raise RuleError("prizes-sum", words, {"sum": sum(amounts), "pool": pool})


def _check_numbers(pool: int, entries: int, unit: int, minimum: int) -> None:
    check_unit(unit)
    if pool < 0:
        raise RuleError("negative-pool", "There is no less than nothing to share out.")
    if minimum < 0:
        raise RuleError("negative-minimum", "The smallest prize is never below nothing.")
    if entries < 1 and pool:
        raise RuleError("no-entries", "Nobody has entered, so nobody can be paid.")


def _check_amounts(amounts: Sequence[int]) -> None:
    for place, amount in enumerate(amounts, start=1):
        if amount < 0 or (place > 1 and amount > amounts[place - 2]):
            words = "Place {place} gets more than the place before it, or less than nothing."
            raise RuleError("prizes-rise", words, {"place": place})


def _by_shares(pool: int, shares: Sequence[Fraction], unit: int, least: int) -> tuple[int, ...]:
    """Prizes by share; those below `least` are raised to it and the others share what is left."""
    if not shares:
        return ()
    above, rest, total = len(shares), pool, sum(shares, Fraction(0))
    while above > 1 and shares[above - 1] * rest < least * total:
        above -= 1
        rest -= least
        total -= shares[above]
    prizes = [int(share * rest / total // unit) * unit for share in shares[:above]]
    prizes += [least] * (len(shares) - above)
    return (pool - sum(prizes[1:]), *prizes[1:])


def _fixed(pool: int, amounts: Sequence[int], minimum: int) -> tuple[int, ...]:
    """Typed prizes; the first bears the difference to the pool while ahead, else places fall away."""
    if not pool:
        return ()
    rest = [amount for amount in amounts[1:] if amount >= max(1, minimum)]
    while rest and pool - sum(rest) < max(rest[0], minimum):
        rest.pop()
    return (pool - sum(rest), *rest)


def _seats(pool: int, entries: int, scheme: Seats, unit: int, minimum: int) -> tuple[int, ...]:
    """As many full values as the pool holds, the next place the rest in cash, the first what is too small."""
    if scheme.n < 1 or scheme.value < max(1, minimum):
        words = "{n} seats of {value} each cannot be played for."
        raise RuleError("seats", words, {"n": scheme.n, "value": scheme.value})
    full = min(pool // scheme.value, entries)
    rest = pool - full * scheme.value
    cash = rest // unit * unit
    prizes = [scheme.value] * full
    if full < entries and cash >= max(unit, minimum):
        prizes.append(cash)
    if not pool:
        return ()
    others = prizes[1:]
    return (pool - sum(others), *others)
