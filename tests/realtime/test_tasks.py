"""What Celery pokes: late, twice or never, nothing else depends on it."""

from datetime import timedelta

import pytest

from tests import factories
from tests.actions.test_clock import MINUTE, shown
from tests.factories import START, as_by
from tournaments import tasks
from tournaments.actions.clock import adjust_clock, count_down_for, pause_clock, start_clock, take_break
from tournaments.models import Action, Announcement, DarkGap, Day, Event, Pulse
from tournaments.queries.clock import clock_mark

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(db):
    return factories.make_day()


@pytest.fixture
def by(director, clock):
    return as_by(director, clock)


def announce(day: Day, clock) -> int:
    return tasks.announce_passed(Day.objects.get(pk=day.pk), clock.now)


def announced() -> list[tuple[str, int, int]]:
    """Change, item and minute after the start, in order."""
    rows = Announcement.objects.order_by("instant")
    return [(row.change, row.item, (row.instant - START) // timedelta(minutes=1)) for row in rows]


def test_twice_is_once(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=20)
    assert [announce(day, clock), announce(day, clock)] == [1, 0]
    assert announced() == [("level", 2, 20)]


def test_late_has_the_right_instants(day, by, clock):
    start_clock(by, day)
    at = clock.forward(minutes=91, seconds=17)
    assert announce(day, clock) == 4
    assert announced() == [("level", 3, 40), ("level", 4, 60), ("break", 5, 80), ("level", 6, 90)]
    assert set(Announcement.objects.values_list("announced_at", flat=True)) == {at}


def test_the_end_of_the_structure_is_announced(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=129, seconds=59)
    announce(day, clock)
    assert announced()[-1] == ("level", 7, 110)
    clock.forward(seconds=1)
    announce(day, clock)
    assert announced()[-1] == ("end", 7, 130)


def test_the_first_level_after_a_countdown_is_announced(day, by, clock):
    count_down_for(by, day, 5 * MINUTE)
    clock.forward(minutes=5)
    announce(day, clock)
    assert announced() == [("level", 1, 5)]


def test_never_leaves_the_clock_right(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=85)
    assert shown(day, clock) == (5, 5 * MINUTE, "running")
    assert announced() == []


def test_an_announcement_moves_no_revision_and_is_no_action(day, by, clock):
    start_clock(by, day)
    before = Event.objects.get(pk=day.event_id).revision
    clock.forward(minutes=25)
    announce(day, clock)
    assert Event.objects.get(pk=day.event_id).revision == before
    assert Action.objects.count() == 1


def test_the_poke_for_the_old_end_of_a_break_says_nothing(day, director):
    """KNOWN_FAULTS 7: what was armed before a change is void after it."""
    begun = tasks.utc_now() - timedelta(minutes=6)
    past = factories.Clock(begun)
    start_clock(as_by(director, past), day)
    take_break(as_by(director, past), day, 5 * MINUTE)
    armed = clock_mark(Day.objects.get(pk=day.pk))
    past.forward(minutes=4)
    adjust_clock(as_by(director, past), day, 5 * MINUTE)
    assert tasks.announce(day.pk, mark=armed) == 0
    assert tasks.announce(day.pk, mark=clock_mark(Day.objects.get(pk=day.pk))) == 0
    assert announced() == []


def test_what_falls_due_in_two_minutes_is_armed(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=17, seconds=59)
    assert tasks.due(Day.objects.get(pk=day.pk), clock.now) == []
    clock.forward(seconds=1)
    assert tasks.due(Day.objects.get(pk=day.pk), clock.now) == [START + timedelta(minutes=20)]
    pause_clock(by, day)
    assert tasks.due(Day.objects.get(pk=day.pk), clock.now) == []


def test_arming_announces_what_was_missed_and_arms_the_rest(day, director):
    past = factories.Clock(tasks.utc_now() - timedelta(minutes=39))
    start_clock(as_by(director, past), day)
    over = factories.make_day()
    start_clock(as_by(director, past), over)
    Day.objects.filter(pk=over.pk).update(over_at=past.now)
    assert tasks.arm_announcements() == 1
    assert list(Announcement.objects.values_list("day", "change", "item")) == [(day.pk, "level", 2)]


def test_a_day_that_is_gone_is_no_error(db):
    assert tasks.announce(12345) == 0


def test_signs_of_life_leave_a_gap_only_when_one_was_missing(db):
    for seconds in (0, 5, 35, 65):
        tasks.note_life(START + timedelta(seconds=seconds))
    assert list(DarkGap.objects.all()) == []
    tasks.note_life(START + timedelta(seconds=95, milliseconds=1))
    assert list(DarkGap.objects.values_list("started_at", "ended_at")) == [
        (START + timedelta(seconds=65), START + timedelta(seconds=95, milliseconds=1))
    ]
    assert Pulse.objects.count() == 1
