"""What an import would do: who is new, who is known, who gets an entry, and what stands in the way."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.utils.translation import gettext_noop as _

from tables.queries.standing import LIVE
from tournaments.journal.change import utc_now
from tournaments.models import Entry, Event, Player
from tournaments.queries.admission import stopped_players
from tournaments.rules.csv_import import BrokenRow, PlayerRow, PlayerSheet
from tournaments.rules.errors import RuleError
from tournaments.rules.names import folded, full_name


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """One row of the list. player: the key of the one who is known, None for a new one.

    gets_card: he is known by his name and has no card yet; the list's becomes his.
    """

    row: PlayerRow
    player: int | None
    gets_card: bool = False
    makes_entry: bool = True


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know about a row that is taken: `words` is a constant template."""

    line: int
    words: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """All rows of a list, in order. With any broken row nothing is imported."""

    rows: tuple[PlannedRow, ...]
    broken: tuple[BrokenRow, ...]
    notes: tuple[Note, ...]

    @property
    def new_players(self) -> int:
        return sum(row.player is None for row in self.rows)

    @property
    def known_players(self) -> int:
        return len(self.rows) - self.new_players

    @property
    def entries(self) -> int:
        return sum(row.makes_entry for row in self.rows)


def import_plan(event: Event, sheet: PlayerSheet, role: str = "", now: datetime | None = None) -> ImportPlan:
    """What importing these rows into an event would do now. Players are known by card, then by name.

    role: of the reader; why a player may not be entered is for directors alone.
    """
    return _Planner(event, stopped_players(now or utc_now(), role)).plan(sheet)


class _Planner:
    """The house's players and the event's entries, read once."""

    def __init__(self, event: Event, stopped: dict[int, RuleError]) -> None:
        self.stopped = stopped
        self.by_card: dict[str, int] = {}
        self.by_name: dict[str, list[int]] = defaultdict(list)
        self.names: dict[int, str] = {}
        self.cardless: set[int] = set()
        columns = ("pk", "first_name", "last_name", "card")
        for pk, first, last, card in Player.objects.filter(merged_into=None).values_list(*columns):
            self.names[pk] = full_name(first, last)
            self.by_name[folded(f"{first} {last}")].append(pk)
            if card:
                self.by_card[card] = pk
            else:
                self.cardless.add(pk)
        merged = Player.objects.exclude(merged_into=None)
        for kept, first, last, card in merged.values_list("merged_into", *columns[1:]):
            if card:
                self.by_card[card] = kept
            namesakes = self.by_name[folded(f"{first} {last}")]
            if kept not in namesakes:
                namesakes.append(kept)
        states = Entry.objects.filter(event=event, state__in=[*LIVE, Entry.State.OUT])
        self.out: set[int] = set()
        self.live: set[int] = set()
        for player, state in states.values_list("player_id", "state"):
            (self.out if state == Entry.State.OUT else self.live).add(player)
        self.notes: list[Note] = []
        self.broken: list[BrokenRow] = []
        self.lines: dict[int, int] = {}

    def plan(self, sheet: PlayerSheet) -> ImportPlan:
        rows = [planned for row in sheet.rows if (planned := self._planned(row)) is not None]
        broken = sorted([*sheet.broken, *self.broken], key=lambda row: row.line)
        return ImportPlan(tuple(rows), tuple(broken), tuple(self.notes))

    def _planned(self, row: PlayerRow) -> PlannedRow | None:
        player, gets_card = self._known(row)
        if player == _SEVERAL:
            self._break(row, _("Several players of the house have this name: give the card."))
            return None
        if player is not None and player in self.lines:
            self._break(row, _("This is the player of line {first}."), first=self.lines[player])
            return None
        if player in self.stopped and player not in self.live and player not in self.out:
            refusal = self.stopped[player]
            self._break(row, refusal.words, **refusal.facts)
            return None
        if player is not None:
            self.lines[player] = row.line
        return PlannedRow(row, player, gets_card, self._makes_entry(row, player))

    def _known(self, row: PlayerRow) -> tuple[int | None, bool]:
        """Who this is, and whether the list's card becomes his."""
        person = row.person
        name = folded(f"{person.first_name} {person.last_name}")
        namesakes = self.by_name.get(name, [])
        if person.card in self.by_card:
            found = self.by_card[person.card]
            if found not in namesakes:
                self._note(row, _("Card {card} is that of {name}."), card=person.card, name=self.names[found])
            return found, False
        if person.card:
            free = [pk for pk in namesakes if pk in self.cardless and pk not in self.lines]
            if len(free) != 1:
                return None, False
            self._note(row, _("Known by name; card {card} becomes his."), card=person.card)
            return free[0], True
        if len(namesakes) > 1:
            return _SEVERAL, False
        return (namesakes[0] if namesakes else None), False

    def _makes_entry(self, row: PlayerRow, player: int | None) -> bool:
        if player in self.live:
            self._note(row, _("In this event already: nothing to do."))
            return False
        if player in self.out:
            self._note(row, _("Was in and is out: a re-entry is taken at the desk."))
            return False
        if row.entries > 1:
            words = _("{entries} entries in the list, one is made: a player has one stack at a time.")
            self._note(row, words, entries=row.entries)
        return True

    def _note(self, row: PlayerRow, words: str, **facts: object) -> None:
        self.notes.append(Note(row.line, words, facts))

    def _break(self, row: PlayerRow, words: str, **facts: object) -> None:
        self.broken.append(BrokenRow(row.line, words, facts))


_SEVERAL = -1
