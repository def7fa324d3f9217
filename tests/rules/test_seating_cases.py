"""The published cases of table counts and seating, by id; what staff do by hand is listed with the reason."""

import json
from pathlib import Path
from typing import Any

import pytest

from tables.rules.breaking import may_break
from tables.rules.seating import Table, even_sizes, tables_needed

FILE = Path(__file__).parents[1] / "vectors" / "seating_cases.json"
VECTORS = json.loads(FILE.read_text(encoding="utf-8"))


def seated(players: int, tables: int, chairs: int) -> list[Table]:
    """Tables with so many players in all, within one of each other."""
    sizes = even_sizes(players, tables)
    return [
        Table(number, chairs, {chair: f"{number}-{chair}" for chair in range(1, size + 1)})
        for number, size in enumerate(sizes, start=1)
    ]


def answer(case: dict[str, Any]) -> Any:
    """What our rules say to a case, in the case's words."""
    given = case["input"]
    if "tables_needed" in case["expected"]:
        return {"tables_needed": tables_needed(given["players"], given["seats"])}
    if "sizes" in case["expected"]:
        return {"sizes": list(even_sizes(given["players"], given["tables"]))}
    return {"break_now": may_break(seated(given["players"], given["tables"], given["seats"]))}


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["id"])
def test_published_case(case: dict[str, Any]) -> None:
    assert answer(case) == case["expected"]


def test_every_case_is_run_or_explained() -> None:
    run = {case["id"] for case in VECTORS["cases"]}
    explained = {case["id"] for case in VECTORS["not_data"] if case["why"]}
    assert (len(run), len(explained), run & explained) == (17, 5, set())
