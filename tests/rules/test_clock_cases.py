"""The clock against the published cases, each by its id, and against corners worked out by hand."""

import json
from datetime import datetime

import pytest

from tests.vectors.make_clock import CASES, HERE, expected, from_document, iso, replay, rows, text
from tournaments.rules.clock import Item, read

CORNERS = json.loads((HERE / "clock_corners.json").read_text("utf-8"))


@pytest.mark.parametrize("case_id", CASES)
def test_published_case(case_id):
    clock, schedule, now = replay(CASES[case_id])
    shown = read(clock, schedule, now)
    numbers = [
        row["number"] for row in rows(schedule)[[item.id for item in schedule].index(shown.item) + 1 :]
    ]
    told = {
        "item": shown.item,
        "elapsed_ms": shown.elapsed_ms,
        "remaining_ms": shown.remaining_ms,
        "state": shown.state,
        "to_break_ms": shown.to_break_ms,
        "next_level": next((number for number in numbers if number), None),
    }
    published = expected(CASES[case_id])
    assert len(published) == len(CASES[case_id]["expect"])
    assert {key: told[key] for key in published} == published


@pytest.mark.parametrize("corner", CORNERS["cases"], ids=lambda corner: corner["id"])
def test_corner(corner):
    schedule = [
        Item(row["id"], row["kind"], row["duration_ms"], row.get("stop_at_end", False))
        for row in CORNERS["schedule"]
    ]
    shown = read(from_document(corner["clock"]), schedule, datetime.fromisoformat(corner["now"]))
    assert {
        "item": shown.item,
        "elapsed_ms": shown.elapsed_ms,
        "remaining_ms": shown.remaining_ms,
        "state": shown.state,
        "next_change": shown.next_change and iso(shown.next_change),
        "to_break_ms": shown.to_break_ms,
    } == corner["expect"]


def test_the_browsers_file_is_up_to_date():
    assert (HERE / "clock.json").read_text("utf-8") == text()
