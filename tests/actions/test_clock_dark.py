"""Dark from 20:41 to 20:55: was play stopped?"""

from datetime import timedelta

import pytest

from tests import factories
from tests.actions.test_clock import MINUTE, last, shown
from tests.factories import START, as_by
from tournaments.actions.clock import adjust_clock, answer_dark_gap, pause_clock, start_clock
from tournaments.journal.undo import undo
from tournaments.models import DarkAnswer, DarkGap, Day
from tournaments.queries.clock_history import open_dark_gaps
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(db):
    return factories.make_day()


@pytest.fixture
def by(director, clock):
    return as_by(director, clock)


def dark(after: int, minutes: int) -> DarkGap:
    started = START + timedelta(minutes=after)
    return DarkGap.objects.create(started_at=started, ended_at=started + timedelta(minutes=minutes))


def asked(day: Day, clock) -> tuple[DarkGap, ...]:
    return open_dark_gaps(Day.objects.get(pk=day.pk), clock.now)


def test_stopped_takes_the_gap_out_of_the_clock(day, by, clock):
    start_clock(by, day)
    gap = dark(after=11, minutes=14)
    clock.forward(minutes=27)
    assert shown(day, clock) == (2, 13 * MINUTE, "running")
    assert asked(day, clock) == (gap,)
    answer_dark_gap(by, day, gap, stopped=True)
    assert shown(day, clock) == (1, 7 * MINUTE, "running")
    assert asked(day, clock) == ()


def test_play_went_on_changes_nothing(day, by, clock):
    start_clock(by, day)
    gap = dark(after=11, minutes=14)
    clock.forward(minutes=27)
    answer_dark_gap(by, day, gap, stopped=False)
    assert shown(day, clock) == (2, 13 * MINUTE, "running")
    assert asked(day, clock) == ()


def test_paused_before_answering_is_put_right_all_the_same(day, by, clock):
    start_clock(by, day)
    gap = dark(after=11, minutes=14)
    clock.forward(minutes=26)
    pause_clock(by, day)
    clock.forward(minutes=4)
    start_clock(by, day)
    clock.forward(minutes=1)
    assert asked(day, clock) == (gap,)
    answer_dark_gap(by, day, gap, stopped=True)
    assert shown(day, clock) == (1, 7 * MINUTE, "running")


def test_a_press_that_was_undone_is_not_done_again(day, by, clock):
    start_clock(by, day)
    gap = dark(after=11, minutes=14)
    clock.forward(minutes=26)
    pause_clock(by, day)
    undo(by, last())
    clock.forward(minutes=1)
    answer_dark_gap(by, day, gap, stopped=True)
    assert shown(day, clock) == (1, 7 * MINUTE, "running")


def test_after_a_correction_by_hand_staff_are_sent_there(day, by, clock):
    start_clock(by, day)
    gap = dark(after=11, minutes=14)
    clock.forward(minutes=26)
    adjust_clock(by, day, MINUTE)
    with pytest.raises(RuleError) as caught:
        answer_dark_gap(by, day, gap, stopped=True)
    assert caught.value.code == "clock-changed-since"
    answer_dark_gap(by, day, gap, stopped=False)
    assert asked(day, clock) == ()


@pytest.mark.parametrize("earlier_first", [True, False])
def test_two_gaps_answered_in_either_order(day, by, clock, earlier_first):
    start_clock(by, day)
    gaps = dark(after=2, minutes=3), dark(after=8, minutes=4)
    one, other = gaps if earlier_first else reversed(gaps)
    clock.forward(minutes=15)
    answer_dark_gap(by, day, one, stopped=True)
    assert asked(day, clock) == (other,)
    answer_dark_gap(by, day, other, stopped=True)
    assert shown(day, clock) == (1, 12 * MINUTE, "running")


def test_a_clock_that_stood_is_not_asked_about(day, by, clock):
    dark(after=-60, minutes=14)
    start_clock(by, day)
    clock.forward(minutes=5)
    pause_clock(by, day)
    dark(after=6, minutes=14)
    clock.forward(minutes=20)
    assert asked(day, clock) == ()


def test_an_answer_is_given_once_and_can_be_undone(day, by, clock):
    start_clock(by, day)
    gap = dark(after=1, minutes=3)
    clock.forward(minutes=5)
    answer_dark_gap(by, day, gap, stopped=True)
    with pytest.raises(RuleError) as caught:
        answer_dark_gap(by, day, gap, stopped=False)
    assert caught.value.code == "gap-answered"
    undo(by, last())
    assert shown(day, clock) == (1, 15 * MINUTE, "running")
    assert DarkAnswer.objects.count() == 0
    assert asked(day, clock) == (gap,)
