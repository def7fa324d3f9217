"""The published cases of the button, by id."""

from collections.abc import Callable
from typing import Any

from tables.rules.button import Positions, first_button, first_positions, next_hand
from tests.rules.floor_cases import published
from tournaments.rules.house import HouseRules

Case = dict[str, Any]


def shown(hand: Positions, name: Callable[[int], Any], wanted: dict[str, Any]) -> dict[str, Any]:
    """The hand in the case's words, as much as the case says."""
    chairs = {"button": hand.button, "sb": hand.small_blind, "bb": hand.big_blind}
    answer: dict[str, Any] = {k: v if v is None else name(v) for k, v in chairs.items()}
    answer["button_live"] = hand.button_live
    return {key: answer[key] for key in wanted}


@published("dead_button", "heads_up")
def test_next_hand(case: Case) -> None:
    given = case["input"]
    if "hand" not in given:
        assert heads_up_roles(given) == case["expected"]
        return
    names = given.get("seats") or given["clockwise"]
    chair = {name: place for place, name in enumerate(names, 1)}
    hand = given["hand"]
    last = Positions(chair[hand["button"]], chair[hand["sb"]], chair[hand["bb"]], True)
    live = {chair[name] for name in names if name not in given["busted"]}
    following = next_hand(len(names), live, last)
    answer = {"next": shown(following, lambda c: names[c - 1], case["expected"]["next"])}
    if "after_next" in case["expected"]:
        after = next_hand(len(names), live, following)
        answer["after_next"] = shown(after, lambda c: names[c - 1], case["expected"]["after_next"])
    assert answer == case["expected"]


def heads_up_roles(given: dict[str, Any]) -> dict[str, Any]:
    """Who does what with two left: cards go clockwise, the first to the player after the button."""
    names = {1: given["button"], 2: given["other"]}
    hand = first_positions(2, names, button=1)
    clockwise = [2, 1] if hand.button == 1 else [1, 2]
    first_preflop = clockwise[(clockwise.index(hand.big_blind) + 1) % 2]
    return {
        "sb": names[hand.small_blind or 0],
        "bb": names[hand.big_blind],
        "last_card_to": names[clockwise[-1]],
        "first_preflop": names[first_preflop],
        "first_postflop": names[clockwise[0]],
    }


@published("button_start")
def test_button_start(case: Case) -> None:
    given = case["input"]
    if "seats_filled" not in given:
        high_card = HouseRules(first_button="high-card")
        cards = {1: "9s", 2: "Ah", 3: "Kd"}
        drawn = (first_button({1, 2, 3}, high_card), first_button({1, 2, 3}, high_card, cards))
        assert {"button": "high card dealt" if drawn == ((1, 2, 3), 2) else drawn} == case["expected"]
        return
    live = given["seats_filled"]
    button = first_button(live, HouseRules())
    assert isinstance(button, int)
    hand = first_positions(9, live, button)
    assert shown(hand, lambda c: c, case["expected"]) == case["expected"]
