"""The tables of a Day as they are set up, and those of the house that it could have."""

from dataclasses import dataclass

from tables.models import DayTable
from tables.queries.rooms import Holder, RoomTable, rooms
from tournaments.models import Day


@dataclass(frozen=True, slots=True)
class GivenTable:
    """A table that a Day has. `elsewhere`: who has it open now, if that is another Day."""

    number: int
    room: str
    state: str
    chairs: int
    house_chairs: int
    sitting: int
    elsewhere: Holder | None


@dataclass(frozen=True, slots=True)
class OfferedTable:
    """A table of the house that the Day has not. `holder`: the Day that has it, open or in reserve."""

    number: int
    chairs: int
    lent: bool
    holder: Holder | None

    @property
    def is_free(self) -> bool:
        """Nobody has it, not even in reserve."""
        return not self.lent and self.holder is None


@dataclass(frozen=True, slots=True)
class OfferedRoom:
    """A room with what it could give."""

    name: str
    tables: tuple[OfferedTable, ...]


@dataclass(frozen=True, slots=True)
class DayTables:
    """given: in opening order. offered: rooms that have further tables. house_tables: how many there are."""

    given: tuple[GivenTable, ...]
    offered: tuple[OfferedRoom, ...]
    house_tables: int


def day_tables(day: Day) -> DayTables:
    """A Day's tables, and the house's others. Five queries, however many tables."""
    house = {table.number: (room.name, table) for room in rooms() for table in room.tables}
    rows = DayTable.objects.filter(day=day).select_related("table").order_by("order", "table__number")
    given = tuple(_given(row, day, *house[row.table.number]) for row in rows)
    mine = {row.number for row in given}
    names = dict.fromkeys(name for name, _table in house.values())
    offered = tuple(
        OfferedRoom(
            name,
            tuple(
                OfferedTable(table.number, table.chairs, table.lent, next(iter(table.holders), None))
                for room, table in house.values()
                if room == name and table.number not in mine
            ),
        )
        for name in names
    )
    return DayTables(given, tuple(room for room in offered if room.tables), len(house))


def _given(row: DayTable, day: Day, room: str, table: RoomTable) -> GivenTable:
    here = [holder for holder in table.holders if (holder.slug, holder.code) == (day.event.slug, day.code)]
    others = [holder for holder in table.holders if holder.is_open and holder not in here]
    return GivenTable(
        number=table.number,
        room=room,
        state=row.state,
        chairs=row.chairs,
        house_chairs=table.chairs,
        sitting=sum(holder.sitting for holder in here),
        elsewhere=next(iter(others), None),
    )
