"""The published cases of the floor, for the tests that run them by id."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FILE = Path(__file__).parents[1] / "vectors" / "floor_cases.json"
VECTORS: dict[str, list[dict[str, Any]]] = json.loads(FILE.read_text(encoding="utf-8"))


Case = dict[str, Any]


def published(*topics: str, which: Callable[[Case], bool] = lambda _case: True) -> Any:
    """Runs a test with each case of the topics, by its id; with those alone that `which` is true of."""
    chosen = [case for case in VECTORS["cases"] if case["topic"] in topics and which(case)]
    assert chosen
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])
