"""Busts: order, several at once, entered late, and what is refused."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.actions.bust import bust, bust_many
from tables.actions.last_hands import draw_last_hands
from tables.models import Bust, Seat
from tables.queries.places import place_of
from tests import factories
from tests.actions.in_play import make_floor
from tests.actions.test_draw import refusal
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry
from tournaments.rules.standings import Place

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor():
    return make_floor(6, 2)


def test_a_bust_frees_the_chair_and_keeps_it(floor):
    first, *_, winner = floor.entries
    floor.clock.forward(minutes=51)
    gone = bust(floor.by, first, by=winner)
    assert (gone.order, gone.hand, gone.by, gone.at) == (1, None, winner, floor.clock.now)
    assert (gone.table, gone.chair, gone.held) == (floor.tables[0].table, 1, False)
    first.refresh_from_db()
    assert (first.state, first.out_at) == ("out", floor.clock.now)
    assert not Seat.objects.filter(entry=first, until=None).exists()
    assert violations(floor.event) == []


def test_undo_of_a_bust_gives_the_seat_back(floor):
    """Fault 28."""
    first = floor.entries[0]
    seat = floor.seat(first)
    bust(floor.by, first)
    floor.undo_last()
    first.refresh_from_db()
    assert (first.state, first.out_at, floor.seat(first), floor.order()) == ("seated", None, seat, [])
    assert violations(floor.event) == []


def test_an_earlier_bust_can_be_undone_and_the_later_close_up(floor):
    for entry in floor.entries[:3]:
        bust(floor.by, entry)
    second = Action.objects.get(kind="bust.bust", facts__orders=[2])
    first = Action.objects.get(kind="bust.bust", facts__orders=[1])
    undo(floor.by, first)
    assert (floor.order(), floor.orders()) == ([2, 3], [1, 2])
    undo(floor.by, second)
    assert (floor.order(), floor.orders()) == ([3], [1])
    undo(floor.by, Action.objects.filter(kind="journal.undo").get(undoes=second))
    undo(floor.by, Action.objects.filter(kind="journal.undo").get(undoes=first))
    assert (floor.order(), floor.orders()) == ([1, 2, 3], [1, 2, 3])
    assert violations(floor.event) == []


def test_a_bust_entered_late_goes_before_another(floor):
    one, two, three, *_ = floor.entries
    later = bust(floor.by, one)
    bust(floor.by, two)
    floor.clock.forward(minutes=5)
    late = bust(factories.as_by(clock=floor.clock, happened_at=factories.START), three, before=later)
    assert (floor.order(), floor.orders(), late.at) == ([3, 1, 2], [1, 2, 3], factories.START)
    floor.undo_last()
    assert (floor.order(), floor.orders()) == ([1, 2], [1, 2])


def test_a_late_bust_goes_before_the_whole_hand_of_another(floor):
    one, two, three, *_ = floor.entries
    busts = bust_many(floor.by, floor.day, {one.pk: 500, two.pk: 900})
    bust(floor.by, three, before=busts[1])
    assert (floor.order(), floor.orders()) == ([3, 1, 2], [1, 2, 3])


def test_of_one_hand_at_one_table_the_smaller_stack_goes_first(floor):
    one, two, three, *_ = floor.entries
    busts = bust_many(floor.by, floor.day, {one.pk: 9000, two.pk: 700, three.pk: 700})
    assert floor.order() == [2, 3, 1]
    assert {gone.hand for gone in busts} == {1}
    shown = [place_of(entry, floor.clock.now).place for entry in (one, two, three)]
    assert shown == [Place(4), Place(5, tied=True), Place(5, tied=True)]


def test_of_one_hand_with_an_unknown_stack_the_order_given_counts(floor):
    one, two, *_ = floor.entries
    bust_many(floor.by, floor.day, {one.pk: 9000, two.pk: None})
    assert floor.order() == [1, 2]


def test_one_hand_at_two_tables_ties(floor):
    one, other = floor.entries[0], floor.entries[3]
    bust_many(floor.by, floor.day, {one.pk: 9000, other.pk: 100})
    shown = [place_of(entry, floor.clock.now).place for entry in (one, other)]
    assert shown == [Place(5, tied=True), Place(5, tied=True)]


def test_a_list_is_no_hand(floor):
    one, other = floor.entries[0], floor.entries[3]
    busts = bust_many(floor.by, floor.day, {other.pk: None, one.pk: None}, one_hand=False)
    assert [(gone.entry, gone.order, gone.hand) for gone in busts] == [(other, 1, None), (one, 2, None)]


def test_a_bust_joins_the_hand_of_another(floor):
    one, other = floor.entries[0], floor.entries[3]
    first = bust(floor.by, one)
    second = bust(floor.by, other, same_hand=first)
    first.refresh_from_db()
    assert first.hand == second.hand == 1
    third = bust_many(floor.by, floor.day, {entry.pk: None for entry in floor.entries[1:3]})
    assert {gone.hand for gone in third} == {2}
    assert place_of(one, floor.clock.now).place == Place(5, tied=True)


def test_who_is_out_already_is_said_with_who_did_it_when(floor):
    director = floor.by.staff
    bust(floor.by, floor.entries[1])
    at = floor.clock.forward(minutes=51)
    bust(floor.by, floor.entries[0])
    floor.clock.forward(minutes=1)
    assert refusal(bust, factories.as_by(clock=floor.clock), floor.entries[0]) == (
        "already-out",
        {"name": "{0.first_name} {0.last_name}".format(floor.entries[0].player), "order": 2, "out_at": at}
        | {"who": director.name},
    )


def test_what_is_refused(floor):
    one, two, *others = floor.entries
    waiting = factories.make_entry(floor.day, floor.option)
    elsewhere = make_floor(2).entries[0]
    assert refusal(bust, floor.by, waiting)[0] == "not-playing"
    assert refusal(bust, floor.by, one, by=one)[0] == "own-bust"
    assert refusal(bust, floor.by, one, by=elsewhere)[0] == "other-event"
    assert refusal(bust_many, floor.by, floor.day, {one.pk: 1, elsewhere.pk: 2})[0] == "other-event"
    assert refusal(bust_many, floor.by, floor.day, {})[0] == "nobody-chosen"
    Entry.objects.filter(pk=waiting.pk).update(state="cancelled")
    assert refusal(bust_many, floor.by, floor.day, {e.pk: None for e in floor.entries})[0] == "last-player"
    bust_many(floor.by, floor.day, {e.pk: None for e in (one, *others)})
    assert refusal(bust, floor.by, two)[0] == "last-player"
    floor.day.over_at = floor.clock.now
    floor.day.save()
    assert refusal(bust, floor.by, two)[0] == "day-over"
    assert Bust.objects.filter(event=floor.event).count() == 5


def test_nothing_half_done(floor):
    one, two, *_ = floor.entries
    bust(floor.by, two)
    assert refusal(bust_many, floor.by, floor.day, {one.pk: None, two.pk: None})[0] == "already-out"
    assert floor.order() == [2]


def test_the_last_hands_are_noted_with_a_bust(floor):
    draw_last_hands(floor.by, floor.day)
    bust(floor.by, floor.entries[0])
    done = Action.objects.get(kind="bust.bust")
    assert done.facts["last_hands"] in {3, 4, 5, 6, 7}


def test_a_clerk_puts_nobody_out(floor):
    clerk = factories.as_by(factories.make_staff("registration"), floor.clock)
    assert refusal(bust, clerk, floor.entries[0])[0] == "not-your-role"


def test_a_bust_asks_the_same_of_the_database_whatever_the_field():
    asked = []
    for out in (0, 30):
        floor = make_floor(6 + out, 4, chairs=10)
        factories.make_out(*floor.entries[:out])
        with CaptureQueriesContext(connection) as found:
            bust(floor.by, floor.entries[-1], by=floor.entries[-2])
        asked.append(len(found))
    assert asked[0] == asked[1] < 25
