"""The expected wait: from the pace of late, never falling with the place in the order, never too precise."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.rules.waiting import Wait, expected_wait, expected_waits, steps

NOW = datetime(2026, 5, 1, 20, 0, tzinfo=UTC)
HOUR_MS = 3_600_000


def ago(*minutes: float) -> list[datetime]:
    return [NOW - timedelta(minutes=n) for n in minutes]


def ahead(begin: float, end: float) -> tuple[datetime, datetime]:
    return NOW + timedelta(minutes=begin), NOW + timedelta(minutes=end)


def wait(opened, n, **more) -> Wait:
    known = {"open_chairs": 0, "now": NOW, "played_ms": 4 * HOUR_MS, **more}
    return expected_wait(opened=opened, ahead=n, **known)


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (0, Wait("under", 10)),  # nine chairs in 45 minutes: one in five
        (2, Wait("about", 15)),
        (11, Wait("about", 60)),
        (17, Wait("about", 90)),
        (35, Wait("about", 180)),
        (40, Wait("over", 180)),
    ],
)
def test_one_chair_in_five_minutes(n, said):
    assert wait(ago(*range(0, 45, 5)), n) == said


def test_an_open_chair_is_his_whose_turn_it_is():
    assert [wait([], n, open_chairs=2).kind for n in range(3)] == ["now", "now", "unknown"]


def test_of_two_chairs_nobody_knows_a_pace():
    assert wait(ago(1, 2), 0) == Wait("unknown")
    assert wait(ago(1, 2, 46), 0) == Wait("unknown")
    assert wait(ago(1, 2, 44), 0) == Wait("about", 15)


def test_a_day_that_has_just_begun_is_measured_by_what_was_played():
    """Three chairs in the first ten minutes are not three in 45."""
    assert wait(ago(1, 5, 9), 5, played_ms=600_000) == Wait("about", 20)
    assert wait(ago(1, 5, 9), 5, played_ms=0) == Wait("unknown")


def test_nobody_goes_out_in_a_break():
    opened = ago(*range(0, 45, 5))
    soon = ahead(9, 24)
    said = [wait(opened, n, breaks=[soon]) for n in (0, 1, 3, 4, 5)]
    assert said == [
        Wait("under", 10),
        Wait("after-break", 25),
        Wait("after-break", 25),
        Wait("about", 40),
        Wait("about", 50),
    ]
    assert wait(opened, 0, breaks=[ahead(-5, 10)]) == Wait("about", 15)


def test_a_break_that_was_does_not_slow_the_pace():
    """A quarter of an hour's break: 45 minutes of play reach back an hour."""
    assert wait(ago(1, 20, 59), 0, breaks=[ahead(-40, -25)]) == Wait("about", 15)
    assert wait(ago(1, 20, 59), 0) == Wait("unknown")


def breaks_of(gaps: list[tuple[int, int]]) -> list[tuple[datetime, datetime]]:
    at, found = -90, []
    for gap, length in gaps:
        found.append(ahead(at + gap, at + gap + length))
        at += gap + length
    return found


situations = st.fixed_dictionaries(
    {
        "opened": st.lists(st.integers(0, 120), max_size=60).map(lambda found: ago(*found)),
        "open_chairs": st.integers(0, 5),
        "now": st.just(NOW),
        "played_ms": st.integers(0, 6 * HOUR_MS),
        "breaks": st.lists(st.tuples(st.integers(0, 120), st.integers(1, 90)), max_size=4).map(breaks_of),
    }
)


@given(situations)
def test_who_is_further_back_never_waits_less(situation):
    waits = [expected_wait(ahead=n, **situation) for n in range(60)]
    known = [found for found in waits if found.kind != "unknown"]
    assert [found.minutes for found in known] == sorted(found.minutes for found in known)
    ranks = [0 if found.kind == "now" else 1 if found.kind != "over" else 2 for found in known]
    assert ranks == sorted(ranks)
    kinds = {found.kind for found in waits[situation["open_chairs"] :]}
    assert kinds == {"unknown"} or "unknown" not in kinds


@given(situations, st.integers(0, 30))
def test_the_waits_of_many_are_those_of_each(situation, n):
    each = tuple(expected_wait(ahead=ahead, **situation) for ahead in range(n))
    assert expected_waits(n, **situation) == each


@given(situations)
def test_a_further_chair_never_makes_anybody_wait_longer(situation):
    more = {**situation, "open_chairs": situation["open_chairs"] + 1}
    for n in range(20):
        before, after = (expected_wait(ahead=n, **found) for found in (situation, more))
        assert after.kind in ("now", "unknown") or after.minutes <= before.minutes


@given(situations)
def test_it_is_never_more_precise_than_five_minutes_and_never_beyond_three_hours(situation):
    for n in range(60):
        found = expected_wait(ahead=n, **situation)
        assert found.minutes % 5 == 0
        assert found.kind != "about" or 10 <= found.minutes <= 180


@given(st.lists(st.sampled_from([Wait("now"), Wait("under", 10), Wait("about", 20)])))
def test_steps_hold_every_wait(waits):
    found = steps(waits)
    assert [next(said for most, said in found if n <= most) for n in range(len(waits))] == waits
