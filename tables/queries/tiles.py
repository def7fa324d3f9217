"""All tables of a Day as tiles: players and chairs, and the one thing that matters about each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count

from tables.models import Seat
from tables.queries.balance import PlayedFloor, next_to_break
from tables.queries.halts import Halt, halts
from tables.queries.sized_floor import TableRow, sized_floor, table_rows
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
    def shown(self) -> str:
        """The number as it stands on the table: never grouped by a locale."""
        return str(self.number)

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

    @property
    def first(self) -> int:
        """The number of its first table."""
        return self.tiles[0].number

    @property
    def last(self) -> int:
        """The number of its last table."""
        return self.tiles[-1].number


def tile_groups(day: Day, now: datetime, floor: PlayedFloor | None = None) -> tuple[TileGroup, ...]:
    """The tables of a Day by number, in groups. Ten queries at most, however large the field.

    floor: where whoever asks has read it already; else one without names is read, which is quicker.
    """
    rows = table_rows(day)
    tiles = _tiles(day, now, rows, floor or sized_floor(day, now, rows))
    return tuple(
        TileGroup(index, tuple(tiles[start : start + GROUP]))
        for index, start in enumerate(range(0, len(tiles), GROUP))
    )


def _tiles(day: Day, now: datetime, rows: Sequence[TableRow], floor: PlayedFloor) -> list[Tile]:
    players = {played.key: played.table.players for played in floor.tables}
    shorts = _shorts(day, floor)
    halted = {halt.table: halt for halt in halts(day, now, floor)}
    hollow = _hollow(day)
    breaks = next_to_break(day, now, floor).table
    return [
        Tile(
            row.number,
            row.state,
            players.get(row.key, 0),
            row.chairs,
            shorts.get(row.number, 0),
            *_halt(halted.get(row.number)),
            hollow.get(row.key, 0),
            row.padlocked,
            row.number == breaks,
        )
        for row in rows
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
