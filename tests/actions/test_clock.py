"""What staff press on a running clock, and that no press is ambiguous."""

from datetime import timedelta

import pytest

from tests import factories
from tests.factories import START, as_by
from tournaments.actions.clock import (
    adjust_clock,
    go_to_item,
    next_item,
    pause_clock,
    pause_clock_at,
    previous_item,
    set_time_left,
    start_clock,
)
from tournaments.actions.registration import extend_registration, hold_registration
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Day
from tournaments.queries.clock import clock_of, reading_of
from tournaments.rules.clock import Clock
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db
MINUTE = 60_000


@pytest.fixture
def day(db):
    return factories.make_day()


@pytest.fixture
def by(director, clock):
    return as_by(director, clock)


def shown(day: Day, clock) -> tuple[int, int, str]:
    """Item, remaining ms and state, read anew from the database."""
    reading = reading_of(Day.objects.get(pk=day.pk), clock.now)
    return reading.item, reading.remaining_ms, reading.state


def last() -> Action:
    return Action.objects.order_by("-pk")[0]


def test_start_then_half_a_level(day, by, clock):
    assert shown(day, clock) == (1, 20 * MINUTE, "waiting")
    start_clock(by, day)
    clock.forward(minutes=12)
    assert shown(day, clock) == (1, 8 * MINUTE, "running")


def test_start_pressed_twice_runs_once(day, by, clock):
    """KNOWN_FAULTS 12."""
    start_clock(by, day)
    clock.forward(seconds=1)
    start_clock(by, day)
    clock.forward(seconds=9)
    assert shown(day, clock) == (1, 20 * MINUTE - 10_000, "running")
    assert (last().writes, last().facts["case"]) == ([], "already")


def test_pause_pressed_twice_stands_at_the_first(day, by, clock):
    start_clock(by, day)
    clock.forward(seconds=100)
    pause_clock(by, day)
    clock.forward(seconds=100)
    pause_clock(by, day)
    assert shown(day, clock) == (1, 20 * MINUTE - 100_000, "paused")


def test_a_hundred_short_runs_lose_nothing(day, by, clock):
    """KNOWN_FAULTS 4, through the database."""
    for _ in range(100):
        start_clock(by, day)
        clock.forward(milliseconds=1_900)
        pause_clock(by, day)
        clock.forward(milliseconds=700)
    assert shown(day, clock) == (1, 20 * MINUTE - 190_000, "paused")


def test_other_writes_on_the_day_leave_the_anchor_alone(day, by, clock):
    """KNOWN_FAULTS 3."""
    start_clock(by, day)
    before = clock_of(Day.objects.get(pk=day.pk))
    for _ in range(10):
        clock.forward(seconds=30)
        hold_registration(by, day, "open")
        extend_registration(by, day, 5)
        Day.objects.get(pk=day.pk).save()
    assert clock_of(Day.objects.get(pk=day.pk)) == before == Clock(1, 0, START, True)
    assert shown(day, clock) == (1, 15 * MINUTE, "running")


def test_a_skip_while_paused_stays_paused_and_the_pause_is_not_added(day, by, clock):
    """KNOWN_FAULTS 8."""
    start_clock(by, day)
    clock.forward(minutes=5)
    pause_clock(by, day)
    clock.forward(minutes=30)
    next_item(by, day, 1)
    clock.forward(minutes=30)
    assert shown(day, clock) == (2, 20 * MINUTE, "paused")
    start_clock(by, day)
    clock.forward(minutes=1)
    assert shown(day, clock) == (2, 19 * MINUTE, "running")


def test_next_and_previous_while_running(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=5)
    next_item(by, day, 1)
    assert shown(day, clock) == (2, 20 * MINUTE, "running")
    clock.forward(minutes=5)
    previous_item(by, day, 2)
    assert shown(day, clock) == (1, 20 * MINUTE, "running")
    clock.forward(minutes=5)
    previous_item(by, day, 1)
    assert shown(day, clock) == (1, 20 * MINUTE, "running")


