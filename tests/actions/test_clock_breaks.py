"""Breaks that were not planned, and the countdown to the start."""

from datetime import timedelta

import pytest

from tests import factories
from tests.actions.test_clock import MINUTE, last, shown
from tests.factories import START, as_by
from tournaments.actions.clock import (
    adjust_clock,
    count_down_for,
    count_down_to,
    next_item,
    pause_clock,
    start_clock,
    take_break,
)
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Day
from tournaments.queries.registration import registration_of
from tournaments.rules.errors import RuleError
from tournaments.rules.structure import check, items_from_json

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(db):
    return factories.make_day()


@pytest.fixture
def by(director, clock):
    return as_by(director, clock)


def kinds(day: Day) -> list[tuple[int, str, int]]:
    """Id, kind and minutes of the first four items."""
    rows = Day.objects.get(pk=day.pk).structure[:4]
    return [(row["id"], row["kind"], row["duration_ms"] // MINUTE) for row in rows]


def test_a_break_now_keeps_the_time_left_of_the_level(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=27, seconds=30)
    take_break(by, day, 15 * MINUTE)
    assert shown(day, clock) == (8, 15 * MINUTE, "running")
    clock.forward(minutes=15)
    assert shown(day, clock) == (2, 12 * MINUTE + 30_000, "running")
    clock.forward(minutes=12, seconds=30)
    assert shown(day, clock) == (3, 20 * MINUTE, "running")
    assert check(items_from_json(Day.objects.get(pk=day.pk).structure)) == ()
    assert violations(day.event) == []


def test_a_break_begun_while_paused_runs(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=5)
    pause_clock(by, day)
    clock.forward(minutes=2)
    take_break(by, day, until=START + timedelta(minutes=20))
    assert shown(day, clock) == (8, 13 * MINUTE, "running")
    clock.forward(minutes=13)
    assert shown(day, clock) == (1, 15 * MINUTE, "running")


def test_a_break_later_comes_after_the_level_on_show(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=5)
    take_break(by, day, when="later", until=START + timedelta(minutes=32))
    assert kinds(day) == [(1, "level", 20), (8, "break", 12), (2, "level", 20), (3, "level", 20)]
    assert shown(day, clock) == (1, 15 * MINUTE, "running")
    clock.forward(minutes=27)
    assert shown(day, clock) == (2, 20 * MINUTE, "running")


def test_undoing_a_break_brings_back_level_and_time(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=5)
    take_break(by, day, 10 * MINUTE)
    pressed = last()
    clock.forward(minutes=3)
    undo(by, pressed)
    assert shown(day, clock) == (1, 12 * MINUTE, "running")
    assert kinds(day)[0] == (1, "level", 20)


def test_a_break_that_play_went_on_from_stands_in_the_way_of_nothing_but_its_undo(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=5)
    take_break(by, day, 10 * MINUTE)
    pressed = last()
    next_item(by, day, 8)
    assert shown(day, clock) == (1, 15 * MINUTE, "running")
    with pytest.raises(RuleError) as caught:
        undo(by, pressed)
    assert (caught.value.code, caught.value.facts["actions"]) == ("later-actions", [last().pk])


def test_the_old_end_of_a_break_means_nothing(day, by, clock):
    """KNOWN_FAULTS 7, by more time."""
    start_clock(by, day)
    take_break(by, day, 5 * MINUTE)
    clock.forward(minutes=4)
    adjust_clock(by, day, 5 * MINUTE)
    clock.forward(minutes=1)
    assert shown(day, clock) == (8, 5 * MINUTE, "running")
    clock.forward(minutes=5)
    assert shown(day, clock) == (1, 20 * MINUTE, "running")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"duration_ms": 0}, "break-length"),
        ({"duration_ms": -5}, "break-length"),
        ({}, "break-length"),
        ({"duration_ms": 25 * 60 * MINUTE}, "break-length"),
        ({"until": START}, "break-length"),
        ({"until": START + timedelta(minutes=20), "when": "later"}, "break-length"),
    ],
)
def test_a_break_without_a_length_is_refused(day, by, clock, arguments, code):
    start_clock(by, day)
    clock.forward(minutes=1)
    with pytest.raises(RuleError) as caught:
        take_break(by, day, **arguments)
    assert caught.value.code == code


def test_a_break_before_play_or_in_a_break_is_refused(day, by, clock):
    with pytest.raises(RuleError) as caught:
        take_break(by, day, MINUTE)
    assert caught.value.code == "clock-not-begun"
    start_clock(by, day)
    take_break(by, day, MINUTE)
    with pytest.raises(RuleError) as caught:
        take_break(by, day, MINUTE)
    assert caught.value.code == "break-in-break"


def test_a_later_break_until_an_hour_needs_a_running_clock(day, by, clock):
    start_clock(by, day)
    pause_clock(by, day)
    with pytest.raises(RuleError) as caught:
        take_break(by, day, when="later", until=START + timedelta(hours=1))
    assert caught.value.code == "clock-not-running"


def test_a_break_in_the_level_that_closed_registration_does_not_open_it(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=95)
    assert not registration_of(Day.objects.get(pk=day.pk), clock.now).is_open
    take_break(by, day, 10 * MINUTE)
    assert not registration_of(Day.objects.get(pk=day.pk), clock.now).is_open
    undo(by, last())
    assert Day.objects.get(pk=day.pk).registration == "auto"


def test_a_countdown_starts_play_by_itself(day, by, clock):
    count_down_to(by, day, START + timedelta(minutes=10))
    assert shown(day, clock) == (8, 10 * MINUTE, "running")
    clock.forward(minutes=10)
    assert shown(day, clock) == (1, 20 * MINUTE, "running")
    clock.forward(minutes=25)
    assert shown(day, clock) == (2, 15 * MINUTE, "running")


def test_a_new_countdown_takes_the_place_of_the_old(day, by, clock):
    count_down_to(by, day, START + timedelta(minutes=10))
    clock.forward(minutes=9)
    count_down_for(by, day, 30 * MINUTE)
    assert kinds(day)[:2] == [(9, "countdown", 30), (1, "level", 20)]
    clock.forward(minutes=30)
    assert shown(day, clock) == (1, 20 * MINUTE, "running")
    assert violations(day.event) == []


def test_undo_of_a_countdown_is_a_waiting_clock(day, by, clock):
    count_down_for(by, day, MINUTE)
    undo(by, last())
    clock.forward(hours=1)
    assert shown(day, clock) == (1, 20 * MINUTE, "waiting")


def test_no_countdown_once_play_has_begun_or_to_a_time_gone(day, by, clock):
    with pytest.raises(RuleError) as caught:
        count_down_to(by, day, START)
    assert caught.value.code == "countdown-length"
    start_clock(by, day)
    clock.forward(minutes=1)
    with pytest.raises(RuleError) as caught:
        count_down_for(by, day, MINUTE)
    assert caught.value.code == "clock-begun"
