"""Chips: published cases by id; a race books what it changes and takes nobody's last chips."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tables.rules.card_ranks import height_of
from tables.rules.chips import (
    Race,
    average_stack,
    chips_left,
    chips_to_award,
    color_up,
    exchange_removed,
    race,
    round_up,
    stack_choices,
    stack_of,
    starting_stacks,
    total_chips,
)
from tournaments.rules.errors import RuleError

FILE = Path(__file__).parents[1] / "vectors" / "money_cases.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["cases"]
DECK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


def cases(*topics: str) -> Any:
    chosen = [case for case in CASES if case["topic"] in topics]
    assert chosen
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def chips(counts: dict[str, int]) -> dict[int, int]:
    return {int(value): count for value, count in counts.items()}


def chairs_with(counts: dict[Any, int]) -> list[str]:
    return [chair for chair, count in counts.items() if count]


@cases("color_up")
def test_published_color_ups(case: dict[str, Any]) -> None:
    given_ = case["input"]
    whole, odd = color_up(given_["chips"], given_["remove"], given_["to"])
    assert {"whole": whole, "odd": odd} == case["expected"]


@cases("chip_race")
def test_published_chip_races(case: dict[str, Any]) -> None:
    given_, expected = case["input"], case["expected"]
    small, large = given_.get("remove"), given_.get("to")
    if given_.get("after_race"):
        held = given_["player_holds_removed"]
        found = exchange_removed({held[0]: len(held)}, given_["smallest_in_play"])
        assert found == (expected["exchanged"], expected["lost"])
    elif given_.get("method") == "round up":
        raised = round_up(given_["odd"], small, large)
        assert {chair: count * large for chair, count in raised.awarded.items()} == expected["awards"]
        assert raised.change == expected["chips_added"]
    elif "cards" in given_:
        stacks = given_.get("stacks_after_color_up", {})
        last = frozenset(chair for chair, stack in stacks.items() if not stack)
        raced = race(given_["odd"], small, large, given_["cards"], last)
        assert sorted(chairs_with(raced.awarded)) == sorted(expected["awards"])
        assert dict.fromkeys(chairs_with(raced.kept), large) == expected.get("saved", {})
        best = {chair: max(map(height_of, cards)) for chair, cards in given_["cards"].items()}
        order = sorted(best, key=lambda chair: best[chair], reverse=True)
        assert order == expected.get("order_of_best_cards", order)
    else:
        odd = given_.get("leftover_small_chips_total") or sum(given_["odd"].values())
        assert chips_to_award(odd, small, large) == expected["big_chips_to_award"]


@cases("starting_stack")
def test_published_stacks_are_worth_what_they_say(case: dict[str, Any]) -> None:
    held = chips(case["input"]["chips"])
    assert {"value": stack_of(held), "count": sum(held.values())} == case["expected"]


@cases("chip_inventory")
def test_published_inventories(case: dict[str, Any]) -> None:
    given_, expected = case["input"], case["expected"]
    if "set" in given_:
        owned, stack = chips(given_["set"]), chips(given_["stack"])
        stacks = starting_stacks(owned, given_["players"], stack_of(stack))
        assert stacks == (stack,) * given_["players"]
        assert chips_left(owned, stacks) == chips(expected["left"])
        assert sum(owned.values()) == expected["total_chips"]
        assert sum(map(stack_of, stacks)) == expected["value_out"]
    else:
        total = total_chips({given_["starting_stack"]: given_["entries"]}, given_["race_gain"])
        assert total == expected["total_chips_in_play"]
        assert average_stack(total, 41) == expected["average_with_41_left"]


def test_the_fault_of_a_race_that_takes_the_last_chips() -> None:
    """KNOWN_FAULTS 32."""
    cards = {1: ["2c"], 2: ["As", "Kd", "9d"], 3: ["Qh"]}
    raced = race({1: 1, 2: 3, 3: 1}, 100, 500, cards, frozenset({1, 2}))
    assert raced == Race(awarded={1: 0, 2: 1, 3: 0}, kept={1: 1, 2: 0, 3: 0}, change=500)


@st.composite
def races(draw: st.DrawFn) -> tuple[dict[int, int], int, int, dict[int, list[str]], frozenset[int]]:
    """Odd chips at up to ten chairs, a card for each, and the chairs that have nothing else."""
    small, large = draw(st.sampled_from([(25, 100), (100, 500), (500, 1000), (1000, 5000), (25, 150)]))
    counts = draw(st.lists(st.integers(0, large // small - 1), max_size=10))
    assume(sum(counts) <= len(DECK))
    deck = draw(st.permutations(DECK))
    odd, cards = {}, {}
    for chair, count in enumerate(counts, start=1):
        odd[chair], cards[chair], deck = count, deck[:count], deck[count:]
    return odd, small, large, cards, frozenset(draw(st.sets(st.integers(1, 10))))


@settings(max_examples=250, deadline=None)
@given(given_=races())
def test_a_race_awards_what_is_there_to_the_best_cards(given_: Any) -> None:
    odd, small, large, cards, last = given_
    raced = race(odd, small, large, cards, last)
    value = sum(odd.values()) * small
    awarded = sum(raced.awarded.values())
    assert awarded == (2 * value + large) // (2 * large)
    winners = [max(map(height_of, cards[chair])) for chair in chairs_with(raced.awarded)]  # type: ignore[call-overload]
    others = [max(map(height_of, cards[chair])) for chair in odd if odd[chair] and not raced.awarded[chair]]
    assert min(winners, default=(15, 0)) > max(others, default=(0, 0))
    # Nobody is out, nobody gets two, and what came into play is booked.
    assert all(raced.awarded[chair] + raced.kept[chair] == 1 for chair in last if odd.get(chair))
    assert all(raced.awarded[chair] + raced.kept[chair] <= min(1, odd[chair]) for chair in odd)
    assert raced.change == (awarded + sum(raced.kept.values())) * large - value
    assert 2 * abs(awarded * large - value) <= large


@settings(max_examples=200, deadline=None)
@given(held=st.integers(0, 10**6), sizes=st.sampled_from([(25, 100), (100, 500), (1000, 25_000)]))
def test_a_color_up_loses_nothing(held: int, sizes: tuple[int, int]) -> None:
    small, large = sizes
    whole, odd = color_up(held, small, large)
    assert whole * large + odd * small == held * small
    assert 0 <= odd * small < large


@settings(max_examples=150, deadline=None)
@given(
    inventory=st.dictionaries(st.sampled_from((5, 25, 100, 500, 1000, 5000)), st.integers(0, 300)),
    entries=st.integers(1, 30),
    stack=st.integers(1, 400).map(lambda fives: fives * 25),
)
def test_starting_stacks_are_of_one_worth_and_in_the_house(
    inventory: dict[int, int], entries: int, stack: int
) -> None:
    try:
        stacks = starting_stacks(inventory, entries, stack)
    except RuleError as refused:
        if refused.code not in ("chips-short", "chips-do-not-fit"):
            raise
        return
    assert [stack_of(held) for held in stacks] == [stack] * entries
    assert min(chips_left(inventory, stacks).values(), default=0) >= 0
    for choice in stack_choices(inventory, entries, stack):
        assert stack_of(choice) == stack
        assert all(count * entries <= inventory[value] for value, count in choice.items())


@settings(max_examples=100, deadline=None)
@given(
    held=st.dictionaries(st.sampled_from((25, 100, 500, 1000)), st.integers(1, 15), min_size=1),
    entries=st.integers(1, 20),
    spare=st.integers(0, 30),
)
def test_equal_stacks_are_found_whenever_there_are_some(
    held: dict[int, int], entries: int, spare: int
) -> None:
    inventory = {value: count * entries + spare for value, count in held.items()}
    stacks = starting_stacks(inventory, entries, stack_of(held))
    assert stacks == (stacks[0],) * entries


def test_late_stacks_are_made_of_what_is_left() -> None:
    assert starting_stacks({100: 15, 500: 3, 1000: 1}, 4, 1000) == (
        {100: 5, 500: 1},
        {100: 5, 500: 1},
        {100: 5, 500: 1},
        {1000: 1},
    )


def test_cards_count_by_rank_then_suit_in_a_race() -> None:
    odd, cards = {1: 1, 2: 1, 3: 1, 4: 1}, {1: ["10c"], 2: ["Th"], 3: ["9s"], 4: ["Td"]}
    assert race(odd, 100, 200, cards).awarded == {1: 0, 2: 1, 3: 0, 4: 1}


def test_removed_chips_found_later_are_exchanged_only_whole() -> None:
    assert exchange_removed({100: 7, 25: 12}, 500) == (1000, 0)
    assert exchange_removed({}, 500) == (0, 0)


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: race({1: 5}, 100, 500, {1: DECK[:5]}), "race-odd"),
        (lambda: race({1: -1}, 100, 500, {}), "race-odd"),
        (lambda: race({1: 2}, 100, 500, {1: ["9s"]}), "race-cards"),
        (lambda: race({1: 2}, 100, 500, {}), "race-cards"),
        (lambda: race({1: 1}, 100, 500, {1: ["9s"], 2: ["9h"]}), "race-cards"),
        (lambda: race({1: 1, 2: 1}, 100, 500, {1: ["9s"], 2: ["9S"]}), "card-twice"),
        (lambda: race({1: 1}, 100, 500, {1: ["9x"]}), "not-a-card"),
        (lambda: race({1: 1}, 500, 100, {1: ["9s"]}), "chip-sizes"),
        (lambda: color_up(5, 100, 250), "chip-sizes"),
        (lambda: color_up(-5, 100, 500), "chips"),
        (lambda: stack_of({100: -1}), "chips"),
        (lambda: exchange_removed({100: 1}, 0), "chip-size"),
        (lambda: starting_stacks({100: 9}, 1, 1000), "chips-short"),
        (lambda: starting_stacks({500: 9}, 1, 750), "chips-do-not-fit"),
        (lambda: starting_stacks({500: 9}, 1, 0), "stack"),
        (lambda: chips_left({100: 9}, [{100: 10}]), "chips-short"),
    ],
)
def test_wrong_input_is_a_sentence(call: Any, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        call()
    assert refused.value.code == code
    assert "{" not in str(refused.value)
