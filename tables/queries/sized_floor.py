"""The floor of a Day by numbers of players, without who sits where: enough for tiles, at 1,112 tables."""

import json
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, TextField
from django.db.models.functions import Cast

from tables.models import DayFloor, DayTable, Seat
from tables.queries.balance import PlayedFloor, PlayedTable, known_big_blind
from tables.rules.seating import Table
from tournaments.models import Day
from tournaments.queries.house_rules import rules_of

NOBODY = frozenset[str]()
_STAYS = "stays"  # stands for somebody who is locked in his seat
_PLAYS = "plays"


class TableRow(NamedTuple):
    """A table of a Day as its row has it. blocked: as JSON text."""

    key: int
    number: int
    state: str
    chairs: int
    order: int
    break_order: int | None
    padlocked: bool
    stopped: str
    blocked: str


_COLUMNS = (
    "table_id",
    "table__number",
    "state",
    "chairs",
    "order",
    "break_order",
    "padlocked",
    "stopped",
    "blocked",
)


def table_rows(day: Day) -> list[TableRow]:
    """Every table of a Day by number. One query."""
    rows = DayTable.objects.filter(day=day).annotate(blocked=Cast("table__blocked", TextField()))
    return [TableRow(*row) for row in rows.order_by("table__number").values_list(*_COLUMNS)]


def sized_floor(day: Day, now: datetime, rows: Collection[TableRow]) -> PlayedFloor:
    """The open tables with as many players as they have, nameless, in chairs that are not blocked.

    Where the big blind is known the chairs are the true ones. Five queries at most.
    """
    sizes = _count(day)
    locked = set(Seat.objects.filter(day=day, until=None, locked=True).values_list("table_id", flat=True))
    blinds = _big_blinds(day, now)
    true = _true_chairs(day, blinds)
    floor = DayFloor.objects.filter(day=day).first()
    return PlayedFloor(
        tables=tuple(
            PlayedTable(
                row.key,
                _table(row, true.get(row.key), sizes.get(row.key, 0), row.key in locked, blinds.get(row.key)),
                row.order,
                row.break_order,
                row.padlocked,
                row.stopped,
            )
            for row in rows
            if row.state == DayTable.State.OPEN
        ),
        rule=floor.break_rule if floor else DayFloor.BreakRule.HIGHEST,
        among=floor.break_among if floor else 0,
        apart=frozenset(),
        last_hands=floor.last_hands if floor else None,
    )


def _table(
    row: TableRow, chairs: Collection[int] | None, players: int, locked: bool, big_blind: int | None
) -> Table:
    blocked = frozenset(json.loads(row.blocked)) if row.blocked != "[]" else frozenset[int]()
    if chairs is None:
        # A blocked chair may be taken all the same: then it counts as one that is not.
        free = [chair for chair in range(1, row.chairs + 1) if chair not in blocked]
        chairs = [*free, *blocked][:players]
    taken = dict.fromkeys(chairs, _STAYS if locked else _PLAYS)
    stays = frozenset({_STAYS}) if locked else NOBODY
    return Table(row.number, row.chairs, taken, big_blind=big_blind, blocked=blocked, locked=stays)


def _count(day: Day) -> Mapping[int, int]:
    """How many sit at each table, by its key."""
    sitting = Seat.objects.filter(day=day, until=None).order_by()
    return dict(sitting.values_list("table").annotate(n=Count("pk")))


def _big_blinds(day: Day, now: datetime) -> dict[int, int]:
    """The big blind's chair at the tables where it is known, by key."""
    told_since = now - timedelta(minutes=rules_of(day.event).hand_minutes)
    rows = DayTable.objects.filter(day=day, state=DayTable.State.OPEN, positions__isnull=False)
    known = {row.table_id: known_big_blind(row, told_since) for row in rows}
    return {key: chair for key, chair in known.items() if chair is not None}


def _true_chairs(day: Day, tables: Collection[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {key: [] for key in tables}
    seats = Seat.objects.filter(day=day, table__in=tables, until=None) if tables else []
    for seat in seats:
        found[seat.table_id].append(seat.chair)
    return found
