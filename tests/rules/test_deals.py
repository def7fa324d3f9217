"""Deals: published cases by id, and the chip model beside the way it is usually defined."""

import json
import time
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.deals import Deal, chip_chop, deal, even_chop, icm, prizes_without, settle
from tournaments.rules.errors import RuleError
from tournaments.rules.shares import exact

FILE = Path(__file__).parents[1] / "vectors" / "money_cases.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["cases"]
STACKS = st.integers(1, 10**7)
PRIZES = st.integers(0, 10**6)
SEVENTHS = Fraction(1, 7).__mul__


def cases(topic: str) -> Any:
    chosen = [case for case in CASES if case["topic"] == topic]
    assert chosen
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def by_orders(stacks: tuple[int, ...], prizes: tuple[int, ...]) -> tuple[Fraction, ...]:
    """The definition: every order of finishing with its chance, each place won by share of the chips left."""
    found = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = Fraction(1), sum(stacks)
        for player in order:
            chance *= Fraction(stacks[player], left)
            left -= stacks[player]
        for player, prize in zip(order, prizes, strict=False):
            found[player] += chance * prize
    return tuple(found)


def by_sets(stacks: tuple[int, ...], prizes: tuple[int, ...]) -> list[float]:
    """The definition for more players: chances of each set of players to take the first places."""

    @cache
    def chance(taken: int) -> float:
        if not taken:
            return 1.0
        total = 0.0
        for player, stack in enumerate(stacks):
            if taken >> player & 1:
                before = taken & ~(1 << player)
                total += chance(before) * stack / left(before)
        return total

    def left(taken: int) -> int:
        return sum(stack for player, stack in enumerate(stacks) if not taken >> player & 1)

    found = [0.0] * len(stacks)
    for taken in range((1 << len(stacks)) - 1):
        place = taken.bit_count()
        if place < len(prizes):
            for player, stack in enumerate(stacks):
                if not taken >> player & 1:
                    found[player] += chance(taken) * stack / left(taken) * prizes[place]
    return found


@cases("icm")
def test_published_icm(case: dict[str, Any]) -> None:
    given_, expected = case["input"], case["expected"]
    shares = icm(given_["stacks"], given_["prizes"])
    assert [round(float(share), 4) for share in shares] == expected["equities"]
    assert sum(shares) == sum(exact(prize) for prize in given_["prizes"])
    for share, printed in zip(shares, expected["printed"], strict=True):
        assert printed is None or abs(float(share) - printed) <= expected["tolerance"]


@cases("chip_chop")
def test_published_chip_chops(case: dict[str, Any]) -> None:
    given_, expected = case["input"], case["expected"]
    if given_["method"].startswith("everyone"):
        shares = chip_chop(given_["stacks"], given_["prizes"])
        assert [round(float(share), 2) for share in shares] == expected["amounts"]
        for share, printed in zip(shares, expected["printed"], strict=True):
            assert abs(float(share) - printed) <= expected["tolerance"]
    elif given_["method"] == "even chop":
        each = even_chop(given_["stacks"], given_["prizes"])[0]
        assert round(float(each), 2) == expected["each"]
        cents = settle((each,) * 3, 1, 10_000)
        assert (cents, 10_000 - 3 * min(cents)) == ((3334, 3333, 3333), int(expected["rounding_left"] * 100))
    else:
        in_percent = settle(given_["percent"], 1, 10_000)
        assert in_percent[given_["position"] - 1] == round(expected["share_pct"] * 100)


@settings(max_examples=60, deadline=None)
@given(data=st.data(), players=st.integers(1, 5))
def test_icm_is_its_definition_exactly(data: st.DataObject, players: int) -> None:
    stacks = tuple(data.draw(st.lists(STACKS, min_size=players, max_size=players)))
    prizes = tuple(data.draw(st.lists(PRIZES, max_size=players)))
    assert icm(stacks, prizes) == by_orders(stacks, prizes)


@settings(max_examples=30, deadline=None)
@given(stacks=st.lists(STACKS, min_size=2, max_size=10), data=st.data())
def test_icm_pays_the_prizes_and_bigger_stacks_never_get_less(stacks: list[int], data: st.DataObject) -> None:
    prizes = sorted(data.draw(st.lists(PRIZES, max_size=len(stacks))), reverse=True)
    shares = icm(stacks, prizes)
    assert sum(shares) == sum(prizes)
    assert [share for _, share in sorted(zip(stacks, shares, strict=True))] == sorted(shares)


