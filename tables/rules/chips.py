"""The rules of chips, all in one place to import from.

`chip_race` has color-ups and races, `starting_stacks` what is handed out at the start.
"""

from collections.abc import Mapping

from tables.rules.chip_race import (
    Race,
    chips_to_award,
    color_up,
    exchange_removed,
    race,
    round_up,
    stack_of,
)
from tables.rules.starting_stacks import chips_left, stack_choices, starting_stacks

__all__ = [
    "Race",
    "average_stack",
    "chips_left",
    "chips_to_award",
    "color_up",
    "exchange_removed",
    "race",
    "round_up",
    "stack_choices",
    "stack_of",
    "starting_stacks",
    "total_chips",
]


def total_chips(chips_sold: Mapping[int, int], change: int = 0) -> int:
    """Chips in play: the number of each size of stack sold, and what races and corrections added or took.

    >>> total_chips({40_000: 212}, change=500)
    8480500
    """
    return sum(stack * count for stack, count in chips_sold.items()) + change


def average_stack(total: int, players: int) -> int:
    """Chips in play by player left, to the nearest whole chip, halves up; 0 without players.

    >>> average_stack(8_480_500, 41)
    206841
    """
    return (2 * total + players) // (2 * players) if players else 0
