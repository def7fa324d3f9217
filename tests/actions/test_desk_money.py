"""Money at the desk: split payments, tickets, drawers, refunds, what is sold against a limit."""

from typing import Any

import pytest

from tables.actions.desk import cancel, pay, register, register_new, reserve
from tables.actions.out import put_out
from tables.actions.reentry import reenter_giving_up
from tables.actions.refund import cancel_option
from tables.actions.sale import take_option
from tables.models import Bust, Seat
from tables.queries.chip_counts import chips_in_play
from tables.queries.journal import journal
from tables.queries.screen import screen_state
from tests import factories
from tournaments.actions.clock import start_clock
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry, Event, LedgerLine, Purchase, Shift, Ticket
from tournaments.rules.errors import RuleError
from tournaments.rules.payments import Payment
from tournaments.rules.person import Person

pytestmark = pytest.mark.django_db
HALF = (Payment("cash", 30_000), Payment("card", 25_500))


@action("bust.test_only")
def _out(change: Change, /, entry: Entry) -> None:
    put_out(change, entry)


class Desk:
    """An event of 555 with its re-entry and a rebuy of 485, a clerk with a drawer, and a director."""

    def __init__(self, **event: Any) -> None:
        self.clock = factories.Clock()
        self.clerk = factories.as_by(factories.make_staff("registration", name="Ada"), self.clock)
        self.director = factories.as_by(factories.make_staff("director", name="Dora"), self.clock)
        self.event = factories.make_event(name="Main", **event)
        self.day = factories.make_day(self.event)
        self.entry = factories.make_option(self.event, deductions=[["Charity", 500]])
        self.reentry = factories.make_option(
            self.event, kind="re-entry", name="Re-entry", deductions=[["Charity", 500]]
        )
        self.rebuy = factories.make_option(
            self.event, kind="rebuy", name="Rebuy", until_level=2, per_player=1, fee=0, staff=0
        )
        factories.make_tables(self.day, 2, chairs=4)

    def drawer(self, by, currency: str = "EUR") -> Shift:
        return Shift.objects.create(staff=by.staff, currency=currency, opened_at=self.clock.now)

    def sold(self, **more: Any) -> Entry:
        player = more.pop("player", None) or factories.make_player()
        return register(self.clerk, self.day, player, more.pop("option", self.entry), **more)

    def begins(self, minutes: int = 0) -> None:
        start_clock(self.director, self.day)
        self.clock.forward(minutes=minutes)

    def refused(self, by, function, *args, **kwargs) -> RuleError:
        before = Action.objects.count(), LedgerLine.objects.count(), Ticket.objects.count()
        with pytest.raises(RuleError) as caught:
            function(by, *args, **kwargs)
        assert (Action.objects.count(), LedgerLine.objects.count(), Ticket.objects.count()) == before
        self.in_order()
        return caught.value

    def in_order(self) -> None:
        assert violations(self.event) == []

    def undone(self, kind: str) -> None:
        undo(self.director, Action.objects.filter(kind=kind).latest("seq"))
        self.in_order()


@pytest.fixture
def desk(db: None) -> Desk:
    return Desk()


def lines(entry: Entry) -> list[tuple[str, str, str, int]]:
    rows = LedgerLine.objects.filter(entry=entry)
    return [(line.part, line.name, line.method, line.amount) for line in rows]


def by_way(entry: Entry) -> dict[str, int]:
    sums: dict[str, int] = {}
    for _part, _name, method, amount in lines(entry):
        sums[method] = sums.get(method, 0) + amount
    return sums


def said(desk: Desk) -> str:
    return journal(desk.event, "director", "UTC", limit=1)[0].text


# Two ways


def test_a_price_in_two_ways_has_a_line_for_each_part_and_way(desk):
    entry = desk.sold(payments=HALF)
    assert lines(entry) == [
        ("prize", "", "cash", 30_000),
        ("prize", "", "card", 18_500),
        ("fee", "", "card", 5_000),
        ("staff", "", "card", 1_500),
        ("deduction", "Charity", "card", 500),
    ]
    assert by_way(entry) == {"cash": 30_000, "card": 25_500}
    desk.in_order()


