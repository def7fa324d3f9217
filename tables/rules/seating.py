"""Who sits where: how many tables, how many at each, the first seats and a seat for a late entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from tables.rules.draw import Draw
from tables.rules.seat_draw import OpenTable, Seat, deal_all, deal_late
from tournaments.rules.errors import RuleError
from tournaments.rules.house import HouseRules

Value = TypeVar("Value")

DEFAULT_HOUSE = HouseRules()


@dataclass(frozen=True, slots=True)
class Table:
    """One table as it stands. Chairs count from 1; entries are known by their id.

    taken: chair -> entry id. big_blind: the chair that had it in the last hand, its player may be out.
    blocked: chairs nobody is drawn to (broken, removed, kept for a wheelchair).
    locked: entries that keep their chair, whatever is balanced or broken.

    >>> Table(12, 9, {1: "a", 4: "b"}, blocked=frozenset({9})).open_chairs
    (2, 3, 5, 6, 7, 8)
    """

    number: int
    chairs: int
    taken: Mapping[int, str]
    big_blind: int | None = None
    button: int | None = None
    blocked: frozenset[int] = frozenset()
    locked: frozenset[str] = frozenset()

    @property
    def open_chairs(self) -> tuple[int, ...]:
        """The chairs a player may be sent to, in order."""
        chairs = range(1, self.chairs + 1)
        return tuple(chair for chair in chairs if chair not in self.taken and chair not in self.blocked)

    @property
    def players(self) -> int:
        """How many sit here, those in blocked chairs too."""
        return len(self.taken)


@dataclass(frozen=True, slots=True)
class Move:
    """One player from one table to another, and why. A field is None while the positions are unknown.

    why: a constant template that `facts` fill. needs_big_blind: tables to ask for their big blind first.
    """

    entry: str | None
    from_table: int
    from_chair: int | None
    to_table: int
    to_chair: int | None
    why: str
    facts: Mapping[str, Any]
    needs_big_blind: tuple[int, ...] = ()


def tables_needed(players: int, chairs: int) -> int:
    """The fewest tables of so many chairs that seat everybody. RuleError `negative-players`, `no-chair`.

    >>> tables_needed(28, 10), tables_needed(27, 9), tables_needed(0, 9)
    (3, 3, 0)
    """
    _check_players(players)
    if chairs < 1:
        raise RuleError("no-chair", "A table needs at least one chair, not {chairs}.", {"chairs": chairs})
    return -(-players // chairs)


def even_sizes(players: int, tables: int) -> tuple[int, ...]:
    """The players at each table when they are within one of each other, largest first.

    RuleError `negative-players`, `no-table`.

    >>> even_sizes(25, 3)
    (9, 8, 8)
    """
    _check_players(players)
    if tables < 0 or (players and not tables):
        raise RuleError("no-table", "There is no table for {players} players.", {"players": players})
    if not tables:
        return ()
    size, extra = divmod(players, tables)
    return (size + 1,) * extra + (size,) * (tables - extra)


def first_seats(entries: Sequence[str], tables: Sequence[Table], draw: Draw) -> tuple[Seat, ...]:
    """A drawn seat for every entry: (entry, table, chair), by table number and chair.

    Tables end within one of each other, counting who sits there already, as far as their chairs and those
    seated allow. When the players do not divide evenly, the tables with the lowest numbers get one more.
    Every entry is equally likely in every seat, and which of a table's chairs stay empty is
    drawn too. Blocked and taken chairs are never given.
    RuleError `room-full`, `entry-twice`, `table-twice`.
    """
    _check_once(entries, tables)
    return deal_all(entries, seating_candidates(tables), draw)


def seating_candidates(tables: Sequence[Table]) -> tuple[OpenTable, ...]:
    """What a draw for all chooses from: all the tables, by number."""
    return tuple(_open_table(table) for table in sorted(tables, key=lambda table: table.number))


def late_seat(
    tables: Sequence[Table],
    draw: Draw,
    house: HouseRules = DEFAULT_HOUSE,
    start_size: int | None = None,
    unopened: Sequence[Table] = (),
) -> tuple[int, int] | None:
    """A drawn (table, chair) for one entry, or None when no chair is left; nothing is drawn then.

    The table may be one of `unopened`: it opens with this entry. What is drawn from: `late_candidates`.
    """
    return deal_late(late_candidates(tables, house, start_size, unopened), draw)


def late_candidates(
    tables: Sequence[Table],
    house: HouseRules = DEFAULT_HOUSE,
    start_size: int | None = None,
    unopened: Sequence[Table] = (),
) -> tuple[OpenTable, ...]:
    """The tables whose open chairs a late entry is drawn from; none when the room is full.

    The open tables are filled to `start_size` players (None: to the last chair), then the first of
    `unopened` opens; with none left to open, the open tables are filled up. Among the open tables in question
    `house.late_seat` takes those with the fewest players, any, or the first in the order given.
    """
    open_tables = _with_chair(tables)
    below_start = [table for table in open_tables if start_size is None or table.players < start_size]
    if below_start:
        return _by_house(below_start, house)
    return _with_chair(unopened)[:1] or _by_house(open_tables, house)


def _by_house(tables: Sequence[OpenTable], house: HouseRules) -> tuple[OpenTable, ...]:
    """Of tables that each have an open chair, those the house draws from."""
    if house.late_seat == "in-order":
        return tuple(tables[:1])
    if house.late_seat == "fewest":
        fewest = min((table.players for table in tables), default=0)
        return tuple(table for table in tables if table.players == fewest)
    return tuple(tables)


def _with_chair(tables: Sequence[Table]) -> tuple[OpenTable, ...]:
    """Those of the tables that have an open chair, in the order given."""
    return tuple(table for table in map(_open_table, tables) if table.chairs)


def _open_table(table: Table) -> OpenTable:
    """The table as a draw sees it."""
    return OpenTable(table.number, table.open_chairs, table.players)


def _check_players(players: int) -> None:
    """RuleError `negative-players`."""
    if players < 0:
        raise RuleError("negative-players", "{players} is not a number of players.", {"players": players})


def _check_once(entries: Sequence[str], tables: Sequence[Table]) -> None:
    """RuleError when a table is listed twice, or an entry is listed twice or seated already."""
    number = _first_twice([table.number for table in tables])
    if number is not None:
        raise RuleError("table-twice", "Table {table} is listed twice.", {"table": number})
    seated = [entry for table in tables for entry in table.taken.values()]
    entry = _first_twice([*seated, *entries])
    if entry is not None:
        raise RuleError("entry-twice", "Entry {entry} would sit in two chairs.", {"entry": entry})


def _first_twice(values: Sequence[Value]) -> Value | None:
    """The first value that was there before, or None."""
    seen: set[Value] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return None
