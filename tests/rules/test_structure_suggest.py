"""Suggested structures: they rise all the way, can be paid, and end when they should."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.errors import RuleError
from tournaments.rules.house import HouseRules
from tournaments.rules.structure import (
    Break,
    Level,
    amounts,
    check,
    chips_at,
    expected_end,
    items_from_json,
    items_to_json,
    suggest,
)

MINUTE, HOUR = 60_000, 3_600_000
SETS = [(25, 100, 500, 1000, 5000), (100, 500, 1000, 5000, 25_000), (5, 25, 100, 500), (1,), (20, 50, 200)]


@settings(max_examples=200, deadline=None)
@given(
    entries=st.integers(1, 20_000),
    stack=st.integers(100, 1_000_000),
    level_minutes=st.integers(5, 120),
    hours=st.integers(1, 72),
    chips=st.sampled_from(SETS),
    kind=st.sampled_from(["none", "all", "big-blind", "button"]),
)
def test_every_suggestion_can_be_played(entries, stack, level_minutes, hours, chips, kind) -> None:
    items = suggest(entries, stack, level_minutes * MINUTE, hours * HOUR, chips, ante_kind=kind)
    levels = [item for item in items if isinstance(item, Level)]
    assert [found for found in check(items, chips) if found.severity == "impossible"] == []
    assert all(a.big_blind < b.big_blind and a.small_blind <= b.small_blind for a, b in pairwise(levels))
    for index, item in enumerate(items):
        left = chips_at(items, index, chips)
        if isinstance(item, Level):
            # One kind of chip is enough for each amount: no change is needed.
            assert all(any(value % chip == 0 for chip in left) for value in amounts(item))
    assert {item.ante_kind for item in levels} == {kind}
    assert [item.number for item in levels] == list(range(1, len(levels) + 1))
    assert items_from_json(items_to_json(items)) == items


@settings(max_examples=200, deadline=None)
@given(
    entries=st.integers(10, 20_000),
    depth=st.integers(800, 20_000),
    level_minutes=st.sampled_from([10, 15, 20, 30, 40, 60]),
    count=st.integers(4, 40),
    chips=st.sampled_from(SETS),
)
def test_it_ends_when_asked_where_chips_leave_room(entries, depth, level_minutes, count, chips) -> None:
    stack = depth * min(chips)
    total = count * level_minutes * MINUTE
    items = suggest(entries, stack, level_minutes * MINUTE, total, chips)
    steps_below_goal = entries * stack // 30 // min(chips) - stack // 100 // min(chips)
    if steps_below_goal > 2 * count:
        assert expected_end(items, entries, stack, HouseRules()) == total


def test_it_never_stays_at_150_300() -> None:
    """KNOWN_FAULTS 32: suggested blinds stay at 150/300 for ever."""
    for hours in range(1, 30):
        blinds = [
            (item.small_blind, item.big_blind)
            for item in suggest(30, 10_000, 20 * MINUTE, hours * HOUR, (25, 100, 500, 1000))
            if isinstance(item, Level)
        ]
        assert len(set(blinds)) == len(blinds) > 3 * hours
        assert blinds[-1][1] * 30 > 30 * 10_000


def test_an_evening_for_212_is_what_a_house_would_print() -> None:
    chips = (25, 100, 500, 1000, 5000, 25_000)
    items = suggest(212, 50_000, 40 * MINUTE, 12 * HOUR, chips)
    assert check(items, chips, stack=50_000) == ()
    assert [(item.small_blind, item.big_blind) for item in items if isinstance(item, Level)][:8] == [
        (125, 250),
        (200, 400),
        (300, 600),
        (400, 800),
        (600, 1200),
        (1000, 2000),
        (2000, 3000),
        (2000, 4000),
    ]
    assert [item.color_up for item in items if isinstance(item, Break) and item.color_up] == [
        (25,),
        (100, 500),
        (1000,),
        (5000,),
    ]


def test_every_level_is_as_long_as_asked_and_breaks_come_every_two_hours() -> None:
    """KNOWN_FAULTS 31: every new level is 15 min whatever was typed."""
    items = suggest(60, 20_000, 25 * MINUTE, 6 * HOUR, (25, 100, 500, 1000))
    assert {item.duration_ms for item in items if isinstance(item, Level)} == {25 * MINUTE}
    played = 0
    for item in items:
        played = 0 if isinstance(item, Break) else played + item.duration_ms
        assert played <= 2 * HOUR
    assert isinstance(items[-1], Level)


def test_expected_end_counts_play_up_to_the_level_so_high() -> None:
    blinds = [100, 200, 400, 800]
    items = [Level(id=n, number=n, duration_ms=HOUR, big_blind=blind) for n, blind in enumerate(blinds, 1)]
    with_break = [*items[:2], Break(id=9, duration_ms=HOUR), *items[2:]]
    # 12 entries of 1,000: 30 big blinds of 400.
    assert expected_end(with_break, 12, 1000, HouseRules()) == 2 * HOUR
    assert expected_end(with_break, 13, 1000, HouseRules()) == 3 * HOUR
    assert expected_end(with_break, 12, 1000, HouseRules(end_figure_bb=60)) == HOUR
    assert expected_end(with_break, 1000, 1000, HouseRules()) == 4 * HOUR
    assert expected_end([], 12, 1000, HouseRules()) == 0


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ((0, 10_000, HOUR, HOUR, (25,)), "suggest-input"),
        ((10, 10_000, 0, HOUR, (25,)), "suggest-input"),
        ((10, 10_000, HOUR, HOUR, ()), "suggest-input"),
        ((10, 10_000, HOUR, HOUR, (0, 25)), "suggest-input"),
        ((10, 10_000, 1, HOUR, (25,)), "suggest-too-long"),
    ],
)
def test_what_cannot_be_suggested_says_so(asked, code) -> None:
    with pytest.raises(RuleError) as told:
        suggest(*asked)
    assert told.value.code == code
