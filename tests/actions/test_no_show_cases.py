"""The published cases of no-shows, by id; what a dealer does by hand is listed with the reason."""

import json
from pathlib import Path
from typing import Any

import pytest

from tables.queries.screen import screen_state
from tables.rules.absence import lone_play
from tests import factories
from tests.factories import START
from tournaments.actions.clock import start_clock
from tournaments.models import Day, Entry
from tournaments.queries.clock import reading_of

FILE = Path(__file__).parents[1] / "vectors" / "desk_cases.json"
VECTORS = json.loads(FILE.read_text(encoding="utf-8"))
CASES = {case["id"]: case for case in VECTORS["cases"] if case["topic"] == "no_show"}


@pytest.mark.parametrize("id", ["no_show-01", "no_show-02"])
def test_who_is_alone_at_his_table_plays_on(id: str) -> None:
    given, expected = CASES[id]["input"], CASES[id]["expected"]
    is_heads_up = given.get("format") == "heads-up event"
    found = lone_play(given["present"], given["minutes_since_start"], heads_up_event=is_heads_up)
    assert found is not None
    if is_heads_up:
        assert {"every_minutes": found.every_minutes, "gets": found.gets[0]} == expected
    else:
        every, gets = found.every_minutes, " and ".join(found.gets)
        said = f"button moves one seat every {every} minutes and the player gets {gets}"
        assert {"from_now": said} == expected


@pytest.mark.django_db
def test_a_stack_registered_before_the_start_is_in_play_without_its_player() -> None:
    """no_show-04: an event that chose nothing deals absent players in."""
    assert CASES["no_show-04"]["expected"]["stack"].startswith("in play")
    clock = factories.Clock()
    day = factories.make_day()
    factories.make_entry(day, factories.make_option(day.event), checked_in_at=None)
    start_clock(factories.as_by(clock=clock), day)
    day = Day.objects.select_related("event").get()
    state: Any = screen_state(day.event, day, reading_of(day, START), START)
    assert Entry.objects.get().checked_in_at is None
    assert (state["counts"]["players"], state["chips"]["in_play"]) == (1, day.event.stack)


def test_every_case_is_run_or_explained() -> None:
    explained = {case["id"] for case in VECTORS["not_data"] if case["topic"] == "no_show" and case["why"]}
    assert (set(CASES), explained) == (
        {"no_show-01", "no_show-02", "no_show-04"},
        {"no_show-05", "no_show-07"},
    )
