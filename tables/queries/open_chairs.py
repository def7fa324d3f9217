"""Where a player may be moved to: the open chairs of a Day, at the tables with the fewest players first."""

from dataclasses import dataclass

from tables.queries.room import day_room
from tournaments.models import Day

FEW = 6


@dataclass(frozen=True, slots=True)
class OpenChairs:
    """A table with its open chairs."""

    table: int
    players: int
    chairs: tuple[int, ...]


def open_chairs_by_table(day: Day, most: int = FEW) -> tuple[OpenChairs, ...]:
    """The tables that are open and have room, padlocked ones apart; four queries."""
    few = sorted(day_room(day).open, key=lambda t: (t.players, t.number))[:most]
    return tuple(OpenChairs(table.number, table.players, table.open_chairs) for table in few)