def test_every_door_takes_two_ways(desk):
    new = register_new(desk.clerk, desk.day, desk.entry, Person(last_name="New", card="1"), payments=HALF)
    reserved = reserve(desk.clerk, desk.day, factories.make_player(), desk.entry)
    paid = pay(desk.clerk, reserved, payments=HALF)
    again = reserve(desk.clerk, desk.day, factories.make_player(), desk.entry)
    bought = desk.sold(player=again.player, payments=HALF)
    take_option(desk.clerk, new, desk.rebuy, payments=[Payment("comp", 1), Payment("transfer", 48_499)])
    assert said(desk).endswith("took Rebuy, €485 as a comp, by transfer")
    both = {"cash": 30_000, "card": 25_500}
    assert [by_way(one) for one in (new, paid, bought)] == [
        both | {"comp": 1, "transfer": 48_499},
        both,
        both,
    ]
    assert bought.pk == again.pk
    desk.in_order()


@pytest.mark.parametrize(
    ("payments", "code"),
    [
        ([Payment("cash", 55_499)], "payment-sum"),
        ([Payment("cash", 55_500), Payment("card", 1)], "payment-sum"),
        ([Payment("cash", 60_000), Payment("card", -4_500)], "payment-amount"),
        ([Payment("gold", 55_500)], "method"),
        ([Payment("ticket", 55_500, "x" * 41)], "ticket-number"),
        ([Payment("ticket", 55_500, "a\0b")], "ticket-number"),
    ],
)
def test_a_payment_that_is_not_the_price_sells_nothing(desk, payments, code):
    player = factories.make_player()
    assert desk.refused(desk.clerk, register, desk.day, player, desk.entry, payments=payments).code == code
    assert Entry.objects.count() == 0


def test_what_is_free_has_no_lines_and_takes_no_payment(desk):
    free = factories.make_option(desk.event, name="Free", prize=0, fee=0, staff=0)
    assert lines(desk.sold(option=free, method="comp")) == []
    player = factories.make_player()
    refused = desk.refused(desk.clerk, register, desk.day, player, free, payments=[Payment("cash", 1)])
    assert refused.code == "payment-free"


# Tickets


def test_a_tickets_number_is_used_once_in_the_house_and_says_by_whom(desk):
    factories.make_house(timezone="Europe/Vienna")
    zoe = factories.make_player(first_name="Zoe", last_name="Rossi")
    entry = desk.sold(player=zoe, payments=[Payment("ticket", 55_500, " sat-7 ")])
    assert list(Ticket.objects.values_list("code", "amount", "purchase__entry")) == [
        ("SAT-7", 55_500, entry.pk)
    ]
    other = factories.make_event(name="Turbo")
    day, option = factories.make_day(other), factories.make_option(other)
    refused = desk.refused(
        desk.clerk,
        register,
        day,
        factories.make_player(),
        option,
        payments=[Payment("ticket", 55_000, "SAT-7")],
    )
    assert refused.code == "ticket-used"
    assert refused.words.format(**refused.facts | {"used_at": "19:00"}) == (
        "Ticket SAT-7 was used by Zoe Rossi in Main on 28 Nov 2026 at 19:00."
    )


def test_a_ticket_is_free_again_once_its_entry_is_cancelled_and_taken_by_the_undo(desk):
    ticket = [Payment("ticket", 50_000, "T1"), Payment("cash", 5_500)]
    first = desk.sold(payments=ticket)
    cancel(desk.clerk, first)
    desk.undone("entry.cancel")
    assert desk.refused(desk.clerk, register, desk.day, factories.make_player(), desk.entry, payments=ticket)
    cancel(desk.clerk, first)
    second = desk.sold(payments=ticket)
    assert list(Ticket.objects.filter(released_at=None).values_list("purchase__entry", flat=True)) == [
        second.pk
    ]
    cancelled = Action.objects.filter(kind="entry.cancel").latest("seq")
    assert desk.refused(desk.director, undo, cancelled).code == "later-actions"


