"""The called clock against the vectors that the browser runs as well."""

import json
from datetime import datetime
from pathlib import Path

import pytest

from tables.rules.shot_clock import ShotReading, read_shot_clock

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "shot_clock.json").read_text())


@pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["id"])
def test_both_languages_read_alike(case):
    called_at, now = datetime.fromisoformat(VECTORS["called_at"]), datetime.fromisoformat(case["now"])
    expect = case["expect"]
    assert read_shot_clock(called_at, now) == ShotReading(
        expect["state"], expect["left_ms"], datetime.fromisoformat(expect["ends_at"])
    )
