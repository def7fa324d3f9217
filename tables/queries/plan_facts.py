"""What a plan rests on, and what of it has changed since it was made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tables.models import Bust, DayTable, Plan, Seat
from tables.queries.apart import Pairs, apart_entries
from tables.queries.busts import entered_by
from tables.queries.seat_history import who_seated
from tournaments.models import Entry
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name

PlannedMove = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlanFacts:
    """The rows that a plan's moves are about, as they are now.

    seats: where the entries that move sit, by key. tables: the Day's, by number. sitting: entry by (table
    number, chair), of the tables that the moves are about. elsewhere: tables that another Day has open.
    apart: the pairs who may not sit together.
    """

    plan: Plan
    moves: Sequence[PlannedMove]
    seats: Mapping[int, Seat]
    tables: Mapping[int, DayTable]
    sitting: Mapping[tuple[int, int], int]
    elsewhere: frozenset[int]
    apart: Pairs

    def check(self) -> None:
        """RuleError `plan-stale` with the first thing that is not as the plan has it."""
        draw = self.plan.draw
        if draw is not None and draw.voided_at is not None:
            raise _stale("Draw {draw} is void. Make the plan again.", draw=draw.number)
        for move in self.moves:
            self._check_player(move)
            self._check_table(move)
        leaving = {move["entry"] for move in self.moves}
        for move in self.moves:
            there = self.sitting.get((move["to_table"], move["to_chair"]))
            if there is not None and there not in leaving:
                raise _taken(there)
        self._check_apart()
        if self.plan.kind in (Plan.Kind.BREAK, Plan.Kind.REDRAW):
            self._check_nobody_left(leaving)

    def _check_player(self, move: PlannedMove) -> None:
        seat, was = self.seats.get(move["entry"]), (move["from_table"], move["from_chair"])
        if seat is None or (seat.table.number, seat.chair) != was:
            raise _gone(move["entry"], seat, was)
        if seat.locked and was != (move["to_table"], move["to_chair"]):
            words = "{name} keeps his seat, {table}-{chair}. Make the plan again."
            raise _stale(words, name=_name(move["entry"]), table=was[0], chair=was[1])

    def _check_table(self, move: PlannedMove) -> None:
        here = self.tables.get(move["to_table"])
        if here is None or not (here.state == DayTable.State.OPEN or self._may_open(here)):
            raise _stale("Table {table} is not open any more. Make the plan again.", table=move["to_table"])
        for number in (move["from_table"], move["to_table"]):
            if number in self.tables and self.tables[number].padlocked:
                raise _stale("Table {table} is padlocked. Make the plan again.", table=number)
        if move["to_chair"] > here.chairs or move["to_chair"] in here.table.blocked:
            words = "Chair {table}-{chair} is not used any more. Make the plan again."
            raise _stale(words, table=move["to_table"], chair=move["to_chair"])

    def _may_open(self, here: DayTable) -> bool:
        """Whether a redraw may open the table: it is reserved here, and nobody else has it."""
        is_free = here.table.number not in self.elsewhere and not here.table.lent
        return self.plan.kind == Plan.Kind.REDRAW and here.state == DayTable.State.RESERVED and is_free

    def _check_apart(self) -> None:
        """RuleError `kept-apart` where somebody comes to whom he is kept apart from, as it is now known."""
        going = {move["entry"]: move["to_table"] for move in self.moves}
        at_table = {entry: table for (table, _chair), entry in self.sitting.items()} | going
        for pair in self.apart:
            one, other = (int(entry) for entry in sorted(pair, key=lambda entry: int(entry) not in going))
            if one in going and at_table.get(other) == going[one]:
                words = "{name} and {other} are kept apart, and would both sit at table {table}."
                facts = {"name": _name(one), "other": _name(other), "table": going[one]}
                raise RuleError("kept-apart", words, facts)

    def _check_nobody_left(self, leaving: set[int]) -> None:
        """Nobody may have come to a table that closes."""
        closing = Seat.objects.filter(day=self.plan.day_id, until=None).exclude(entry__in=leaving)
        if self.plan.kind == Plan.Kind.BREAK:
            closing = closing.filter(table=self.plan.table_id)
        else:
            closing = closing.exclude(table__number__in={move["to_table"] for move in self.moves})
        seat = closing.first()
        if seat is not None:
            raise _taken(seat.entry_id)


def plan_facts(plan: Plan, moves: Sequence[PlannedMove]) -> PlanFacts:
    """What these moves of a plan rest on. Five queries, however many they are, one more with pairs apart."""
    entries = [move["entry"] for move in moves]
    numbers = {move[side] for move in moves for side in ("from_table", "to_table")}
    seats = Seat.objects.filter(day=plan.day_id, until=None, entry__in=entries).select_related("table")
    rows = DayTable.objects.filter(day=plan.day_id, table__number__in=numbers).select_related("table")
    there = Seat.objects.filter(table__number__in=numbers, until=None)
    sitting = there.values_list("table__number", "chair", "entry_id")
    elsewhere = DayTable.objects.filter(table__number__in=numbers, state=DayTable.State.OPEN)
    return PlanFacts(
        plan=plan,
        moves=moves,
        seats={seat.entry_id: seat for seat in seats},
        tables={row.table.number: row for row in rows},
        sitting={(table, chair): entry for table, chair, entry in sitting},
        elsewhere=frozenset(elsewhere.exclude(day=plan.day_id).values_list("table__number", flat=True)),
        apart=apart_entries(plan.day),
    )


def _gone(entry: int, seat: Seat | None, was: tuple[int, int]) -> RuleError:
    """That somebody sits where the plan has him no more: since when, and by whom."""
    facts: dict[str, Any] = {"name": _name(entry), "table": was[0], "chair": was[1]}
    bust = Bust.objects.filter(entry=entry).first() if seat is None else None
    if bust is not None:
        words = "{name} is out since {out_at}, entered by {who}. Make the plan again."
        return _stale(words, **facts, out_at=bust.at, who=entered_by(bust))
    if seat is not None:
        words = "{name} sits at {seat} since {since}, seated by {who}. Make the plan again."
        there = f"{seat.table.number}-{seat.chair}"
        return _stale(words, **facts, seat=there, since=seat.since, who=who_seated(seat))
    return _stale("{name} does not sit at {table}-{chair} any more. Make the plan again.", **facts)


def _taken(entry: int) -> RuleError:
    """That somebody sits where the plan has nobody: since when, and by whom."""
    seat = Seat.objects.select_related("table", "day").get(entry=entry, until=None)
    words = "{name} has had {table}-{chair} since {since}, seated by {who}. Make the plan again."
    return _stale(
        words,
        name=_name(entry),
        table=seat.table.number,
        chair=seat.chair,
        since=seat.since,
        who=who_seated(seat),
    )


def _name(entry: int) -> str:
    player = Entry.objects.select_related("player").get(pk=entry).player
    return full_name(player.first_name, player.last_name)


def _stale(words: str, **facts: Any) -> RuleError:
    return RuleError("plan-stale", words, facts)
