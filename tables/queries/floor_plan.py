"""The tables of a Day as the rules of seating know them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from tables.models import DayTable, Seat
from tables.rules.seating import Table
from tournaments.models import Day


@dataclass(frozen=True, slots=True)
class FloorPlan:
    """A Day's tables in opening order. Entries are known by their key, as text.

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
    taken: dict[int, dict[int, str]] = defaultdict(dict)
    seats = Seat.objects.filter(table__in=keys, until=None)
    for table, chair, entry in seats.values_list("table_id", "chair", "entry_id"):
        taken[table][chair] = str(entry)
    elsewhere = set(
        DayTable.objects.filter(table__in=keys, state=DayTable.State.OPEN)
        .exclude(day=day)
        .values_list("table_id", flat=True)
    )
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


class _Row(NamedTuple):
    key: int
    number: int
    state: str
    chairs: int
    blocked: list[int]
    lent: bool


def _rows(day: Day) -> list[_Row]:
    """The tables of a Day that are not closed, in opening order."""
    rows = DayTable.objects.filter(day=day).exclude(state=DayTable.State.CLOSED)
    columns = ("table_id", "table__number", "state", "chairs", "table__blocked", "table__lent")
    return [_Row(*row) for row in rows.order_by("order", "table__number").values_list(*columns)]


def _table(row: _Row, taken: Mapping[int, str]) -> Table:
    return Table(row.number, row.chairs, dict(taken), blocked=frozenset(row.blocked))
