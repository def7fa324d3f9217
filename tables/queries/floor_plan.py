"""The tables of a Day as the rules of seating know them."""

import json
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tables.models import DayTable, Seat
from tables.queries.room import open_elsewhere, tables_drawn_to
from tables.rules.seating import Table
from tournaments.models import Day


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """A Day's tables in opening order, padlocked ones apart. Entries are known by their key, as text.

    unopened: reserved tables that could open now, not lent nor open elsewhere. keys: of tables, by number.
    """

    open: tuple[Table, ...]
    unopened: tuple[Table, ...]
    keys: Mapping[int, int]

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


def floor_plan(day: Day) -> FloorPlan:
    """Who sits where on a Day. Three queries, however large the field."""
    rows = _rows(day)
    keys = [row.key for row in rows]
    taken = _taken(keys)
    elsewhere = open_elsewhere(day, [row.key for row in rows if row.state == DayTable.State.RESERVED])
    free = {row.key for row in rows if not row.lent} - elsewhere
    return FloorPlan(
        open=tuple(_table(row, taken[row.key]) for row in rows if row.state == DayTable.State.OPEN),
        unopened=tuple(
            _table(row, taken[row.key])
            for row in rows
            if row.state == DayTable.State.RESERVED and row.key in free
        ),
        keys={row.number: row.key for row in rows},
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


_COLUMNS = ("table_id", "table__number", "state", "chairs", "blocked", "table__lent")


class _Row(NamedTuple):
    key: int
    number: int
    state: str
    chairs: int
    blocked: str
    lent: bool


def _rows(day: Day) -> list[_Row]:
    """Those tables in opening order."""
    rows = tables_drawn_to(day).order_by("order", "table__number").values_list(*_COLUMNS)
    return [_Row._make(row) for row in rows]


def _taken(tables: Collection[int]) -> dict[int, dict[int, str]]:
    """Who sits in which chair, by key of the table."""
    taken: dict[int, dict[int, str]] = defaultdict(dict)
    seats = Seat.objects.filter(table__in=tables, until=None).values_list("table_id", "chair", "entry_id")
    for table, chair, entry in seats:
        taken[table][chair] = str(entry)
    return taken


def _table(row: _Row, taken: Mapping[int, str]) -> Table:
    return Table(row.number, row.chairs, dict(taken), blocked=frozenset(json.loads(row.blocked)))
