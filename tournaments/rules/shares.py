"""Exact shares of an amount: fractions in, whole units out, nothing lost and nothing made."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from tournaments.rules.errors import RuleError

Amount = int | Fraction | Decimal | float | str


def exact(value: Amount) -> Fraction:
    """The fraction that a number stands for as written; RuleError `not-a-number`.

    A float, as files and forms hand them over, is taken for the digits it prints, not for its binary value.

    >>> exact(10.4), exact(Decimal("1.04")), exact("1/3")
    (Fraction(52, 5), Fraction(26, 25), Fraction(1, 3))
    """
    try:
        return Fraction(repr(value) if isinstance(value, float) else value)
    except (ValueError, OverflowError, ZeroDivisionError, InvalidOperation, TypeError):
        raise RuleError("not-a-number", "{text} is not a number.", {"text": str(value)[:60]}) from None


def settle(shares: Sequence[Amount], unit: int, total: int) -> tuple[int, ...]:
    """Whole amounts in proportion to the shares, each a multiple of the unit, that add up to the total.

    Largest remainder: everybody gets the share rounded down; the units left go one each to the largest parts
    cut off, of equal ones to the first. What is left of the total below a unit goes to the next in that
    order, so nobody is a whole unit from the exact share. Shares that add up to another figure are scaled to
    the total.
    RuleError `unit`, `negative-share`, `negative-pool`, `nobody-to-share`.

    >>> settle((Fraction(100, 3),) * 3, 1, 100), settle((40, 25, 15, 11), 5, 91)
    ((34, 33, 33), (40, 25, 15, 11))
    """
    check_unit(unit)
    wanted = [exact(share) for share in shares]
    if total < 0:
        raise RuleError("negative-pool", "There is no less than nothing to share out.")
    if any(share < 0 for share in wanted):
        raise RuleError("negative-share", "A share is never below nothing.")
    whole = sum(wanted, Fraction(0))
    if not whole:
        if total:
            words = "{total} is left and nobody has a share in it."
            raise RuleError("nobody-to-share", words, {"total": total})
        return (0,) * len(wanted)
    return _largest_remainder([share * total / whole for share in wanted], unit, total)


def _largest_remainder(wanted: Sequence[Fraction], unit: int, total: int) -> tuple[int, ...]:
    amounts = [int(share // unit) * unit for share in wanted]
    left = total - sum(amounts)
    by_cut = sorted(range(len(wanted)), key=lambda index: amounts[index] - wanted[index])
    for index in by_cut:
        given = min(unit, left)
        amounts[index] += given
        left -= given
    return tuple(amounts)


def check_unit(unit: int) -> None:
    """RuleError `unit` unless amounts can be rounded to it."""
    if unit < 1:
        raise RuleError("unit", "Amounts cannot be rounded to {unit}.", {"unit": unit})
