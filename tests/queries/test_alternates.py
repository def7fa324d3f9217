"""The list of alternates and what the screens say of it."""

import json
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.actions.alternates import call, skip
from tables.queries import console
from tables.queries.alternates import alternates_of, breaks_around, place_of, played_ms
from tables.queries.screen import screen_document
from tables.rules.waiting import UNKNOWN, Wait
from tests import factories
from tests.actions.test_alternates import Floor
from tests.factories import START
from tournaments.actions.clock import pause_clock, start_clock
from tournaments.models import Day, Event

pytestmark = pytest.mark.django_db


def document(day: Day, now) -> dict:
    day = Day.objects.get(pk=day.pk)
    return json.loads(screen_document(day.event, day, now).text_at(now))


def busts(floor: Floor, *minutes_ago: float) -> None:
    """Players who went out so long ago, and whose chairs have been taken since."""
    for ago in minutes_ago:
        entry = factories.make_entry(floor.day, floor.option)
        factories.make_out(entry, at=floor.clock.now - timedelta(minutes=ago))


@pytest.fixture
def floor(director) -> Floor:
    """Three chairs, four alternates, and play for 60 minutes: three levels of 20, the break after 80."""
    floor = Floor(director)
    start_clock(floor.by, floor.day)
    floor.clock.forward(minutes=60)
    floor.day.refresh_from_db()
    return floor


def test_the_called_come_first_and_the_skipped_nowhere(floor):
    floor.free(2)
    call(floor.by, floor.day)
    skip(floor.by, floor.entry(1))
    found = alternates_of(floor.day, floor.clock.now)
    assert [(line.number, line.state, line.ahead, line.has_chair) for line in found.lines] == [
        (1, "skipped", None, False),
        (2, "called", 0, True),
        (3, "called", 1, True),
        (4, "waiting", 2, False),
    ]
    assert (found.chairs, found.to_call) == (2, ())
    assert {line.at for line in found.called} == {floor.clock.now}


def test_those_for_whom_chairs_are_open_are_to_be_called(floor):
    floor.free(2)
    found = alternates_of(floor.day, floor.clock.now)
    assert [line.number for line in found.to_call] == [1, 2]
    assert [line.wait for line in found.lines] == [Wait("now"), Wait("now"), UNKNOWN, UNKNOWN]


def test_the_wait_follows_the_busts_of_late(floor):
    busts(floor, 1, 6, 11, 16, 21, 26, 31, 36, 41)
    waits = [line.wait for line in alternates_of(floor.day, floor.clock.now).lines]
    assert waits == [Wait("under", 10), Wait("about", 10), Wait("about", 15), Wait("after-break", 30)]
    assert [line.words for line in alternates_of(floor.day, floor.clock.now).lines] == [
        "under 10 min",
        "about 10 min",
        "about 15 min",
        "not before the next break",
    ]


def test_the_clock_says_when_breaks_are_and_how_long_was_played(floor):
    day, now = floor.day, floor.clock.now
    assert breaks_around(day, now) == ((START + timedelta(minutes=80), START + timedelta(minutes=90)),)
    assert played_ms(day, now) == 60 * 60_000
    assert played_ms(day, now + timedelta(minutes=25)) == 80 * 60_000
    assert played_ms(day, now + timedelta(minutes=31)) == 81 * 60_000
    pause_clock(floor.by, day)
    assert breaks_around(Day.objects.get(pk=day.pk), now) == ()


def test_a_day_without_a_structure_knows_no_wait(director):
    Floor(director)
    Day.objects.update(structure=[])
    day = Day.objects.get()
    assert (breaks_around(day, START), played_ms(day, START)) == ((), 0)
    assert {line.wait for line in alternates_of(day, START).lines} == {UNKNOWN}


def test_the_screen_document_names_the_called_and_lists_who_waits(floor):
    floor.free(1)
    call(floor.by, floor.day)
    first = floor.entry(1).player
    state = document(floor.day, floor.clock.now)
    assert state["alternates_called"] == [{"number": 1, "name": f"{first.first_name} {first.last_name}"}]
    assert state["alternates_waiting"] == [2, 3, 4]
    assert state["alternates_waits"] == [[0, "now", 0], [3, "unknown", 0]]
    assert state["counts"]["alternates"] == 4


def test_no_name_is_on_the_screen_where_the_event_hides_names(floor):
    Event.objects.update(shows_names=False)
    floor.free(1)
    call(floor.by, floor.day)
    assert document(floor.day, floor.clock.now)["alternates_called"] == [{"number": 1, "name": None}]


def test_one_alternate_is_told_his_place(floor):
    assert place_of(floor.entry(3), floor.clock.now).ahead == 2
    assert place_of(floor.sat[0], floor.clock.now) is None


def test_the_console_says_whom_to_call_then_who_is_awaited(floor):
    def said():
        (found,) = [item for item in console.to_do(floor.day, floor.clock.now) if item.kind == "alternates"]
        return found.title, found.facts

    assert said() == ("4 alternates wait", {})
    floor.free(3)
    assert said() == ("3 chairs are open: call alternates 1, 2, 3", {"call": 3})
    call(floor.by, floor.day)
    assert said() == ("Alternates 1, 2, 3 are called", {})


def test_queries_do_not_grow_with_the_list(director):
    counts = []
    for n in (2, 20):
        floor = Floor(director, alternates=n)
        with CaptureQueriesContext(connection) as of_list:
            alternates_of(floor.day, START)
        with CaptureQueriesContext(connection) as of_screen:
            screen_document(floor.event, floor.day, START)
        with CaptureQueriesContext(connection) as of_console:
            console.to_do(floor.day, START)
        counts.append((len(of_list), len(of_screen), len(of_console)))
    assert counts[0] == counts[1]
    assert counts[0][0] <= 5
    assert counts[0][1] <= 8
