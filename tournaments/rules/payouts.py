"""How many places are paid."""

from typing import Literal


def places_paid(entries: int, permille: int = 150, rounding: Literal["up", "down", "nearest"] = "up") -> int:
    """Places paid for a number of entries: a share in thousandths, at least one where anybody entered.

    >>> places_paid(212), places_paid(10, 150, "down"), places_paid(0)
    (32, 1, 0)
    """
    if entries <= 0:
        return 0
    thousandths = entries * permille
    places = {"up": -(-thousandths // 1000), "down": thousandths // 1000, "nearest": (thousandths + 500) // 1000}
    return min(entries, max(1, places[rounding]))
