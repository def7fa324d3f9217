"""Published charts, prize lists, pools, places and ties, by id; what staff decide is listed with why."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tournaments.rules.errors import RuleError
from tournaments.rules.payout_json import chart_from_json
from tournaments.rules.payouts import (
    Chart,
    Curve,
    Fixed,
    check_chart,
    payouts,
    places_paid,
    split_tie,
)
from tournaments.rules.prize_pool import deduction, minimum_cash, prize_pool

FILE = Path(__file__).parents[1] / "vectors" / "money_cases.json"
VECTORS: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
HERE = ("payout_chart", "validator", "payout_table", "payout_rounding", "min_cash", "places_paid")
HERE_TOO = ("prize_pool", "tie_payout")
IN_DEALS = ("icm", "chip_chop")
IN_CHIPS = ("chip_race", "color_up", "starting_stack", "chip_inventory")


def cases(*topics: str) -> Any:
    chosen = [case for case in VECTORS["cases"] if case["topic"] in topics]
    assert chosen
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def columns(given: dict[str, Any]) -> list[list[float]]:
    entries = given.get("entries")
    return list(entries.values()) if isinstance(entries, dict) else [given["percent"]]


def one_band(percent: list[float]) -> Chart:
    return Chart(((1, None, tuple(share * 10 for share in percent)),))


@cases("payout_chart", "validator")
def test_a_published_column_is_taken_or_refused(case: dict[str, Any]) -> None:
    for percent in columns(case["input"]):
        rows = [{"entries": "1+", "percent": percent}]
        if case["expected"]["valid"]:
            chart = chart_from_json(rows)
            check_chart(chart)
            prizes = payouts(10_000_000, 500, chart, 1)
            assert prizes == tuple(int(Fraction(str(share)) * 100_000) for share in percent)
            assert len(percent) == case["expected"].get("places", len(percent))
        else:
            with pytest.raises(RuleError) as refused:
                payouts(10_000, 80, one_band(percent), 1)
            assert (refused.value.code, refused.value.facts["sum"]) == (
                "chart-sum",
                str(case["expected"]["sum"]),
            )
            with pytest.raises(RuleError):
                chart_from_json(rows)


@cases("payout_table")
def test_a_published_prize_list_is_kept_to_the_dollar(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    paid = places_paid(given["entries"])
    assert (paid, minimum_cash(10_000, 1500)) == (expected["places"], expected["min_cash"])
    if "bands" in given:
        listed = sorted(given["bands"])
        amounts = tuple(amount for first, last, amount in listed for _ in range(first, last + 1))
        prizes = payouts(given["prize_pool"], given["entries"], Fixed(amounts), 100, expected["min_cash"])
        assert prizes == amounts
        assert (len(prizes), sum(prizes), prizes[-1]) == (paid, expected["sum"], expected["min_cash"])
    ours = payouts(given["prize_pool"], given["entries"], Curve(), 100, expected["min_cash"])
    assert (len(ours), sum(ours), ours[-1] >= expected["min_cash"]) == (paid, given["prize_pool"], True)


@cases("payout_rounding")
def test_places_are_rounded_down_and_the_first_gets_the_rest(case: dict[str, Any]) -> None:
    given = case["input"]
    prizes = payouts(given["prize_pool"], 30, one_band(given["percent"]), given["round_to"])
    assert {"prizes": list(prizes), "sum": sum(prizes)} == case["expected"]


@cases("min_cash")
def test_the_last_place_gets_the_published_minimum(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    if "prize_pool" in given:
        # Entries are ours: 15 % of them are the published 453 places.
        prizes = payouts(given["prize_pool"], 3020, Curve(), 10, expected["min_cash"])
        assert (len(prizes), sum(prizes)) == (given["places"], given["prize_pool"])
        assert prizes[-1] >= expected["min_cash"]
        assert round(Fraction(expected["min_cash"], given["buyin"]), 3) == Fraction(str(expected["multiple"]))
    else:
        multiple = expected["min_cash_multiple"] * 1000
        assert minimum_cash(given["buyin"], multiple) == expected["min_cash"]


@cases("places_paid")
def test_a_share_of_the_field_is_paid(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    entries = given.get("entries", given.get("flight_entries"))
    permille = int(given.get("percent", 15) * 10)
    assert places_paid(entries, permille, given.get("rounding", "nearest")) in expected.values()


@cases("prize_pool")
def test_the_pool_is_what_the_entries_put_in(case: dict[str, Any]) -> None:
    given = case["input"]
    if "staff_pct" in given:
        each = given["cost"] - deduction(given["cost"], given["staff_pct"] * 10)
    else:
        each = given.get("to_pool_each", given["buyin"] - given.get("charity_each", 0))
    assert {"prize_pool": prize_pool([each] * given["entries"])} == case["expected"]


@cases("tie_payout")
def test_tied_places_are_shared(case: dict[str, Any]) -> None:
    given, expected = case["input"], case["expected"]
    tied = given.get("bust", given.get("bust_same_hand_different_tables"))
    left = given.get("left", given.get("players_left"))
    first = left - tied + 1
    prizes = [10**6] * (first - 1) + [amount * 100 for _, amount in sorted(given["prizes"].items())]
    shares = split_tie(prizes, first, tied, 1)
    assert sum(shares) == sum(amount * 100 for amount in given["prizes"].values())
    assert all(abs(share - Fraction(str(expected["each"])) * 100) <= 1 for share in shares)


def test_every_case_is_run_or_explained() -> None:
    run = {case["id"] for case in VECTORS["cases"]}
    explained = {case["id"] for case in VECTORS["not_data"] if case["why"]}
    assert {case["topic"] for case in VECTORS["cases"]} == {*HERE, *HERE_TOO, *IN_DEALS, *IN_CHIPS}
    assert (len(run), len(explained), run & explained) == (71, 12, set())
