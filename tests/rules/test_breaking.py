"""Breaking on random floors: a chair of one's own for everybody, tables as even as can be."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.rules.breaking import (
    break_by_cards,
    breaking_entries,
    final_table_due,
    last_hands,
    may_break,
    plan_break,
    redraw_due,
)
from tables.rules.draw import Draw
from tables.rules.replay import outcome_seats, record_seats, replay
from tables.rules.seating import Table
from tournaments.rules.errors import RuleError
from tournaments.rules.house import HouseRules

SEED = bytes(range(32))


def draw(number: int = 1) -> Draw:
    return Draw(SEED, number, "seats")


def refusal(breaking: Table, others: list[Table]) -> str:
    with pytest.raises(RuleError) as caught:
        plan_break(breaking, others, draw())
    return caught.value.code


@st.composite
def floors(draw: st.DrawFn) -> list[Table]:
    """Two to six tables of a floor in balance, each with open chairs."""
    size = draw(st.integers(1, 9))
    tables = []
    for number in draw(st.lists(st.integers(1, 99), min_size=2, max_size=6, unique=True)):
        count = max(1, size - draw(st.integers(0, 1)))
        taken = draw(st.permutations(range(1, 11)))[:count]
        tables.append(Table(number, 10, {c: f"{number}-{c}" for c in taken}, big_blind=1))
    return tables


@given(floors(), st.integers(1, 10**6))
@settings(max_examples=200, deadline=None)
def test_everybody_of_a_broken_table_gets_a_chair_of_his_own(tables: list[Table], number: int) -> None:
    breaking, *others = tables
    if breaking.players > sum(len(t.open_chairs) for t in others):
        assert refusal(breaking, others) == "room-full"
        return
    moves = plan_break(breaking, others, draw(number))
    by_number = {t.number: t for t in others}
    assert {m.from_chair: m.entry for m in moves} == dict(breaking.taken)
    assert len({(m.to_table, m.to_chair) for m in moves}) == len(moves)
    assert all(m.to_chair in by_number[m.to_table].open_chairs for m in moves)
    received = Counter(m.to_table for m in moves)
    after = [t.players + received[t.number] for t in others]
    assert max(after) - min(after) <= 1


def test_the_smallest_tables_are_filled_first() -> None:
    breaking = Table(1, 9, {c: f"1-{c}" for c in range(1, 5)})
    others = [
        Table(n, 9, {c: f"{n}-{c}" for c in range(1, size + 1)}) for n, size in ((2, 8), (3, 5), (4, 7))
    ]
    received = Counter(m.to_table for m in plan_break(breaking, others, draw()))
    assert received == {3: 3, 4: 1}


def test_moves_come_in_the_order_of_the_old_chairs_and_say_why() -> None:
    breaking = Table(1, 9, {7: "c", 2: "a", 5: "b"})
    moves = plan_break(breaking, [breaking, Table(2, 9, {})], draw())
    assert [(m.from_chair, m.entry) for m in moves] == [(2, "a"), (5, "b"), (7, "c")]
    assert {m.why.format(**m.facts) for m in moves} == {
        "Table 1 breaks. The chair was drawn among the open chairs of the other tables."
    }


def test_every_player_is_as_likely_in_every_chair() -> None:
    breaking = Table(1, 3, {1: "a", 2: "b"})
    others = [Table(2, 2, {1: "x"}), Table(3, 3, {1: "y"})]
    seen = Counter(
        (m.entry, m.to_table, m.to_chair) for n in range(600) for m in plan_break(breaking, others, draw(n))
    )
    assert set(seen) == {(e, t, c) for e in "ab" for t, c in ((2, 2), (3, 2), (3, 3))}
    assert all(250 < seen[entry, 2, 2] < 350 for entry in "ab")
    assert all(110 < seen[entry, 3, chair] < 190 for entry in "ab" for chair in (2, 3))


def test_a_break_can_be_drawn_again_from_its_record() -> None:
    breaking = Table(5, 9, {2: "a", 9: "b"})
    others = [Table(7, 9, {1: "x"}), Table(3, 9, {4: "y"}, blocked=frozenset({1}))]
    moves = plan_break(breaking, others, draw(4))
    record = record_seats(breaking_entries(breaking), others)
    seats = sorted((str(m.entry), m.to_table, m.to_chair or 0) for m in moves)
    assert sorted(replay(SEED, 4, "seats", "", record)) == outcome_seats(seats)


def test_a_break_that_cannot_be_is_refused() -> None:
    breaking = Table(1, 9, {1: "a", 2: "b"})
    assert refusal(breaking, []) == "only-table"
    assert refusal(breaking, [breaking]) == "only-table"
    assert refusal(breaking, [Table(2, 2, {1: "c"})]) == "room-full"
    assert refusal(breaking, [Table(2, 9, {1: "b"})]) == "entry-twice"
    assert refusal(breaking, [Table(2, 9, {}), Table(2, 9, {})]) == "table-twice"


def test_an_empty_table_breaks_with_nobody_to_move() -> None:
    assert plan_break(Table(1, 9, {}), [Table(2, 9, {})], draw()) == ()


def test_a_table_with_a_locked_player_does_not_break() -> None:
    locked = Table(1, 9, {1: "a"}, locked=frozenset({"a"}))
    assert not may_break([locked])
    assert may_break([locked, Table(2, 9, {1: "b"})], reserve=7)
    assert not may_break([locked, Table(2, 9, {1: "b"})], reserve=8)


def test_cards_rank_by_rank_and_then_by_suit() -> None:
    players = {"a": "10c", "b": "Ac", "c": "Th", "d": "td", "e": "10s", "f": "2s"}
    seats = ["s1", "s2", "s3", "s4", "s5", "s6", "unused"]
    assert break_by_cards(seats, players) == {
        "b": "s1", "e": "s2", "c": "s3", "d": "s4", "a": "s5", "f": "s6",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("seats", "players", "code"),
    [
        (["1", "2"], {"a": "9s", "b": "9S"}, "card-twice"),
        (["1", "1"], {"a": "9s", "b": "8s"}, "seat-twice"),
        (["1"], {"a": "9s", "b": "8s"}, "too-few-seats"),
        (["1"], {"a": "9"}, "not-a-card"),
        (["1"], {"a": "1s"}, "not-a-card"),
        (["1"], {"a": "9x"}, "not-a-card"),
        (["1"], {"a": ""}, "not-a-card"),
    ],
)
def test_cards_that_cannot_be_are_refused(seats: list[str], players: dict[str, str], code: str) -> None:
    with pytest.raises(RuleError) as caught:
        break_by_cards(seats, players)
    assert caught.value.code == code


def test_final_tables_of_both_houses() -> None:
    sizes = {
        house.final_table: [
            max(n for n in range(1, 13) if final_table_due(n, chairs, house)) for chairs in range(2, 11)
        ]
        for house in (HouseRules(), HouseRules.wsop())
    }
    assert sizes == {"tda": [2, 3, 5, 5, 7, 7, 9, 9, 10], "wsop": [2, 4, 5, 6, 7, 8, 9, 10, 10]}
    assert not final_table_due(0, 9, HouseRules())


def test_redraws_only_as_the_tables_become_fewer() -> None:
    house = HouseRules()
    due = [
        redraw_due(100, before, now, house)
        for before, now in ((5, 4), (4, 3), (3, 3), (5, 2), (2, 1), (1, 1))
    ]
    assert due == [False, True, False, True, True, False]
    assert [redraw_due(99, now + 1, now, house) for now in (3, 2, 1)] == [False, False, True]
    assert redraw_due(60, 4, 3, HouseRules(redraw_min_entries=50))


def test_redraws_at_the_points_of_the_event_also_at_one_that_is_passed_by() -> None:
    own = HouseRules(redraw_tables=(6, 2))
    due = [
        redraw_due(300, before, now, own) for before, now in ((7, 6), (7, 5), (6, 5), (4, 3), (3, 2), (2, 1))
    ]
    assert due == [True, True, False, False, True, True]


def test_a_last_hands_card_may_be_a_rank_alone() -> None:
    assert [last_hands(9, card) for card in (3, "7", "10h", "2c", "8s")] == [3, 7, None, None, None]
    assert [last_hands(6, card) for card in (2, "5s", 6)] == [2, 5, None]
    with pytest.raises(RuleError) as caught:
        last_hands(9, 11)
    assert caught.value.code == "not-a-card"