def test_a_ticket_needs_no_number_and_two_without_one_do_not_clash(desk):
    for _n in range(2):
        desk.sold(method="ticket")
    assert Ticket.objects.count() == 0
    assert [line.method for line in LedgerLine.objects.filter(part="prize")] == ["ticket", "ticket"]


# Drawers


def test_lines_go_through_the_open_drawer_of_whoever_takes_or_returns_the_money(desk):
    mine, theirs = desk.drawer(desk.clerk), desk.drawer(desk.director)
    desk.drawer(desk.clerk, "USD")
    entry = desk.sold(payments=HALF)
    assert set(entry.ledger.values_list("shift", flat=True)) == {mine.pk}
    cancel(desk.director, entry)
    returned = entry.ledger.filter(amount__lt=0)
    assert set(returned.values_list("shift", "cashier")) == {(theirs.pk, desk.director.staff.pk)}
    desk.in_order()


def test_without_an_open_drawer_a_line_goes_through_none(desk):
    Shift.objects.create(
        staff=desk.clerk.staff, currency="EUR", opened_at=factories.START, closed_at=factories.START
    )
    assert set(desk.sold().ledger.values_list("shift", flat=True)) == {None}


# Taking back


def test_before_the_first_hand_the_desk_takes_back_freely_each_part_by_its_way(desk):
    entry = desk.sold(payments=HALF)
    take_option(desk.clerk, entry, desk.rebuy, method="transfer")
    cancel(desk.clerk, entry, reason="ill\0")
    assert by_way(entry) == {"cash": 0, "card": 0, "transfer": 0}
    assert Purchase.objects.filter(in_play=True).count() == 0
    assert Action.objects.latest("seq").facts["reason"] == "ill"
    desk.in_order()


def test_once_the_day_has_begun_a_director_says_where_the_stack_goes(desk):
    entry = desk.sold()
    desk.begins()
    assert desk.refused(desk.clerk, cancel, entry, stack="removed").code == "cancel-director"
    assert desk.refused(desk.director, cancel, entry).code == "stack-where"
    assert desk.refused(desk.director, cancel, entry, stack="burnt").code == "stack-where"
    cancel(desk.director, entry, stack="removed")
    assert list(Purchase.objects.values_list("in_play", flat=True)) == [False]
    assert said(desk).startswith("Entry of")
    desk.undone("entry.cancel")
    assert list(Purchase.objects.values_list("in_play", "cancelled_at")) == [(True, None)]


def test_a_stack_left_on_the_table_still_counts_and_its_player_has_no_chair(desk):
    entry = desk.sold()
    seat = Seat.objects.get()
    desk.begins()
    cancel(desk.director, entry, stack="in-play")
    entry.refresh_from_db()
    assert (entry.state, Seat.objects.filter(until=None).count()) == ("cancelled", 0)
    assert list(Purchase.objects.values_list("in_play", "cancelled_at")) == [(True, desk.clock.now)]
    assert sum(by_way(entry).values()) == 0
    assert said(desk).endswith(f"cancelled, his stack stays at {seat.table.number}-{seat.chair}")
    desk.in_order()
    assert desk.sold(player=entry.player).number == 2


def test_who_waits_or_only_reserved_is_taken_back_by_the_desk_at_any_time(desk):
    reserved = reserve(desk.clerk, desk.day, factories.make_player(), desk.entry)
    waiting = desk.sold(seat=False)
    desk.begins()
    cancel(desk.clerk, reserved)
    cancel(desk.clerk, waiting)
    assert set(Entry.objects.values_list("state", flat=True)) == {"cancelled"}
    desk.in_order()


def test_money_may_go_back_another_way_but_no_ticket_or_comp_becomes_money(desk):
    split = desk.sold(payments=[Payment("card", 50_000), Payment("ticket", 5_500, "T1")])
    comp = desk.sold(method="comp")
    assert desk.refused(desk.clerk, cancel, split, refund_method="ticket").code == "refund-method"
    assert desk.refused(desk.clerk, cancel, split, refund_method="gold").code == "refund-method"
    for entry in (split, comp):
        cancel(desk.clerk, entry, refund_method="cash")
    assert by_way(split) == {"card": 50_000, "ticket": 0, "cash": -50_000}
    assert by_way(comp) == {"comp": 0}
    assert Ticket.objects.get().released_at is not None
    desk.in_order()


