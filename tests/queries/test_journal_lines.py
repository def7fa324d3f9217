"""The journal as staff read it, the clock's own lines between those of people."""

from datetime import timedelta

import pytest

from tables.actions.chip_counts import count_table
from tables.queries.journal import journal
from tests import factories
from tests.actions.floor import seat_at
from tests.factories import START, Clock, as_by, make_day
from tournaments.actions.clock import pause_clock, start_clock
from tournaments.models import Announcement

pytestmark = pytest.mark.django_db


def test_announcements_stand_between_the_actions(director):
    day, clock = make_day(), Clock()
    start_clock(as_by(director, clock), day)
    clock.forward(minutes=45)
    pause_clock(as_by(director, clock), day)
    for item, minutes in ((2, 20), (3, 40)):
        at = START + timedelta(minutes=minutes)
        Announcement.objects.create(day=day, change="level", item=item, instant=at, announced_at=at)
    lines = journal(day.event, "director", "UTC")
    assert [(line.seq, line.text, line.may_undo) for line in lines] == [
        (2, "Clock paused", True),
        (0, "Level 3 began", False),
        (0, "Level 2 began", False),
        (1, "Clock started", True),
    ]


def test_a_page_holds_the_announcements_of_its_own_time(director):
    day, clock = make_day(), Clock()
    start_clock(as_by(director, clock), day)
    clock.forward(minutes=45)
    pause_clock(as_by(director, clock), day)
    at = START + timedelta(minutes=20)
    Announcement.objects.create(day=day, change="level", item=2, instant=at, announced_at=at)
    newest = journal(day.event, "director", "UTC", limit=1)
    older = journal(day.event, "director", "UTC", limit=1, before=2)
    assert [line.text for line in newest] == ["Clock paused"]
    assert [line.text for line in older] == ["Level 2 began", "Clock started"]


def test_chips_are_grouped_in_a_sentence(director):
    day = make_day()
    table = factories.make_tables(day, 1)[0]
    one, two = seat_at(day, table, [1, 2]).values()
    count_table(as_by(director, Clock()), table, {one.pk: 38_000, two.pk: 520})
    (line,) = journal(day.event, "director", "UTC")
    assert line.text == f"Table {table.table.number} counted: 2 players, 38,520 chips"
