"""A Day's floor for tests: tables with players in the chairs that a test names."""

from collections.abc import Collection, Mapping

from tables.models import DayTable, Seat
from tests import factories
from tournaments.models import Day, Entry


def late_day(**values) -> Day:
    """A Day whose registration has closed, so that tables are balanced and broken."""
    return factories.make_day(registration="closed", **values)


def seat_at(day: Day, table: DayTable, chairs: Collection[int], **values) -> dict[int, Entry]:
    """A seated entry in each of these chairs of a table, by chair."""
    option = day.event.options.first() or factories.make_option(day.event)
    made = {}
    for chair in sorted(chairs):
        made[chair] = factories.make_entry(day, option, state="seated")
        Seat.objects.create(
            day=day, table=table.table, chair=chair, entry=made[chair], since=factories.START, **values
        )
    return made


def sizes(day: Day) -> dict[int, int]:
    """How many sit at each open table, by number."""
    seats = Seat.objects.filter(day=day, until=None)
    return {
        row.table.number: seats.filter(table=row.table_id).count()
        for row in day.day_tables.filter(state="open").order_by("table__number")
    }


def spot(entry: Entry) -> str:
    """Where an entry sits, as staff say it: 12-4; "" without a seat."""
    seat = Seat.objects.filter(entry=entry, until=None).select_related("table").first()
    return f"{seat.table.number}-{seat.chair}" if seat else ""


def spots(entries: Mapping[int, Entry]) -> dict[int, str]:
    """The same by what the entries are known by."""
    return {key: spot(entry) for key, entry in entries.items()}
