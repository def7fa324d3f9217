"""Where a player who is out stands, as the desk reads it: his turn while entries are taken, or his place."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.queries.desk import standings
from tests import factories

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    return factories.make_day(factories.make_event())


@pytest.fixture
def entries(day):
    """Five who bought in."""
    option = factories.make_option(day.event)
    return [factories.make_entry(day, option, state="seated") for _n in range(5)]


def outs(event, entries) -> list[int | None]:
    found = standings(event, [entry.player_id for entry in entries], factories.START)
    return [found[entry.player_id].out for entry in entries]


def test_while_entries_are_taken_who_is_out_has_his_turn(day, entries):
    factories.make_out(entries[2], entries[0])
    assert outs(day.event, entries) == [2, None, 1, None, None]


def test_once_the_pool_is_final_who_is_out_has_his_place(day, entries):
    factories.make_out(entries[2], entries[0])
    day.event.pool_final_at = factories.START
    day.event.save()
    # Of five the first out is fifth, the second fourth.
    assert outs(day.event, entries) == [4, None, 5, None, None]


def test_two_of_one_hand_at_two_tables_share_their_place(day, entries):
    # TDA 8: who goes out hand for hand at different tables shares the place; places 4 and 5 read 4th.
    one, two = factories.make_tables(day, 2)
    factories.make_out(entries[0], hand=1, table=one.table)
    factories.make_out(entries[1], hand=1, table=two.table)
    day.event.pool_final_at = factories.START
    day.event.save()
    assert outs(day.event, entries) == [4, 4, None, None, None]


def test_the_number_of_queries_does_not_grow(day, entries):
    factories.make_out(*entries[:4])
    day.event.pool_final_at = factories.START
    day.event.save()
    counts = []
    for some in (entries[:1], entries):
        with CaptureQueriesContext(connection) as asked:
            outs(day.event, some)
        counts.append(len(asked))
    assert counts[0] == counts[1]
