"""Which table gives a player to which: the fewest moves, on numbers of players alone."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import NamedTuple

from tournaments.rules.house import HouseRules

WIDE = 2  # what `HouseRules.wide_difference_above` allows


class Size(NamedTuple):
    """A table as numbers: its players, and the fewest and the most it can end with."""

    players: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Step:
    """One player goes from one table to another; the numbers of players are those just before it."""

    giving: int
    receiving: int
    giving_players: int
    receiving_players: int


def allowed_difference(tables: int, house: HouseRules) -> int:
    """How far apart two of so many tables may be and still be in balance.

    >>> house = HouseRules(wide_difference_above=4)
    >>> allowed_difference(5, house), allowed_difference(4, house)
    (2, 1)
    """
    narrow = max(house.max_difference, 1)
    wide = house.wide_difference_above is not None and tables > house.wide_difference_above
    return max(narrow, WIDE) if wide else narrow


def fewest_steps(sizes: Sequence[Size], difference: int) -> int:
    """The fewest moves after which all tables are within the difference.

    Where chairs or locked players forbid that, a table is left as far off as it must be and the others are
    brought within the difference among themselves.

    >>> fewest_steps([Size(9, 0, 9), Size(5, 0, 9)], 1), fewest_steps([Size(9, 9, 9), Size(5, 0, 9)], 1)
    (2, 0)
    """
    alike = Counter(sizes)
    players = sum(size.players * tables for size, tables in alike.items())
    answers = (
        _steps_to(lowest, difference, alike, players)
        for lowest in range(max((size.players for size in sizes), default=0) + 1)
    )
    return min((answer for answer in answers if answer is not None), default=(0, 0))[1]


def _steps_to(
    lowest: int, difference: int, alike: Mapping[Size, int], players: int
) -> tuple[int, int] | None:
    """(tables that stay outside, moves) until each table is from `lowest` to `lowest + difference`.

    None when so many players cannot be spread like that.
    """
    least = most = given = received = outside = 0
    for size, tables in alike.items():
        low = min(max(lowest, size.least), size.most)
        high = min(max(lowest + difference, size.least), size.most)
        least += low * tables
        most += high * tables
        given += max(0, size.players - high) * tables
        received += max(0, low - size.players) * tables
        if size.least > lowest + difference or size.most < lowest:
            outside += tables
    return (min(outside, 1), max(given, received)) if least <= players <= most else None


def steps(sizes: Mapping[int, Size], difference: int, order: Sequence[int]) -> tuple[Step, ...]:
    """The moves one after another, each from the largest table that can give to the smallest with room.

    Of equal ones the first in break order gives and the last in it receives. Taking the two ends each time
    is never a move more than the fewest: it brings every spread that is still open one move nearer.
    """
    wanted = fewest_steps(tuple(sizes.values()), difference)
    if not wanted:
        return ()
    turn = {number: place for place, number in enumerate(break_order(sizes, order))}
    now = {number: size.players for number, size in sizes.items()}
    giving = [(-size.players, turn[n], n) for n, size in sizes.items() if size.players > size.least]
    receiving = [(size.players, -turn[n], n) for n, size in sizes.items() if size.players < size.most]
    heapify(giving)
    heapify(receiving)
    made = []
    for _ in range(wanted):
        (_, give_turn, giver), (_, take_turn, taker) = heappop(giving), heappop(receiving)
        made.append(Step(giver, taker, now[giver], now[taker]))
        now[giver] -= 1
        now[taker] += 1
        if now[giver] > sizes[giver].least:
            heappush(giving, (-now[giver], give_turn, giver))
        if now[taker] < sizes[taker].most:
            heappush(receiving, (now[taker], take_turn, taker))
    return tuple(made)


def break_order(numbers: Mapping[int, Size] | Sequence[int], order: Sequence[int]) -> tuple[int, ...]:
    """The tables, first to break first: those of `order`, then the others from the highest number down.

    >>> break_order([1, 2, 3, 4], order=[2, 9])
    (2, 4, 3, 1)
    """
    first = [number for number in dict.fromkeys(order) if number in numbers]
    return (*first, *sorted(set(numbers) - set(first), reverse=True))
