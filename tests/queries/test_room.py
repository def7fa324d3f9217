"""What a late seat reads of the floor: one query, and the same tables as the rule chooses of all."""

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tables.models import DayTable, Seat, Table
from tables.queries.floor_plan import floor_plan
from tables.queries.room import day_room
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
        st.booleans(),  # padlocked
        st.booleans(),  # open in another event, where it is not open here
    ),
    max_size=5,
)


def make_floor(day, rows):
    other = factories.make_day()
    for row, (state, chairs, blocked, taken, lent, fill, padlocked, elsewhere) in zip(
        factories.make_tables(day, len(rows)), rows, strict=True
    ):
        lent = lent and state != "open"
        Table.objects.filter(pk=row.table_id).update(blocked=sorted(blocked), lent=lent)
        DayTable.objects.filter(pk=row.pk).update(state=state, chairs=chairs, fill=fill, padlocked=padlocked)
        if state == "open":
            seat_at(day, row, {chair for chair in taken if chair <= chairs})
            seat_at(day, row, [1], until=factories.START)  # who left is in nobody's way
        elif elsewhere and not lent:
            DayTable.objects.create(day=other, table=row.table, chairs=chairs, state="open")


def open_chairs(day):
    """Every chair that somebody may be drawn to, read row by row: {table: its chairs}."""
    found = {}
    for row in day.day_tables.select_related("table").filter(padlocked=False).exclude(state="closed"):
        others = DayTable.objects.filter(table=row.table, state="open").exclude(day=day)
        if row.state == "reserved" and (row.table.lent or others.exists()):
            continue
        taken = set(Seat.objects.filter(table=row.table, until=None).values_list("chair", flat=True))
        left = set(range(1, row.chairs + 1)) - taken - set(row.table.blocked)
        if left:
            found[row.table.number] = tuple(sorted(left))
    return found


def by_rule(day, house, start):
    """The rule on the whole floor, with who sits where; a table that is being filled goes first."""
    plan = floor_plan(day)
    filled = DayTable.objects.filter(day=day, fill__gt=0).order_by("order", "table__number")
    order = [row.table.number for row in filled]
    filling = [table for table in plan.open if table.number in order and table.open_chairs]
    if filling:
        first = min(filling, key=lambda table: order.index(table.number))
        return late_candidates([first], HouseRules(late_seat="any"))
    return late_candidates(plan.open, house, start, plan.unopened)


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=tables, rule=st.sampled_from(["fewest", "any", "in-order"]), start=st.integers(1, 4))
def test_it_finds_what_the_rule_chooses_of_the_whole_floor(rows, rule, start, db):
    with transaction.atomic():
        day = factories.make_day()
        make_floor(day, rows)
        house = HouseRules(late_seat=rule)
        room = day_room(day)
        found = tuple(table.candidate for table in room.in_question(house, start))
        assert found == by_rule(day, house, start)
        chairs = open_chairs(day)
        assert {table.number: table.open_chairs for table in (*room.open, *room.unopened)} == chairs
        assert room.chairs_left == sum(map(len, chairs.values()))
        transaction.set_rollback(True)


def test_the_room_without_some_tables_is_that_of_the_others():
    day = factories.make_day()
    for row, taken in zip(factories.make_tables(day, 3, first=1), ([1], [1, 2], [1, 2]), strict=True):
        seat_at(day, row, taken)
    left = day_room(day).without({1})
    assert [table.number for table in left.in_question(HouseRules(), 9)] == [2, 3]
    assert left.chairs_left == sum(len(table.open_chairs) for table in left.open) > 0
    assert (left.tables_with_room, day_room(day).tables_with_room) == (2, 3)


@pytest.mark.parametrize("tables", [3, 60])
def test_one_query_however_many_tables_and_players(django_assert_num_queries, tables):
    day = factories.make_day()
    for row in factories.make_tables(day, tables, first=1):
        seat_at(day, row, [2, 3])
    with django_assert_num_queries(1):
        room = day_room(day)
    assert {table.open_chairs for table in room.open} == {(1, 4, 5, 6, 7, 8, 9)}
    assert {table.players for table in room.open} == {2}
