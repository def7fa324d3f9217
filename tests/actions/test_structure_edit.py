"""Editing the structure of a Day whose clock runs."""

from dataclasses import replace

import pytest

from tests import factories
from tests.actions.test_clock import MINUTE, last, shown
from tests.factories import as_by
from tournaments.actions.clock import next_item, pause_clock, start_clock, take_break
from tournaments.actions.structure_edit import edit_structure
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Day
from tournaments.queries.clock import structure_mark
from tournaments.rules.errors import RuleError
from tournaments.rules.structure import Break, Item, items_from_json

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(db):
    return factories.make_day()


@pytest.fixture
def by(director, clock):
    return as_by(director, clock)


def items(day: Day) -> list[Item]:
    return list(items_from_json(Day.objects.get(pk=day.pk).structure))


def lasting(day: Day, at: int, minutes: int) -> list[Item]:
    """The Day's items, one of them with another duration."""
    found = items(day)
    found[at] = replace(found[at], duration_ms=minutes * MINUTE)
    return found


@pytest.mark.parametrize(("keep", "left"), [("elapsed", 25), ("remaining", 15), ("restart", 30)])
def test_the_three_meanings(day, by, clock, keep, left):
    """KNOWN_FAULTS 11: the running level is made longer."""
    start_clock(by, day)
    clock.forward(minutes=5)
    edit_structure(by, day, lasting(day, 0, 30), keep=keep)
    assert shown(day, clock) == (1, left * MINUTE, "running")


def test_deleting_an_earlier_level_leaves_the_blinds_on_show(day, by, clock):
    """KNOWN_FAULTS 11."""
    start_clock(by, day)
    clock.forward(minutes=45)
    edit_structure(by, day, items(day)[1:])
    assert shown(day, clock) == (3, 15 * MINUTE, "running")


def test_a_break_made_longer_while_it_runs(day, by, clock):
    """KNOWN_FAULTS 7."""
    start_clock(by, day)
    clock.forward(minutes=84)
    edit_structure(by, day, lasting(day, 4, 20))
    clock.forward(minutes=6)
    assert shown(day, clock) == (5, 10 * MINUTE, "running")
    clock.forward(minutes=10)
    assert shown(day, clock) == (6, 20 * MINUTE, "running")


def test_new_rows_get_ids_that_were_never_used(day, by, clock):
    edit_structure(by, day, [*items(day)[:-1], Break(id=0, duration_ms=MINUTE)])
    edit_structure(
        by, day, [*items(day)[:-1], Break(id=7, duration_ms=MINUTE), Break(id=1, duration_ms=MINUTE)]
    )
    assert [item.id for item in items(day)] == [1, 2, 3, 4, 5, 6, 9, 10]
    assert Day.objects.get(pk=day.pk).next_item_id == 11
    assert violations(day.event) == []


def test_an_impossible_structure_is_refused_and_nothing_changes(day, by):
    before = Day.objects.get(pk=day.pk).structure
    with pytest.raises(RuleError) as caught:
        edit_structure(by, day, [items(day)[0], replace(items(day)[1], small_blind=50, big_blind=100)])
    assert caught.value.code == "big-blind-falls"
    assert Day.objects.get(pk=day.pk).structure == before


def test_no_levels_at_all(day, by):
    with pytest.raises(RuleError) as caught:
        edit_structure(by, day, [])
    assert caught.value.code == "no-levels"


def test_a_stale_editor_is_told_who_changed_what_it_loaded(day, by, clock, director):
    mark = structure_mark(Day.objects.get(pk=day.pk))
    mine = lasting(day, 0, 30)
    start_clock(by, day)
    at = clock.forward(minutes=5)
    take_break(by, day, MINUTE)
    with pytest.raises(RuleError) as caught:
        edit_structure(by, day, mine, based_on=mark)
    assert caught.value.code == "stale-structure"
    assert caught.value.facts == {"who": director.name, "at": at, "kind": "clock.take_break"}
    edit_structure(by, day, lasting(day, 2, 40), based_on=structure_mark(Day.objects.get(pk=day.pk)))


def test_a_running_clock_does_not_make_an_editor_stale(day, by, clock):
    mark = structure_mark(Day.objects.get(pk=day.pk))
    start_clock(by, day)
    clock.forward(minutes=30)
    edit_structure(by, day, lasting(day, 2, 40), based_on=mark)
    assert shown(day, clock) == (2, 10 * MINUTE, "running")


def test_undo_of_an_edit_means_it_never_was(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=5)
    edit_structure(by, day, lasting(day, 0, 30))
    clock.forward(minutes=20)
    assert shown(day, clock) == (1, 5 * MINUTE, "running")
    undo(by, last())
    assert shown(day, clock) == (2, 15 * MINUTE, "running")


def test_undo_that_would_leave_the_clock_nowhere_is_refused(day, by, clock):
    """The break was added, and then gone to: without it the clock would stand at nothing."""
    edit_structure(by, day, [items(day)[0], Break(id=0, duration_ms=MINUTE), *items(day)[1:]])
    added = last()
    start_clock(by, day)
    next_item(by, day, 1)
    with pytest.raises(RuleError) as caught:
        undo(by, added)
    assert caught.value.code in {"later-actions", "clock-unknown-item"}
    assert shown(day, clock) == (8, MINUTE, "running")


def test_undo_of_a_pause_whose_anchor_was_in_a_level_since_removed(day, by, clock):
    start_clock(by, day)
    clock.forward(minutes=25)
    pause_clock(by, day)
    paused = last()
    edit_structure(by, day, items(day)[1:])
    with pytest.raises(RuleError) as caught:
        undo(by, paused)
    assert caught.value.code == "clock-unknown-item"
    assert shown(day, clock) == (2, 15 * MINUTE, "paused")


def test_a_day_without_a_structure_gets_one(by, clock):
    day = factories.make_day()
    rows = items(day)
    Day.objects.filter(pk=day.pk).update(structure=[], next_item_id=1)
    edit_structure(by, day, [replace(row, id=0) for row in rows])
    assert [item.id for item in items(day)] == [1, 2, 3, 4, 5, 6, 7]
    assert shown(day, clock) == (1, 20 * MINUTE, "waiting")


def test_only_a_director_edits(day, clock):
    with pytest.raises(RuleError) as caught:
        edit_structure(as_by(factories.make_staff("floor"), clock), day, items(day))
    assert caught.value.code == "not-your-role"
