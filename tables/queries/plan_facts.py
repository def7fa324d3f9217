"""What a plan rests on, and what of it has changed since it was made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tables.models import DayTable, Plan, Seat
from tournaments.models import Entry
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name

PlannedMove = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlanFacts:
    """The rows that a plan's moves are about, as they are now.

    seats: where the entries that move sit, by key. tables: the Day's, by number. sitting: entry by (table
    number, chair), of the tables that the moves go to. elsewhere: tables that another Day has open.
    """

    plan: Plan
    moves: Sequence[PlannedMove]
    seats: Mapping[int, Seat]
    tables: Mapping[int, DayTable]
    sitting: Mapping[tuple[int, int], int]
    elsewhere: frozenset[int]

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
                words = "{name} sits at {table}-{chair} now. Make the plan again."
                raise _stale(words, name=_name(there), table=move["to_table"], chair=move["to_chair"])
        if self.plan.kind in (Plan.Kind.BREAK, Plan.Kind.REDRAW):
            self._check_nobody_left(leaving)

    def _check_player(self, move: PlannedMove) -> None:
        seat, was = self.seats.get(move["entry"]), (move["from_table"], move["from_chair"])
        if seat is None or (seat.table.number, seat.chair) != was:
            words = "{name} does not sit at {table}-{chair} any more. Make the plan again."
        elif seat.locked and was != (move["to_table"], move["to_chair"]):
            words = "{name} keeps his seat, {table}-{chair}. Make the plan again."
        else:
            return
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

    def _check_nobody_left(self, leaving: set[int]) -> None:
        """Nobody may have come to a table that closes."""
        closing = Seat.objects.filter(day=self.plan.day_id, until=None).exclude(entry__in=leaving)
        if self.plan.kind == Plan.Kind.BREAK:
            closing = closing.filter(table=self.plan.table_id)
        else:
            closing = closing.exclude(table__number__in={move["to_table"] for move in self.moves})
        seat = closing.select_related("table").first()
        if seat is not None:
            words = "{name} sits at {table}-{chair} now. Make the plan again."
            raise _stale(words, name=_name(seat.entry_id), table=seat.table.number, chair=seat.chair)


def plan_facts(plan: Plan, moves: Sequence[PlannedMove]) -> PlanFacts:
    """What these moves of a plan rest on. Four queries, however many they are."""
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
    )


def _name(entry: int) -> str:
    player = Entry.objects.select_related("player").get(pk=entry).player
    return full_name(player.first_name, player.last_name)


def _stale(words: str, **facts: Any) -> RuleError:
    return RuleError("plan-stale", words, facts)
