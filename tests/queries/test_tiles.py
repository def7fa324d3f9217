"""The map of tables: what each tile says, in the same number of queries at any size."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.models import DayTable, Seat
from tables.queries.tiles import GROUP, Tile, tile_groups
from tests import factories
from tournaments.journal.change import utc_now
from tournaments.models import Day

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    return factories.make_day(registration="closed")


def fill(day: Day, table: DayTable, players: int, *, seen: bool = True) -> list[Seat]:
    option = day.event.options.first() or factories.make_option(day.event)
    at = factories.START
    return [
        Seat.objects.create(
            day=day,
            entry=factories.make_entry(day, option, state="seated"),
            table=table.table,
            chair=chair,
            since=at,
            seen_at=at if seen else None,
        )
        for chair in range(1, players + 1)
    ]


def tiles(day: Day) -> list[Tile]:
    return [tile for group in tile_groups(day, utc_now()) for tile in group.tiles]


def said(day: Day) -> dict[int, tuple[int, str, int, bool, str]]:
    """By number from 1: how short, which halt, how many to verify, whether it breaks next, the tone."""
    found = tiles(day)
    first = found[0].number - 1
    return {t.number - first: (t.short, t.halt, t.hollow, t.breaks_next, t.tone) for t in found}


def test_a_tile_says_how_far_from_balance_what_breaks_next_and_what_to_verify(day):
    tables = factories.make_tables(day, 4)
    for table, players in zip(tables, (9, 8, 7, 9), strict=True):
        fill(day, table, players, seen=table is not tables[1])
    assert said(day) == {
        1: (0, "", 0, False, ""),
        2: (0, "", 8, False, ""),
        3: (2, "", 0, False, "short"),
        4: (0, "", 0, True, "next"),
    }


def test_three_short_by_busts_is_asked_for_its_big_blind(day):
    full, short, last = factories.make_tables(day, 3)
    fill(day, full, 9)
    fill(day, last, 9)
    factories.make_out(*(seat.entry for seat in fill(day, short, 9)[:3]))
    assert said(day)[2] == (3, "ask", 0, False, "stop")


@pytest.mark.parametrize(("big_blind", "halt"), [(6, "stop"), (8, "")])
def test_with_the_big_blind_known_it_stops_where_the_next_chair_is_empty(day, big_blind, halt):
    full, short = factories.make_tables(day, 2)
    fill(day, full, 9)
    # Chairs 7 is empty, 8 and 9 are taken: from 8 the big blind goes to 9, from 6 to nobody.
    seats = fill(day, short, 9)
    factories.make_out(seats[6].entry, seats[0].entry, seats[1].entry)
    DayTable.objects.filter(pk=short.pk).update(positions={"big_blind": big_blind}, positions_at=utc_now())
    assert said(day)[2][:2] == (3, halt)


def test_a_stopped_table_says_why_and_a_padlocked_one_is_left_out_of_balance(day):
    one, two, three = factories.make_tables(day, 3)
    for table, players in ((one, 9), (two, 9), (three, 4)):
        fill(day, table, players)
    DayTable.objects.filter(pk=two.pk).update(stopped="Spilt drink")
    DayTable.objects.filter(pk=three.pk).update(padlocked=True)
    found = tiles(day)
    assert [(t.halt, t.stopped, t.padlocked, t.short) for t in found] == [
        ("", "", False, 0),
        ("stopped", "Spilt drink", False, 0),
        ("", "", True, 0),
    ]


def test_blocked_chairs_are_no_room_to_break_into(day):
    one, two = factories.make_tables(day, 2)
    one.table.blocked = [1, 2]
    one.table.save()
    fill(day, one, 3)
    fill(day, two, 4)
    assert [(t.players, t.chairs) for t in tiles(day)] == [(3, 9), (4, 9)]


def test_reserved_and_closed_tables_have_tiles_too(day):
    factories.make_tables(day, 1, state="reserved")
    factories.make_tables(day, 1, state="closed")
    assert [(t.state, t.players, t.tone) for t in tiles(day)] == [("reserved", 0, ""), ("closed", 0, "")]


def test_tiles_come_in_groups_by_number(day):
    factories.make_tables(day, GROUP + 5)
    groups = tile_groups(day, utc_now())
    assert [(group.index, len(group.tiles)) for group in groups] == [(0, GROUP), (1, 5)]
    assert groups[1].first == groups[0].last + 1


def test_the_tiles_ask_the_same_however_many_tables(day):
    asked = []
    for n in (2, 30):
        for table in factories.make_tables(day, n):
            fill(day, table, 2)
        with CaptureQueriesContext(connection) as queries:
            tile_groups(day, utc_now())
        asked.append(len(queries))
    assert (asked[0], asked[0] <= 10) == (asked[1], True)
