"""Any evening on a floor keeps it in order, plans are the fewest moves, and undoing all leaves no trace."""

from contextlib import suppress

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.actions.balance import fill, propose_balance
from tables.actions.break_table import propose_break
from tables.actions.draw import draw_all, draw_seat
from tables.actions.move import move
from tables.actions.open_table import open_by_draw
from tables.actions.plans import accept_plan, discard_plan
from tables.actions.redraw import propose_redraw
from tables.actions.seat_notes import lock_seat
from tables.actions.table_state import padlock, release
from tables.models import DayTable, Draw, Seat
from tables.queries.balance import played_floor
from tables.queries.proofs import proofs
from tests import factories
from tests.actions.floor import sizes
from tests.actions.test_break import go_out
from tests.actions.test_desk_sequences import rows
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry
from tournaments.rules.errors import RuleError

CHAIRS = 6
STEPS = [
    *["out"] * 6,
    *["balance", "break"] * 3,
    *["late", "discard", "stale", "lock", "padlock", "move", "redraw", "fill", "open", "release", "undo"],
]

steps = st.lists(
    st.tuples(st.sampled_from(STEPS), st.integers(0, 59), st.booleans()), min_size=5, max_size=16
)


def fewest(before: list[int]) -> int:
    """Moves until all are within one, counted without our planner: what is above even sizes goes."""
    n, total = len(before), sum(before)
    even = sorted([total // n + (place < total % n) for place in range(n)], reverse=True)
    return sum(max(0, size - wanted) for size, wanted in zip(sorted(before, reverse=True), even, strict=True))


class Floor:
    """One Day that plays on: its registration is held open, so that late entries come too."""

    def __init__(self, players: int) -> None:
        self.by = factories.as_by(clock=factories.Clock())
        self.event = factories.make_event(chairs=CHAIRS)
        self.day = factories.make_day(self.event, registration="open")
        self.option = factories.make_option(self.event)
        factories.make_tables(self.day, -(-players // CHAIRS), chairs=CHAIRS)
        factories.make_tables(self.day, 2, chairs=CHAIRS, state="reserved")
        for _ in range(players):
            factories.make_entry(self.day, self.option)
        draw_all(self.by, self.day)
        self.late = [factories.make_entry(self.day, self.option) for _ in range(3)]

    def step(self, what: str, n: int, flag: bool) -> None:
        seats = list(Seat.objects.filter(day=self.day, until=None).order_by("pk").select_related("entry"))
        tables = list(DayTable.objects.filter(day=self.day).select_related("table", "day").order_by("pk"))
        seat, table = seats[n % len(seats)] if seats else None, tables[n % len(tables)]
        if what == "undo":
            actions = list(Action.objects.filter(event=self.event).order_by("-seq")[:5])
            undo(self.by, actions[n % len(actions)])
        elif what in {"balance", "discard", "stale"}:
            self._balance(what, n)
        elif what in {"break", "redraw"}:
            self._drawn(what, table, n, flag)
        elif what == "late":
            self._late(n)
        elif what in {"padlock", "fill", "open", "release"}:
            self._table(what, table, n, flag)
        elif seat is not None:
            self._seat(what, seat, table, n)

    def _balance(self, what: str, n: int) -> None:
        floor = played_floor(self.day, self.by.clock())
        blinds = {t.number: min(t.taken) if n % 2 else max(t.taken) for t in floor.all if t.taken}
        before = sizes(self.day)
        plan = propose_balance(self.by, self.day, big_blinds=blinds)
        if what == "discard":
            discard_plan(self.by, plan)
        elif what == "stale":
            go_out(self.by, Entry.objects.get(pk=plan.moves[0]["entry"]))
            with pytest.raises(RuleError) as caught:
                accept_plan(self.by, plan)
            assert caught.value.code == "plan-stale"
        else:
            accept_plan(self.by, plan)
            if self._nothing_holds_back():
                after = list(sizes(self.day).values())
                assert max(after) - min(after) <= 1
                assert len(plan.moves) == fewest(list(before.values()))

    def _nothing_holds_back(self) -> bool:
        """Whether no lock, padlock or want of chairs keeps the tables from being within one."""
        floor = played_floor(self.day, self.by.clock())
        free = not any(table.locked for table in floor.all) and len(floor.movable) == len(floor.all)
        return free and floor.players <= (CHAIRS - 1) * len(floor.all)

    def _drawn(self, what: str, table: DayTable, n: int, flag: bool) -> None:
        if what == "redraw":
            numbers = [row.table.number for row in self.day.day_tables.exclude(state="closed")]
            plan = propose_redraw(self.by, self.day, numbers[: n % 4 + 1])
        else:
            before = sizes(self.day)
            plan = propose_break(self.by, table)
        if not flag and n % 3 == 0:
            discard_plan(self.by, plan, reason="not now")
            return
        accept_plan(self.by, plan)
        if what == "break":
            received = [
                size - before[number] for number, size in sizes(self.day).items() if before.get(number)
            ]
            grown = [size for number, size in sizes(self.day).items() if size > before[number]]
            assert sum(received) + sum(sizes(self.day)[k] for k in sizes(self.day) if not before[k]) >= len(
                plan.moves
            )
            assert not grown or max(grown) - min(grown) <= 1 or min(grown) == CHAIRS

    def _late(self, n: int) -> None:
        entry = self.late[n % len(self.late)]
        entry.refresh_from_db()
        seat = draw_seat(self.by, entry)
        assert seat is None or not DayTable.objects.get(day=self.day, table=seat.table).padlocked

    def _table(self, what: str, table: DayTable, n: int, flag: bool) -> None:
        if what == "padlock":
            padlock(self.by, table, locked=flag)
        elif what == "fill":
            fill(self.by, table, n % 3)
        elif what == "open":
            open_by_draw(self.by, table)
        else:
            release(self.by, table, to_cash=flag)

    def _seat(self, what: str, seat: Seat, table: DayTable, n: int) -> None:
        if what == "out":
            go_out(self.by, seat.entry)
        elif what == "lock":
            lock_seat(self.by, seat.entry, locked=not seat.locked)
        else:
            move(self.by, seat.entry, table.table.number, n % CHAIRS + 1, reason="asked")


@pytest.mark.django_db
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(players=st.integers(2, 60), sequence=steps)
def test_any_evening_holds_and_is_undone_without_a_trace(players, sequence, db):
    with transaction.atomic():
        floor = Floor(players)
        first, begun = rows(), Action.objects.filter(event=floor.event).count()
        for step in sequence:
            with suppress(RuleError):
                floor.step(*step)
            assert violations(floor.event) == []
        assert {proof.problem for proof in proofs(floor.event)} == {""}
        for done in Action.objects.filter(event=floor.event).order_by("-seq"):
            if done.seq > begun and Action.objects.filter(pk=done.pk, undone_by=None).exists():
                undo(floor.by, done)
                assert violations(floor.event) == []
        assert rows() == first
        numbers = list(Draw.objects.filter(day=floor.day).values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        transaction.set_rollback(True)
