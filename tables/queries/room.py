"""How much room the tables of a Day have, without who sits where: what a late seat is drawn from."""

import functools
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, NamedTuple

from django.db.models import F, Func, IntegerField, OuterRef, QuerySet, Subquery, TextField, Value
from django.db.models.expressions import Combinable, CombinedExpression
from django.db.models.functions import Cast

from tables.models import DayTable, Seat
from tables.rules.seat_draw import OpenTable
from tournaments.journal.prepared import Prepared
from tournaments.models import Day
from tournaments.rules.house import HouseRules


class TableRoom(NamedTuple):
    """How much room a table has. fill: how many of the next entries it gets. candidate: as a draw sees it.

    A plain tuple: a frozen value for each of 1,112 tables takes longer than reading them.
    """

    key: int
    number: int
    state: str
    fill: int
    players: int
    open_chairs: tuple[int, ...]
    candidate: OpenTable


@dataclass(frozen=True, slots=True)
class DayRoom:
    """The tables of a Day that have an open chair: those that are open, and those that could open now.

    Each in the order in which they open. Padlocked ones are none of them: nobody is drawn there.
    """

    open: tuple[TableRoom, ...]
    unopened: tuple[TableRoom, ...]

    @property
    def chairs_left(self) -> int:
        """The open chairs, those of tables that would still open among them."""
        return sum([len(table.open_chairs) for table in (*self.open, *self.unopened)])

    def has_more_than(self, chairs: int) -> bool:
        """Whether more chairs than these are open: nearly always the first table tells."""
        left = -chairs
        for table in chain(self.open, self.unopened):
            left += len(table.open_chairs)
            if left > 0:
                return True
        return False

    @property
    def tables_with_room(self) -> int:
        """How many tables have an open chair."""
        return len(self.open) + len(self.unopened)

    def without(self, numbers: Collection[int]) -> "DayRoom":
        """The room at the other tables."""

        def others(tables: tuple[TableRoom, ...]) -> tuple[TableRoom, ...]:
            return tuple(table for table in tables if table.number not in numbers)

        return replace(self, open=others(self.open), unopened=others(self.unopened))

    def in_question(self, house: HouseRules, start_size: int) -> tuple[TableRoom, ...]:
        """The tables whose chairs the next late entry's is drawn from, in opening order.

        The rule of `late_candidates` on numbers alone; a table that is being filled goes before it.
        """
        if filling := [table for table in self.open if table.fill]:
            return (filling[0],)
        if below_start := [table for table in self.open if table.players < start_size]:
            return _by_house(below_start, house)
        return self.unopened[:1] or _by_house(self.open, house)


def day_room(day: Day) -> DayRoom:
    """How much room a Day has. A query, and one more where reserved tables have room; no row per player."""
    opened: list[TableRoom] = []
    reserved: list[TableRoom] = []
    for table in map(_table, _ROOMS(day.pk)):
        if table.open_chairs:
            (opened if table.state == DayTable.State.OPEN else reserved).append(table)
    elsewhere = open_elsewhere(day, [table.key for table in reserved])
    return DayRoom(tuple(opened), tuple(table for table in reserved if table.key not in elsewhere))


def tables_drawn_to(day: Day | int) -> QuerySet[DayTable]:
    """The tables of a Day that anybody is drawn to: not the closed ones, nor the padlocked."""
    rows = DayTable.objects.filter(day=day, padlocked=False).exclude(state=DayTable.State.CLOSED).order_by()
    # As text: nearly every table has no blocked chair, and reading JSON a thousand times takes its time.
    return rows.annotate(blocked=Cast("table__blocked", TextField()))


def open_elsewhere(day: Day, tables: Collection[int]) -> set[int]:
    """Which of the tables another Day has open."""
    if not tables:
        return set()
    rows = DayTable.objects.filter(table__in=tables, state=DayTable.State.OPEN).exclude(day=day)
    return set(rows.values_list("table_id", flat=True))


def _sitting_at(table: OuterRef) -> QuerySet[Seat, dict[str, int]]:
    """The taken chairs of a table as the bits of one number, for a subquery."""
    seats = Seat.objects.filter(table=table, until=None).order_by()
    bits = Func(
        CombinedExpression(Value(1), Combinable.BITLEFTSHIFT, F("chair")),
        function="SUM",
        output_field=IntegerField(),
    )
    return seats.annotate(bits=bits).values("bits")


def _rooms(day: int) -> QuerySet[DayTable, tuple[Any, ...]]:
    rows = tables_drawn_to(day).exclude(state=DayTable.State.RESERVED, table__lent=True)
    rows = rows.annotate(sitting=Subquery(_sitting_at(OuterRef("table"))))
    return rows.order_by("order", "table__number").values_list(
        "table_id", "table__number", "state", "fill", "chairs", "blocked", "sitting"
    )


_ROOMS = Prepared(_rooms, as_read=True)


@functools.lru_cache(maxsize=8192)
def _table(row: tuple[Any, ...]) -> TableRoom:
    """A row as its table. Between two late seats one table of the Day has changed, and the rest is known."""
    key, number, state, fill, chairs, blocked, sitting = row
    sitting = sitting or 0
    left_out = frozenset(json.loads(blocked))
    is_open = (chair for chair in range(1, chairs + 1) if not sitting >> chair & 1 and chair not in left_out)
    open_chairs, players = tuple(is_open), sitting.bit_count()
    candidate = OpenTable(number, open_chairs, players)
    return TableRoom(key, number, state, fill, players, open_chairs, candidate)


def _by_house(tables: Sequence[TableRoom], house: HouseRules) -> tuple[TableRoom, ...]:
    """Of tables that each have an open chair, those the house draws from."""
    if house.late_seat == "in-order":
        return tuple(tables[:1])
    if house.late_seat == "fewest":
        fewest = min([table.players for table in tables], default=0)
        return tuple([table for table in tables if table.players == fewest])
    return tuple(tables)
