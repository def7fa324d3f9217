"""When a chip leaves play: it is needed while an amount is not a multiple of the next larger chip."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from math import gcd

from tournaments.rules.structure_items import Break, Item, Level, amounts


def payable(amount: int, chips: Sequence[int]) -> bool:
    """Whether an amount can be paid with these chips, change allowed, as at any table.

    >>> payable(150, (100, 500)), payable(600, (100, 500)), payable(25, ())
    (False, True, False)
    """
    step = gcd(*chips)
    return amount % step == 0 if step else amount == 0


def color_up_points(items: Sequence[Item], chips: Sequence[int]) -> dict[int, int]:
    """For each chip that becomes idle, the index of the last item that needs it.

    The largest chip, chips needed to the end and chips that no level needs are left out.

    >>> levels = [Level(id=n, number=n, duration_ms=1, small_blind=n * 100) for n in (1, 4, 5)]
    >>> color_up_points(levels, (100, 500, 1000))
    {100: 1}
    """
    levels = [(index, amounts(item)) for index, item in enumerate(items) if isinstance(item, Level)]
    if not levels:
        return {}
    points = {}
    for chip, larger in pairwise(sorted(set(chips))):
        needed = [index for index, values in levels if any(value % larger for value in values)]
        if needed and needed[-1] < levels[-1][0]:
            points[chip] = needed[-1]
    return points


def color_up_breaks(items: Sequence[Item], chips: Sequence[int]) -> dict[int, int]:
    """For each chip, the index of the first break in which it can leave play, if there is one."""
    breaks = [index for index, item in enumerate(items) if isinstance(item, Break)]
    found = {}
    for chip, point in color_up_points(items, chips).items():
        later = [index for index in breaks if index > point]
        if later:
            found[chip] = later[0]
    return found


def with_color_ups(items: Sequence[Item], chips: Sequence[int]) -> tuple[Item, ...]:
    """The same items, each break naming the chips that leave play in it."""
    at = color_up_breaks(items, chips)
    return tuple(
        replace(item, color_up=tuple(sorted(chip for chip, where in at.items() if where == index)))
        if isinstance(item, Break)
        else item
        for index, item in enumerate(items)
    )


def chips_at(items: Sequence[Item], index: int, chips: Sequence[int]) -> tuple[int, ...]:
    """The chips still in play at an item: those that no break before it has taken out."""
    gone = {chip for item in items[:index] if isinstance(item, Break) for chip in item.color_up}
    return tuple(chip for chip in sorted(set(chips)) if chip not in gone)
