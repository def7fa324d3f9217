"""A Day in play, for tests of what staff do on the floor: players in chairs, one chair after another."""

from dataclasses import dataclass
from typing import Any

from tables.models import Bust, DayTable, Seat
from tests import factories
from tournaments.journal.change import By
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Entry, Event, Option


@dataclass
class Floor:
    """entries: by number from 1, seated table by table; `entries[0]` is in chair 1 of the first."""

    event: Event
    day: Day
    option: Option
    tables: list[DayTable]
    entries: list[Entry]
    clock: factories.Clock
    by: By

    def undo_last(self) -> None:
        undo(self.by, Action.objects.filter(event=self.event).order_by("-seq").first())

    def order(self) -> list[int]:
        """The numbers of the entries that are out, first out first."""
        return list(Bust.objects.filter(event=self.event).values_list("entry__number", flat=True))

    def orders(self) -> list[int]:
        return list(Bust.objects.filter(event=self.event).values_list("order", flat=True))

    def seat(self, entry: Entry) -> str:
        seat = Seat.objects.filter(entry=entry, until=None).select_related("table").first()
        return f"{seat.table.number}-{seat.chair}" if seat else ""


def make_floor(players: int = 9, tables: int = 1, chairs: int = 9, **values: Any) -> Floor:
    """Players in chairs, table by table; registration is closed unless `registration` says otherwise."""
    event = factories.make_event(**values.pop("event", {}))
    day = factories.make_day(event, **{"registration": "closed"} | values)
    option = factories.make_option(event)
    rows = factories.make_tables(day, tables, chairs=chairs)
    entries = [factories.make_entry(day, option, state="seated") for _ in range(players)]
    full, more = divmod(players, tables)
    spots = [(row, chair) for i, row in enumerate(rows) for chair in range(1, full + (i < more) + 1)]
    for entry, (row, chair) in zip(entries, spots, strict=True):
        Seat.objects.create(day=day, table=row.table, chair=chair, entry=entry, since=factories.START)
    clock = factories.Clock()
    return Floor(event, day, option, rows, entries, clock, factories.as_by(clock=clock))
