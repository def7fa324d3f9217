"""The tables of a Day as the rules of seating know them."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from django.db.models import F, Func, IntegerField, OuterRef, QuerySet, Subquery, TextField
from django.db.models.functions import Cast

from tables.models import DayTable, Seat
from tables.rules.seating import Table
from tournaments.journal.prepared import Prepared
from tournaments.models import Day
from tournaments.rules.house import HouseRules


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """A Day's tables in opening order, padlocked ones apart. Entries are known by their key, as text.

    unopened: reserved tables that could open now, not lent nor open elsewhere. keys: of tables, by number.
    fill: how many of the next entries are sent to an open table, by its number.
    """

    open: tuple[Table, ...]
    unopened: tuple[Table, ...]
    keys: Mapping[int, int]
    fill: Mapping[int, int] = field(default_factory=dict)

    def opened_for(self, players: int) -> tuple[Table, ...]:
        """As many of the unopened tables, the first first, as players need beyond the open chairs."""
        missing = players - sum(len(table.open_chairs) for table in self.open)
        wanted: list[Table] = []
        for table in self.unopened:
            if missing <= 0:
                break
            missing -= len(table.open_chairs)
            wanted.append(table)
        return tuple(wanted)

    @property
    def for_next(self) -> tuple[tuple[Table, ...], tuple[Table, ...]]:
        """What the next late entry is drawn from: (open, unopened). A table being filled goes first."""
        filling = next((t for t in self.open if self.fill.get(t.number) and t.open_chairs), None)
        return ((filling,), ()) if filling else (self.open, self.unopened)

    def without(self, numbers: Collection[int]) -> "FloorPlan":
        """The plan of the other tables."""

        def others(tables: tuple[Table, ...]) -> tuple[Table, ...]:
            return tuple(table for table in tables if table.number not in numbers)

        return replace(self, open=others(self.open), unopened=others(self.unopened))


FEW = 40  # tables with the fewest players: enough to see nearly always which have fewest of all


class TableRoom(NamedTuple):
    """How much room a table has, without who sits where. blocked: as JSON text; unused: of these, how many.

    A plain tuple of the columns: a frozen value for each of 1,112 tables takes longer than reading them.
    """

    key: int
    number: int
    state: str
    chairs: int
    blocked: str
    fill: int
    order: int
    players: int
    unused: int = 0

    @property
    def free(self) -> int:
        """How many chairs are open."""
        return self.chairs - self.players - self.unused


@dataclass(frozen=True)
class DayRoom:
    """The tables of a Day that have an open chair: those that are open, and those that could open now.

    Padlocked ones are none of them: nobody is drawn there.
    is_all: no table of the Day was left unread.
    """

    open: tuple[TableRoom, ...]
    unopened: tuple[TableRoom, ...]
    is_all: bool = True

    @property
    def chairs_left(self) -> int:
        """The open chairs, those of tables that would still open among them."""
        return sum(table.free for table in self.open) + sum(table.free for table in self.unopened)

    @property
    def tables_with_room(self) -> int:
        """How many tables have an open chair."""
        return len(self.open) + len(self.unopened)

    def settles(self, house: HouseRules, start_size: int) -> bool:
        """Whether these, read in order of players, hold all that the next entry is drawn from.

        So it is once a table that is being filled is among them, or one with more players than the fewest.
        """
        if self.is_all or any(table.fill for table in self.open):
            return True
        below_start = [table.players for table in self.open if table.players < start_size]
        fewest_first = house.late_seat == "fewest" and bool(below_start)
        return fewest_first and max(table.players for table in self.open) > min(below_start)

    def in_question(self, house: HouseRules, start_size: int) -> tuple[TableRoom, ...]:
        """The tables whose chairs `late_candidates` chooses the next late entry's from, in opening order.

        Its rule on numbers alone, so that at 1,112 tables only the chairs of these few are read.
        """
        if filling := [table for table in self.open if table.fill]:
            return (min(filling, key=_opening),)
        if below_start := [table for table in self.open if table.players < start_size]:
            return _by_house(below_start, house)
        if self.unopened:
            return (min(self.unopened, key=_opening),)
        return _by_house(self.open, house)


def floor_plan(day: Day) -> FloorPlan:
    """Who sits where on a Day. Three queries, however large the field."""
    rows = _rows(day)
    keys = [row.key for row in rows]
    taken = _taken(keys)
    elsewhere = _open_elsewhere(day, [row.key for row in rows if row.state == DayTable.State.RESERVED])
    free = {row.key for row in rows if not row.lent} - elsewhere
    return FloorPlan(
        open=tuple(_table(row, taken[row.key]) for row in rows if row.state == DayTable.State.OPEN),
        unopened=tuple(
            _table(row, taken[row.key])
            for row in rows
            if row.state == DayTable.State.RESERVED and row.key in free
        ),
        keys={row.number: row.key for row in rows},
        fill={row.number: row.fill for row in rows if row.fill},
    )


def late_tables(day: Day, house: HouseRules, start_size: int, ahead: int) -> tuple[TableRoom, ...]:
    """The tables that the next late entry's chair is drawn at; none while `ahead` others need what is left.

    Three queries; two more where the tables with the fewest players do not settle it.
    """
    room = day_room(day, most=FEW)
    if not room.settles(house, start_size) or (room.chairs_left <= ahead and not room.is_all):
        room = day_room(day)
    return room.in_question(house, start_size) if room.chairs_left > ahead else ()


def day_room(day: Day, most: int | None = None) -> DayRoom:
    """How much room a Day has. Three queries at most, and no row for each player.

    most: FEW of the tables alone: those being filled first, then the open ones with the fewest players.
    """
    rows = _rooms(day.pk).values_list(*_ROOM_COLUMNS) if most is None else _FEWEST_PLAYERS(day.pk)
    read = [TableRoom(*row) for row in rows]
    if any(row.blocked != "[]" for row in read):
        read = _less_blocked(read)
    with_room = [row for row in read if row.chairs - row.players > row.unused]
    reserved = [row for row in with_room if row.state == DayTable.State.RESERVED]
    elsewhere = _open_elsewhere(day, [row.key for row in reserved])
    return DayRoom(
        open=tuple(row for row in with_room if row.state == DayTable.State.OPEN),
        unopened=tuple(row for row in reserved if row.key not in elsewhere),
        is_all=most is None or len(read) < most,
    )


_ROOM_COLUMNS = ("table_id", "table__number", "state", "chairs", "blocked", "fill", "order", "players")


def _rooms(day: int) -> QuerySet[DayTable]:
    players = Subquery(_sitting_at(OuterRef("table")))
    return _day_tables(day).exclude(state=DayTable.State.RESERVED, table__lent=True).annotate(players=players)


_FEWEST_PLAYERS = Prepared(
    lambda day: _rooms(day).order_by("-fill", "state", "players").values_list(*_ROOM_COLUMNS)[:FEW]
)


def open_chairs(day_table: DayTable) -> int:
    """How many chairs of one table are open. One query."""
    taken = _taken([day_table.table_id])[day_table.table_id]
    table = day_table.table
    blocked = frozenset(table.blocked)
    return len(Table(table.number, day_table.chairs, taken, blocked=blocked).open_chairs)


def shut_tables(day: Day) -> tuple[int, ...]:
    """The numbers of the padlocked tables that have an open chair: nobody is drawn there. Two queries."""
    rows = DayTable.objects.filter(day=day, padlocked=True, state=DayTable.State.OPEN)
    found = list(rows.select_related("table").order_by("table__number"))
    taken = _taken([row.table_id for row in found])
    return tuple(
        row.table.number
        for row in found
        if Table(
            row.table.number, row.chairs, taken[row.table_id], blocked=frozenset(row.table.blocked)
        ).open_chairs
    )


def plan_of(tables: Iterable[TableRoom]) -> FloorPlan:
    """The floor plan of these tables alone. One query."""
    tables = tuple(tables)
    taken = _taken([table.key for table in tables])
    is_open = [table.state == DayTable.State.OPEN for table in tables]
    whole = [
        Table(row.number, row.chairs, taken[row.key], blocked=frozenset(json.loads(row.blocked)))
        for row in tables
    ]
    return FloorPlan(
        open=tuple(table for table, opened in zip(whole, is_open, strict=True) if opened),
        unopened=tuple(table for table, opened in zip(whole, is_open, strict=True) if not opened),
        keys={row.number: row.key for row in tables},
        fill={row.number: row.fill for row in tables if row.fill},
    )


# As text: nearly every table has no blocked chair, and reading JSON a thousand times takes its time.
_COLUMNS = ("table_id", "table__number", "state", "chairs", "blocked", "table__lent", "fill")


class _Row(NamedTuple):
    key: int
    number: int
    state: str
    chairs: int
    blocked: str
    lent: bool
    fill: int


def _day_tables(day: Day | int) -> QuerySet[DayTable]:
    """The tables of a Day that anybody is drawn to: not the closed ones, nor the padlocked."""
    rows = DayTable.objects.filter(day=day, padlocked=False).exclude(state=DayTable.State.CLOSED).order_by()
    return rows.annotate(blocked=Cast("table__blocked", TextField()))


def _rows(day: Day) -> list[_Row]:
    """Those tables in opening order."""
    rows = _day_tables(day).order_by("order", "table__number").values_list(*_COLUMNS)
    return [_Row._make(row) for row in rows]


def _sitting_at(table: OuterRef) -> QuerySet[Seat, dict[str, int]]:
    """How many sit at a table, for a subquery: a plain count, since a grouped one takes twice as long."""
    seats = Seat.objects.filter(table=table, until=None).order_by()
    return seats.annotate(n=Func(F("pk"), function="COUNT", output_field=IntegerField())).values("n")


def _taken(tables: Collection[int]) -> dict[int, dict[int, str]]:
    """Who sits in which chair, by key of the table."""
    taken: dict[int, dict[int, str]] = defaultdict(dict)
    if len(tables) <= FEW:
        some = sorted(tables)
        seats: Iterable[tuple[int, ...]] = _SEATS_AT_FEW(*some, *[0] * (FEW - len(some))) if some else ()
    else:
        rows = Seat.objects.filter(table__in=tables, until=None)
        seats = rows.values_list("table_id", "chair", "entry_id")
    for table, chair, entry in seats:
        taken[table][chair] = str(entry)
    return taken


def _seats_at(*tables: int) -> QuerySet[Seat, tuple[int, int, int]]:
    seats = Seat.objects.filter(table__in=tables, until=None)
    return seats.values_list("table_id", "chair", "entry_id")


_SEATS_AT_FEW = Prepared(_seats_at)


def _open_elsewhere(day: Day, tables: Collection[int]) -> set[int]:
    """Which of the tables another Day has open."""
    if not tables:
        return set()
    rows = DayTable.objects.filter(table__in=tables, state=DayTable.State.OPEN).exclude(day=day)
    return set(rows.values_list("table_id", flat=True))


def _less_blocked(rows: list[TableRoom]) -> list[TableRoom]:
    """The rows again, without the blocked chairs that nobody sits in."""
    taken = _taken([row.key for row in rows if row.blocked != "[]"])
    return [row._replace(unused=_unused(row, taken[row.key])) for row in rows]


def _unused(row: TableRoom, taken: Mapping[int, str]) -> int:
    blocked = {chair for chair in json.loads(row.blocked) if chair <= row.chairs}
    return len(blocked - set(taken))


def _by_house(tables: Sequence[TableRoom], house: HouseRules) -> tuple[TableRoom, ...]:
    """Of tables that each have an open chair, those the house draws from."""
    if house.late_seat == "in-order":
        return (min(tables, key=_opening),) if tables else ()
    if house.late_seat == "fewest":
        fewest = min((table.players for table in tables), default=0)
        tables = [table for table in tables if table.players == fewest]
    return tuple(sorted(tables, key=_opening))


def _opening(table: TableRoom) -> tuple[int, int]:
    return table.order, table.number


def _table(row: _Row, taken: Mapping[int, str]) -> Table:
    return Table(row.number, row.chairs, dict(taken), blocked=frozenset(json.loads(row.blocked)))
