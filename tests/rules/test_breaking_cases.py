"""The published cases of breaking, final tables, redraws and table sizes, by id."""

from typing import Any

from tables.rules.breaking import break_by_cards, final_table_due, may_break, redraw_due
from tables.rules.capacity import most_players
from tables.rules.seating import Table, even_sizes, tables_needed
from tests.rules.floor_cases import published
from tournaments.rules.house import HouseRules

Case = dict[str, Any]


@published("table_break")
def test_table_break(case: Case) -> None:
    given = case["input"]
    if "seat_cards" in given:
        seats = break_by_cards(given["cards_face_down_order"], dict(given["players"]))
        assert {"assign": seats} == case["expected"]
        return
    chairs = given["seats"]
    players = 5 * chairs - given["empty_seats_in_event"]
    tables = [
        Table(n, chairs, {c: f"{n}-{c}" for c in range(1, size + 1)})
        for n, size in enumerate(even_sizes(players, 5), 1)
    ]
    assert {"break_table": may_break(tables)} == case["expected"]


@published("final_table")
def test_final_table(case: Case) -> None:
    house = HouseRules() if "RP-9" in case["source"] else HouseRules.wsop()
    due = final_table_due(case["input"]["players_left"], case["input"]["handed"], house)
    assert {"combine": due} == case["expected"]


@published("redraw")
def test_redraw(case: Case) -> None:
    given = case["input"]
    if "entries" in given:
        now = given.get("tables_left", 1)
        assert {"redraw": redraw_due(given["entries"], now + 1, now, HouseRules())} == case["expected"]
        return
    points = [
        n for n in range(40, 1, -1) if redraw_due(300, tables_left(n + 1), tables_left(n), HouseRules())
    ]
    # The end of day 1 is a point of that event's own.
    assert {"redraw_at": ["end of day 1", *points]} == case["expected"]


def tables_left(players: int, chairs: int = 8) -> int:
    if final_table_due(players, chairs, HouseRules()):
        return 1
    return max(2, tables_needed(players, chairs))


@published("table_capacity")
def test_table_capacity(case: Case) -> None:
    given = case["input"]
    if "tables" in given:
        assert given["seats"] == most_players("HORSE")
        assert {"capacity": given["tables"] * most_players("HORSE")} == case["expected"]
        return
    assert [most_players(given.get("game") or given["event"])] == list(case["expected"].values())
