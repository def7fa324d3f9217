"""The screen document: what it holds, and what it keeps from the hall."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F

from tables.queries.screen import read_document, screen_document
from tests import factories
from tests.factories import START, as_by
from tournaments.actions.clock import start_clock
from tournaments.hub import Key
from tournaments.models import Day, Event, Purchase

pytestmark = pytest.mark.django_db
SCHEDULE = {
    *("id", "kind", "number", "duration_ms", "game", "limit", "small_blind", "big_blind", "ante"),
    *("ante_kind", "small_bet", "big_bet", "bring_in", "completion", "note", "color_up", "stop_at_end"),
}


@pytest.fixture
def day(db) -> Day:
    """Three entries at one table of nine; one of them has one chip more."""
    day = factories.make_day(factories.make_event(slug="friday", name="Friday", guarantee=100_000))
    option = factories.make_option(day.event)
    entries = [factories.make_entry(day, option) for _ in range(3)]
    Purchase.objects.filter(entry=entries[0]).update(chips=F("chips") + 2)
    factories.make_tables(day, 1)
    return day


def shown(day: Day, now=START) -> dict[str, Any]:
    day = Day.objects.get(pk=day.pk)
    state: dict[str, Any] = json.loads(screen_document(day.event, day, now).text_at(now))
    return state


def test_it_holds_what_screens_and_others_rely_on(day, director, clock):
    start_clock(as_by(director, clock), day)
    state = shown(day, clock.forward(minutes=25))
    schedule = state.pop("schedule")
    assert [set(item) for item in schedule] == [SCHEDULE] * 7
    assert state == {
        "v": 1,
        "rev": 1,
        "server_now": "2026-11-28T18:25:00.000Z",
        "event": {"slug": "friday", "name": "Friday", "currency": day.event.currency},
        "day": {"code": "1", "label": "Day 1"},
        "clock": {"item": 1, "elapsed_ms": 0, "anchor": "2026-11-28T18:00:00.000Z", "state": "running"},
        "counts": {
            "entries": 3,
            "reentries": 0,
            "players": 3,
            "tables": 1,
            "open_chairs": 9,
            "alternates": 0,
        },
        "chips": {"in_play": 60_002, "average": 20_001},
        "registration": {"open": True, "closes_after_level": 4, "closes_at": "2026-11-28T19:30:00.000Z"},
        "prizes": {"pool": 100_000, "final": False, "places": 1, "amounts": []},
        "alternates_called": [],
        "alternates_waiting": [],
        "alternates_waits": [],
        "moves": [],
        "message": None,
    }


def test_the_etag_is_revision_day_item_and_state(day, director, clock):
    start_clock(as_by(director, clock), day)
    day = Day.objects.get(pk=day.pk)
    etags = [screen_document(day.event, day, START + timedelta(minutes=n)).etag for n in (0, 19, 20)]
    assert etags == [f"1-{day.pk}-1-running", f"1-{day.pk}-1-running", f"1-{day.pk}-2-running"]


def test_what_the_event_hides_is_not_in_it(day):
    Event.objects.update(shows_pool=False, shows_average=False)
    state = shown(day)
    assert state["prizes"] == {"pool": None, "final": False, "places": None, "amounts": []}
    assert state["chips"] == {"in_play": None, "average": None}


def test_all_days_play_for_one_pool(day):
    other = factories.make_day(day.event, code="1B", label="Day 1B")
    option = day.event.options.get()
    for _ in range(10):
        factories.make_entry(other, option)
    assert (shown(day)["counts"]["entries"], shown(day)["prizes"]["places"]) == (3, 2)
    assert (shown(other)["counts"]["entries"], shown(other)["prizes"]["places"]) == (10, 2)


def test_who_is_not_known_has_none(day):
    assert [read_document(Key("nope", None)), read_document(Key("friday", "9"))] == [None, None]


@pytest.mark.parametrize("n", [1, 3])
def test_it_asks_the_same_for_one_and_for_three(day, n, django_assert_num_queries):
    option = day.event.options.get()
    for _ in range(n):
        factories.make_entry(day, option)
    factories.make_tables(day, n)
    with django_assert_num_queries(6):
        screen_document(day.event, day, START)
