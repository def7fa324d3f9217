"""Any sequence of desk actions keeps the house in order, and undoing all of it leaves no trace."""

from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from django.db.models import Sum
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.actions.desk import cancel, pay, register, register_new, reserve, seat_entry
from tables.actions.draw import draw_all
from tables.actions.reentry import reenter_giving_up
from tables.actions.refund import cancel_option
from tables.actions.sale import take_option
from tables.models import DaySeed, Draw
from tests import factories
from tournaments.actions.clock import start_clock
from tournaments.journal.change import By
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry, Event, LedgerLine, Option, Purchase, Shift, Ticket
from tournaments.rules.errors import RuleError
from tournaments.rules.payments import Payment
from tournaments.rules.person import Person

COUNTERS = {"last_seq", "revision", "last_action_at"}
WORDS = [
    "register",
    "reserve",
    "new",
    "pay",
    "seat",
    "rebuy",
    "rebuy",
    "cancel",
    "cancel-option",
    "give-up",
    "draw",
    "start",
    "forward",
    "undo",
    "undo",
]
Money = Counter[tuple[str, int | None]]

steps = st.lists(
    st.tuples(st.sampled_from(WORDS), st.integers(0, 7), st.booleans(), st.integers(0, 4)),
    min_size=4,
    max_size=20,
)
# Minutes since the Day began; the last level of registration is played from the 60th to the 80th.
begun = st.sampled_from([None, 5, 45, 65, 65, 85])


def rows() -> dict[str, Any]:
    """Every row of both apps, but for the journal, what no undo takes back, and the event's counters."""
    found: dict[str, Any] = {}
    for app in ("tournaments", "tables"):
        for model in apps.get_app_config(app).get_models():
            if model in {Action, Draw, DaySeed}:
                continue
            columns = [f.attname for f in model._meta.concrete_fields]
            if model is Event or model._meta.model_name == "house":
                columns = [c for c in columns if c not in COUNTERS]
            found[model._meta.label] = sorted(model._default_manager.values_list(*columns), key=repr)
    return found


