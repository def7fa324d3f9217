"""Whatever clerks do at their drawers: each balances, and all sums of the event's sheet agree."""

from collections import Counter, defaultdict
from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.actions.desk import cancel, register
from tables.actions.house_undo import take_back
from tables.actions.sale import take_option
from tests import factories
from tournaments.actions.shift import count_drawer, move_cash, open_shift, recount_drawer
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, LedgerLine, Shift
from tournaments.queries.drawers import drawer, drawer_rows
from tournaments.queries.event_sheet import event_sheet
from tournaments.rules.errors import RuleError

STEPS = ["open", "sell", "sell", "rebuy", "cancel", "count", "move", "recount", "undo", "undo"]
WAYS = ["cash", "card", "comp"]
steps = st.lists(
    st.tuples(st.sampled_from(STEPS), st.integers(0, 11), st.integers(0, 2)), min_size=4, max_size=20
)


class Hall:
    """Two clerks and a director, one event in a currency, and what a plain till would hold."""

    def __init__(self, currency: str) -> None:
        self.event = factories.make_event(currency=currency, guarantee=200_000)
        self.day = factories.make_day(self.event)
        self.option = factories.make_option(self.event, bounty=3, deductions=[["Charity", 7]])
        self.rebuy = factories.make_option(self.event, kind="rebuy", name="Rebuy", fee=0, staff=0, prize=999)
        self.boss = factories.make_staff("director")
        self.staff = [factories.make_staff("registration"), factories.make_staff("registration"), self.boss]
        self.frozen: dict[int, tuple[int, int]] = {}

    def step(self, what: str, n: int, m: int) -> None:
        by = factories.as_by(self.staff[n % 3])
        entries = list(self.event.entries.order_by("pk"))
        shifts = list(Shift.objects.order_by("pk"))
        if what == "open":
            open_shift(by, opening=n * 100, currency=self.event.currency)
        elif what == "sell":
            register(by, self.day, factories.make_player(), self.option, seat=False, method=WAYS[m])
        elif what == "rebuy" and entries:
            take_option(by, entries[n % len(entries)], self.rebuy, method=WAYS[m])
        elif what == "cancel" and entries:
            cancel(by, entries[n % len(entries)])
        elif what == "undo":
            done = list(Action.objects.order_by("-pk"))[n : n + 1]
            for one in done:
                (undo if one.event_id else take_back)(factories.as_by(self.boss), one)
        elif shifts:
            self._at_drawer(by, what, shifts[n % len(shifts)], m)

    def _at_drawer(self, by: Any, what: str, shift: Shift, m: int) -> None:
        if what == "count":
            count_drawer(by, shift, counted=drawer(shift).expected + m - 1)
        elif what == "move":
            move_cash(by, shift, amount=(m or -1) * 50, reason="bank")
        else:
            recount_drawer(factories.as_by(self.boss), shift, counted=5, reason="miscount")

    def check(self) -> None:
        assert violations(self.event) == []
        self._check_drawers()
        self._check_sheet()

    def _check_drawers(self) -> None:
        tills: dict[Any, int] = defaultdict(int)
        for shift, method, amount in LedgerLine.objects.values_list("shift", "method", "amount"):
            tills[shift] += amount if method == "cash" else 0
        for shift in Shift.objects.all():
            moved = sum(shift.movements.values_list("amount", flat=True))
            cash = shift.opening + tills[shift.pk] + moved
            found = drawer(shift)
            assert found.expected == cash
            if shift.closed_at is not None:
                assert (shift.expected, found.difference) == (cash, shift.counted - cash)
        assert {row.shift.pk: row.expected for row in drawer_rows()} == {
            shift.pk: drawer(shift).expected for shift in Shift.objects.all()
        }

    def _check_sheet(self) -> None:
        sheet = event_sheet(self.event)
        lines = list(LedgerLine.objects.filter(event=self.event))
        assert (sheet.taken, sheet.back) == (
            sum(line.amount for line in lines if line.amount > 0),
            sum(line.amount for line in lines if line.amount < 0),
        )
        assert [check.difference for check in sheet.checks] == [0] * 5
        by_way: Counter[str] = Counter()
        for line in lines:
            by_way[line.method] += line.amount
        assert {line.key: line.total for line in sheet.ways} == dict(by_way)
        loose = sum(line.amount for line in lines if line.shift_id is None)
        assert sum(line.amount for line in sheet.loose) == loose


@pytest.mark.django_db
@pytest.mark.parametrize("currency", ["EUR", "JPY", "KWD"])
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sequence=steps)
def test_every_drawer_balances_and_all_sums_agree(sequence, currency, db):
    with transaction.atomic():
        hall = Hall(currency)
        for step in sequence:
            with suppress(RuleError):
                hall.step(*step)
            hall.check()
        transaction.set_rollback(True)