@pytest.mark.parametrize(
    "stacks",
    [
        tuple(range(1, 12)),
        tuple(10**power for power in range(12)),
        (10**9, *(1,) * 10),
        (7,) * 11,
    ],
    ids=["steps", "powers of ten", "one giant", "equal"],
)
def test_icm_beyond_ten_players_is_within_a_billionth(stacks: tuple[int, ...]) -> None:
    for prizes in [(1000,), (500, 300, 200), tuple(1000 // place for place in range(1, len(stacks) + 1))]:
        shares = icm(stacks, prizes)
        assert sum(shares) == sum(prizes)
        expected = by_sets(stacks, prizes)
        worst = max(abs(float(share) - right) for share, right in zip(shares, expected, strict=True))
        assert worst < 1e-9 * sum(prizes)


def test_icm_of_thirty_players_takes_less_than_two_seconds() -> None:
    stacks = [3**place for place in range(30)]
    prizes = [10**9 // place for place in range(1, 31)]
    began = time.process_time()
    shares = icm(stacks, prizes)
    assert time.process_time() - began < 2
    assert sum(shares) == sum(prizes)
    assert list(shares) == sorted(shares)


def test_thirty_equal_stacks_share_evenly() -> None:
    shares = icm((5,) * 30, range(3000, 0, -100))
    assert all(abs(share - 1550) < Fraction(46_500, 10**9) for share in shares)


def test_players_without_chips_share_the_last_places() -> None:
    assert icm((0, 300, 0, 100), (50, 30, 16, 4)) == (10, 45, 10, 35)
    assert icm((0, 0), (10, 5)) == (Fraction(15, 2), Fraction(15, 2))
    assert chip_chop((0, 0), (10, 5)) == (Fraction(15, 2), Fraction(15, 2))
    assert (icm((), ()), chip_chop((), ()), even_chop((), ())) == ((), (), ())


@settings(max_examples=100, deadline=None)
@given(stacks=st.lists(STACKS, min_size=1, max_size=12), data=st.data())
def test_a_chip_chop_pays_the_prizes_and_nobody_less_than_the_lowest(
    stacks: list[int], data: st.DataObject
) -> None:
    prizes = data.draw(st.lists(PRIZES, min_size=len(stacks), max_size=len(stacks)))
    shares = chip_chop(stacks, prizes)
    assert (sum(shares), min(shares) >= min(prizes)) == (sum(prizes), True)


@settings(max_examples=200, deadline=None)
@given(
    shares=st.lists(st.integers(0, 10**8).map(SEVENTHS), min_size=1, max_size=20).filter(any),
    unit=st.sampled_from((1, 5, 100)),
    total=st.integers(0, 10**9),
)
def test_settled_shares_are_the_total_and_none_a_unit_away(
    shares: list[Fraction], unit: int, total: int
) -> None:
    amounts = settle(shares, unit, total)
    assert sum(amounts) == total
    for share, amount in zip(shares, amounts, strict=True):
        assert abs(amount - share * total / sum(shares)) <= unit
    assert sum(amount % unit > 0 for amount in amounts) <= 1


def test_units_left_go_to_the_largest_parts_cut_off() -> None:
    assert settle((Fraction("10.6"), Fraction("10.7"), Fraction("8.7")), 1, 30) == (10, 11, 9)
    assert settle((35, 35, 35), 10, 105) == (40, 35, 30)
    assert settle((0, 0), 5, 0) == (0, 0)
    assert settle((1, 1, 2), 1, 1000) == (250, 250, 500)


@settings(max_examples=100, deadline=None)
@given(
    stacks=st.lists(STACKS, min_size=2, max_size=6),
    method=st.sampled_from(("icm", "chip-chop", "even")),
    unit=st.sampled_from((1, 100)),
    data=st.data(),
)
def test_a_deal_with_something_left_to_play_for_is_the_prizes(
    stacks: list[int], method: Any, unit: int, data: st.DataObject
) -> None:
    prizes = sorted(data.draw(st.lists(PRIZES, min_size=1, max_size=len(stacks))), reverse=True)
    left = data.draw(st.integers(0, prizes[0]))
    made = deal(stacks, prizes, method, unit, left)
    assert (sum(made.amounts) + made.left, made.left) == (sum(prizes), left)


def test_a_deal_in_even_parts() -> None:
    assert deal((9, 5, 1), (600, 300, 100), "even", 1, left=100) == Deal(amounts=(300, 300, 300), left=100)
    assert prizes_without((), 0) == ()


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: icm((1, -1), (5,)), "negative-stack"),
        (lambda: icm((1, 1), (5, -1)), "negative-prize"),
        (lambda: chip_chop((1, 1), (5, 4, 3)), "more-prizes-than-players"),
        (lambda: icm(("many",), (5,)), "not-a-number"),
        (lambda: icm((float("nan"),), (5,)), "not-a-number"),
        (lambda: settle((1,), 0, 5), "unit"),
        (lambda: settle((1, -1), 1, 5), "negative-share"),
        (lambda: settle((1,), 1, -5), "negative-pool"),
        (lambda: settle((0, 0), 1, 5), "nobody-to-share"),
        (lambda: settle((), 1, 5), "nobody-to-share"),
        (lambda: prizes_without((500, 300), 501), "left-to-play"),
        (lambda: prizes_without((500, 300), -1), "left-to-play"),
    ],
)
def test_wrong_input_is_a_sentence(call: Any, code: str) -> None:
    with pytest.raises(RuleError) as refused:
        call()
    assert refused.value.code == code
    assert "{" not in str(refused.value)
