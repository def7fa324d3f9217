"""What `check` says: one small structure per finding."""

from dataclasses import replace
from typing import Any

import pytest

from tournaments.presets import preset, presets
from tournaments.rules.structure import Break, Countdown, Finding, Item, Level, check, is_playable

HOUR = 3_600_000
CHIPS = (25, 100, 500, 1000)
LIMIT = {"limit": "fixed-limit", "small_bet": 200, "big_bet": 400}
STUD = {**LIMIT, "small_blind": 0, "big_blind": 0, "ante": 25, "ante_kind": "all", "bring_in": 50}


def level(number: int = 1, /, **changes: Any) -> Level:
    """A level of 1 h with id = number and blinds 100/200 times the number."""
    base = Level(id=number, number=number, duration_ms=HOUR, small_blind=100 * number, big_blind=200 * number)
    return replace(base, **changes)


def rest(ident: int = 50, **changes: Any) -> Break:
    return replace(Break(id=ident, duration_ms=HOUR // 4), **changes)


def told(found: tuple[Finding, ...]) -> list[tuple[str, int | None, str]]:
    return [(one.code, one.item, one.words.format(**one.facts)) for one in found]


IMPOSSIBLE: list[tuple[list[Item], tuple[str, int | None, str]]] = [
    ([], ("no-levels", None, "There is no level.")),
    ([rest()], ("no-levels", None, "There is no level.")),
    ([level(1), level(2, id=1)], ("duplicate-id", 1, "2 rows have the same id.")),
    ([level(1, duration_ms=0)], ("no-duration", 1, "The duration is not above zero.")),
    ([level(1), rest(duration_ms=0)], ("no-duration", 50, "The duration is not above zero.")),
    (
        [level(1, small_blind=0, big_blind=0)],
        ("no-forced-bet", 1, "There is neither a big blind nor a bring-in."),
    ),
    (
        [level(1, small_blind=300)],
        ("small-blind-above-big", 1, "The small blind 300 is above the big blind 200."),
    ),
    ([level(1, ante=25)], ("ante-without-payer", 1, "Nobody is named to pay the ante 25.")),
    (
        [level(1, **{**LIMIT, "big_bet": 0})],
        ("no-bets", 1, "A limit level needs a small bet and a big bet."),
    ),
    (
        [level(1, **{**LIMIT, "limit": "spread-limit", "small_bet": 0})],
        ("no-bets", 1, "A limit level needs a small bet and a big bet."),
    ),
    (
        [level(1, **{**LIMIT, "big_bet": 100})],
        ("big-bet-below-small", 1, "The big bet 100 is below the small bet 200."),
    ),
    (
        [level(1, **{**STUD, "bring_in": 200})],
        ("bring-in-too-high", 1, "The bring-in 200 is not below the full bet 200."),
    ),
    (
        [level(1, **{**STUD, "bring_in": 150, "completion": 150})],
        ("bring-in-too-high", 1, "The bring-in 150 is not below the full bet 150."),
    ),
    (
        [level(2), level(3, small_blind=150, big_blind=300)],
        ("big-blind-falls", 3, "The big blind falls from 400 to 300."),
    ),
    (
        [level(1, **STUD), level(2, **{**STUD, "small_bet": 100, "big_bet": 200})],
        ("bets-fall", 2, "The bets fall from 200 to 100."),
    ),
    ([level(1), level(2, number=1)], ("duplicate-number", 2, "There is another level 1.")),
    (
        [level(1, small_blind=110)],
        ("not-payable", 1, "110 cannot be paid with the chips in play."),
    ),
    (
        [level(1), rest(color_up=(25,)), level(2, ante=75, ante_kind="all")],
        ("not-payable", 2, "75 cannot be paid with the chips in play."),
    ),
]

UNUSUAL: list[tuple[list[Item], tuple[str, int | None, str]]] = [
    ([level(1, small_blind=0)], ("no-small-blind", 1, "There is no small blind.")),
    (
        [level(1, ante_kind="big-blind")],
        ("payer-without-ante", 1, "Somebody is named to pay an ante, but it is 0."),
    ),
    ([level(1, ante=400, ante_kind="button")], ("ante-large", 1, "The ante 400 is large for this level.")),
    ([level(1, ante=200, ante_kind="all")], ("ante-large", 1, "The ante 200 is large for this level.")),
    (
        [level(1, **{**LIMIT, "big_bet": 500})],
        ("bets-not-doubled", 1, "The big bet 500 is not twice the small bet 200."),
    ),
    (
        [level(1, limit="fixed-limit", small_bet=100, big_bet=200)],
        ("blind-not-bet", 1, "The big blind 200 is not the small bet 100."),
    ),
    (
        [level(1), Countdown(id=9, duration_ms=HOUR), level(2)],
        ("countdown-not-first", 9, "A countdown belongs before the first level."),
    ),
    (
        [level(2, small_blind=100, big_blind=200), level(1, small_blind=200, big_blind=400)],
        ("number-order", 1, "Level 1 comes after a later one."),
    ),
    ([level(1), level(2, small_blind=300, big_blind=425)], ("jump", 2, "More than double: from 200 to 425.")),
    ([level(1), level(2, small_blind=100, big_blind=200)], ("repeated", 2, "The same as level 1.")),
    (
        [level(1, ante=50, ante_kind="all"), level(2, ante=25, ante_kind="all")],
        ("ante-falls", 2, "The ante falls from 50 to 25."),
    ),
    (
        [level(1), rest(color_up=(5,))],
        ("color-up-absent", 50, "There are no chips of 5 in play to take out."),
    ),
    ([level(1), rest(50), rest(51)], ("break-after-break", 51, "Two breaks in a row.")),
    (
        [level(1), level(2), level(3, duration_ms=3 * HOUR)],
        ("no-break", 3, "More than 4 hours without a break."),
    ),
]


@pytest.mark.parametrize(
    ("items", "finding"), IMPOSSIBLE, ids=lambda value: value[0] if isinstance(value, tuple) else ""
)
def test_what_cannot_be_played_is_impossible(items: list[Item], finding: tuple[str, int | None, str]) -> None:
    found = check(items, CHIPS)
    assert told(found) == [finding]
    assert [one.severity for one in found] == ["impossible"]
    assert is_playable(items, CHIPS) is False


@pytest.mark.parametrize(
    ("items", "finding"), UNUSUAL, ids=lambda value: value[0] if isinstance(value, tuple) else ""
)
def test_what_looks_like_a_slip_is_unusual(items: list[Item], finding: tuple[str, int | None, str]) -> None:
    found = check(items, CHIPS)
    assert told(found) == [finding]
    assert [one.severity for one in found] == ["unusual"]
    assert is_playable(items, CHIPS) is True


FINE: list[list[Item]] = [
    [level(1, small_blind=200)],
    [level(1, small_blind=100, big_blind=300)],
    [level(1), level(2), level(3), level(4)],
    [level(1), level(2, small_blind=100, big_blind=200, ante=200, ante_kind="big-blind")],
    [level(1, limit="pot-limit", game="Omaha")],
    [level(1, **LIMIT)],
    [level(1, **STUD)],
    [level(1, **{**LIMIT, "limit": "spread-limit", "big_bet": 1000})],
    [Countdown(id=9, duration_ms=HOUR), level(1), rest(color_up=(25,)), level(2)],
    # In a mix the next game may have smaller blinds.
    [
        level(3, **{**LIMIT, "small_bet": 600, "big_bet": 1200}),
        level(4, game="Omaha", small_blind=50, big_blind=100),
    ],
]


@pytest.mark.parametrize("items", FINE)
def test_nothing_is_said_about_what_houses_really_play(items: list[Item]) -> None:
    assert check(items, CHIPS) == ()


def test_without_chips_or_stack_nothing_is_said_about_them() -> None:
    assert check([level(1, small_blind=7, big_blind=13)]) == ()


def test_a_starting_stack_below_twenty_big_blinds_is_unusual() -> None:
    assert check([level(1)], stack=4000) == ()
    found = ("shallow-start", 1, "The starting stack is below 20 big blinds.")
    assert told(check([level(1)], stack=3999)) == [found]


def test_findings_come_in_the_order_of_the_items() -> None:
    items = [level(1, small_blind=300), level(2, duration_ms=0), level(3, ante=25)]
    assert [one.item for one in check(items)] == [1, 2, 3]


@pytest.mark.parametrize("one", presets(), ids=[one.name for one in presets()])
def test_no_preset_is_impossible(one: Any) -> None:
    assert is_playable(one.items, one.chips) is True
    assert one.source != ""


def test_the_printed_level_25_of_the_wpt_is_impossible_as_printed() -> None:
    sheet = preset("2018 WPT")
    printed = [
        replace(item, big_blind=30_000) if isinstance(item, Level) and item.number == 25 else item
        for item in sheet.items
    ]
    found = [one for one in check(printed, sheet.chips) if one.severity == "impossible"]
    slip = next(item.id for item in printed if isinstance(item, Level) and item.number == 25)
    assert told(tuple(found)) == [("big-blind-falls", slip, "The big blind falls from 40000 to 30000.")]


def test_presets_take_chips_out_where_the_sheets_say() -> None:
    ups = {}
    for one in presets():
        level_number = 0
        for item in one.items:
            level_number = item.number if isinstance(item, Level) else level_number
            if isinstance(item, Break) and item.color_up:
                ups[one.name[:8], level_number] = item.color_up
    assert ups == {
        ("Live! Ca", 8): (100,),
        ("Live! Ca", 12): (500,),
        ("Live! Ca", 20): (1000,),
        ("2018 WPT", 6): (25,),
        ("2018 WPT", 12): (100,),
        ("2018 WPT", 16): (500,),
        ("2018 WPT", 22): (1000,),
    }
