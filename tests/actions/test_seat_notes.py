"""Seats swapped, seen and locked."""

import pytest

from tables.actions.bust import bust
from tables.actions.seat_notes import lock_seat, mark_seen, mark_table_seen
from tables.actions.swap import swap
from tables.models import Seat
from tests import factories
from tests.actions.in_play import make_floor
from tests.actions.test_draw import refusal
from tournaments.journal.invariants import violations

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor():
    return make_floor(6, 2)


def rows(*entries):
    found = Seat.objects.filter(entry__in=entries, until=None).order_by("entry")
    return [(seat.table_id, seat.chair, seat.locked, seat.seen_at) for seat in found]


def test_two_players_change_seats_and_are_seen(floor):
    """Fault 22: nobody sits in two seats after it."""
    one, four = floor.entries[0], floor.entries[3]
    lock_seat(floor.by, one)
    first, second = (row.table_id for row in floor.tables)
    at = floor.clock.forward(minutes=1)
    swap(floor.by, one, four)
    assert rows(one, four) == [(second, 1, True, at), (first, 1, False, at)]
    assert Seat.objects.filter(entry__in=[one, four]).count() == 4
    assert violations(floor.event) == []
    floor.undo_last()
    assert rows(one, four) == [(first, 1, True, None), (second, 1, False, None)]
    assert violations(floor.event) == []


def test_a_swap_that_is_still_to_be_walked_is_hollow(floor):
    one, four = floor.entries[0], floor.entries[3]
    swap(floor.by, one, four, seen=False)
    assert [seen for *_, seen in rows(one, four)] == [None, None]


def test_swaps_that_are_refused(floor):
    one, two, *_ = floor.entries
    other_day = factories.make_entry(factories.make_day(floor.event, code="2"), floor.option, state="paid")
    assert refusal(swap, floor.by, one, one)[0] == "same-player"
    assert refusal(swap, floor.by, one, other_day)[0] == "other-day"
    assert refusal(swap, floor.by, one, make_floor(2).entries[0])[0] == "other-event"
    bust(floor.by, two)
    assert refusal(swap, floor.by, one, two)[0] == "already-out"


def test_a_seat_turns_solid_and_hollow_again(floor):
    one, two, *_ = floor.entries
    at = floor.clock.now
    mark_seen(floor.by, one)
    later = floor.clock.forward(minutes=1)
    mark_seen(floor.by, one)
    assert mark_table_seen(floor.by, floor.tables[0]) == 2
    assert [seen for *_, seen in rows(one, two)] == [at, later]
    floor.undo_last()
    mark_seen(floor.by, one, seen=False)
    assert [seen for *_, seen in rows(one, two)] == [None, None]


def test_a_lock_is_set_and_taken_off(floor):
    one = floor.entries[0]
    lock_seat(floor.by, one)
    assert rows(one)[0][2] is True
    lock_seat(floor.by, one, locked=False)
    assert rows(one)[0][2] is False
    bust(floor.by, one)
    assert refusal(lock_seat, floor.by, one)[0] == "no-seat"
    assert refusal(mark_seen, floor.by, one)[0] == "no-seat"
