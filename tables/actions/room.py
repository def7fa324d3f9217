"""Rooms, their tables, and which Day has which."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from tables.models import DayTable, Room, Seat, Table
from tables.queries.counted_days import refuse_by_counts
from tables.rules.table_numbers import written
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Event
from tournaments.rules.errors import RuleError

MOST_TABLES = 2000
# What was said of a table while it was open must not hold when it opens again.
AS_CLOSED: dict[str, Any] = {
    "state": DayTable.State.CLOSED,
    "fill": 0,
    "break_order": None,
    "positions": None,
    "positions_at": None,
    "padlocked": False,
    "stopped": "",
    "hand": 0,
}


@action("house.add_room", scope="house")
def add_room(change: Change, /, *, name: str) -> Room:
    """Add a room. RuleError: `room-name-taken`."""
    if Room.objects.filter(name=name).exists():
        raise RuleError("room-name-taken", "There is a room called {name} already.", {"name": name})
    change.note(name=name)
    return change.create(Room, name=name)


@action("house.rename_room", scope="house")
def rename_room(change: Change, /, room: Room, *, name: str) -> Room:
    """Call a room something else. RuleError: `room-name-taken`."""
    if Room.objects.filter(name=name).exclude(pk=room.pk).exists():
        raise RuleError("room-name-taken", "There is a room called {name} already.", {"name": name})
    change.note(before=room.name, name=name)
    return change.update(room, name=name)


@action("house.remove_room", scope="house")
def remove_room(change: Change, /, room: Room) -> None:
    """Remove an empty room. RuleError: `room-has-tables`."""
    if room.tables.exists():
        raise RuleError("room-has-tables", "{name} has tables. Remove them first.", {"name": room.name})
    change.note(name=room.name)
    change.delete(room)


@action("house.add_tables", scope="house")
def add_tables(change: Change, /, room: Room, *, first: int, last: int, chairs: int) -> list[Table]:
    """Add tables numbered first to last. RuleError: `table-number-taken`, `too-many-tables`, `chairs`."""
    _refuse_chairs(chairs, [])
    if not 1 <= first <= last or last - first >= MOST_TABLES:
        raise RuleError(
            "too-many-tables",
            "Give a first and a last number, at most {most} tables apart.",
            {"most": MOST_TABLES},
        )
    taken = Table.objects.filter(number__range=(first, last)).values_list("number", flat=True).first()
    if taken is not None:
        raise RuleError("table-number-taken", "There is a table {number} already.", {"number": taken})
    change.note(room=room.name, first=first, last=last, chairs=chairs)
    return change.create_many(
        Table, [Table(room=room, number=n, chairs=chairs) for n in range(first, last + 1)]
    )


@action("house.change_table", scope="house")
def change_table(
    change: Change,
    /,
    table: Table,
    *,
    chairs: int,
    blocked: Sequence[int] = (),
    accessible: Sequence[int] = (),
    lent: bool = False,
) -> Table:
    """Set chairs, blocked and accessible ones, and whether cash games have the table.

    Days that hold the table play at no more chairs than it has. RuleError: `chairs`, `chair-in-use` for a
    blocked or removed chair somebody sits in, `table-in-use`, `tables-changed`.
    """
    _refuse_chairs(chairs, [*blocked, *accessible])
    table, held = _held_still(table)
    _refuse_chairs_in_use(table, chairs, blocked)
    if lent and any(row.state == DayTable.State.OPEN for row in held):
        raise RuleError("table-in-use", "Table {number} is open in an event.", {"number": table.number})
    case = {"case": "lent" if lent else "returned"} if lent != table.lent else {}
    change.note(number=table.number, chairs=chairs, blocked=sorted(set(blocked)) or "–", **case)
    for row in held:
        change.update(row, chairs=min(row.chairs, chairs))
    return change.update(
        table, chairs=chairs, blocked=sorted(set(blocked)), accessible=sorted(set(accessible)), lent=lent
    )


@action("house.remove_table", scope="house")
def remove_table(change: Change, /, table: Table) -> None:
    """Remove a table that no Day ever had. RuleError: `table-in-use`."""
    if table.day_tables.exists() or table.seats.exists():
        raise RuleError(
            "table-in-use", "Table {number} belongs to an event's history.", {"number": table.number}
        )
    change.note(number=table.number)
    change.delete(table)


@action("table.give")
def give_tables(
    change: Change, /, day: Day, tables: Sequence[int], *, state: str = DayTable.State.OPEN
) -> list[DayTable]:
    """Give tables, by number, to a Day in this order: open at once, or reserved until they are needed.

    RuleError: `no-such-table`, `table-lent`, `table-taken` naming who has it, `table-here` twice here.
    """
    if state == DayTable.State.OPEN:
        refuse_by_counts(day)
    found = {table.number: table for table in _held(Table.objects.filter(number__in=tables))}
    for number in tables:
        _refuse_table(day, found.get(number), number, opens=state == DayTable.State.OPEN)
    order = max(day.day_tables.values_list("order", flat=True), default=0)
    chairs = day.event.chairs
    rows = [
        DayTable(day=day, table=found[n], state=state, order=order + i, chairs=min(chairs, found[n].chairs))
        for i, n in enumerate(tables, start=1)
    ]
    change.note(day=day.code, tables=written(tables), state=state)
    return change.create_many(DayTable, rows)


@action("table.take_back")
def take_back_table(change: Change, /, day_table: DayTable) -> None:
    """Take an empty table away from a Day. RuleError: `table-not-empty`."""
    _refuse_sitting(day_table)
    change.note(day=day_table.day.code, number=day_table.table.number)
    change.delete(day_table)


@action("table.open")
def open_table(change: Change, /, day_table: DayTable) -> DayTable:
    """Open a reserved or closed table. RuleError: `table-taken`, `table-lent`."""
    refuse_by_counts(day_table.day)
    (table,) = _held(Table.objects.filter(pk=day_table.table_id))
    _refuse_table(day_table.day, table, table.number, opens=True, own=day_table)
    change.note(day=day_table.day.code, number=day_table.table.number)
    # While it was closed the house may have taken chairs from it.
    chairs = min(day_table.chairs, table.chairs)
    return change.update(day_table, state=DayTable.State.OPEN, chairs=chairs)


@action("table.close")
def close_table(change: Change, /, day_table: DayTable) -> DayTable:
    """Close an empty table; it stays in the Day's history. RuleError: `table-not-empty`."""
    _refuse_sitting(day_table)
    change.note(day=day_table.day.code, number=day_table.table.number)
    return change.update(day_table, **AS_CLOSED)


