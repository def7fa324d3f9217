"""Seats drawn for all: even, fair, never a chair that is taken or blocked."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.rules.breaking import may_break
from tables.rules.draw import Draw
from tables.rules.seating import Table, even_sizes, first_seats, tables_needed
from tournaments.rules.errors import RuleError

SEED = bytes(range(32))


def empty(*numbers: int, chairs: int = 9) -> list[Table]:
    return [Table(number, chairs, {}) for number in numbers]


def entries(count: int) -> list[str]:
    return [f"e{n}" for n in range(count)]


def refusal(*arguments: object) -> tuple[str, dict[str, object]]:
    """The code and facts with which first_seats refuses."""
    with pytest.raises(RuleError) as caught:
        first_seats(*arguments, Draw(SEED, 1, "seats"))  # type: ignore[arg-type]
    return caught.value.code, caught.value.facts


@st.composite
def rooms(draw: st.DrawFn) -> list[Table]:
    """A few tables of 2 to 10 chairs, some taken, some blocked, some both."""
    tables = []
    for number in draw(st.lists(st.integers(1, 99), min_size=1, max_size=6, unique=True)):
        chairs = draw(st.integers(2, 10))
        chair = st.integers(1, chairs)
        taken = draw(st.sets(chair, max_size=4))
        blocked = draw(st.sets(chair, max_size=2))
        tables.append(Table(number, chairs, {c: f"{number}-{c}" for c in taken}, blocked=frozenset(blocked)))
    return tables


def is_as_even_as_can_be(tables: list[Table], received: Counter[int]) -> bool:
    """No table that got a player ends two above one that still has an open chair."""
    final = {table.number: table.players + received[table.number] for table in tables}
    got = [final[number] for number in received]
    has_room = [final[t.number] for t in tables if received[t.number] < len(t.open_chairs)]
    return not got or not has_room or max(got) - min(has_room) <= 1


@given(rooms(), st.data(), st.integers(1, 10**6))
@settings(max_examples=250)
def test_everybody_gets_a_chair_of_his_own(tables: list[Table], data: st.DataObject, number: int) -> None:
    open_chairs = {(table.number, chair) for table in tables for chair in table.open_chairs}
    players = entries(data.draw(st.integers(0, len(open_chairs))))
    seats = first_seats(players, tables, Draw(SEED, number, "seats"))
    chairs = [(table, chair) for _, table, chair in seats]
    assert sorted(entry for entry, _, _ in seats) == sorted(players)
    assert chairs == sorted(set(chairs))
    assert set(chairs) <= open_chairs
    assert is_as_even_as_can_be(tables, Counter(table for _, table, _ in seats))


@given(st.integers(1, 12), st.data())
@settings(max_examples=100)
def test_empty_tables_end_within_one_and_the_lowest_numbers_get_more(count: int, data: st.DataObject) -> None:
    tables = empty(*data.draw(st.permutations(range(1, count + 1))))
    players = data.draw(st.integers(0, 9 * count))
    received = Counter(table for _, table, _ in first_seats(entries(players), tables, Draw(SEED, 1, "seats")))
    assert tuple(received[number] for number in range(1, count + 1)) == even_sizes(players, count)


def test_those_seated_already_are_counted() -> None:
    tables = [Table(1, 9, {1: "a", 2: "b", 3: "c", 4: "d"}), Table(2, 9, {9: "e"}), Table(3, 9, {})]
    seats = first_seats(entries(8), tables, Draw(SEED, 1, "seats"))
    assert Counter(table for _, table, _ in seats) == {1: 1, 2: 3, 3: 4}


def test_a_table_without_chairs_gets_nobody_and_the_others_stay_even() -> None:
    tables = [Table(1, 2, {}), Table(2, 9, {}), Table(3, 9, {}, blocked=frozenset(range(1, 10)))]
    seats = first_seats(entries(8), tables, Draw(SEED, 1, "seats"))
    assert Counter(table for _, table, _ in seats) == {1: 2, 2: 6}


def test_a_broken_chair_is_never_drawn_and_a_locked_seat_never_given_away() -> None:
    """KNOWN_FAULTS 21."""
    table = Table(7, 9, {5: "ann"}, blocked=frozenset({3, 8}), locked=frozenset({"ann"}))
    for number in range(1, 60):
        seats = first_seats(entries(6), [table], Draw(SEED, number, "seats"))
        assert {chair for _, _, chair in seats} == {1, 2, 4, 6, 7, 9}


def test_every_player_is_equally_likely_in_every_seat() -> None:
    """5 players, 2 tables of 4 chairs: table 1 gets 3, table 2 gets 2; 0.1 % points of chi-square."""
    counts: Counter[tuple[str, int, int]] = Counter()
    for number in range(1, 4_001):
        counts.update(first_seats(entries(5), empty(1, 2, chairs=4), Draw(SEED, number, "seats")))
    for table, received in ((1, 3), (2, 2)):
        expected = 4_000 * received / (4 * 5)
        seen = [counts[entry, table, chair] for entry in entries(5) for chair in range(1, 5)]
        assert sum((count - expected) ** 2 / expected for count in seen) < 43.8


def test_who_sits_together_is_drawn() -> None:
    """4 players at 2 tables of 2: each of the 3 ways to pair them comes equally often."""
    pairs: Counter[frozenset[str]] = Counter()
    for number in range(1, 3_001):
        seats = first_seats(entries(4), empty(1, 2, chairs=2), Draw(SEED, number, "seats"))
        table = next(t for e, t, _ in seats if e == "e0")
        pairs[frozenset(e for e, t, _ in seats if t == table)] += 1
    assert sum((count - 1_000) ** 2 / 1_000 for count in pairs.values()) < 13.9
    assert len(pairs) == 3


def test_too_many_players_are_refused_with_the_figures() -> None:
    tables = [Table(1, 9, {1: "a"}), Table(2, 8, {}, blocked=frozenset({8}))]
    assert refusal(entries(18), tables) == ("room-full", {"entries": 18, "chairs": 15, "missing": 3})


def test_no_table_has_no_room() -> None:
    assert refusal(entries(1), []) == ("room-full", {"entries": 1, "chairs": 0, "missing": 1})
    assert first_seats([], [], Draw(SEED, 1, "seats")) == ()


def test_nobody_gets_two_chairs() -> None:
    assert refusal(["a", "b", "a"], empty(1)) == ("entry-twice", {"entry": "a"})
    assert refusal(["a", "b"], [Table(1, 9, {4: "b"})]) == ("entry-twice", {"entry": "b"})
    assert refusal(["a"], empty(3, 3)) == ("table-twice", {"table": 3})


@given(st.integers(0, 5_000), st.integers(1, 10))
@settings(max_examples=200)
def test_even_sizes_seat_everybody_on_the_fewest_tables(players: int, chairs: int) -> None:
    sizes = even_sizes(players, tables_needed(players, chairs))
    assert sum(sizes) == players
    assert list(sizes) == sorted(sizes, reverse=True)
    assert all(sizes[0] - 1 <= size <= chairs for size in sizes)
    assert chairs * (len(sizes) - 1) < max(players, 1)


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda: tables_needed(5, 0), "no-chair"),
        (lambda: tables_needed(-1, 9), "negative-players"),
        (lambda: even_sizes(5, 0), "no-table"),
        (lambda: even_sizes(0, -1), "no-table"),
        (lambda: even_sizes(-1, 2), "negative-players"),
    ],
)
def test_impossible_counts_are_refused(ask, code) -> None:
    with pytest.raises(RuleError) as caught:
        ask()
    assert caught.value.code == code
    assert "{" not in str(caught.value)


def test_more_tables_than_players_leaves_some_empty() -> None:
    assert (even_sizes(2, 3), even_sizes(0, 0), even_sizes(0, 2)) == ((1, 1, 0), (), (0, 0))


def test_a_table_breaks_only_with_chairs_for_all() -> None:
    one, two = Table(1, 9, {1: "a", 2: "b", 3: "c"}), Table(2, 6, {n: f"2-{n}" for n in range(1, 5)})
    assert (may_break([one, two]), may_break([one, two], reserve=2)) == (True, True)
    assert may_break([one, two], reserve=3) is False
    assert (may_break([one]), may_break([])) == (False, False)


def test_a_blocked_chair_takes_nobody_and_a_locked_player_stays() -> None:
    full = Table(1, 4, {1: "a", 2: "b"}, blocked=frozenset({3}))
    assert may_break([full, Table(2, 9, {1: "c"})]) is True
    assert may_break([full, Table(2, 2, {1: "c", 2: "d"})]) is False
    assert may_break([full, Table(2, 2, {1: "c"}, locked=frozenset({"c"}))]) is False
