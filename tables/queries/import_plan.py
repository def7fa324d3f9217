"""What an import would do: who is new, who is known, who gets an entry, and what stands in the way."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from django.utils.translation import gettext_noop as _

from tables.queries.known_players import Known, KnownPlayers
from tables.queries.standing import LIVE
from tournaments.journal.change import utc_now
from tournaments.models import Entry, Event, Option
from tournaments.queries.admission import stopped_players
from tournaments.rules.csv_import import BrokenRow, PlayerRow, PlayerSheet
from tournaments.rules.errors import RuleError
from tournaments.rules.names import folded

Verdict = Literal["new", "known", "in", "out", "again", "broken"]

_NOW = {
    "new": _("{count} rows have changed since the list was shown: line {line} is a new player now."),
    "known": _("{count} rows have changed since the list was shown: line {line} is a known player now."),
    "in": _("{count} rows have changed since the list was shown: line {line} is in the event by now."),
    "out": _("{count} rows have changed since the list was shown: line {line} was in and is out by now."),
    "broken": _("{count} rows have changed since the list was shown: line {line} is refused now."),
}


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """One row of the list. player: the key of the one who is known, None for a new one.

    gets_card: he is known by his name and has no card yet; the list's becomes his. known_as: his name in the
    house. option: what the list says he bought, by key; None where it says nothing.
    """

    row: PlayerRow
    player: int | None
    gets_card: bool = False
    makes_entry: bool = True
    verdict: Verdict = "new"
    known_as: str = ""
    option: int | None = None

    @property
    def line(self) -> int:
        """Its line in the file."""
        return self.row.line


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know about a row that is taken: `words` is a constant template."""

    line: int
    words: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """All rows of a list, in order, and those that cannot be taken."""

    rows: tuple[PlannedRow, ...]
    broken: tuple[BrokenRow, ...]
    notes: tuple[Note, ...]

    @property
    def new_players(self) -> int:
        return sum(row.player is None and row.verdict == "new" for row in self.rows)

    @property
    def known_players(self) -> int:
        return len(self.rows) - self.new_players

    @property
    def entries(self) -> int:
        return sum(row.makes_entry for row in self.rows)

    @property
    def skipped(self) -> int:
        return len(self.rows) - self.entries

    def seen(self) -> dict[int, str]:
        """What is true of each line, as it was shown: compared when the import is confirmed."""
        verdicts = {row.line: f"{row.verdict} {row.player or ''}".strip() for row in self.rows}
        return verdicts | {row.line: "broken" for row in self.broken}


def refuse_changed(before: Mapping[int, str], now: Mapping[int, str]) -> None:
    """RuleError `import-changed`, saying what, unless all lines read as they were shown."""
    changed = sorted(line for line in before.keys() | now.keys() if before.get(line) != now.get(line))
    if changed:
        verdict = now.get(changed[0], "broken").split()[0]
        words = _NOW.get(verdict, _NOW["known"])
        raise RuleError("import-changed", words, {"count": len(changed), "line": changed[0]})


def import_plan(event: Event, sheet: PlayerSheet, role: str = "", now: datetime | None = None) -> ImportPlan:
    """What importing these rows into an event would do now. Players are known by card, then by name.

    role: of the reader; why a player may not be entered is for directors alone. The number of queries does
    not grow with the rows.
    """
    return _Planner(event, stopped_players(now or utc_now(), role)).plan(sheet)


def entry_options(event: Event) -> dict[str, Option]:
    """What begins an entry of an event, by its folded name."""
    return {folded(option.name): option for option in event.options.filter(kind__in=Option.STARTS_ENTRY)}


class _Planner:
    """The house's players and the event's entries, read once."""

    def __init__(self, event: Event, stopped: dict[int, RuleError]) -> None:
        self.stopped = stopped
        self.known = KnownPlayers()
        self.options = entry_options(event)
        states = Entry.objects.filter(event=event, state__in=[*LIVE, Entry.State.OUT])
        self.out: set[int] = set()
        self.live: set[int] = set()
        for player, state in states.values_list("player_id", "state"):
            (self.out if state == Entry.State.OUT else self.live).add(player)
        self.notes: list[Note] = []
        self.broken: list[BrokenRow] = []
        self.lines: dict[int, int] = {}
        self.people: Counter[tuple[str, ...]] = Counter()

    def plan(self, sheet: PlayerSheet) -> ImportPlan:
        rows = [planned for row in sheet.rows if (planned := self._planned(row)) is not None]
        broken = sorted([*sheet.broken, *self.broken], key=lambda row: row.line)
        return ImportPlan(tuple(rows), tuple(broken), tuple(self.notes))

    def _planned(self, row: PlayerRow) -> PlannedRow | None:
        self.people[row.who] += 1
        if self.people[row.who] > 1:
            self._note(row, _("A further entry of a player above. One is made; re-entries are for the desk."))
            return PlannedRow(row, None, makes_entry=False, verdict="again")
        found = self.known.find(row)
        option = self.options.get(folded(row.option))
        refusal = self._refusal(row, found, option)
        if refusal is not None:
            self.broken.append(refusal)
            return None
        if found.player is not None:
            self.lines[found.player] = row.line
        verdict = self._verdict(row, found.player)
        self._say(row, found, makes_entry=verdict in {"new", "known"})
        return PlannedRow(
            row,
            found.player,
            gets_card=found.how == "gets-card",
            makes_entry=verdict in {"new", "known"},
            verdict=verdict,
            known_as=self.known.names.get(found.player or 0, ""),
            option=option.pk if option and option.kind == Option.Kind.ENTRY else None,
        )

    def _refusal(self, row: PlayerRow, found: Known, option: Option | None) -> BrokenRow | None:
        """Why a row cannot be taken, if it cannot."""
        player = found.player
        if found.how == "several":
            return BrokenRow(row.line, _("Several players of the house have this name: give the card."), {})
        if player in self.lines:
            return BrokenRow(
                row.line, _("This is the player of line {first}."), {"first": self.lines[player]}
            )
        if player in self.stopped and player not in self.live and player not in self.out:
            return BrokenRow(row.line, self.stopped[player].words, self.stopped[player].facts)
        if row.option and option is None:
            words = _("This event sells no entry called “{option}”.")
            return BrokenRow(row.line, words, {"option": row.option})
        return None

    def _verdict(self, row: PlayerRow, player: int | None) -> Verdict:
        if player in self.live:
            return "in"
        if player in self.out:
            return "out"
        return "new" if player is None else "known"

    def _say(self, row: PlayerRow, found: Known, *, makes_entry: bool) -> None:
        """Note what is worth to know of a row that is taken."""
        if found.how == "other-name" and found.player is not None:
            facts = {"card": row.person.card, "name": self.known.names[found.player]}
            self.notes.append(Note(row.line, _("Card {card} is that of {name}."), facts))
        if found.how == "gets-card":
            words = _("Known by name; card {card} becomes his.")
            self.notes.append(Note(row.line, words, {"card": row.person.card}))
        if found.player in self.live:
            self._note(row, _("In this event already: nothing to do."))
        elif found.player in self.out:
            self._note(row, _("Was in and is out: a re-entry is taken at the desk."))
        elif makes_entry and row.entries > 1:
            words = _("{entries} entries in the list, one is made: a player has one stack at a time.")
            self.notes.append(Note(row.line, words, {"entries": row.entries}))

    def _note(self, row: PlayerRow, words: str) -> None:
        self.notes.append(Note(row.line, words))
