"""Balancing on random floors: the fewest moves, of the right players, to the right chairs."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.rules.balancing import next_big_blind, plan_balance, worst_chair
from tables.rules.seating import Move, Table
from tournaments.rules.errors import RuleError
from tournaments.rules.house import HouseRules

TDA = HouseRules()


def table(number: int, players: int, chairs: int = 9, big_blind: int | None = 1) -> Table:
    return Table(number, chairs, {c: f"{number}-{c}" for c in range(1, players + 1)}, big_blind=big_blind)


def routes(*sizes: int, house: HouseRules = TDA, order: tuple[int, ...] = ()) -> list[tuple[int, int]]:
    """From and to of each move, for tables 1, 2, ... of these sizes."""
    tables = [table(number, size) for number, size in enumerate(sizes, 1)]
    return [(move.from_table, move.to_table) for move in plan_balance(tables, house, order)]


@st.composite
def floors(draw: st.DrawFn, locks: bool = True, alike: bool = False) -> list[Table]:
    """Up to seven tables after random busts, some chairs blocked, some players locked, big blinds known."""
    tables = []
    chairs = draw(st.integers(6, 10))
    for number in draw(st.lists(st.integers(1, 99), min_size=1, max_size=7, unique=True)):
        if not alike:
            chairs = draw(st.integers(2, 10))
        chair = st.integers(1, chairs)
        taken = {c: f"{number}-{c}" for c in draw(st.sets(chair))}
        locked = frozenset(draw(st.sets(st.sampled_from(sorted(taken.values()))))) if taken and locks else ()
        blocked = draw(st.sets(chair, max_size=2)) if locks else ()
        tables.append(
            Table(number, chairs, taken, draw(chair), blocked=frozenset(blocked), locked=frozenset(locked))
        )
    return tables


def sizes_after(tables: list[Table], moves: tuple[Move, ...]) -> dict[int, int]:
    sizes = Counter({t.number: t.players for t in tables})
    sizes.subtract(Counter(move.from_table for move in moves))
    sizes.update(Counter(move.to_table for move in moves))
    return dict(sizes)


def fewest_by_search(sizes: tuple[int, ...], difference: int) -> int:
    """The fewest moves by trying every split of the players over the tables, one move more at a time."""
    seen, edge, moves = {sizes}, [sizes], 0
    while not any(max(s) - min(s) <= difference for s in edge):
        moves += 1
        following = set()
        for state in edge:
            for giver in range(len(state)):
                for taker in range(len(state)):
                    if giver != taker and state[giver]:
                        step = list(state)
                        step[giver] -= 1
                        step[taker] += 1
                        following.add(tuple(sorted(step)))
        edge = sorted(following - seen)
        seen |= following
    return moves


@given(st.lists(st.integers(0, 6), min_size=2, max_size=4), st.integers(1, 2))
@settings(max_examples=60, deadline=None)
def test_moves_are_the_fewest_there_are(sizes: list[int], difference: int) -> None:
    tables = [table(number, size, chairs=10) for number, size in enumerate(sizes, 1)]
    moves = plan_balance(tables, HouseRules(max_difference=difference))
    after = sizes_after(tables, moves).values()
    assert max(after) - min(after) <= difference
    assert len(moves) == fewest_by_search(tuple(sorted(sizes)), difference)


@given(floors(locks=False, alike=True), st.sampled_from([None, 2, 4]))
@settings(max_examples=120, deadline=None)
def test_tables_end_within_the_difference(tables: list[Table], wide_above: int | None) -> None:
    moves = plan_balance(tables, HouseRules(wide_difference_above=wide_above))
    after = sizes_after(tables, moves)
    allowed = 2 if wide_above is not None and len(tables) > wide_above else 1
    assert max(after.values()) - min(after.values()) <= allowed
    if allowed == 1:
        # Counted apart: with the largest tables getting the larger final sizes, every surplus is one move.
        least, larger = divmod(sum(after.values()), len(tables))
        wanted = [least + 1] * larger + [least] * (len(tables) - larger)
        before = sorted((t.players for t in tables), reverse=True)
        assert len(moves) == sum(max(0, b - w) for b, w in zip(before, wanted, strict=True))


@given(floors())
@settings(max_examples=120, deadline=None)
def test_nobody_locked_moves_and_no_chair_is_given_twice(tables: list[Table]) -> None:
    moves = plan_balance(tables)
    by_number = {t.number: t for t in tables}
    for move in moves:
        giving, receiving = by_number[move.from_table], by_number[move.to_table]
        assert giving.taken[move.from_chair or 0] == move.entry
        assert move.entry not in giving.locked
        assert move.to_chair in receiving.open_chairs
        assert move.to_chair != receiving.big_blind or not receiving.taken
    assert len({move.entry for move in moves}) == len(moves)
    assert len({(move.to_table, move.to_chair) for move in moves}) == len(moves)
    # No table both gives and receives: that would be a move too many.
    assert {move.from_table for move in moves}.isdisjoint(move.to_table for move in moves)


@given(floors())
@settings(max_examples=120, deadline=None)
def test_no_two_tables_are_left_apart_where_a_move_would_help(tables: list[Table]) -> None:
    moves = plan_balance(tables)
    after = sizes_after(tables, moves)
    given_away = Counter(move.from_table for move in moves)
    received = Counter(move.to_table for move in moves)
    for giving in tables:
        free = sum(entry not in giving.locked for entry in giving.taken.values()) - given_away[giving.number]
        for receiving in tables:
            small_blind = {receiving.big_blind} if receiving.taken else set()
            room = len(set(receiving.open_chairs) - small_blind) - received[receiving.number]
            if free > 0 and room > 0:
                assert after[giving.number] - after[receiving.number] <= 1


def room_of(table: Table) -> tuple[int, int]:
    """The fewest and the most players the table can end with."""
    locked = sum(entry in table.locked for entry in table.taken.values())
    small_blind = {table.big_blind} if table.taken else set()
    return locked, table.players + len(set(table.open_chairs) - small_blind)


def fewest_within_room(tables: list[Table]) -> int:
    """The fewest moves until no move from a table to one two below it is left, by trying all moves."""
    rooms = [room_of(table) for table in tables]
    edge, moves = {tuple(table.players for table in tables)}, 0
    while True:
        following = set()
        for sizes in edge:
            pairs = [
                (g, t)
                for g in range(len(sizes))
                for t in range(len(sizes))
                if sizes[g] > rooms[g][0] and sizes[t] < rooms[t][1]
            ]
            if all(sizes[g] - sizes[t] <= 1 for g, t in pairs):
                return moves
            following |= {
                tuple(size - (i == g) + (i == t) for i, size in enumerate(sizes)) for g, t in pairs if g != t
            }
        edge, moves = following, moves + 1


@given(floors())
@settings(max_examples=100, deadline=None)
def test_moves_are_the_fewest_with_locks_and_blocked_chairs(tables: list[Table]) -> None:
    assert len(plan_balance(tables[:4])) == fewest_within_room(tables[:4])


@given(floors())
@settings(max_examples=120, deadline=None)
def test_players_leave_in_the_order_of_the_big_blind(tables: list[Table]) -> None:
    moves = plan_balance(tables)
    for giving in tables:
        walk = [(giving.big_blind or 0) + step for step in range(1, giving.chairs + 1)]
        chairs = [(chair - 1) % giving.chairs + 1 for chair in walk]
        due = [giving.taken[c] for c in chairs if c in giving.taken and giving.taken[c] not in giving.locked]
        leaving = [move.entry for move in moves if move.from_table == giving.number]
        assert leaving == due[: len(leaving)]
    for receiving in tables:
        walk = [(receiving.big_blind or 0) + step for step in range(1, receiving.chairs + 1)]
        chairs = [(chair - 1) % receiving.chairs + 1 for chair in walk]
        worst = [c for c in chairs if c in receiving.open_chairs]
        coming = [move.to_chair for move in moves if move.to_table == receiving.number]
        assert coming == worst[: len(coming)]


@given(floors())
@settings(max_examples=100, deadline=None)
def test_a_plan_carried_out_leaves_nothing_to_plan(tables: list[Table]) -> None:
    taken = {t.number: dict(t.taken) for t in tables}
    for move in plan_balance(tables):
        taken[move.to_table][move.to_chair or 0] = taken[move.from_table].pop(move.from_chair or 0)
    left = [
        Table(t.number, t.chairs, taken[t.number], t.big_blind, blocked=t.blocked, locked=t.locked)
        for t in tables
    ]
    assert plan_balance(left) == ()


def test_the_largest_table_gives_and_of_equal_ones_the_first_to_break() -> None:
    assert routes(9, 9, 7, order=(2, 1, 3)) == [(2, 3)]
    assert routes(9, 9, 7, order=(1, 2, 3)) == [(1, 3)]
    assert routes(8, 9, 7, order=(1, 2, 3)) == [(2, 3)]
    assert routes(9, 9, 7) == [(2, 3)], "without an order the highest number breaks first"


def test_the_smallest_table_receives_and_of_equal_ones_the_last_to_break() -> None:
    assert routes(9, 7, 7, order=(1, 2, 3)) == [(1, 3)]
    assert routes(9, 7, 7, order=(1, 3, 2)) == [(1, 2)]
    assert routes(9, 7, 6, order=(1, 3, 2)) == [(1, 3)]
    assert routes(9, 9, 9, 6, 6, order=(1, 2, 3, 4, 5)) == [(1, 5), (2, 4), (3, 5)]


def test_a_table_is_left_out_of_balance_only_where_it_must_be() -> None:
    locked = frozenset(f"1-{chair}" for chair in range(1, 11))
    ten = Table(1, 10, {c: f"1-{c}" for c in range(1, 11)}, big_blind=1, locked=locked)
    house = HouseRules(max_difference=2)
    moves = plan_balance([ten, table(2, 7), table(3, 9), table(4, 9)], house, order=(4, 3, 2, 1))
    assert [(move.from_table, move.to_table) for move in moves] == [(4, 2)], "10, 8, 9, 8"
    assert plan_balance([ten, table(2, 8), table(3, 6)], house) == (), "10 stays above whatever moves"


def test_a_small_blind_chair_alone_is_no_room() -> None:
    full_but_one = Table(3, 9, {c: f"3-{c}" for c in range(1, 8)}, big_blind=8, blocked=frozenset({9}))
    assert worst_chair(full_but_one) is None
    moves = plan_balance([table(1, 9), table(2, 7), full_but_one])
    assert [(move.from_table, move.to_table) for move in moves] == [(1, 2)]


def test_the_big_blinds_own_player_is_the_last_to_be_it_again() -> None:
    assert next_big_blind(Table(1, 9, {4: "a"}, big_blind=4)) == "a"
    assert next_big_blind(Table(1, 9, {3: "a", 4: "b"}, big_blind=4)) == "a"
    assert next_big_blind(Table(1, 9, {3: "a", 8: "b"}, big_blind=4)) == "b", "its player may be out"
    assert next_big_blind(Table(1, 9, {}, big_blind=4)) is None
    assert next_big_blind(Table(1, 9, {3: "a"})) is None


def test_unknown_big_blinds_are_asked_for() -> None:
    (move,) = plan_balance([table(1, 9, big_blind=None), table(2, 7, big_blind=None)])
    assert (move.entry, move.from_chair, move.to_chair, move.needs_big_blind) == (None, None, None, (1, 2))
    (move,) = plan_balance([table(1, 9, big_blind=3), table(2, 7, big_blind=None)])
    assert (move.entry, move.from_chair, move.to_chair, move.needs_big_blind) == ("1-4", 4, None, (2,))
    (move,) = plan_balance([table(1, 9, big_blind=None), table(2, 7, big_blind=7)])
    assert (move.entry, move.from_chair, move.to_chair, move.needs_big_blind) == (None, None, 8, (1,))


def test_an_empty_table_is_asked_nothing() -> None:
    moves = plan_balance([table(1, 4, big_blind=4), table(2, 0, big_blind=None)])
    assert [(m.entry, m.to_chair, m.needs_big_blind) for m in moves] == [("1-1", 1, ()), ("1-2", 2, ())]


def test_a_move_says_why() -> None:
    (move,) = plan_balance([table(1, 9, big_blind=3), table(2, 7, big_blind=2)])
    assert move.why.format(**move.facts) == (
        "Table 1 has 9 players, table 2 has 7. "
        "The next big blind moves, to the first open chair after the big blind."
    )
    assert move.facts == {
        "from_table": 1, "from_players": 9, "to_table": 2, "to_players": 7, "turn": 1, "rule": "TDA 11-A",
    }  # fmt: skip


def test_a_table_listed_twice_is_refused() -> None:
    with pytest.raises(RuleError) as caught:
        plan_balance([table(1, 9), table(1, 7)])
    assert (caught.value.code, caught.value.facts) == ("table-twice", {"table": 1})


def test_no_table_and_one_table_are_in_balance() -> None:
    assert plan_balance([]) == ()
    assert plan_balance([table(1, 9)]) == ()
