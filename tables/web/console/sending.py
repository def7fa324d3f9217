"""A press at a table, as the buttons of the panel send it."""

from dataclasses import dataclass, field

from django.http import HttpRequest

from tables.models import DayTable, PrintJob, Seat
from tables.web.console.sent import keys
from tournaments.journal.change import By
from tournaments.models import Day, Entry
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name
from tournaments.web.who import by


@dataclass(frozen=True, slots=True)
class Press:
    """A button pressed at a table of a Day. papers: what was printed with it."""

    request: HttpRequest
    day: Day
    number: int
    papers: list[PrintJob] = field(default_factory=list)

    @property
    def who(self) -> By:
        """Who pressed it."""
        return by(self.request)

    @property
    def table(self) -> DayTable:
        """The table. RuleError `no-table`."""
        row = DayTable.objects.select_related("table", "day__event")
        found = row.filter(day=self.day, table__number=self.number).first()
        if found is None:
            words = "Table {table} is not on this Day any more."
            raise RuleError("no-table", words, {"table": self.number})
        return found

    def text(self, name: str) -> str:
        """A field as it was sent."""
        return self.request.POST.get(name, "").replace("\0", "").strip()

    def entries(self) -> list[Entry]:
        """Those who are chosen, in the order sent. RuleError `nobody-chosen`; `sits-elsewhere`."""
        found = (
            Entry.objects.filter(event=self.day.event)
            .select_related("player", "day")
            .in_bulk(keys(self.request))
        )
        chosen = [found[key] for key in keys(self.request) if key in found]
        if not chosen:
            raise RuleError("nobody-chosen", "Tap a seat first.")
        self._refuse_moved(chosen)
        return chosen

    def entry(self) -> Entry:
        """The one who is chosen. RuleError `nobody-chosen`, `one-only`, `sits-elsewhere`."""
        chosen = self.entries()
        if len(chosen) > 1:
            raise RuleError("one-only", "Choose one player for this.")
        return chosen[0]

    def named(self, field: str) -> Entry | None:
        """An entry of the event that a field names."""
        key = self.request.POST.get(field, "")
        if not (key.isascii() and key.isdigit() and len(key) < 16):
            return None
        return Entry.objects.filter(event=self.day.event, pk=int(key)).select_related("player", "day").first()

    def _refuse_moved(self, chosen: list[Entry]) -> None:
        """RuleError `sits-elsewhere` for one whom somebody has moved since this page was loaded."""
        seats = Seat.objects.filter(entry__in=chosen, until=None).exclude(table__number=self.number)
        moved = seats.select_related("entry__player", "table").first()
        if moved is None:
            return
        player = moved.entry.player
        facts = {
            "name": full_name(player.first_name, player.last_name),
            "table": moved.table.number,
            "chair": moved.chair,
            "since": moved.since,
        }
        raise RuleError("sits-elsewhere", "{name} has sat at {table}-{chair} since {since}.", facts)
