"""Faults of seating seen elsewhere (KNOWN_FAULTS 18 to 24), each kind with its small case."""

import pytest

from tables.rules.balancing import plan_balance
from tables.rules.breaking import plan_break
from tables.rules.button import Positions, next_hand
from tables.rules.draw import Draw
from tables.rules.seating import Table
from tournaments.rules.errors import RuleError

SEED = bytes(range(32))


def tables(*sizes: int, chairs: int = 9) -> list[Table]:
    return [
        Table(number, chairs, {c: f"{number}-{c}" for c in range(1, size + 1)}, big_blind=size or None)
        for number, size in enumerate(sizes, 1)
    ]


def test_fault_18_nine_and_five_take_two_moves_to_two_chairs() -> None:
    moves = plan_balance(tables(9, 5))
    assert [(m.entry, m.to_table, m.to_chair) for m in moves] == [("1-1", 2, 6), ("1-2", 2, 7)]


@pytest.mark.parametrize(
    ("sizes", "balanced"),
    [
        ((9, 7), [8, 8]),
        ((6, 4), [5, 5]),
        ((9, 9, 7), [8, 8, 9]),
        ((8, 9, 9, 8, 9, 7, 9), [8, 8, 8, 8, 9, 9, 9]),
    ],
)
def test_fault_19_two_apart_is_not_balanced(sizes: tuple[int, ...], balanced: list[int]) -> None:
    moves = plan_balance(tables(*sizes))
    after = list(sizes)
    for move in moves:
        after[move.from_table - 1] -= 1
        after[move.to_table - 1] += 1
    assert (len(moves), sorted(after)) == (1, balanced)


def test_fault_20_five_of_a_broken_table_get_five_chairs() -> None:
    breaking, *others = tables(5, 7, 7, 7)
    moves = plan_break(breaking, others, Draw(SEED, 1, "seats"))
    assert sorted(str(m.entry) for m in moves) == ["1-1", "1-2", "1-3", "1-4", "1-5"]
    assert len({(m.to_table, m.to_chair) for m in moves}) == 5
    assert sorted(m.to_table for m in moves) == [2, 2, 3, 3, 4]


def test_fault_21_no_blocked_chair_is_drawn_and_no_locked_player_moved() -> None:
    breaking = Table(1, 9, {1: "a", 2: "b"})
    others = [
        Table(2, 4, {1: "c"}, blocked=frozenset({2, 3})),
        Table(3, 4, {1: "d"}, blocked=frozenset({4, 3})),
    ]
    for number in range(1, 20):
        moves = plan_break(breaking, others, Draw(SEED, number, "seats"))
        assert {(m.to_table, m.to_chair) for m in moves} == {(2, 4), (3, 2)}
    kept = Table(1, 9, {1: "a", 2: "b"}, locked=frozenset({"b"}))
    with pytest.raises(RuleError) as caught:
        plan_break(kept, others, Draw(SEED, 1, "seats"))
    assert (caught.value.code, caught.value.facts["entries"]) == ("player-locked", ("b",))
    nine = Table(1, 9, {c: f"1-{c}" for c in range(1, 10)}, big_blind=9, locked=frozenset({"1-1", "1-2"}))
    assert [m.entry for m in plan_balance([nine, *tables(0, 5)[1:]])] == ["1-3", "1-4"]


def test_fault_23_four_busts_at_one_table_of_many_are_planned_at_once() -> None:
    moves = plan_balance(tables(*([9] * 40), 5, *([9] * 39)))
    assert [m.to_table for m in moves] == [41, 41, 41]
    assert len({m.from_table for m in moves}) == 3


def test_fault_24_the_big_blind_skips_nobody_after_a_bust() -> None:
    hand = Positions(1, 2, 3, True)
    assert next_hand(9, {1, 2, 4, 5, 6}, hand).big_blind == 4
    assert next_hand(9, {1, 2, 3, 5, 6}, hand).big_blind == 5
    assert next_hand(9, {4, 5}, hand) == Positions(5, 5, 4, True)


def test_fault_24_heads_up_the_same_player_has_it_never_twice_running() -> None:
    for live in ({1, 2}, {1, 3}, {2, 3}):
        hand = next_hand(9, live, Positions(1, 2, 3, True))
        assert hand.big_blind != 3
        for _ in range(4):
            following = next_hand(9, live, hand)
            assert following.big_blind == hand.button
            hand = following
