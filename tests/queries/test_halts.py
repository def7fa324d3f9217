"""Which tables stand still and why, by the published cases."""

import pytest

from tables.actions.table_state import stop
from tables.models import Bust, DayTable
from tables.queries.halts import halts
from tests import factories
from tests.actions.floor import late_day, seat_at
from tests.rules.floor_cases import published

pytestmark = pytest.mark.django_db


def short_day(handed, sizes, clock, big_blind=None, rules=None, busts=3):
    """A Day whose first table is short by busts: so many in the first chairs."""
    day = late_day(event=factories.make_event(chairs=handed, rules=rules or {}))
    tables = factories.make_tables(day, len(sizes), chairs=handed, first=1)
    for row, n in zip(tables, sizes, strict=True):
        seat_at(day, row, range(1, n + 1))
    for _ in range(busts):
        entry = factories.make_entry(day, day.event.options.get(), state="out")
        Bust.objects.filter(entry=entry).update(table=tables[0].table, chair=9)
    if big_blind:
        positions = {"big_blind": big_blind}
        DayTable.objects.filter(pk=tables[0].pk).update(positions=positions, positions_at=clock.now)
    return day, tables


# The others are what staff do.
@published("halt_play", which=lambda case: "tables" in case["input"])
def test_published_cases_of_halts(case, clock):
    handed = int(case["input"]["format"].split("-handed")[0].split()[-1])
    sizes = list(case["input"]["tables"].values())
    # The last big blind sat in the last taken chair where the next falls on an empty one.
    falls_on_empty = case["input"].get("next_bb_seat_empty_at") == "A"
    day, _tables = short_day(handed, sizes, clock, big_blind=sizes[0] if falls_on_empty else 1)
    found = {(halt.table, halt.kind) for halt in halts(day, clock.now)}
    expected = case["expected"]["halt"]
    assert found == (
        {(1, "discretion")} if expected == "staff discretion" else {(1, "stop") for _ in expected}
    )


def test_the_big_blind_is_asked_for_where_the_halt_depends_on_it(clock):
    day, _tables = short_day(9, (5, 8), clock)
    (halt,) = halts(day, clock.now)
    assert (halt.table, halt.kind, halt.facts["rule"]) == (1, "ask", "TDA 11-D (2024)")
    assert halt.why.format(**halt.facts).startswith("Table 1 has 5 players, the largest table 8.")


def test_a_table_short_by_moves_or_late_comers_plays_on(clock):
    assert halts(short_day(9, (5, 8), clock, busts=2)[0], clock.now) == ()


def test_the_rule_of_2022_stops_at_once_and_off_never(clock):
    day, _tables = short_day(9, (5, 8), clock, rules={"halt": "2022"})
    assert [(halt.table, halt.kind) for halt in halts(day, clock.now)] == [(1, "stop")]
    day.event.rules = {"halt": "off"}
    assert halts(day, clock.now) == ()


def test_what_staff_stopped_says_why(clock, director, django_assert_num_queries):
    day, tables = short_day(9, (8, 8), clock, busts=0)
    stop(factories.as_by(director, clock), tables[1], reason="a ruling")
    with django_assert_num_queries(5):
        (halt,) = halts(day, clock.now)
    assert (halt.table, halt.kind, halt.why.format(**halt.facts)) == (
        2,
        "stopped",
        "Table 2 stands still: a ruling",
    )