@action("table.order")
def order_tables(change: Change, /, day: Day, numbers: Sequence[int]) -> None:
    """Set the opening order of a Day's tables, first to open first. RuleError: `tables-changed`."""
    rows = {row.table.number: row for row in day.day_tables.select_related("table")}
    if sorted(rows) != sorted(numbers):
        raise RuleError(
            "tables-changed", "The Day's tables have changed in the meantime. Load the page again."
        )
    for order, number in enumerate(numbers, start=1):
        change.update(rows[number], order=order)
    change.note(day=day.code, tables=written(numbers))


def _held(tables: QuerySet[Table]) -> list[Table]:
    """The tables, which no other event takes until this is done: it is told who has them then."""
    return list(tables.select_for_update().order_by("pk"))


def _held_still(table: Table) -> tuple[Table, list[DayTable]]:
    """A table and the Days that have it, read once nothing changes them any more.

    The events that could seat somebody there wait, then those that could take it. RuleError `tables-changed`
    where one took it in between.
    """
    rows = table.day_tables.exclude(state=DayTable.State.CLOSED)
    # An undo may open a closed one again, as long as its Day goes on.
    known = rows | table.day_tables.filter(day__over_at=None)
    asked = Event.objects.select_for_update().filter(pk__in=[*known.values_list("day__event", flat=True)])
    waiting = {event.pk for event in asked.order_by("pk")}
    (table,) = _held(Table.objects.filter(pk=table.pk))
    held = list(rows.select_related("day__event", "table"))
    if {row.day.event_id for row in held} - waiting:
        raise RuleError(
            "tables-changed", "The Day's tables have changed in the meantime. Load the page again."
        )
    return table, held


def _refuse_chairs_in_use(table: Table, chairs: int, blocked: Sequence[int]) -> None:
    taken = Seat.objects.filter(table=table, until=None).values_list("chair", flat=True)
    for chair in sorted(taken):
        if chair > chairs or chair in blocked:
            raise RuleError(
                "chair-in-use",
                "Somebody sits in chair {table}-{chair}.",
                {"table": table.number, "chair": chair},
            )


def _refuse_chairs(chairs: int, named: Sequence[int]) -> None:
    if not 2 <= chairs <= 10:
        raise RuleError("chairs", "A table has 2 to 10 chairs.")
    for chair in named:
        if not 1 <= chair <= chairs:
            raise RuleError(
                "chairs",
                "There is no chair {chair} at a table of {chairs}.",
                {"chair": chair, "chairs": chairs},
            )


def _refuse_table(
    day: Day, table: Table | None, number: int, *, opens: bool, own: DayTable | None = None
) -> None:
    if table is None:
        raise RuleError("no-such-table", "There is no table {number}.", {"number": number})
    if table.lent:
        raise RuleError("table-lent", "Table {number} is lent to cash games.", {"number": number})
    others = table.day_tables.exclude(pk=own.pk if own else 0).select_related("day__event")
    if own is None and others.filter(day=day).exists():
        raise RuleError("table-here", "Table {number} is given to this Day already.", {"number": number})
    holder = others.filter(state=DayTable.State.OPEN).first()
    if opens and holder is not None:
        facts: dict[str, Any] = {"number": number, "event": holder.day.event.name, "day": holder.day.label}
        raise RuleError("table-taken", "{event}, {day}, has table {number} now.", facts)


def _refuse_sitting(day_table: DayTable) -> None:
    sitting = Seat.objects.filter(day=day_table.day_id, table=day_table.table_id, until=None).count()
    if sitting:
        raise RuleError(
            "table-not-empty",
            "{count} players sit at table {number}.",
            {"count": sitting, "number": day_table.table.number},
        )
