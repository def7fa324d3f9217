"""Times of day as staff type them."""

from datetime import UTC, datetime

import pytest

from tables.rules.times_typed import time_typed
from tournaments.rules.errors import RuleError

NIGHT = datetime(2026, 11, 28, 23, 30, tzinfo=UTC)  # 00:30 in Vienna


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("00:30", datetime(2026, 11, 28, 23, 30, tzinfo=UTC)),
        ("00:31", datetime(2026, 11, 27, 23, 31, tzinfo=UTC)),  # has not come yet tonight
        ("21:14", datetime(2026, 11, 28, 20, 14, tzinfo=UTC)),
        ("９：０５", datetime(2026, 11, 28, 8, 5, tzinfo=UTC)),
        ("2114", datetime(2026, 11, 28, 20, 14, tzinfo=UTC)),
    ],
)
def test_the_newest_instant_that_showed_it(text, expected):
    assert time_typed(text, NIGHT, "Europe/Vienna") == expected


@pytest.mark.parametrize("text", ["", "noon", "24:00", "21:60", "21", "-1:00", "21:14:00"])
def test_what_is_no_time_is_refused(text):
    with pytest.raises(RuleError) as refused:
        time_typed(text, NIGHT, "Europe/Vienna")
    assert refused.value.code == "time-unreadable"


def test_the_hour_that_summer_time_leaves_out_is_the_day_befores():
    # On 29 March 2026 clocks in Vienna go from 01:59 to 03:00.
    now = datetime(2026, 3, 29, 10, 0, tzinfo=UTC)
    assert time_typed("02:30", now, "Europe/Vienna") == datetime(2026, 3, 28, 1, 30, tzinfo=UTC)
