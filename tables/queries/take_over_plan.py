"""What taking over a running event would do: who sits where with which stack, who is out, what is wrong."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext_noop as _

from tables.models import DayTable, Table
from tables.queries.import_plan import Note, PlannedRow, Verdict, entry_options
from tables.queries.known_players import KnownPlayers
from tables.rules.table_numbers import written
from tournaments.journal.change import utc_now
from tournaments.models import Day, Entry, Option
from tournaments.queries.admission import stopped_players
from tournaments.rules.csv_import import BrokenRow, PlayerRow, PlayerSheet, Stand
from tournaments.rules.errors import RuleError
from tournaments.rules.names import folded

MOST_CHAIRS = 10


@dataclass(frozen=True, slots=True)
class TakenRow:
    """One row of a running event.

    planned: the player. first: the line of this player's first row. reservation: his entry here that this
    becomes. before: entries of his that the list only counts: they are out. option: a key.
    """

    planned: PlannedRow
    first: int
    option: int
    is_reentry: bool = False
    before: int = 0
    reservation: int | None = None

    @property
    def stand(self) -> Stand:
        """Where he is."""
        return self.planned.row.stand

    @property
    def state(self) -> str:
        """The state his entry will have."""
        if self.stand.is_out:
            return Entry.State.OUT
        if self.stand.table is not None:
            return Entry.State.SEATED
        return Entry.State.RESERVED if self.planned.row.is_reserved else Entry.State.PAID


@dataclass(frozen=True, slots=True)
class TakeOverPlan:
    """All of it. With a broken row or a problem nothing is taken over; notes and warnings are only told.

    tables: numbers in use. missing: those of them that the house has not. chairs: the highest named at each
    table. counted, in_play: chips as counted, and as sold.
    """

    rows: tuple[TakenRow, ...]
    broken: tuple[BrokenRow, ...]
    problems: tuple[Note, ...]
    warnings: tuple[Note, ...]
    notes: tuple[Note, ...]
    tables: tuple[int, ...]
    missing: tuple[int, ...]
    chairs: dict[int, int]
    counted: int
    in_play: int

    @property
    def seated(self) -> int:
        return sum(row.state == Entry.State.SEATED for row in self.rows)

    @property
    def out(self) -> int:
        return sum(row.state == Entry.State.OUT for row in self.rows)

    @property
    def waiting(self) -> int:
        return len(self.rows) - self.seated - self.out

    @property
    def entries(self) -> int:
        return sum(1 + row.before for row in self.rows)

    @property
    def new_players(self) -> int:
        return sum(row.planned.player is None and row.first == row.planned.line for row in self.rows)

    @property
    def is_possible(self) -> bool:
        return bool(self.rows) and not self.broken and not self.problems

    def seen(self) -> dict[int, str]:
        """What is true of each line, as it was shown: compared when it is confirmed."""
        verdicts = {
            r.planned.line: f"{r.planned.verdict} {r.planned.player or ''}".strip() for r in self.rows
        }
        return verdicts | {row.line: "broken" for row in self.broken}

    def in_order_of_out(self) -> list[TakenRow]:
        """Those who are out, the first out first: the highest place, or the lowest number in the order."""
        gone = [row for row in self.rows if row.stand.is_out]
        return sorted(gone, key=lambda row: (-(row.stand.place or 0), row.stand.out or 0))


def take_over_plan(
    day: Day,
    sheet: PlayerSheet,
    option: Option,
    role: str = "",
    *,
    makes_tables: bool = False,
    now: datetime | None = None,
) -> TakeOverPlan:
    """What taking these rows over onto a Day would do. The number of queries does not grow with the rows."""
    planner = _Planner(day, option, stopped_players(now or utc_now(), role))
    return planner.plan(sheet, makes_tables=makes_tables)


class _Planner:
    def __init__(self, day: Day, option: Option, stopped: dict[int, RuleError]) -> None:
        self.day, self.option, self.stopped = day, option, stopped
        self.known = KnownPlayers()
        self.options = entry_options(day.event)
        again = (found for found in self.options.values() if found.kind == Option.Kind.REENTRY)
        self.again = next(again, option)
        self.tables = {table.number: table for table in Table.objects.all()}
        reserved = day.event.entries.filter(state=Entry.State.RESERVED)
        self.reserved = dict(reserved.values_list("player_id", "pk"))
        self.is_begun = day.event.entries.filter(state__in=Entry.IN).exists()
        self.taken = _taken_tables(day)
        self.seats: dict[tuple[int, int], int] = {}
        self.spots: dict[tuple[str, int], int] = {}
        self.live: dict[tuple[str, ...], int] = {}
        self.firsts: dict[tuple[str, ...], TakenRow] = {}
        self.keys: dict[int, tuple[str, ...]] = {}
        self.notes: list[Note] = []

    def plan(self, sheet: PlayerSheet, *, makes_tables: bool) -> TakeOverPlan:
        counts = Counter(row.who for row in sheet.rows)
        rows: list[TakenRow] = []
        broken = list(sheet.broken)
        for row in sheet.rows:
            taken = self._taken(row, counts)
            if isinstance(taken, BrokenRow):
                broken.append(taken)
            else:
                rows.append(taken)
        chairs = _highest_chairs(rows)
        missing = tuple(number for number in chairs if number not in self.tables)
        plan = TakeOverPlan(
            rows=tuple(rows),
            broken=tuple(sorted(broken, key=lambda row: row.line)),
            problems=(),
            warnings=(),
            notes=tuple(self.notes),
            tables=tuple(chairs),
            missing=missing,
            chairs=chairs,
            counted=sum(row.stand.chips or 0 for row in rows),
            in_play=self._in_play(rows),
        )
        problems = tuple(self._problems(plan, makes_tables=makes_tables))
        return replace(plan, problems=problems, warnings=tuple(_warnings(plan)))

    def _taken(self, row: PlayerRow, counts: Counter[tuple[str, ...]]) -> TakenRow | BrokenRow:
        earlier = self.firsts.get(row.who)
        found = self.known.find(row) if earlier is None else None
        player = found.player if found else earlier.planned.player if earlier else None
        option = self.options.get(folded(row.option)) if row.option else None
        for check in (self._refuse_person(row, player), self._refuse_stand(row)):
            if check is not None:
                return check
        if found is not None and found.how == "several":
            return _broken(row, _("Several players of the house have this name: give the card."))
        if row.option and option is None:
            return _broken(row, _("This event sells no entry called “{option}”."), option=row.option)
        self._keep(row, player)
        verdict: Verdict = "known" if player else "new"
        how = found.how if found else ""
        name = self.known.names.get(player or 0, "")
        planned = PlannedRow(row, player, how == "gets-card", verdict=verdict, known_as=name)
        taken = TakenRow(
            planned,
            first=earlier.first if earlier else row.line,
            option=(option or (self.again if earlier else self.option)).pk,
            is_reentry=earlier is not None,
            before=max(0, row.entries - counts[row.who]) if earlier is None else 0,
            reservation=self.reserved.get(player) if player and not earlier else None,
        )
        self.firsts.setdefault(row.who, taken)
        return taken

    def _refuse_person(self, row: PlayerRow, player: int | None) -> BrokenRow | None:
        """A player sits or waits once, and one player is not two people of the list."""
        if row.who in self.live and not row.stand.is_out:
            return _broken(row, _("He is in the event in line {first} already."), first=self.live[row.who])
        if player is not None and self.keys.get(player, row.who) != row.who:
            first = self.firsts[self.keys[player]].first
            return _broken(row, _("This is the player of line {first}."), first=first)
        return None

    def _refuse_stand(self, row: PlayerRow) -> BrokenRow | None:
        """Why somebody cannot be where the list has him."""
        stand = row.stand
        if (stand.table is None) != (stand.chair is None):
            return _broken(row, _("A table and a chair go together; one of them is missing."))
        if stand.is_out and stand.table is not None:
            return _broken(row, _("He is out and sits in {seat}: one of them is wrong."), seat=_seat(stand))
        if stand.is_out and stand.chips:
            return _broken(
                row, _("He is out and has {chips} chips: one of them is wrong."), chips=stand.chips
            )
        for kind, spot in (("place", stand.place), ("out", stand.out)):
            if spot is not None and (kind, spot) in self.spots:
                words = _("Line {first} has place {place} as well.")
                if kind == "out":
                    words = _("Line {first} is number {place} in the order of going out as well.")
                return _broken(row, words, first=self.spots[kind, spot], place=spot)
        if stand.table is None or stand.chair is None:
            return None
        return self._refuse_chair(row, stand.table, stand.chair)

    def _refuse_chair(self, row: PlayerRow, table: int, chair: int) -> BrokenRow | None:
        facts = {"table": table, "chair": chair}
        if (table, chair) in self.seats:
            words = _("Line {first} sits in chair {table}-{chair} as well.")
            return _broken(row, words, first=self.seats[table, chair], **facts)
        found = self.tables.get(table)
        most = found.chairs if found else MOST_CHAIRS
        if chair > most:
            words = _("Table {table} has {most} chairs; there is no chair {chair}.")
            return _broken(row, words, most=most, **facts)
        if found and chair in found.blocked:
            return _broken(row, _("Chair {table}-{chair} is blocked."), **facts)
        return None

    def _keep(self, row: PlayerRow, player: int | None) -> None:
        """Remember whom and what this row takes, and note what is worth to know."""
        stand = row.stand
        if stand.table is not None and stand.chair is not None:
            self.seats[stand.table, stand.chair] = row.line
        for kind, spot in (("place", stand.place), ("out", stand.out)):
            if spot is not None:
                self.spots[kind, spot] = row.line
        if not stand.is_out:
            self.live[row.who] = row.line
        if player is not None:
            self.keys[player] = row.who
            if player in self.stopped:
                self.notes.append(Note(row.line, self.stopped[player].words, self.stopped[player].facts))
        if stand.table is None and not stand.is_out and not row.is_reserved:
            self.notes.append(Note(row.line, _("Neither in a chair nor out: waits for a seat.")))

    def _in_play(self, rows: Sequence[TakenRow]) -> int:
        """The chips that these entries bought."""
        chips = {option.pk: option.chips for option in (*self.options.values(), self.option)}
        paid = [row for row in rows if row.state != Entry.State.RESERVED]
        return sum(chips[row.option] + row.before * self.again.chips for row in paid)

    def _problems(self, plan: TakeOverPlan, *, makes_tables: bool) -> list[Note]:
        """What is wrong with the whole."""
        found: list[Note] = []
        if self.is_begun:
            words = _(
                "Entries have been sold in this event: a running event is taken over into an empty one."
            )
            found.append(Note(0, words))
        if plan.missing and not makes_tables:
            words = _("The house has no table {tables}. Add it, or let the missing tables be made.")
            found.append(Note(0, words, {"tables": written(plan.missing)}))
        found += self._taken_elsewhere(plan.tables)
        gone = [row.stand for row in plan.rows if row.stand.is_out]
        if any(stand.place is None for stand in gone) and any(stand.place for stand in gone):
            found.append(Note(0, _("Some of those who are out have a place and others only an order.")))
        return found

    def _taken_elsewhere(self, numbers: Sequence[int]) -> list[Note]:
        """Tables that another Day or the cash games have, each holder once."""
        held: dict[tuple[str, str], list[int]] = {}
        for number in numbers:
            if number in self.taken:
                held.setdefault(self.taken[number], []).append(number)
        words = _("{event}, {day}, has table {tables} now.")
        found = [
            Note(0, words, {"event": event, "day": day, "tables": written(tables)})
            for (event, day), tables in held.items()
        ]
        lent = [n for n in numbers if n in self.tables and self.tables[n].lent and n not in self.taken]
        if lent:
            found.append(Note(0, _("Table {tables} is lent to cash games."), {"tables": written(lent)}))
        return found


def _warnings(plan: TakeOverPlan) -> list[Note]:
    """What does not add up, with figures: told and not refused."""
    found: list[Note] = []
    uncounted = sum(row.state == Entry.State.SEATED and row.stand.chips is None for row in plan.rows)
    if uncounted and uncounted < plan.seated:
        found.append(Note(0, _("{count} players in chairs have no chips in the list."), {"count": uncounted}))
    if plan.counted and not uncounted and plan.counted != plan.in_play:
        facts = {"counted": plan.counted, "in_play": plan.in_play, "off": abs(plan.counted - plan.in_play)}
        words = _("The list has {counted} chips, and {in_play} were sold: {off} too few.")
        if plan.counted > plan.in_play:
            words = _("The list has {counted} chips, and {in_play} were sold: {off} too many.")
        found.append(Note(0, words, facts))
    best = min((row.stand.place for row in plan.rows if row.stand.place), default=None)
    left = plan.seated + plan.waiting
    if best is not None and best != left + 1:
        words = _("The best place of those out is {place}, and {left} players are still in.")
        found.append(Note(0, words, {"place": best, "left": left}))
    return found


def _highest_chairs(rows: Sequence[TakenRow]) -> dict[int, int]:
    chairs: dict[int, int] = {}
    for row in rows:
        if row.stand.table is not None:
            chairs[row.stand.table] = max(chairs.get(row.stand.table, 0), row.stand.chair or 0)
    return dict(sorted(chairs.items()))


def _taken_tables(day: Day) -> dict[int, tuple[str, str]]:
    """Which event and Day has a table open, besides this Day."""
    others = DayTable.objects.filter(state=DayTable.State.OPEN).exclude(day=day)
    rows = others.values_list("table__number", "day__event__name", "day__label")
    return {number: (event, label) for number, event, label in rows}


def _broken(row: PlayerRow, words: str, **facts: object) -> BrokenRow:
    return BrokenRow(row.line, words, facts)


def _seat(stand: Stand) -> str:
    return f"{stand.table}-{stand.chair}"
