"""Which tables stop dealing, by house."""

from tables.rules.balancing import Halts, halted
from tables.rules.seating import Table
from tournaments.rules.house import HouseRules

TDA = HouseRules()


def table(number: int, players: int, big_blind: int | None, chairs: int = 9, blocked: int = 0) -> Table:
    taken = {c: f"{number}-{c}" for c in range(1, players + 1)}
    return Table(number, chairs, taken, big_blind, blocked=frozenset({blocked} - {0}))


def test_a_short_table_stops_once_its_big_blind_meets_an_empty_chair() -> None:
    eight = table(2, 8, 1)
    assert halted([table(1, 5, 5), eight], TDA, {1}) == Halts(stop=frozenset({1}))
    assert halted([table(1, 5, 4), eight], TDA, {1}) == Halts()
    assert halted([table(1, 5, 9), eight], TDA, {1}) == Halts(), "from the last chair on to chair 1"
    assert halted([table(1, 5, None), eight], TDA, {1}) == Halts(ask=frozenset({1}))


def test_a_blocked_chair_is_passed() -> None:
    five = Table(1, 9, {c: f"1-{c}" for c in (1, 2, 3, 4, 6)}, 4, blocked=frozenset({5}))
    assert halted([five, table(2, 8, 1)], TDA, {1}) == Halts()


def test_only_short_by_elimination_counts() -> None:
    assert halted([table(1, 5, 5), table(2, 8, 1)], TDA, set()) == Halts()
    assert halted([table(1, 5, 5), table(2, 8, 1)], TDA, [2]) == Halts()


def test_two_short_plays_on() -> None:
    assert halted([table(1, 6, 6), table(2, 8, 1)], HouseRules(halt="2022"), {1}) == Halts()


def test_the_rule_of_2022_stops_at_once() -> None:
    house = HouseRules(halt="2022")
    tables = [table(1, 5, 4), table(2, 5, None), table(3, 8, 1)]
    assert halted(tables, house, {1, 2, 3}) == Halts(stop=frozenset({1, 2}))


def test_a_house_may_never_stop() -> None:
    assert halted([table(1, 2, 2), table(2, 9, 1)], HouseRules(halt="off"), {1}) == Halts()


def test_short_handed_formats_are_for_staff_to_decide() -> None:
    tables = [table(1, 3, 3, chairs=6), table(2, 6, 1, chairs=6)]
    assert halted(tables, TDA, {1}) == Halts(discretion=frozenset({1}))
    assert halted(tables, HouseRules(halt="off"), {1}) == Halts()


def test_no_table_stops_nothing() -> None:
    assert halted([], TDA, ()) == Halts()
    assert halted([table(1, 0, None), table(2, 9, 1)], TDA, {1}) == Halts(), "nobody sits there"
