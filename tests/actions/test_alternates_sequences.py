"""Any sequence of sales, busts, calls and undo keeps the order of the alternates, and nobody jumps it."""

from contextlib import suppress
from dataclasses import dataclass, field

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.actions.alternates import call, come_back, leave, seat, skip
from tables.actions.bust import bust
from tables.actions.desk import register
from tables.actions.draw import seat_alternates
from tables.models import Draw, Seat
from tables.queries.alternates import alternates_of
from tests import factories
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry
from tournaments.rules.errors import RuleError

CHAIRS = 3

steps = st.lists(
    st.tuples(
        st.sampled_from(
            ["sell", "sell", "bust", "call", "seat", "skip", "return", "leave", "seat all", "undo"]
        ),
        st.integers(0, 11),
    ),
    min_size=1,
    max_size=30,
)


@dataclass
class Model:
    """The list as a floor would keep it on paper: who waits, who is called, who was skipped."""

    free: int = CHAIRS
    last: int = 0
    waiting: set[int] = field(default_factory=set)
    called: set[int] = field(default_factory=set)
    skipped: set[int] = field(default_factory=set)

    def sell(self) -> int | None:
        """The number on the list, None when he has a chair."""
        if self.free > len(self.waiting | self.called):
            self.free -= 1
            return None
        self.last += 1
        self.waiting.add(self.last)
        return self.last

    def call(self, most: int) -> list[int]:
        found = sorted(self.waiting)[: max(0, min(most, self.free - len(self.called)))]
        self.waiting -= set(found)
        self.called |= set(found)
        return found

    def may_seat(self, number: int) -> bool:
        lower = {other for other in self.called if other < number}
        if number not in self.called:
            lower = self.called | {other for other in self.waiting if other < number}
        return self.free > len(lower)

    def seat(self, number: int) -> None:
        self.forget(number)
        self.free -= 1

    def forget(self, number: int) -> None:
        for some in (self.waiting, self.called, self.skipped):
            some.discard(number)


class Floor:
    """One table, and the steps that a sequence is made of, each held against the model."""

    def __init__(self) -> None:
        self.by = factories.as_by(clock=factories.Clock())
        self.event = factories.make_event()
        self.day = factories.make_day(self.event)
        self.option = factories.make_option(self.event)
        factories.make_tables(self.day, 1, chairs=CHAIRS)
        self.model = Model()

    def step(self, what: str, n: int) -> None:
        listed = list(Entry.objects.filter(day=self.day, state="paid").order_by("alternate"))
        if what == "sell":
            entry = register(self.by, self.day, factories.make_player(), self.option)
            assert entry.alternate == self.model.sell()
        elif what == "bust":
            for sitting in Entry.objects.filter(day=self.day, state="seated").order_by("pk")[:1]:
                if Entry.objects.filter(day=self.day, state__in=Entry.PLAYING).count() > 1:
                    bust(self.by, sitting)
                    self.model.free += 1
        elif what == "call":
            expected = self.model.call(n % 3 + 1)
            assert self._numbers(call, most=n % 3 + 1) == expected
        elif what == "seat all":
            rights = [*sorted(self.model.called), *sorted(self.model.waiting)][: self.model.free]
            assert self._numbers(seat_alternates) == rights
            for number in rights:
                self.model.seat(number)
        elif what == "undo":
            self._undo(n)
        elif listed:
            self._on(what, listed[n % len(listed)])

    def _numbers(self, act, **more) -> list[int]:
        try:
            found = act(self.by, self.day, **more)
        except RuleError as error:
            assert error.code in ("nobody-waits", "room-full")  # noqa: PT017 - refused is one way to end
            return []
        return [getattr(row, "entry", row).alternate for row in found]

    def _on(self, what: str, entry: Entry) -> None:
        model, number = self.model, entry.alternate
        if what == "seat":
            if not model.may_seat(number):
                with pytest.raises(RuleError):
                    seat(self.by, entry)
            else:
                seat(self.by, entry)
                model.seat(number)
        elif what == "skip" and number not in model.skipped:
            was_called = number in model.called
            skip(self.by, entry)
            model.forget(number)
            model.skipped.add(number)
            if was_called:
                model.call(1)
        elif what == "return" and number not in model.waiting:
            come_back(self.by, entry)
            model.forget(number)
            model.waiting.add(number)
        elif what == "leave":
            leave(self.by, entry)
            model.forget(number)

    def _undo(self, n: int) -> None:
        """One of the last actions; the model starts again from what is so now."""
        for done in Action.objects.filter(event=self.event).order_by("-seq")[n % 4 : n % 4 + 1]:
            with suppress(RuleError):
                undo(self.by, done)
        found = alternates_of(self.day, factories.START)
        numbers = Entry.objects.filter(day=self.day, alternate__isnull=False)
        self.model = Model(
            free=CHAIRS - Seat.objects.filter(day=self.day, until=None).count(),
            last=numbers.count(),
            waiting={line.number for line in found.waiting},
            called={line.number for line in found.called},
            skipped={line.number for line in found.skipped},
        )

    def check(self) -> None:
        found, model = alternates_of(self.day, factories.START), self.model
        sets = [{line.number for line in some} for some in (found.waiting, found.called, found.skipped)]
        assert sets == [model.waiting, model.called, model.skipped]
        numbers = Entry.objects.filter(day=self.day, alternate__isnull=False).order_by("alternate")
        assert list(numbers.values_list("alternate", flat=True)) == list(range(1, model.last + 1))
        assert Seat.objects.filter(day=self.day, until=None).count() == CHAIRS - model.free
        draws = list(Draw.objects.filter(day=self.day).order_by("number").values_list("number", flat=True))
        assert draws == list(range(1, len(draws) + 1))
        assert violations(self.event) == []


@pytest.mark.django_db
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sequence=steps)
def test_the_order_is_kept_and_nobody_jumps_it(sequence, db):
    with transaction.atomic():
        floor = Floor()
        for what, n in sequence:
            floor.step(what, n)
            floor.check()
        transaction.set_rollback(True)