def test_one_rebuy_is_taken_back_and_may_be_taken_again(desk):
    entry = desk.sold(payments=HALF)
    bought = take_option(desk.clerk, entry, desk.rebuy, method="card")
    desk.begins()
    assert desk.refused(desk.clerk, cancel_option, bought, stack="removed").code == "cancel-director"
    cancel_option(desk.director, bought, stack="removed", refund_method="cash")
    bought.refresh_from_db()
    assert (bought.in_play, bought.cancelled_at) == (False, desk.clock.now)
    assert by_way(entry) == {"cash": 30_000 - 48_500, "card": 25_500 + 48_500}
    desk.in_order()
    assert desk.refused(desk.director, cancel_option, bought, stack="removed").code == "cannot-cancel"
    first = entry.purchases.get(option=desk.entry)
    assert desk.refused(desk.director, cancel_option, first, stack="removed").code == "begins-an-entry"
    take_option(desk.clerk, entry, desk.rebuy)
    cancel(desk.director, entry, stack="removed")
    assert sum(by_way(entry).values()) == 0
    desk.in_order()


def test_after_the_pool_is_final_nothing_is_taken_back(desk):
    entry = desk.sold()
    bought = take_option(desk.clerk, entry, desk.rebuy)
    Event.objects.update(pool_final_at=desk.clock.now)
    assert desk.refused(desk.director, cancel, entry, stack="removed").code == "pool-final"
    assert desk.refused(desk.director, cancel_option, bought, stack="removed").code == "pool-final"


# Giving a stack up


@pytest.mark.parametrize(
    ("minutes", "code"),
    [(minutes, "give-up-not-now") for minutes in (0, 59, 90)]
    + [(minutes, None) for minutes in (60, 79, 80, 89)],
)
def test_a_stack_is_given_up_in_the_last_level_of_registration_or_the_break_after_it(minutes, code):
    desk = Desk(may_give_up_stack=True)  # levels of 20 minutes, open to the end of level 4, a break of 10
    entry = desk.sold()
    desk.begins(minutes)
    if code:
        refused = desk.refused(desk.clerk, reenter_giving_up, entry, desk.day, desk.reentry)
        assert refused.code == code
        return
    again = reenter_giving_up(desk.clerk, entry, desk.day, desk.reentry, payments=HALF)
    entry.refresh_from_db()
    assert (entry.state, entry.bust.kind, again.state, again.reentry) == ("out", "gave-up", "seated", True)
    assert list(Purchase.objects.order_by("pk").values_list("in_play", flat=True)) == [False, True]
    assert by_way(again) == {"cash": 30_000, "card": 25_500}
    desk.in_order()
    seat = Seat.objects.get(until=None)
    assert said(desk).endswith(
        f"gave up his stack and is in again: Re-entry, seat {seat.table.number}-{seat.chair}"
    )
    desk.undone("entry.reenter_giving_up")
    entry.refresh_from_db()
    assert (entry.state, Entry.objects.count(), Bust.objects.count()) == ("seated", 1, 0)


def test_what_was_given_up_as_counted_leaves_play_and_a_whole_stack_comes():
    """seating-04: 4,200 are given up; what others had won from him stays on the tables."""
    desk = Desk(may_give_up_stack=True)
    entry = desk.sold()
    desk.sold()
    desk.begins(60)
    before, stack = chips_in_play(desk.day), desk.reentry.chips
    reenter_giving_up(desk.clerk, entry, desk.day, desk.reentry, stack=4_200)
    assert chips_in_play(desk.day) == before - 4_200 + stack
    state = screen_state(desk.day.event, desk.day, None, desk.clock.now)
    assert state["chips"]["in_play"] == before - 4_200 + stack
    desk.undone("entry.reenter_giving_up")
    assert chips_in_play(desk.day) == before
    desk.in_order()


