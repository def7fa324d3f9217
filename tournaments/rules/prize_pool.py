"""What is in the prize pool, and what of a price goes into it."""

from collections.abc import Iterable
from typing import Literal


def prize_pool(lines: Iterable[int], guarantee: int = 0) -> int:
    """The pool: what the ledger lines add up to, or the guarantee where that is more.

    >>> prize_pool([850_00, 850_00, -850_00], guarantee=500_00), prize_pool([850_00], guarantee=1000_00)
    (85000, 100000)
    """
    return max(guarantee, sum(lines))


def overlay(lines: Iterable[int], guarantee: int) -> int:
    """What the house adds so that the pool holds the guarantee.

    >>> overlay([850_00], 1000_00), overlay([850_00, 850_00], 1000_00)
    (15000, 0)
    """
    return max(0, guarantee - sum(lines))


def deduction(amount: int, permille: int, rounding: Literal["up", "down"] = "up") -> int:
    """A named part taken off an amount (staff, for example), in whole units.

    >>> deduction(5000_00, 30), deduction(99, 30), deduction(99, 30, "down")
    (15000, 3, 2)
    """
    thousandths = amount * permille
    return -(-thousandths // 1000) if rounding == "up" else thousandths // 1000


def minimum_cash(buy_in: int, multiple_permille: int) -> int:
    """The smallest prize as a multiple of the buy-in, in thousandths, rounded up.

    >>> minimum_cash(10_000, 1500), minimum_cash(1_500, 2000)
    (15000, 3000)
    """
    return -(-buy_in * multiple_permille // 1000)