def test_next_on_a_stale_page_says_who_moved_the_clock(day, by, clock, director):
    start_clock(by, day)
    at = clock.forward(minutes=19)
    next_item(by, day, 1)
    clock.forward(seconds=2)
    with pytest.raises(RuleError) as caught:
        next_item(by, day, 1)
    assert caught.value.code == "stale-clock"
    assert caught.value.facts == {"item": 2, "kind": "level", "level": 2, "who": director.name, "at": at}
    assert shown(day, clock) == (2, 20 * MINUTE - 2_000, "running")


def test_next_just_after_the_level_ended_by_itself_is_stale(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=80, milliseconds=1)
    with pytest.raises(RuleError) as caught:
        next_item(by, day, 4)
    assert str(caught.value) == "The break has begun in the meantime. Nothing was changed."
    assert shown(day, clock) == (5, 10 * MINUTE - 1, "running")


def test_next_on_the_last_item_is_refused(day, by, clock):
    go_to_item(by, day, 7)
    with pytest.raises(RuleError) as caught:
        next_item(by, day, 7)
    assert caught.value.code == "clock-last-item"


def test_go_to_an_item_that_is_gone_is_refused(day, by):
    with pytest.raises(RuleError) as caught:
        go_to_item(by, day, 99)
    assert caught.value.code == "clock-unknown-item"


def test_more_time_and_less_time(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=19)
    adjust_clock(by, day, 5 * MINUTE)
    assert shown(day, clock) == (1, 6 * MINUTE, "running")
    assert (last().facts["case"], last().facts["by_ms"]) == ("more", 5 * MINUTE)
    adjust_clock(by, day, -7 * MINUTE)
    assert shown(day, clock) == (2, 19 * MINUTE, "running")


def test_set_the_time_left(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=3)
    set_time_left(by, day, 90_000, showing=1)
    assert shown(day, clock) == (1, 90_000, "running")


def test_should_have_been_paused_at(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=41)
    pause_clock_at(by, day, START + timedelta(minutes=31))
    assert shown(day, clock) == (2, 9 * MINUTE, "paused")
    assert last().facts["then_at"] == "2026-11-28T18:31:00+00:00"


def test_should_have_been_paused_before_a_change_is_refused(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=10)
    adjust_clock(by, day, MINUTE)
    clock.forward(minutes=1)
    with pytest.raises(RuleError) as caught:
        pause_clock_at(by, day, START + timedelta(minutes=9))
    assert caught.value.code == "clock-changed-since"


def test_undoing_a_pause_means_it_never_was(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=5)
    pause_clock(by, day)
    pressed = last()
    clock.forward(minutes=20)
    undo(by, pressed)
    assert shown(day, clock) == (2, 15 * MINUTE, "running")
    undo(by, last())
    assert shown(day, clock) == (1, 15 * MINUTE, "paused")


def test_undo_never_brings_back_half_a_clock(day, by, clock):
    """Going on writes the item, more time writes the time: still they are one value."""
    start_clock(by, day)
    pause_clock(by, day)
    next_item(by, day, 1)
    skip = last()
    adjust_clock(by, day, MINUTE)
    more = last()
    with pytest.raises(RuleError) as caught:
        undo(by, skip)
    assert (caught.value.code, caught.value.facts["actions"]) == ("later-actions", [more.pk])
    assert shown(day, clock) == (2, 21 * MINUTE, "paused")
    assert violations(day.event) == []


def test_a_press_that_was_sent_twice_counts_once(day, director, clock):
    start_clock(as_by(director, clock), day)
    for _ in range(2):
        adjust_clock(as_by(director, clock, request_id="more"), day, MINUTE)
    assert shown(day, clock) == (1, 21 * MINUTE, "running")


def test_registration_staff_may_not_touch_the_clock(day, clock):
    with pytest.raises(RuleError) as caught:
        pause_clock(as_by(factories.make_staff("registration"), clock), day)
    assert caught.value.code == "not-your-role"
