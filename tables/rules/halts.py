"""Tables that stop dealing because they are three or more players short (TDA 11-D, WSOP 67)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tables.rules.clockwise import next_chair_is_empty
from tables.rules.seating import Table
from tournaments.rules.house import HouseRules

SHORT = 3
FULL_TABLE = 8  # chairs; with fewer it is a short-handed format, and staff decide


@dataclass(frozen=True, slots=True)
class Halts:
    """Table numbers. stop: deal no further hand. ask: stops by where its big blind is, which is not known.

    discretion: short enough, in a short-handed format: staff decide.
    """

    stop: frozenset[int] = frozenset()
    ask: frozenset[int] = frozenset()
    discretion: frozenset[int] = frozenset()


def halted(tables: Sequence[Table], house: HouseRules, short_by_elimination: Collection[int]) -> Halts:
    """Which of the tables stop until they are balanced, by the house's rule.

    Short: three or more players fewer than the largest table, and by eliminations (not because players were
    moved off or have not come yet). TDA 2024 stops a short table once its big blind would fall on an empty
    chair, TDA 2022 at once.

    >>> five = Table(1, 9, dict(enumerate("abcde", 1)), big_blind=5)
    >>> eight = Table(2, 9, dict(enumerate("stuvwxyz", 1)), big_blind=1)
    >>> halted((five, eight), HouseRules(), {1}).stop
    frozenset({1})
    """
    if house.halt == "off":
        return Halts()
    largest = max((table.players for table in tables), default=0)
    short = [
        table
        for table in tables
        if table.players and largest - table.players >= SHORT and table.number in short_by_elimination
    ]
    if max((table.chairs for table in tables), default=0) < FULL_TABLE:
        return Halts(discretion=frozenset(table.number for table in short))
    if house.halt == "2022":
        return Halts(stop=frozenset(table.number for table in short))
    return Halts(
        stop=frozenset(table.number for table in short if next_chair_is_empty(table)),
        ask=frozenset(table.number for table in short if table.big_blind is None),
    )
