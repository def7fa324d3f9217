"""All tables of a Day as tiles: players and chairs, and the one thing that matters about each."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count

from tables.models import DayTable, Seat
from tables.queries.balance import PlayedFloor, next_to_break, played_floor
from tables.queries.halts import Halt, halts
from tables.rules.balance_sizes import allowed_difference
from tables.rules.halts import SHORT
from tournaments.models import Day
from tournaments.queries.house_rules import rules_of

GROUP = 60  # tiles that are loaded again together


class Tile(NamedTuple):
    """A table as its tile says it. short: players fewer than the largest, 0 while in balance.

    halt: as tables/queries/halts.py has the kinds, "" while it plays. hollow: seats to verify. stopped: why.
    A plain tuple: a frozen value for each of 1,112 tables takes longer than reading them.
    """

    number: int
    state: str
    players: int
    chairs: int
    short: int = 0
    halt: str = ""
    stopped: str = ""
    hollow: int = 0
    padlocked: bool = False
    breaks_next: bool = False

    @property
    def tone(self) -> str:
        """How the tile is painted; a word on it always says the same."""
        if self.halt in {"stop", "stopped"} or self.short >= SHORT:
            return "stop"
        if self.short:
            return "short"
        return "next" if self.breaks_next else ""


@dataclass(frozen=True, slots=True)
class TileGroup:
    """Tiles that are loaded again together."""

    index: int
    tiles: tuple[Tile, ...]


def tile_groups(day: Day, now: datetime) -> tuple[TileGroup, ...]:
    """The tables of a Day by number, in groups. Eight queries at most, however large the field."""
    floor = played_floor(day, now)
    tiles = _tiles(day, now, floor)
    return tuple(
        TileGroup(index, tuple(tiles[start : start + GROUP]))
        for index, start in enumerate(range(0, len(tiles), GROUP))
    )


def _tiles(day: Day, now: datetime, floor: PlayedFloor) -> list[Tile]:
    players = {played.table.number: played.table.players for played in floor.tables}
    shorts = _shorts(day, floor)
    halted = {halt.table: halt for halt in halts(day, now, floor)}
    hollow = _hollow(day)
    breaks = next_to_break(day, now, floor).table
    padlocked = {played.table.number for played in floor.tables if played.padlocked}
    rows = DayTable.objects.filter(day=day).order_by("table__number")
    return [
        Tile(
            number,
            state,
            players.get(number, 0),
            chairs,
            shorts.get(number, 0),
            *_halt(halted.get(number)),
            hollow.get(key, 0),
            number in padlocked,
            number == breaks,
        )
        for number, key, state, chairs in rows.values_list("table__number", "table_id", "state", "chairs")
    ]


def _halt(halt: Halt | None) -> tuple[str, str]:
    return (halt.kind, str(halt.facts.get("reason") or "")) if halt else ("", "")


def _shorts(day: Day, floor: PlayedFloor) -> dict[int, int]:
    """How many players fewer than the largest, of the tables that are further off than the house allows."""
    sizes = {table.number: table.players for table in floor.movable}
    allowed = allowed_difference(len(sizes), rules_of(day.event))
    largest = max(sizes.values(), default=0)
    return {number: largest - size for number, size in sizes.items() if size < largest - allowed}


def _hollow(day: Day) -> Mapping[int, int]:
    """Seats to verify, by key of the table."""
    unseen = Seat.objects.filter(day=day, until=None, seen_at=None).order_by()
    return dict(unseen.values_list("table").annotate(n=Count("pk")))
