"""Who takes a sale or a refund back once the Day has begun: no undo goes round the rule for a refund."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.actions.check_in import check_in
from tables.actions.desk import cancel, pay, register, register_new, reserve
from tables.actions.refund import cancel_option
from tables.actions.sale import take_option
from tables.queries.desk_panel import last_sale
from tables.queries.journal import journal
from tests import factories
from tournaments.actions.clock import start_clock
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry
from tournaments.rules.errors import RuleError
from tournaments.rules.person import Person

pytestmark = pytest.mark.django_db


class Desk:
    """An event with an entry and a rebuy, two tables, and somebody of each role on one clock."""

    def __init__(self) -> None:
        self.clock = factories.Clock()
        self.day = factories.make_day()
        self.event = self.day.event
        self.option = factories.make_option(self.event)
        self.rebuy = factories.make_option(self.event, kind="rebuy", name="Rebuy")
        factories.make_tables(self.day, 2)
        self.clerk, self.floor, self.director = (
            factories.as_by(factories.make_staff(role), self.clock)
            for role in ("registration", "floor", "director")
        )

    def begins(self) -> None:
        start_clock(self.director, self.day)

    def sold(self, **more: Any) -> Entry:
        return register(self.clerk, self.day, factories.make_player(), self.option, **more)

    def last(self, kind: str) -> Action:
        return Action.objects.filter(kind=kind).latest("seq")

    def refused(self, by, done: Action) -> str | None:
        """Why this person may not undo; None: it is undone."""
        try:
            undo(by, done)
        except RuleError as error:
            return error.code
        return None

    def offered(self, by, done: Action) -> bool:
        lines = journal(self.event, by.role, "UTC", now=self.clock.now)
        return next(line.may_undo for line in lines if line.pk == done.pk)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def reserved_and_paid(desk: Desk) -> None:
    pay(desk.clerk, reserve(desk.clerk, desk.day, factories.make_player(), desk.option))


def sold_to_a_new_player(desk: Desk) -> None:
    register_new(desk.clerk, desk.day, desk.option, Person(last_name="Lee"))


def sold_a_rebuy(desk: Desk) -> None:
    take_option(desk.clerk, desk.sold(), desk.rebuy)


def seated_when_he_came(desk: Desk) -> None:
    check_in(desk.clerk, factories.make_entry(desk.day, desk.option, checked_in_at=None))


SALES = {
    "entry.register": Desk.sold,
    "entry.pay": reserved_and_paid,
    "entry.register_new": sold_to_a_new_player,
    "entry.take_option": sold_a_rebuy,
    "entry.check_in": seated_when_he_came,
}


@pytest.mark.parametrize("kind", SALES)
@pytest.mark.parametrize(
    ("role", "seconds", "code"),
    [
        ("clerk", 120, None),
        ("clerk", 121, "undo-late"),
        ("floor", 3600, None),
        ("director", 3600, None),
    ],
)
def test_a_sale_is_undone_by_the_desk_for_two_minutes_and_then_by_the_floor(desk, kind, role, seconds, code):
    desk.begins()
    SALES[kind](desk)
    done, by = desk.last(kind), getattr(desk, role)
    desk.clock.forward(seconds=seconds)
    assert desk.offered(by, done) is (code is None)
    assert desk.refused(by, done) == code
    assert violations(desk.event) == []


def test_the_refusal_says_what_to_do_instead(desk):
    desk.begins()
    desk.sold()
    desk.clock.forward(minutes=3)
    with pytest.raises(RuleError) as error:
        undo(desk.clerk, desk.last("entry.register"))
    assert str(error.value) == (
        "Day 1 has begun, and this is more than 2 minutes old: the floor undoes it, or a director cancels it "
        "with a refund."
    )


def test_before_the_day_begins_the_desk_undoes_at_any_time(desk):
    desk.sold()
    desk.clock.forward(hours=3)
    assert desk.offered(desk.clerk, desk.last("entry.register"))
    assert desk.refused(desk.clerk, desk.last("entry.register")) is None


def test_who_waits_for_a_seat_has_no_stack_on_a_table_and_is_undone_at_any_time(desk):
    desk.begins()
    desk.sold(seat=False)
    desk.clock.forward(hours=1)
    assert desk.refused(desk.clerk, desk.last("entry.register")) is None


def test_another_day_that_has_begun_does_not_matter(desk):
    start_clock(desk.director, factories.make_day(desk.event, code="1B", label="Day 1B"))
    desk.sold()
    desk.clock.forward(hours=1)
    assert desk.refused(desk.clerk, desk.last("entry.register")) is None


def test_an_undone_sale_is_done_again_by_the_desk_and_taken_away_again_by_the_floor(desk):
    desk.begins()
    desk.sold()
    undo(desk.clerk, desk.last("entry.register"))
    desk.clock.forward(minutes=1)
    assert desk.refused(desk.clerk, desk.last("journal.undo")) is None
    again = desk.last("journal.undo")
    assert not desk.offered(desk.clerk, again)
    assert desk.refused(desk.clerk, again) == "undo-late"
    assert desk.refused(desk.floor, again) is None


@pytest.mark.parametrize("stack", ["removed", "in-play"])
def test_a_directors_cancellation_is_taken_back_by_a_director_alone(desk, stack):
    entry = desk.sold()
    desk.begins()
    cancel(desk.director, entry, stack=stack)
    done = desk.last("entry.cancel")
    for by in (desk.clerk, desk.floor):
        assert not desk.offered(by, done)
        assert desk.refused(by, done) == "cancel-director"
    assert desk.offered(desk.director, done)
    undo(desk.director, done)
    assert desk.refused(desk.floor, desk.last("journal.undo")) == "cancel-director"
    assert desk.refused(desk.director, desk.last("journal.undo")) is None
    assert violations(desk.event) == []


def test_a_rebuy_taken_back_by_a_director_is_given_again_by_a_director_alone(desk):
    bought = take_option(desk.clerk, desk.sold(), desk.rebuy)
    desk.begins()
    cancel_option(desk.director, bought, stack="removed")
    assert desk.refused(desk.floor, desk.last("entry.cancel_option")) == "cancel-director"
    assert desk.refused(desk.director, desk.last("entry.cancel_option")) is None


def test_the_desk_takes_its_own_cancellation_of_one_who_waits_back(desk):
    entry = desk.sold(seat=False)
    desk.begins()
    cancel(desk.clerk, entry)
    desk.clock.forward(hours=1)
    assert desk.refused(desk.clerk, desk.last("entry.cancel")) is None


def test_the_card_of_the_last_sale_offers_undo_only_while_it_is_allowed(desk):
    desk.begins()
    desk.sold()

    def offered(by) -> bool:
        Action.objects.filter(kind="entry.register").update(actor=by.staff)
        return last_sale(desk.event, by.staff, now=desk.clock.now).may_undo

    assert offered(desk.clerk)
    desk.clock.forward(minutes=3)
    assert (offered(desk.clerk), offered(desk.floor)) == (False, True)


def test_a_long_journal_asks_no_more_than_a_short_one(desk):
    desk.begins()

    def asked() -> int:
        with CaptureQueriesContext(connection) as found:
            journal(desk.event, "registration", "UTC", now=desk.clock.now)
        return len(found)

    desk.sold()
    few = asked()
    for _sale in range(8):
        desk.sold()
    assert asked() == few
