"""What a director decides about registration."""

import pytest

from tests import factories
from tests.actions.test_clock import last
from tests.factories import as_by
from tournaments.actions.clock import start_clock
from tournaments.actions.registration import (
    confirm_pool,
    cut_line,
    extend_registration,
    finish_line,
    hold_registration,
)
from tournaments.journal.undo import undo
from tournaments.models import Day, Event
from tournaments.queries.registration import may_enter, registration_of
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(db):
    return factories.make_day()


@pytest.fixture
def by(director, clock):
    return as_by(director, clock)


def doors(day: Day, clock) -> tuple[bool, bool, bool]:
    """Whether it reads as open, takes anyone, and takes those in line: the same rule at every door."""
    found = Day.objects.get(pk=day.pk)

    def lets_in(in_line: bool) -> bool:
        try:
            may_enter(found, clock.now, in_line=in_line)
        except RuleError:
            return False
        return True

    return registration_of(found, clock.now).is_open, lets_in(False), lets_in(True)


def test_held_open_beyond_the_clock_and_back(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=95)
    assert doors(day, clock) == (False, False, False)
    hold_registration(by, day, "open")
    assert doors(day, clock) == (True, True, True)
    hold_registration(by, day, "auto")
    assert doors(day, clock) == (False, False, False)


def test_held_closed_says_by_whom(day, by, clock, director):
    at = clock.forward(minutes=3)
    hold_registration(by, day, "closed")
    clock.forward(minutes=3)
    assert doors(day, clock) == (False, False, False)
    with pytest.raises(RuleError) as caught:
        may_enter(Day.objects.get(pk=day.pk), clock.now)
    assert caught.value.facts == {"closed_at": at, "who": director.name}


def test_extended_by_a_level(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=95)
    extend_registration(by, day, 5)
    assert doors(day, clock) == (True, True, True)
    assert last().facts == {"day": "1", "level": 5, "before": 4}
    clock.forward(minutes=15)
    assert doors(day, clock) == (False, False, False)


def test_extended_to_a_level_that_is_not_there(day, by):
    with pytest.raises(RuleError) as caught:
        extend_registration(by, day, 40)
    assert caught.value.code == "no-such-level"


def test_cutting_the_line_lets_in_those_who_stand_in_it(day, by, clock):
    cut_line(by, day)
    assert doors(day, clock) == (False, False, True)
    cut = Day.objects.get(pk=day.pk).line_cut_at
    clock.forward(minutes=5)
    cut_line(by, day)
    assert Day.objects.get(pk=day.pk).line_cut_at == cut
    finish_line(by, day)
    assert doors(day, clock) == (False, False, False)
    undo(by, last())
    assert doors(day, clock) == (False, False, True)


def test_finishing_a_line_that_was_not_cut(day, by):
    with pytest.raises(RuleError) as caught:
        finish_line(by, day)
    assert caught.value.code == "line-not-cut"


def test_the_pool_is_final_when_the_line_is_done(day, by, clock):
    with pytest.raises(RuleError) as caught:
        confirm_pool(by, day.event)
    assert (caught.value.code, caught.value.facts) == ("registration-open", {"day": "1"})
    cut_line(by, day)
    at = clock.forward(minutes=5)
    confirm_pool(by, day.event)
    assert Event.objects.get(pk=day.event.pk).pool_final_at == at
    assert doors(day, clock) == (False, False, False)
    clock.forward(minutes=5)
    confirm_pool(by, day.event)
    assert Event.objects.get(pk=day.event.pk).pool_final_at == at


def test_after_the_pool_is_final_nothing_opens_it_but_undo(day, by, clock):
    cut_line(by, day)
    confirm_pool(by, day.event)
    for press in (
        lambda: hold_registration(by, day, "open"),
        lambda: extend_registration(by, day, 6),
        lambda: cut_line(by, day),
    ):
        with pytest.raises(RuleError) as caught:
            press()
        assert caught.value.code == "pool-final"
    undo(by, last())
    assert doors(day, clock) == (False, False, True)


def test_every_day_of_the_event_must_be_closed(by, clock):
    event = factories.make_event()
    first, _second = factories.make_day(event, code="1A"), factories.make_day(event, code="1B")
    hold_registration(by, first, "closed")
    with pytest.raises(RuleError) as caught:
        confirm_pool(by, event)
    assert caught.value.facts == {"day": "1B"}
