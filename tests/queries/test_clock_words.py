"""Every action on clock, registration and structure has its sentence, whatever its case."""

from string import Formatter

import pytest

from tests import factories
from tests.factories import START, as_by
from tournaments.actions import clock as actions
from tournaments.actions import registration
from tournaments.actions.structure_edit import edit_structure
from tournaments.models import Action, DarkGap, Day
from tournaments.queries.words import clock as clock_words
from tournaments.queries.words import registration as registration_words
from tournaments.queries.words import structure as structure_words
from tournaments.rules.structure import items_from_json

pytestmark = pytest.mark.django_db
WORDS = clock_words.WORDS | registration_words.WORDS | structure_words.WORDS


def an_evening(by, clock) -> None:
    """Every kind of action, and both ways where there are two."""
    day = factories.make_day()
    actions.count_down_for(by, day, 600_000)
    actions.count_down_to(by, day, START.replace(hour=19))
    edit_structure(by, day, items_from_json(Day.objects.get(pk=day.pk).structure))
    actions.next_item(by, day, 9)
    for press in (actions.start_clock, actions.pause_clock, actions.pause_clock, actions.start_clock):
        press(by, day)
    actions.adjust_clock(by, day, 1_000)
    actions.adjust_clock(by, day, -1_000)
    actions.set_time_left(by, day, 600_000)
    actions.take_break(by, day, 60_000, when="later")
    actions.take_break(by, day, 60_000)
    actions.next_item(by, day, 11)
    actions.next_item(by, day, 1)
    actions.previous_item(by, day, 10)
    actions.go_to_item(by, day, 2)
    began = clock.now
    for stopped in (True, False):
        gap = DarkGap.objects.create(started_at=began, ended_at=clock.forward(minutes=1))
        actions.answer_dark_gap(by, day, gap, stopped)
    actions.pause_clock_at(by, day, clock.now)
    for hold in ("open", "auto", "closed"):
        registration.hold_registration(by, day, hold)
    registration.extend_registration(by, day, 5)
    registration.cut_line(by, day)
    registration.cut_line(by, day)
    registration.finish_line(by, day)
    registration.confirm_pool(by, day.event)
    registration.confirm_pool(by, day.event)


def test_every_action_has_words_that_its_facts_fill(director, clock):
    an_evening(as_by(director, clock), clock)
    used = set()
    for row in Action.objects.all():
        case = f"{row.kind}:{row.facts.get('case')}"
        key = case if case in WORDS else row.kind
        used.add(key.split(":")[0])
        wanted = {name for _text, name, _spec, _conversion in Formatter().parse(WORDS[key]) if name}
        assert wanted <= row.facts.keys(), key
        assert all(row.facts[name] is not None for name in wanted), key
    ours = {key.split(":")[0] for key in WORDS if not key.startswith("structure.") or "edit_day" in key}
    assert used == ours
