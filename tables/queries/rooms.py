"""Rooms with their tables, and who has each table now."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count

from tables.models import DayTable, Room, Seat, Table


@dataclass(frozen=True, slots=True)
class Holder:
    """A Day that has a table open (`sitting` players at it), or reserved as its `order`-th to open."""

    event: str
    slug: str
    day: str
    code: str
    is_open: bool
    order: int
    sitting: int


@dataclass(frozen=True, slots=True)
class RoomTable:
    """A table as the house has it. holders: the Day that has it open first, then those it is reserved for."""

    pk: int
    number: int
    chairs: int
    blocked: tuple[int, ...]
    accessible: tuple[int, ...]
    lent: bool
    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class RoomTables:
    """A room with its tables by number."""

    pk: int
    name: str
    tables: tuple[RoomTable, ...]

    @property
    def chairs(self) -> int:
        """All chairs of the room that can be used."""
        return sum(table.chairs - len(table.blocked) for table in self.tables)


def rooms() -> tuple[RoomTables, ...]:
    """Every room by name."""
    holders, by_room = _holders(), defaultdict(list)
    for table in Table.objects.order_by("number"):
        by_room[table.room_id].append(_room_table(table, holders.get(table.pk, ())))
    return tuple(
        RoomTables(room.pk, room.name, tuple(by_room[room.pk])) for room in Room.objects.order_by("name")
    )


def table_by_number(number: int) -> RoomTable | None:
    """One table, or None."""
    table = Table.objects.filter(number=number).first()
    return _room_table(table, _holders(table).get(table.pk, ())) if table else None


def _room_table(table: Table, holders: tuple[Holder, ...]) -> RoomTable:
    return RoomTable(
        pk=table.pk,
        number=table.number,
        chairs=table.chairs,
        blocked=tuple(table.blocked),
        accessible=tuple(table.accessible),
        lent=table.lent,
        holders=holders,
    )


def _holders(table: Table | None = None) -> dict[int, tuple[Holder, ...]]:
    """Who has each table, by its key. What is over or called off holds no table in reserve."""
    rows = DayTable.objects.exclude(state=DayTable.State.CLOSED).select_related("day__event")
    seats = Seat.objects.filter(until=None)
    if table is not None:
        rows, seats = rows.filter(table=table), seats.filter(table=table)
    sitting = {
        (row["day"], row["table"]): row["n"] for row in seats.values("day", "table").annotate(n=Count("pk"))
    }
    found: defaultdict[int, list[Holder]] = defaultdict(list)
    for row in rows.order_by("day__event__name", "day__code"):
        is_open = row.state == DayTable.State.OPEN
        if is_open or (row.day.over_at is None and row.day.event.cancelled_at is None):
            found[row.table_id].append(_holder(row, is_open, sitting.get((row.day_id, row.table_id), 0)))
    return {pk: tuple(sorted(held, key=lambda h: not h.is_open)) for pk, held in found.items()}


def _holder(row: DayTable, is_open: bool, sitting: int) -> Holder:
    event = row.day.event
    return Holder(
        event=event.name,
        slug=event.slug,
        day=row.day.label,
        code=row.day.code,
        is_open=is_open,
        order=row.order,
        sitting=sitting,
    )
