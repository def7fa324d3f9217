"""Registration follows the clock, not the plan, unless a director holds it."""

from datetime import timedelta

import pytest

from tests import factories
from tests.factories import START, as_by
from tournaments.actions.clock import count_down_for, pause_clock, previous_item, start_clock
from tournaments.models import Day
from tournaments.queries.registration import Registration, may_enter, registration_of
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(db):
    """Open until the end of level 4, and in the break after it: 80 + 10 minutes of clock."""
    return factories.make_day(starts_at=START)


@pytest.fixture
def by(director, clock):
    return as_by(director, clock)


def state(day: Day, clock) -> Registration:
    return registration_of(Day.objects.get(pk=day.pk), clock.now)


def by_the_clock(is_open: bool, closes_at=None, level: int = 4) -> Registration:
    return Registration(
        is_open=is_open, closes_after_level=level, closes_at=closes_at, held="auto", line_cut=False
    )


def test_it_closes_with_the_break_after_the_level_by_the_clock(day, by, clock):
    """KNOWN_FAULTS 29: the event begins three hours late."""
    clock.forward(hours=3)
    assert state(day, clock) == by_the_clock(True)
    start_clock(by, day)
    closes = START + timedelta(hours=3, minutes=90)
    assert state(day, clock) == by_the_clock(True, closes)
    clock.forward(minutes=90, milliseconds=-1)
    assert state(day, clock) == by_the_clock(True, closes)
    clock.forward(milliseconds=1)
    assert state(day, clock) == by_the_clock(False)


def test_a_pause_puts_it_off(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=85)
    pause_clock(by, day)
    clock.forward(hours=2)
    assert state(day, clock) == by_the_clock(True)
    start_clock(by, day)
    assert state(day, clock) == by_the_clock(True, clock.now + timedelta(minutes=5))


def test_going_back_opens_it_again(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=91)
    assert state(day, clock) == by_the_clock(False)
    previous_item(by, day, 6)
    assert state(day, clock) == by_the_clock(True, clock.now + timedelta(minutes=10))


def test_level_0_is_open_until_play_begins(by, clock):
    day = factories.make_day(factories.make_event(registration_level=0))
    assert state(day, clock) == by_the_clock(True, level=0)
    count_down_for(by, day, 600_000)
    assert state(day, clock) == by_the_clock(True, START + timedelta(minutes=10), level=0)
    clock.forward(minutes=10)
    assert state(day, clock) == by_the_clock(False, level=0)


def test_with_no_level_after_it_is_open_to_the_end(by, clock):
    day = factories.make_day(registration_level=6)
    start_clock(by, day)
    clock.forward(minutes=130, milliseconds=-1)
    assert state(day, clock) == by_the_clock(True, level=6)
    clock.forward(milliseconds=1)
    assert state(day, clock) == by_the_clock(False, level=6)


@pytest.mark.parametrize(("first", "is_open"), [(5, True), (6, False), (1, True)])
def test_a_later_day_takes_entries_only_if_registration_ends_with_its_start(clock, first, is_open):
    rows = [{**row, "number": first + at} for at, row in enumerate(factories.levels(4, break_after=()))]
    day = factories.make_day(code="2", structure=rows)
    assert state(day, clock) == by_the_clock(is_open)


def test_an_empty_structure_is_open(clock):
    day = factories.make_day()
    Day.objects.filter(pk=day.pk).update(structure=[])
    assert state(day, clock) == by_the_clock(True)


def test_the_refusal_says_when_it_closed(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=89)
    may_enter(Day.objects.get(pk=day.pk), clock.now)
    clock.forward(minutes=20)
    with pytest.raises(RuleError) as caught:
        may_enter(Day.objects.get(pk=day.pk), clock.now, in_line=True)
    assert caught.value.code == "registration-closed"
    assert caught.value.facts == {"closed_at": START + timedelta(minutes=90), "level": 5}


def test_the_refusal_after_a_pause_names_the_level(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=95)
    pause_clock(by, day)
    with pytest.raises(RuleError) as caught:
        may_enter(Day.objects.get(pk=day.pk), clock.now)
    assert str(caught.value) == "Registration closed when level 5 began."


@pytest.mark.parametrize("column", ["over_at", "event.cancelled_at", "event.pool_final_at"])
def test_nobody_enters_what_is_over(day, clock, column):
    row = day.event if column.startswith("event.") else day
    setattr(row, column.removeprefix("event."), START)
    row.save()
    Day.objects.filter(pk=day.pk).update(registration="open", line_cut_at=START)
    found = Day.objects.get(pk=day.pk)
    assert not registration_of(found, clock.now).is_open
    with pytest.raises(RuleError) as caught:
        may_enter(found, clock.now, in_line=True)
    assert caught.value.facts == {"closed_at": START}
