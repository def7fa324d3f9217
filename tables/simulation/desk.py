"""The desk of a simulated evening: early and late players, re-entries, alternates."""

import random
from contextlib import suppress

from tables.actions.alternates import call, come_back, seat, skip
from tables.actions.balance import fill
from tables.actions.desk import register, register_new, seat_entry
from tables.actions.draw import draw_all
from tables.actions.import_entries import import_entries
from tables.models import DayTable
from tables.queries.alternates import alternates_of
from tables.queries.balance import balance_of
from tables.simulation.chance import Habits
from tables.simulation.setting import Setting
from tables.simulation.tally import Tally
from tournaments.journal.change import By
from tournaments.models import Entry, Player
from tournaments.rules.csv_import import PlayerRow, PlayerSheet
from tournaments.rules.errors import RuleError
from tournaments.rules.person import Person

FIRST = ("Ana", "Bo", "Cy", "Dana", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jo", "Kai", "Lea", "Max", "Noa")
LAST = ("Abel", "Brandt", "Costa", "Dietz", "Egger", "Frei", "Gallo", "Horn", "Ilic", "Jung", "Keller")
CARD = "SIM"  # what the cards of players who are invented begin with
BY_DESK = 12  # of those who are early; the others come with a list, as from online registration


class Desk:
    """Everything that is sold and seated of an evening. late: who comes while registration is open."""

    def __init__(self, by: By, setting: Setting, chance: random.Random, habits: Habits, tally: Tally) -> None:
        self.by, self.setting, self.day = by, setting, setting.day
        self.chance, self.habits, self.tally = chance, habits, tally
        everybody = [_person(n) for n in range(1, setting.players + 1)]
        early = min(setting.players, max(2, round(setting.players * habits.early)))
        self.early, self.late = everybody[:early], everybody[early:]

    def begin(self) -> None:
        """Sell the early entries and draw everybody's seat; those without a chair are alternates."""
        walk_up, listed = self.early[:BY_DESK], self.early[BY_DESK:]
        for person in walk_up:
            self._sell(person)
        if listed:
            rows = tuple(PlayerRow(line, person) for line, person in enumerate(listed, start=2))
            import_entries(self.by, self.day, self.setting.entry, PlayerSheet(rows, ()), paid=True)
        draw_all(self.by, self.day, rest_waits=True)

    def arrivals(self, steps_left: float) -> None:
        """Sell to those of the late players who come now, so that all have when registration closes."""
        due = len(self.late) / max(steps_left, 1)
        for _ in range(int(due) + (self.chance.random() < due % 1)):
            if self.late:
                entry = self._sell(self.late.pop())
                if entry.state == Entry.State.PAID:
                    seat_entry(self.by, entry)
                self.tally.counts["late entries"] += 1

    def reentries(self, entries: list[int]) -> None:
        """Let some of those who went out enter again."""
        gone = Entry.objects.filter(pk__in=entries, state=Entry.State.OUT).select_related("player")
        for entry in gone.order_by("pk"):
            if self.chance.random() < self.habits.reentry:
                again = register(self.by, self.day, entry.player, self.setting.reentry)
                if again.state == Entry.State.PAID:
                    seat_entry(self.by, again)
                self.tally.counts["re-entries"] += 1

    def alternates(self) -> bool:
        """Call and seat alternates where chairs are open; whether any of them waits on."""
        listed = alternates_of(self.day, self.by.clock())
        if listed.to_call:
            with suppress(RuleError):  # the chairs are of those called before
                call(self.by, self.day)
                listed = alternates_of(self.day, self.by.clock())
        for line in (*listed.called, *listed.skipped):
            entry = Entry.objects.get(pk=line.entry_id)
            if line.state == "skipped":
                come_back(self.by, entry)
            elif self.chance.random() < self.habits.no_show:
                skip(self.by, entry)
                self.tally.counts["alternates skipped"] += 1
            elif line.has_chair:
                seat(self.by, entry)
                self.tally.counts["alternates seated"] += 1
        return bool(listed.lines)

    def fill_short_tables(self) -> None:
        """While registration is open the next entries go to a table that is short, instead of a move."""
        found = balance_of(self.setting.now(), self.by.clock())
        if not found.tables or not found.filled_instead:
            return
        rows = DayTable.objects.filter(day=self.day, table__number__in=found.tables)
        row = rows.select_related("day", "table").order_by("-table__number")[0]
        if not row.fill:
            with suppress(RuleError):  # the larger of the tables: it has no chair for more
                fill(self.by, row, 1)
                self.tally.counts["tables filled"] += 1

    def _sell(self, person: Person) -> Entry:
        """An entry for somebody who is known to the house by his card, or is new to it."""
        day = self.day  # read anew by the action
        player = Player.objects.filter(card=person.card).first()
        if player is not None:
            return register(self.by, day, player, self.setting.entry)
        return register_new(self.by, day, self.setting.entry, person)


def _person(n: int) -> Person:
    first, last = FIRST[n % len(FIRST)], LAST[n % len(LAST)]
    return Person(first_name=first, last_name=f"{last} {n}", card=f"{CARD}{n:05}")