def test_nobody_gives_up_a_stack_that_he_has_not_or_where_the_event_does_not_have_it(desk):
    entry = desk.sold()
    desk.begins(60)
    give = (reenter_giving_up, entry, desk.day, desk.reentry)
    assert desk.refused(desk.clerk, *give).code == "give-up-never"
    Event.objects.update(may_give_up_stack=True)
    waiting = desk.sold(seat=False)
    assert desk.refused(desk.clerk, give[0], waiting, desk.day, desk.reentry).code == "give-up-no-stack"
    assert desk.refused(desk.clerk, give[0], entry, desk.day, desk.entry).code == "not-a-reentry"
    _out(desk.director, entry)
    assert desk.refused(desk.clerk, *give).code == "give-up-no-stack"


def test_a_give_up_whose_sale_is_refused_leaves_the_player_where_he_was(desk):
    Event.objects.update(may_give_up_stack=True)
    desk.reentry.per_player = 1
    desk.reentry.save()
    entry = desk.sold()
    desk.begins(60)
    again = reenter_giving_up(desk.clerk, entry, desk.day, desk.reentry)
    refused = desk.refused(desk.clerk, reenter_giving_up, again, desk.day, desk.reentry)
    assert refused.code == "option-limit"
    again.refresh_from_db()
    assert (again.state, Bust.objects.count()) == ("seated", 1)
    third = reenter_giving_up(
        desk.director, again, desk.day, desk.reentry, override="his first was a misdeal"
    )
    assert third.purchases.get().override == "his first was a misdeal"


# Against a limit


def test_a_director_sells_against_a_limit_with_a_reason_that_is_kept(desk):
    entry = desk.sold()
    take_option(desk.clerk, entry, desk.rebuy)
    assert desk.refused(desk.director, take_option, entry, desk.rebuy).code == "option-limit"
    assert desk.refused(desk.director, take_option, entry, desk.rebuy, override="  ").code == "option-limit"
    assert desk.refused(desk.clerk, take_option, entry, desk.rebuy, override="asked").code == "option-limit"
    bought = take_option(desk.director, entry, desk.rebuy, override="chips were short\0")
    assert bought.override == "chips were short"
    assert said(desk).endswith("took Rebuy, €485 in cash, against the rule, because chips were short")
    desk.in_order()


def test_a_level_that_is_past_and_a_closed_registration_may_be_set_aside(desk):
    inside = desk.sold()
    reserved = reserve(desk.clerk, desk.day, factories.make_player(), desk.entry)
    desk.begins(95)
    player = factories.make_player()
    assert desk.refused(desk.director, register, desk.day, player, desk.entry).code == "registration-closed"
    bought = take_option(desk.director, inside, desk.rebuy, override="the clock ran early")
    late = register(desk.director, desk.day, player, desk.entry, override="delayed flight")
    paid = pay(desk.director, reserved, override="queue at the bank")
    kept = [bought.override, late.purchases.get().override, paid.purchases.get().override]
    assert kept == ["the clock ran early", "delayed flight", "queue at the bank"]
    desk.in_order()


def test_a_reason_without_a_limit_in_the_way_is_not_kept(desk):
    entry = register(desk.director, desk.day, factories.make_player(), desk.entry, override="why not")
    assert entry.purchases.get().override == ""
    assert "against" not in said(desk)


@pytest.mark.parametrize("shut", ["pool_final_at", "cancelled_at", "over_at", "barred", "excluded"])
def test_what_ends_all_sales_and_who_is_stopped_nobody_sets_aside(desk, shut):
    player = factories.make_player(barred=shut == "barred")
    if shut == "excluded":
        player.excluded_until = desk.clock.now.date()
        player.save()
    elif shut != "barred":
        row = desk.day if shut == "over_at" else desk.event
        setattr(row, shut, desk.clock.now)
        row.save()
    refused = desk.refused(desk.director, register, desk.day, player, desk.entry, override="please")
    assert refused.code in {"registration-closed", "barred", "self-excluded"}
