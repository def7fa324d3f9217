"""Who pays which ante, and what a short stack's blind and ante are worth (TDA 2024 RP-11)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from tournaments.rules.structure_items import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """What the big blind put in: the live bet, and the ante that is dead money for the table."""

    live_blind: int
    dead_ante: int

    @property
    def total(self) -> int:
        """All chips put in."""
        return self.live_blind + self.dead_ante


def post(big_blind: int, ante: int, stack: int, order: Literal["blind-first", "ante-first"]) -> Posted:
    """What a stack posts as big blind and big blind ante, in the order of the house.

    >>> post(1000, 1000, 1100, "blind-first")
    Posted(live_blind=1000, dead_ante=100)
    """
    if order == "blind-first":
        live = min(big_blind, stack)
        return Posted(live_blind=live, dead_ante=min(ante, stack - live))
    dead = min(ante, stack)
    return Posted(live_blind=min(big_blind, stack - dead), dead_ante=dead)


def ante_for(level: Level, players_left: int) -> int:
    """What one payer of the ante puts in: never reduced, however few are left (TDA 2024 RP-11)."""
    return level.ante if level.ante_kind != "none" and players_left > 0 else 0


def table_antes(level: Level, players: int) -> int:
    """The antes of a whole table of so many players: one each, or one for all."""
    return ante_for(level, players) * (players if level.ante_kind == "all" else 1)


def most_won(live: int, dead: int, others: Iterable[int]) -> int:
    """What a player all in for `live` chips can win: the dead money and as much from each other bet.

    >>> most_won(1000, 8000, (4000, 8000))
    11000
    """
    return dead + live + sum(min(live, bet) for bet in others)