class Floor:
    """One event, five players, four chairs, a clerk and a director, and the steps of a sequence.

    moved: by the number of an action, the money that it should have moved, by way and drawer. paid: the ways
    that a purchase should have been paid in.
    """

    def __init__(self) -> None:
        self.clock = factories.Clock()
        self.event = factories.make_event(may_give_up_stack=True)
        self.day = factories.make_day(self.event)
        self.option = factories.make_option(self.event)
        self.reentry = factories.make_option(self.event, kind="re-entry", name="Re-entry", per_player=1)
        self.rebuy = factories.make_option(
            self.event, kind="rebuy", name="Rebuy", per_player=1, until_level=2, staff=0
        )
        self.tables = [*factories.make_tables(self.day, 1, chairs=2)]
        self.tables += factories.make_tables(self.day, 1, chairs=2, state="reserved")
        self.players = [factories.make_player() for _ in range(5)]
        self.director = factories.as_by(clock=self.clock)
        self.clerk = factories.as_by(factories.make_staff("registration"), self.clock)
        self.drawers = {by.staff: self._drawer(by) for by in (self.director, self.clerk)}
        self.moved: dict[int, Money] = {}
        self.paid: dict[int, Money] = {}

    def _drawer(self, by: By) -> int:
        shift = Shift.objects.create(staff=by.staff, currency="EUR", opened_at=self.clock.now)
        return shift.pk

    def begin(self, minutes: int | None) -> None:
        """Four players in; the clock as it is after so many minutes, if at all."""
        for n in range(4):
            self.step("register", n, n % 2 == 0, n % 2)
        if minutes is not None:
            start_clock(self.director, self.day)
            self.clock.forward(minutes=minutes)

    def step(self, what: str, n: int, flag: bool, how: int) -> None:
        by = self.director if flag else self.clerk
        entries = list(self.event.entries.order_by("pk"))
        entry = entries[n % len(entries)] if entries else None
        player = self.players[n % 5]
        if what == "register":
            option = self.reentry if how == 4 else self.option
            self._sold(by, how, option, register, self.day, player, option, seat=n < 5)
        elif what == "reserve":
            reserve(by, self.day, player, self.option)
        elif what == "new":
            person = Person(last_name="New", card=f"n{n}")
            self._sold(by, how, self.option, register_new, self.day, self.option, person, seat=flag)
        elif what == "draw":
            draw_all(self.director, self.day)
        elif what == "start":
            start_clock(self.director, self.day)
        elif what == "forward":
            self.clock.forward(minutes=20 * (how + 1))
        elif what == "undo":
            actions = list(Action.objects.filter(event=self.event).order_by("-seq"))
            if actions:
                undo(self.director, actions[n % len(actions)])
        elif entry is not None:
            self._on_entry(by, what, entry, flag, how)

    def _on_entry(self, by: By, what: str, entry: Entry, flag: bool, how: int) -> None:
        stack = ("removed", "in-play", "removed", "in-play", "")[how]
        back = ("", "cash")[how % 2]
        if what == "pay":
            self._sold(by, how, entry.option, pay, entry, seat=flag)
        elif what == "seat":
            seat_entry(by, entry)
        elif what == "rebuy":
            self._sold(by, how, self.rebuy, take_option, entry, self.rebuy)
        elif what == "give-up":
            self._sold(by, how, self.reentry, reenter_giving_up, entry, self.day, self.reentry)
        elif what == "cancel":
            live = list(entry.purchases.filter(cancelled_at=None))
            self._returned(by, back, live, cancel, entry, stack=stack)
        else:
            bought = Purchase.objects.filter(option=self.rebuy).order_by("-pk").first()
            if bought is not None:
                self._returned(by, back, [bought], cancel_option, bought, stack=stack)

    def _sold(self, by: By, how: int, option: Option, do: Any, *args: Any, **more: Any) -> None:
        ways = [
            (Payment("cash", option.price),),
            (Payment("cash", 20_000), Payment("card", option.price - 20_000)),
            (Payment("ticket", option.price - 1, f"T{len(self.moved)}"), Payment("comp", 1)),
            (Payment("ticket", option.price, "T0"),),
            (Payment("transfer", option.price),),
        ]
        do(by, *args, payments=ways[how], override="" if how % 2 else "a reason", **more)
        money: Money = Counter()
        for paid in ways[how]:
            money[paid.method, self.drawers[by.staff]] += paid.amount
        self.paid[Purchase.objects.latest("pk").pk] = money
        self._note(money)

    def _returned(self, by: By, back: str, bought: list[Purchase], do: Any, row: Any, *, stack: str) -> None:
        do(by, row, stack=stack, refund_method=back)
        money: Money = Counter()
        for purchase in bought:
            for (way, _drawer), amount in self.paid[purchase.pk].items():
                is_money = way in {"cash", "card", "transfer"}
                money[back if back and is_money else way, self.drawers[by.staff]] -= amount
        self._note(money)

    def _note(self, money: Money) -> None:
        self.moved[Action.objects.filter(event=self.event).latest("seq").pk] = money

    def check(self) -> None:
        """The event's invariants, the money of all that holds by way and drawer, limits, tickets, chips."""
        assert violations(self.event) == []
        holds = Action.objects.filter(event=self.event, undone_by=None).values_list("pk", flat=True)
        expected: Money = Counter()
        for pk in holds:
            for key, amount in self.moved.get(pk, Counter()).items():
                expected[key] += amount
        held = LedgerLine.objects.order_by().values_list("method", "shift").annotate(total=Sum("amount"))
        found = {(method, shift): total for method, shift, total in held if total}
        assert found == {key: amount for key, amount in expected.items() if amount}
        for purchase in Purchase.objects.select_related("option").annotate(held=Sum("ledger__amount")):
            assert purchase.held == (0 if purchase.cancelled_at else purchase.option.price)
        for option in (self.rebuy, self.reentry):
            for player in self.players:
                taken = Purchase.objects.filter(option=option, entry__player=player, cancelled_at=None)
                assert taken.filter(override="").count() <= option.per_player
        codes = list(Ticket.objects.filter(released_at=None).values_list("code", flat=True))
        assert len(codes) == len(set(codes))
        gone = Purchase.objects.filter(entry__bust__kind="gave-up", in_play=True)
        assert not gone.exists()


@pytest.mark.django_db
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(minutes=begun, sequence=steps)
def test_any_sequence_holds_and_is_undone_without_a_trace(minutes, sequence, db):
    with transaction.atomic():
        floor = Floor()
        first = rows()
        floor.begin(minutes)
        for step in sequence:
            with suppress(RuleError):
                floor.step(*step)
            floor.check()
        for done in Action.objects.filter(event=floor.event).order_by("-seq"):
            if Action.objects.filter(pk=done.pk, undone_by=None).exists():
                undo(floor.director, done)
                floor.check()
        assert rows() == first
        numbers = list(Draw.objects.filter(day=floor.day).values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        transaction.set_rollback(True)
