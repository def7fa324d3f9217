"""What a late seat reads of the floor: few rows, and the same tables as the rule chooses of all."""

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.models import DayTable, Seat, Table
from tables.queries.floor_plan import FEW, day_room, floor_plan, late_tables, plan_of
from tables.rules.seating import late_candidates
from tests import factories
from tests.actions.floor import seat_at
from tournaments.rules.house import HouseRules

pytestmark = pytest.mark.django_db

tables = st.lists(
    st.tuples(
        st.sampled_from(["open", "open", "open", "reserved", "closed"]),
        st.integers(2, 4),  # chairs
        st.frozensets(st.integers(1, 5), max_size=2),  # blocked
        st.frozensets(st.integers(1, 4), max_size=4),  # taken
        st.booleans(),  # lent
        st.integers(0, 1),  # filled
    ),
    max_size=5,
)


def make_floor(day, rows):
    for row, (state, chairs, blocked, taken, lent, fill) in zip(
        factories.make_tables(day, len(rows)), rows, strict=True
    ):
        lent = lent and state != "open"
        Table.objects.filter(pk=row.table_id).update(blocked=sorted(blocked), lent=lent)
        DayTable.objects.filter(pk=row.pk).update(state=state, chairs=chairs, fill=fill)
        if state == "open":
            seat_at(day, row, {chair for chair in taken if chair <= chairs})


def by_rule(day, house, start):
    """The rule on the whole floor; a table that is being filled goes first."""
    plan = floor_plan(day)
    tables, unopened = plan.for_next
    return late_candidates(tables, house, start, unopened)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=tables, rule=st.sampled_from(["fewest", "any", "in-order"]), start=st.integers(1, 4))
def test_it_reads_what_the_rule_chooses_of_the_whole_floor(rows, rule, start, db):
    with transaction.atomic():
        day = factories.make_day()
        make_floor(day, rows)
        house = HouseRules(late_seat=rule)
        whole = by_rule(day, house, start)
        few = plan_of(late_tables(day, house, start, ahead=0))
        opened, unopened = few.for_next
        assert late_candidates(opened, house, start, unopened) == whole
        plan = floor_plan(day)
        chairs = sum(len(table.open_chairs) for table in (*plan.open, *plan.unopened))
        assert day_room(day).chairs_left == chairs
        assert late_tables(day, house, start, ahead=chairs) == ()
        transaction.set_rollback(True)


@pytest.mark.parametrize("short", [0, 1, 3, FEW + 2])
def test_of_many_tables_those_with_the_fewest_players_are_all_found(short):
    day = factories.make_day()
    rows = factories.make_tables(day, FEW + 5, chairs=3)
    for number, row in enumerate(rows):
        seat_at(day, row, [1] if number < short else [1, 2])
    expected = rows[:short] if short else rows
    found = late_tables(day, HouseRules(), 3, ahead=0)
    assert [table.number for table in found] == [row.table.number for row in expected]
    assert late_tables(day, HouseRules(), 3, ahead=sum(3 - t.players for t in day_room(day).open)) == ()


def test_only_chairs_of_the_tables_in_question_are_read(django_assert_num_queries):
    day = factories.make_day()
    rows = factories.make_tables(day, 3, first=1)
    for row, n in zip(rows, (5, 4, 6), strict=True):
        seat_at(day, row, range(1, n + 1))
    with django_assert_num_queries(1):
        (table,) = late_tables(day, HouseRules(), 9, ahead=0)
    with django_assert_num_queries(1):
        plan = plan_of([table])
    assert [(t.number, len(t.taken)) for t in plan.open] == [(2, 4)]
    assert Seat.objects.count() == 15
