"""The published cases of balancing, halts, absences and the end of a day, by id."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tables.rules.absence import lone_play, may_take_unclaimed, penalty_left
from tables.rules.balance_sizes import allowed_difference
from tables.rules.balancing import (
    dealt_in,
    halted,
    hands_missed,
    last_hands,
    next_big_blind,
    plan_balance,
    worst_chair,
)
from tables.rules.button import Positions, next_hand
from tables.rules.clockwise import chairs_by_turn
from tables.rules.seating import Table
from tables.rules.shot_clock import read_shot_clock
from tests.rules.floor_cases import VECTORS, published
from tournaments.rules.errors import RuleError
from tournaments.rules.house import HouseRules

Case = dict[str, Any]


def table(number: int, players: int, chairs: int = 9, big_blind: int | None = 1) -> Table:
    return Table(number, chairs, {c: f"{number}-{c}" for c in range(1, players + 1)}, big_blind=big_blind)


def with_open(chairs: set[int], last_big_blind: int) -> Table:
    taken = {c: f"p{c}" for c in range(1, 10) if c not in chairs}
    return Table(1, 9, taken, big_blind=last_big_blind)


def chair_given(case: Case) -> Any:
    given = case["input"]["to_table"]
    return {"to_seat": worst_chair(with_open(set(given["open_seats"]), given["next_sb"]))}


def single_big_blind_again(case: Case) -> Any:
    # The mover is the next big blind at the full table, and the chair is the big blind at the other.
    (move,) = plan_balance([table(1, 9, big_blind=9), table(2, 7, big_blind=7)])
    return {"still_moves": (move.entry, move.to_chair) == ("1-1", 8)}


def stud_in_a_mix(case: Case) -> Any:
    chairs = case["input"]["players"]
    button = case["input"]["last_flop_hand_button"]
    live = range(1, chairs + 1)
    would_be = next_hand(chairs, live, Positions(button, button + 1, button + 2, True))
    eight = table(1, chairs, chairs, big_blind=button + 2)
    (move,) = plan_balance([eight, table(2, 6, chairs)], mixed=True)
    is_big_blind = move.from_chair == would_be.big_blind
    return {
        "button_frozen_at": would_be.button,
        "player_moved": "would-be big blind if it were hold'em" if is_big_blind else "another",
        "on_return": "button starts at the frozen seat",
    }


def high_card_mover(case: Case) -> Any:
    tables = [table(1, 8, 8, big_blind=3), table(2, 6, 8, big_blind=2)]
    (move,) = plan_balance(tables, HouseRules.wsop(), mixed=True)
    by_card = (move.entry, move.from_chair, move.to_chair, move.needs_big_blind) == (None, None, 7, ())
    who = "high card drawn at the table" if by_card and "high card" in move.why else "another"
    return {"player_moved": who, "regardless_of_current_game": True}


def first_full_in_order(case: Case) -> Any:
    count = case["input"]["tables"]
    sizes = [8, 9, 7, 8, 9] + [8] * (count - 5)
    tables = [table(n, size) for n, size in enumerate(sizes, 1)]
    order = (1, 3, 5, *(n for n in range(1, count + 1) if n not in (1, 3, 5)))
    (move,) = plan_balance(tables, order=order)
    right = (move.from_table, move.to_table) == (5, 3)
    return {"take_from": "next table in the breaking order at full capacity" if right else move}


def never_two_apart(case: Case) -> Any:
    tables = [table(n, size) for n, size in enumerate(case["input"]["tables"], 1)]
    moves = plan_balance(tables)
    right = [move.entry for move in moves] == [next_big_blind(tables[0])]
    return {
        "rebalance": bool(moves),
        "player": "next big blind at the largest table" if right else moves,
    }


def wide_enough(case: Case) -> Any:
    tables = [table(n, size, chairs=10) for n, size in enumerate(case["input"]["tables"], 1)]
    return {"action": plan_balance(tables, HouseRules(wide_difference_above=4)) or "none needed"}


def chairs_in_order(case: Case) -> Any:
    given = case["input"]["table"]
    ours = list(chairs_by_turn(with_open(set(given["open_seats"]), given["last_bb"])))
    # The printed order ends with the chair that has just paid; by the TDA nobody is sent to the small blind.
    return {"worst_to_best": [*ours, given["last_bb"]]}


BALANCE: dict[str, Callable[[Case], Any]] = {
    "balance-01": lambda case: {"player_from_seat": int(str(next_big_blind(with_open(set(), 5)))[1:])},
    "balance-02": chair_given,
    "balance-04": chair_given,
    "balance-05": single_big_blind_again,
    "balance-07": stud_in_a_mix,
    "balance-08": high_card_mover,
    "balance-10": first_full_in_order,
    "balance-13": never_two_apart,
    "balance-14": wide_enough,
    "balance-16": lambda case: {
        "max_difference": allowed_difference(
            case["input"]["tables_left"], HouseRules(wide_difference_above=4)
        )
    },
    "balance-17": chairs_in_order,
}


@published("balance")
def test_balance(case: Case) -> None:
    assert BALANCE[case["id"]](case) == case["expected"]


@published("halt_play")
def test_halt(case: Case) -> None:
    given = case["input"]
    chairs = int(given["format"].split("-")[0].split()[-1])
    # A player missing in the middle: the big blind falls on that chair, or on a player.
    empty = given.get("next_bb_seat_empty_at")
    tables = [
        table(n, players, chairs, big_blind=players if name == empty else 1)
        for n, (name, players) in enumerate(given["tables"].items(), 1)
    ]
    found = halted(tables, HouseRules(), {t.number for t in tables})
    names = list(given["tables"])
    answer: Any = [names[number - 1] for number in sorted(found.stop)]
    assert (answer if not found.discretion else "staff discretion") == case["expected"]["halt"]
    assert found.ask == frozenset()


@published("no_show")
def test_no_show(case: Case) -> None:
    given = case["input"]
    play = lone_play(
        given.get("present", 0),
        given.get("minutes_since_start", 0),
        heads_up_event=given.get("format") == "heads-up event",
    )
    if play is not None:
        gets = " and ".join(play.gets)
        said = f"button moves one seat every {play.every_minutes} minutes and the player gets {gets}"
        assert case["expected"] in ({"from_now": said}, {"every_minutes": play.every_minutes, "gets": gets})
        return
    answers: dict[str, Any] = {
        "no_show-05": {
            "chips_may_be_removed": "after a new level starts or half an hour, whichever first"
            if [may_take_unclaimed(29, False), may_take_unclaimed(30, False), may_take_unclaimed(1, True)]
            == [False, True, True]
            else "other"
        },
    }
    assert answers[case["id"]] == case["expected"]


@published("penalty")
def test_penalty(case: Case) -> None:
    given = case["input"]
    if "state" in given:
        assert 9 - penalty_left(9, dealt=0, misdeals=1) == case["expected"]["counts_as"]
        return
    hands = hands_missed(given["players_at_table_when_given"], given["rounds"])
    assert {"hands_missed": hands} == case["expected"]


@published("end_of_day")
def test_end_of_day(case: Case) -> None:
    ranks = [rank for rank in range(2, 11) if last_hands(case["input"]["handed"], f"{rank}h") == rank]
    assert {"card_ranks": ranks} == case["expected"]
    assert [last_hands(case["input"]["handed"], card) for card in ("Ah", "Kd", "Q", "Jc")] == [None] * 4


@published("clock_level")
def test_called_clock(case: Case) -> None:
    expected = case["expected"]
    called_at = datetime(2026, 11, 28, 20, 0, tzinfo=UTC)
    ends = {"thinking": expected["seconds"], "countdown": expected["seconds"] + expected["countdown"]}
    for state, seconds in ends.items():
        at = called_at + timedelta(seconds=seconds)
        assert read_shot_clock(called_at, at - timedelta(milliseconds=1)).state == state
        assert read_shot_clock(called_at, at).state != state
    # What an ended clock means for the hand is the dealer's to say: the handbook has it.


@published("new_player_between")
def test_new_player(case: Case) -> None:
    given = case["input"]
    button = given.get("button_seat", 3)
    small_blind = given.get("sb_seat", 4)
    hand = Positions(button, small_blind, given.get("bb_seat", small_blind + 1), True)
    chair = button if given["arrives_seat"] == "button" else given["arrives_seat"]
    answer: dict[str, Any] = {"dealt_in": dealt_in(chair, hand, {3, 4, 6, 8} - {chair})}
    if chair == hand.big_blind:
        answer["posts"] = "big blind"
    assert answer == case["expected"]


@published("hand_for_hand")
def test_hand_for_hand(case: Case) -> None:
    minutes = HouseRules().hand_minutes
    if "clock" not in case["input"]:
        assert minutes == case["expected"]["minutes_off_per_hand"]
        return
    before, after = (
        int(hours) * 60 + int(rest)
        for hours, rest in (text.split(":") for text in (case["input"]["clock"], case["expected"]["clock"]))
    )
    assert before - minutes == after


def test_a_negative_penalty_is_refused() -> None:
    with pytest.raises(RuleError) as caught:
        hands_missed(9, -1)
    assert (caught.value.code, caught.value.facts) == ("penalty-negative", {"rounds": -1, "players": 9})


def test_every_case_is_run_or_explained() -> None:
    run = {case["id"] for case in VECTORS["cases"]}
    explained = {case["id"] for case in VECTORS["not_data"] if case["why"]}
    assert (len(run), len(explained), run & explained) == (63, 19, set())
