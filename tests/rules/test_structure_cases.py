"""Published structures, color-ups, limit levels and antes, run by id.

Left out of tests/vectors/structure_cases.json, of the same topics:
- bb_ante-10: what a player who dodges blinds forfeits is a ruling of staff, with a penalty.
- limit_structure-16: prices and day plan of an event; its level durations exercise nothing here.
- validator-02: the sum of a payout column belongs to the payout rules.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tournaments.presets import preset
from tournaments.rules.antes import ante_for, most_won, post
from tournaments.rules.structure import (
    Break,
    Item,
    Level,
    check,
    color_up_breaks,
    color_up_points,
    is_playable,
    items_from_json,
    items_to_json,
    limit_blinds,
    opening_choices,
    registration_closes,
)

CASES: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "structure_cases.json").read_text(encoding="utf-8")
)
MINUTE = 60_000
CHIPS = (100, 500, 1000, 5000)
ORDERS = {"bb_first": "blind-first", "ante_first": "ante-first"}


def cases(*topics: str, only: str = "") -> Any:
    chosen = [case for case in CASES if case["topic"] in topics and (not only or only in case["input"])]
    assert chosen
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def level(row: Any, number: int, minutes: int = 20) -> Level:
    """A level from either form of the cases: [sb, bb, ante], or a dict with the ante under its kind."""
    if isinstance(row, list):
        small, big, ante = row
        # Antes as high as the big blind are paid by the big blind.
        kind = "none" if not ante else "big-blind" if ante == big else "all"
    else:
        number, small, big = row["level"], row["sb"], row["bb"]
        kind = "button" if "button_ante" in row else "big-blind"
        ante = row.get("button_ante", row.get("bb_ante"))
    return Level(
        id=number,
        number=number,
        duration_ms=minutes * MINUTE,
        small_blind=small,
        big_blind=big,
        ante=ante,
        ante_kind=kind,
    )


def structure(given: dict[str, Any], break_minutes: int = 15) -> tuple[Item, ...]:
    found: list[Item] = []
    for number, row in enumerate(given["levels"], start=1):
        found.append(level(row, number, given.get("level_minutes", 20)))
        if number in given.get("break_after", ()):
            minutes = given.get("break_minutes", break_minutes)
            found.append(Break(id=1000 + number, duration_ms=minutes * MINUTE))
    return tuple(found)


def number_at(items: tuple[Item, ...], index: int) -> int:
    """The number of the last level up to an index."""
    return [item.number for item in items[: index + 1] if isinstance(item, Level)][-1]


@cases("structure")
def test_published_structures_are_playable_and_kept_whole(case: dict[str, Any]) -> None:
    items = structure(case["input"])
    assert [found for found in check(items) if found.severity == "impossible"] == []
    assert items_from_json(json.loads(json.dumps(items_to_json(items)))) == items


@cases("structure")
def test_published_structures_say_what_their_sheet_says(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    items = structure(given, break_minutes=10)
    levels = [item for item in items if isinstance(item, Level)]
    minutes = sum(item.duration_ms for item in items) // MINUTE
    closing = next((i for i, item in enumerate(items) if item.id == registration_closes(items, 10)), None)
    facts = {
        "start_bb": lambda: given["starting_chips"] // levels[0].big_blind,
        "level6_bb": lambda: given["starting_chips"] // levels[5].big_blind,
        "levels": lambda: len(levels),
        "levels_listed": lambda: len(levels),
        "total_level_minutes": lambda: sum(item.duration_ms for item in levels) // MINUTE,
        "total_with_three_10_minute_breaks": lambda: minutes,
        "late_reg_close": lambda: _wall_clock(items[:closing]),
        "buyin_total": lambda: sum(given["buyin_split"].values()),
        "remove_100_after": lambda: number_at(items, color_up_points(items, CHIPS)[100]),
        "remove_1000_after": lambda: number_at(items, color_up_points(items, CHIPS)[1000]),
        # Needed until level 12; the sheet takes them out one level later (see color_up_schedule-02).
        "remove_500_after": lambda: number_at(items, color_up_points(items, CHIPS)[500]) + 1,
        "remove_100_at_break_after": lambda: number_at(items, color_up_breaks(items, CHIPS)[100]),
        "remove_500_at_break_after": lambda: number_at(items, color_up_breaks(items, CHIPS)[500]),
        "remove_1000_at_break_after": lambda: number_at(items, color_up_breaks(items, CHIPS)[1000]),
    }
    assert {name: facts[name]() for name in expected} == expected


def _wall_clock(items: tuple[Item, ...]) -> str:
    minutes = 15 * 60 + sum(item.duration_ms for item in items) // MINUTE
    return f"{minutes // 60}:{minutes % 60:02} for a 15:00 start"


def test_chips_leave_at_the_breaks_that_the_home_deep_stack_names() -> None:
    given = next(case["input"] for case in CASES if case["id"] == "structure-08")
    items = structure(given)
    at: dict[str, list[int]] = {}
    for chip, index in color_up_breaks(items, CHIPS).items():
        at.setdefault(str(number_at(items, index)), []).append(chip)
    assert at == given["remove"]


@cases("color_up_schedule")
def test_a_chip_is_needed_until_the_level_the_sheet_says(case: dict[str, Any]) -> None:
    given = case["input"]
    items = structure(given)
    points = color_up_points(items, given["denominations"])
    assert number_at(items, points[given["chip"]]) == case["expected"]["last_level_needing_chip"]


@cases("validator")
def test_a_printed_slip_is_found(case: dict[str, Any]) -> None:
    found = [one for one in check(structure(case["input"])) if one.severity == "impossible"]
    said = [
        one.words.format(**{name: f"{value:,}" for name, value in one.facts.items()}).lower() for one in found
    ]
    assert said == [f"the {case['expected']['reason']}."]
    assert case["expected"]["valid"] is is_playable(structure(case["input"]))


@cases("limit_structure", only="small_bet")
def test_limit_levels_of_published_events_can_be_told(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    small = given["small_bet"]
    big = given.get("big_bet", 2 * small)
    game = given.get("game", "stud")
    if "sb" in expected:
        assert limit_blinds(small) == (expected["sb"], expected["bb"])
        row = Level(
            id=1,
            number=1,
            duration_ms=MINUTE,
            game=game,
            limit="fixed-limit",
            small_blind=expected["sb"],
            big_blind=expected["bb"],
            small_bet=small,
            big_bet=big,
        )
    else:
        row = _stud(
            game, small, big, expected.get("ante", 0), expected.get("bring_in", given.get("bring_in"))
        )
    assert check([row]) == ()
    assert items_from_json(items_to_json([row])) == (row,)


def _stud(game: str, small: int, big: int, ante: int, bring_in: int) -> Level:
    return Level(
        id=1,
        number=1,
        duration_ms=MINUTE,
        game=game,
        limit="fixed-limit",
        ante=ante,
        ante_kind="all" if ante else "none",
        bring_in=bring_in,
        completion=small,
        small_bet=small,
        big_bet=big,
    )


@cases("limit_structure", only="bring_in")
def test_the_bring_in_may_be_completed(case: dict[str, Any]) -> None:
    given = case["input"]
    low, full = opening_choices(
        _stud("stud", given["small_bet"], 2 * given["small_bet"], 0, given["bring_in"])
    )
    assert [f"bring in {low}", f"complete to {full}"] == case["expected"]["options"]


@cases("limit_structure", only="blinds")
def test_antes_above_the_big_blind_in_a_mix_are_nothing_odd(case: dict[str, Any]) -> None:
    small, big = case["input"]["blinds"]
    ante = case["expected"]["bb_ante"]
    row = Level(
        id=1,
        number=1,
        duration_ms=MINUTE,
        small_blind=small,
        big_blind=big,
        ante=ante,
        ante_kind="big-blind",
    )
    assert check([row]) == ()
    assert ante * 10 == big * int(case["expected"]["ratio"] * 10)


@cases("limit_structure", only="limits")
def test_a_mixed_level_holds_flop_and_stud_games(case: dict[str, Any]) -> None:
    small, big = case["input"]["limits"]
    expected = case["expected"]
    assert list(limit_blinds(small)) == expected["flop_blinds"]
    stud = _stud("H.O.R.S.E.", small, big, expected["stud_ante"], expected["stud_bring_in"])
    assert check([stud]) == ()


@cases("bb_ante", only="bb_stack")
def test_a_short_big_blind_posts_in_the_order_of_the_house(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    posted = post(given["blinds"][1], given["bb_ante"], given["bb_stack"], ORDERS[given["order"]])  # type: ignore[arg-type]
    assert (posted.live_blind, posted.dead_ante) == (expected["live_blind"], expected["dead_ante"])
    if "can_win_back" in expected:
        assert most_won(posted.live_blind, posted.dead_ante, given["blinds"]) == expected["can_win_back"]


@cases("bb_ante", only="utg_stack")
def test_any_stack_can_win_the_whole_ante(case: dict[str, Any]) -> None:
    given = case["input"]
    assert most_won(given["utg_stack"], given["bb_ante"], given["blinds"]) == case["expected"]["utg_wins"]


@cases("bb_ante", only="players_left")
def test_the_ante_is_not_reduced_at_the_final_table(case: dict[str, Any]) -> None:
    given = case["input"]
    row = level([given["level_bb"] // 2, given["level_bb"], given["level_bb_ante"]], 1)
    assert ante_for(row, given["players_left"]) == case["expected"]["ante_used"]


@cases("bb_ante", only="players")
def test_the_big_blind_posts_blind_and_ante(case: dict[str, Any]) -> None:
    given = case["input"]
    posted = post(given["blinds"][1], given["bb_ante"], 10_000, "blind-first")
    assert posted.total == case["expected"]["bb_posts_total"]


def test_every_case_is_run() -> None:
    run = {"structure", "color_up_schedule", "validator", "limit_structure", "bb_ante"}
    assert {case["topic"] for case in CASES} == run
    shapes = ("small_bet", "blinds", "limits", "bb_stack", "utg_stack", "players_left", "players", "levels")
    assert [case["id"] for case in CASES if not any(name in case["input"] for name in shapes)] == []


def test_presets_hold_the_published_levels() -> None:
    """The presets and the cases were read from the same sheets, each on its own."""
    pairs = {
        "structure-01": "2026 WSOP",
        "structure-02": "Live! Casino",
        "structure-04": "APT Manila",
        "structure-07": "2019 WSOP",
        "color_up_schedule-07": "2018 WPT",
    }
    by_id = {case["id"]: case["input"] for case in CASES}
    for ident, name in pairs.items():
        sheet = [_stakes(item) for item in structure(by_id[ident]) if isinstance(item, Level)]
        held = [_stakes(item) for item in preset(name).items if isinstance(item, Level)]
        assert held == sheet[: len(held)], name


def _stakes(item: Level) -> tuple[object, ...]:
    return item.number, item.small_blind, item.big_blind, item.ante, item.ante_kind
