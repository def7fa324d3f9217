"""A seat for a late entry, by each house rule, and the record from which any seat draw is done again."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.rules.draw import Draw
from tables.rules.replay import outcome_late_seat, outcome_seats, record_late, record_seats, replay
from tables.rules.seating import Table, first_seats, late_candidates, late_seat
from tournaments.rules.house import HouseRules

SEED = bytes(range(32))
FEWEST, ANY, IN_ORDER = (HouseRules(late_seat=rule) for rule in ("fewest", "any", "in-order"))


def table(number: int, players: int, chairs: int = 9, blocked: tuple[int, ...] = ()) -> Table:
    """A table whose first chairs are taken."""
    return Table(
        number, chairs, {c: f"{number}-{c}" for c in range(1, players + 1)}, blocked=frozenset(blocked)
    )


def reached(*tables: Table, house: HouseRules, **more: object) -> set[tuple[int, int] | None]:
    """Every seat that comes up in 300 draws."""
    draws = (Draw(SEED, number, "late-seat") for number in range(1, 301))
    return {late_seat(tables, draw, house, **more) for draw in draws}  # type: ignore[arg-type]


def chairs(number: int, first: int, last: int) -> set[tuple[int, int]]:
    return {(number, chair) for chair in range(first, last + 1)}


def test_fewest_draws_among_the_tables_with_the_fewest_players() -> None:
    seats = reached(table(1, 6), table(2, 5), table(3, 5), table(4, 7), house=FEWEST)
    assert seats == chairs(2, 6, 9) | chairs(3, 6, 9)


def test_fewest_passes_over_a_smaller_table_without_a_chair() -> None:
    assert reached(table(1, 2, chairs=4, blocked=(3, 4)), table(2, 5), house=FEWEST) == chairs(2, 6, 9)


def test_any_draws_among_all_open_chairs_equally() -> None:
    counts = Counter(
        late_seat([table(1, 8), table(2, 6), table(3, 9)], Draw(SEED, number, "late-seat"), ANY)
        for number in range(1, 2_001)
    )
    assert set(counts) == chairs(1, 9, 9) | chairs(2, 7, 9)
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 16.3


def test_in_order_fills_the_first_table_in_the_order_given() -> None:
    assert reached(table(9, 9), table(7, 6), table(2, 1), house=IN_ORDER) == chairs(7, 7, 9)


def test_a_freed_seat_is_drawn_like_any_other() -> None:
    """KNOWN_FAULTS 25: chair 3 was freed a moment ago; it is not simply handed on."""
    freed = replace(table(1, 7), taken={c: f"1-{c}" for c in (1, 2, 4, 5, 6, 7)})
    assert reached(freed, house=FEWEST) == {(1, 3), (1, 8), (1, 9)}


def test_a_blocked_chair_is_never_drawn() -> None:
    """KNOWN_FAULTS 21."""
    for house in (FEWEST, ANY, IN_ORDER):
        assert reached(table(1, 5, blocked=(7, 9)), house=house) == {(1, 6), (1, 8)}


@pytest.mark.parametrize("house", [FEWEST, ANY, IN_ORDER])
def test_a_reserved_table_opens_when_the_open_ones_are_at_their_start_size(house: HouseRules) -> None:
    reserved = [table(8, 0, chairs=0), table(5, 0), table(6, 0)]
    assert reached(table(1, 7), table(2, 8), house=house, start_size=8, unopened=reserved) == chairs(1, 8, 9)
    assert reached(table(1, 8), table(2, 8), house=house, start_size=8, unopened=reserved) == chairs(5, 1, 9)
    assert reached(table(1, 8), table(2, 9), house=house, unopened=reserved) == {(1, 9)}
    assert reached(table(1, 9), table(2, 9), house=house, unopened=reserved) == chairs(5, 1, 9)
    assert reached(house=house, start_size=8, unopened=reserved) == chairs(5, 1, 9)


def test_with_nothing_left_to_open_the_tables_fill_to_the_last_chair() -> None:
    assert reached(table(1, 8), table(2, 9), house=FEWEST, start_size=8) == {(1, 9)}
    assert reached(table(1, 9), table(2, 9), house=FEWEST, start_size=8, unopened=[table(3, 9)]) == {None}


def test_a_full_room_draws_nothing() -> None:
    used, fresh = Draw(SEED, 1, "late-seat"), Draw(SEED, 1, "late-seat")
    assert late_seat([table(1, 9)], used) is None
    assert used.below(2**64) == fresh.below(2**64)


sizes = st.integers(2, 10).flatmap(
    lambda n: st.tuples(st.just(n), st.integers(0, n), st.sets(st.integers(1, n)))
)
rooms = st.lists(sizes, max_size=6).map(
    lambda found: [table(n, players, size, tuple(out)) for n, (size, players, out) in enumerate(found, 1)]
)


@given(rooms, st.integers(0, 6), st.sampled_from([FEWEST, ANY, IN_ORDER]), st.none() | st.integers(1, 10))
@settings(max_examples=300)
def test_a_late_seat_is_always_legal(
    tables: list[Table], opened: int, house: HouseRules, start_size: int | None
) -> None:
    ours, reserved = tables[:opened], tables[opened:]
    seat = late_seat(ours, Draw(SEED, 1, "late-seat"), house, start_size, reserved)
    free = {t.number: t.open_chairs for t in tables if t.open_chairs}
    if seat is None:
        assert not free
        return
    assert seat[1] in free[seat[0]]
    below = [t.players for t in ours if t.open_chairs and (start_size is None or t.players < start_size)]
    chosen = next(t for t in tables if t.number == seat[0])
    if chosen in reserved:
        assert not below
        assert chosen == next(t for t in reserved if t.open_chairs)
    elif house is FEWEST and below:
        assert chosen.players == min(below)


@given(rooms, st.text("aä♠", max_size=3), st.integers(0, 60), st.sampled_from([FEWEST, ANY, IN_ORDER]))
@settings(max_examples=150)
def test_a_recorded_draw_gives_the_same_again(
    tables: list[Table], cut: str, count: int, house: HouseRules
) -> None:
    entries = [f"e{n}" for n in range(min(count, sum(len(t.open_chairs) for t in tables)))]
    seats = first_seats(entries, tables, Draw(SEED, 4, "seats", cut))
    assert replay(SEED, 4, "seats", cut, record_seats(entries, tables)) == outcome_seats(seats)
    late = late_seat(tables[1:], Draw(SEED, 5, "late-seat", cut), house, 8, tables[:1])
    record = record_late("x", late_candidates(tables[1:], house, 8, tables[:1]))
    assert replay(SEED, 5, "late-seat", cut, record) == outcome_late_seat("x", late)


def test_the_record_of_a_late_draw_names_the_chairs_it_chose_from() -> None:
    record = record_late("x", late_candidates([table(1, 6), table(2, 5), table(3, 5, chairs=6)], FEWEST))
    assert record == {
        "entry": "x",
        "tables": [
            {"number": 2, "open": [6, 7, 8, 9], "players": 5},
            {"number": 3, "open": [6], "players": 5},
        ],
    }


def test_an_unknown_kind_of_draw_is_a_bug() -> None:
    with pytest.raises(KeyError):
        replay(SEED, 1, "tombola", "", [])
