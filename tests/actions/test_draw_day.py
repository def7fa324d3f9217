"""The end of a Day's draws: what is published stays published, what goes on draws from a new seed."""

from datetime import timedelta

import pytest

from tables.actions.draw import draw_all
from tables.actions.draw_day import close_day, reopen_day
from tables.models import DaySeed
from tests import factories
from tests.actions.test_draw import field, refusal
from tournaments.journal.undo import undo
from tournaments.models import Action, Day

pytestmark = pytest.mark.django_db


def seeds(day):
    return list(DaySeed.objects.filter(day=day).values_list("number", "published_at"))


def test_closing_publishes_and_nothing_more_is_drawn(director, clock):
    day = factories.make_day()
    factories.make_tables(day, 1)
    field(day, 2)
    who = factories.as_by(director, clock)
    assert close_day(who, day).over_at == clock.now
    assert seeds(day) == [(1, clock.now)]
    assert refusal(draw_all, who, day)[0] == "day-over"
    assert refusal(close_day, who, day)[0] == "day-over"


def test_a_running_day_is_not_closed(director, clock):
    day = factories.make_day(clock_item=1, clock_started=True, clock_anchor=clock.now)
    assert refusal(close_day, factories.as_by(director, clock), day)[0] == "clock-running"
    assert seeds(day) == [(1, None)]


def test_a_reopened_day_draws_from_a_new_seed_and_numbers_go_on(director, clock):
    day = factories.make_day()
    factories.make_tables(day, 1)
    field(day, 1)
    who = factories.as_by(director, clock)
    draw_all(who, day)
    close_day(who, day)
    published = clock.now
    clock.forward(minutes=5)
    reopen_day(who, day)
    assert seeds(day) == [(1, published), (2, None)]
    field(day, 1)
    draw = draw_all(who, day)
    assert (draw.number, draw.seed.number) == (2, 2)
    close_day(who, day)
    assert seeds(day) == [(1, published), (2, published + timedelta(minutes=5))]
    assert refusal(reopen_day, who, factories.make_day())[0] == "day-not-over"


def test_publication_is_for_good_also_under_undo(director, clock):
    day = factories.make_day()
    who = factories.as_by(director, clock)
    close_day(who, day)
    assert refusal(undo, who, Action.objects.get())[0] == "seed-published"
    assert Day.objects.get().over_at == clock.now
    assert seeds(day) == [(1, clock.now)]


def test_a_reopening_is_undone_only_before_the_new_seed_is_drawn_from(director, clock):
    day = factories.make_day()
    factories.make_tables(day, 1)
    who = factories.as_by(director, clock)
    close_day(who, day)
    reopen_day(who, day)
    undo(who, Action.objects.get(kind="draw.reopen_day"))
    assert Day.objects.get().over_at == clock.now
    reopen_day(who, day)
    assert [number for number, _at in seeds(day)] == [1, 2]
    field(day, 1)
    draw_all(who, day)
    reopened = Action.objects.filter(kind="draw.reopen_day").first()
    assert refusal(undo, who, reopened)[0] == "seed-secret"


def test_the_journal_never_holds_a_seed_or_its_publication(director, clock):
    day = factories.make_day()
    who = factories.as_by(director, clock)
    close_day(who, day)
    secret = bytes(DaySeed.objects.get().seed).hex()
    text = str([(row.facts, row.writes, row.answer) for row in Action.objects.all()])
    assert secret not in text
    assert "published_at" not in text
