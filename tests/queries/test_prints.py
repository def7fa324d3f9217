"""What the paper says, as facts."""

import time
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.models import DaySeed, DayTable, PrintJob, Seat, Table
from tables.queries.print_queue import print_queue, problem_sentence
from tables.queries.prints import (
    SeatLine,
    TableLine,
    last_seat,
    new_entries,
    seats_to_print,
    tables_to_print,
)
from tests import factories
from tests.factories import START
from tests.printing.seated import newcomer, seated_day, sit
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def queries(function, *args):
    with CaptureQueriesContext(
        connection,
    ) as seen:
        function(*args)
    return len(seen)


def asked(day, **options):
    """A job of seat cards as it stands in the table."""
    options = {"day": day.pk, "which": "all", "last_seat": last_seat(day.pk), **options}
    return PrintJob.objects.create(
        event=day.event, document="seat_cards", sheet="a4", options=options, state="ready", asked_at=START
    )


def test_a_seat_line_has_all_that_a_card_says():
    day = seated_day(1)
    entry = Entry.objects.get()
    assert seats_to_print({"day": day.pk}) == (
        SeatLine(
            table=Table.objects.get().number, chair=1, room="Main room", since=START,
            first_name="First", last_name="Player 0", card=entry.player.card, number=1, option="Buy-in",
            reentry=0, chips=30_000, commitment8=DaySeed.objects.get().commitment[:8], token=entry.token,
        ),
    )  # fmt: skip


def test_a_reentry_is_numbered_among_the_reentries_of_its_player():
    day = seated_day(2)
    first = Entry.objects.get(number=1)
    option = day.event.options.get()
    table = Table.objects.get()
    for state in ("cancelled", "out", "seated"):
        Entry.objects.filter(player=first.player).exclude(state="cancelled").update(state="out")
        again = factories.make_entry(day, option, first.player, reentry=True, state=state)
    sit(again, table, 9)
    lines = seats_to_print({"day": day.pk})
    assert [(line.chair, line.reentry) for line in lines] == [(1, 0), (2, 0), (9, 2)]


def test_ended_seats_and_those_begun_later_are_left_out():
    day = seated_day(3)
    mark = last_seat(day.pk)
    newcomer(day.event, Table.objects.get(), 9)
    gone = Seat.objects.get(chair=2)
    Seat.objects.filter(pk=gone.pk).update(until=START + timedelta(minutes=1))
    assert [line.chair for line in seats_to_print({"day": day.pk, "last_seat": mark})] == [1, 3]


def test_table_cards_have_their_seats_and_closed_tables_none():
    day = seated_day(10)
    first, second = Table.objects.order_by("number")
    Table.objects.filter(pk=second.pk).update(blocked=[9])
    factories.make_tables(day, n=1, state="closed")
    DayTable.objects.filter(table=first).update(chairs=8)
    lines = tables_to_print({"day": day.pk})
    assert [line.number for line in lines] == [first.number, second.number]
    assert lines[1] == TableLine(second.number, "Main room", 9, (9,), ((1, "First", "Player 9"),))
    assert tables_to_print({"day": day.pk, "tables": [second.number]}) == lines[1:]


def test_new_is_what_no_earlier_card_covers():
    day = seated_day(3)
    table = Table.objects.get()
    assert new_entries(day.pk) is None
    asked(day)
    assert new_entries(day.pk) == ()
    late = newcomer(day.event, table, 5)
    later = newcomer(day.event, table, 6)
    assert new_entries(day.pk) == (late.pk, later.pk)
    asked(day, which="one", entries=[late.pk])
    assert new_entries(day.pk) == (later.pk,)
    asked(day, which="table", tables=[table.number])
    assert new_entries(day.pk) == ()
    sit(late, table, 7)
    assert new_entries(day.pk) == (late.pk,)


def test_a_failed_print_and_one_of_another_day_cover_nothing():
    day, other = seated_day(2), seated_day(1)
    asked(other)
    failed = asked(day)
    PrintJob.objects.filter(pk=failed.pk).update(state="failed")
    assert new_entries(day.pk) is None


def test_queries_do_not_grow_with_the_field():
    few, many = seated_day(1), seated_day(30)
    for function in (seats_to_print, tables_to_print):
        assert queries(function, {"day": few.pk}) == queries(function, {"day": many.pk}) == 2
    asked(few)
    assert queries(new_entries, few.pk) == 2
    for _ in range(3):
        asked(few)
    assert queries(new_entries, few.pk) == 2


def test_the_queue_takes_as_many_queries_for_three_jobs_as_for_one():
    asked(seated_day(1))
    one = queries(print_queue)
    for _ in range(2):
        asked(seated_day(1))
    assert len(print_queue()) == 3
    assert queries(print_queue) == one


def test_ten_thousand_seats_are_read_in_a_moment():
    day = seated_day(9)
    table, draw = Table.objects.get(), Seat.objects.first().draw
    player, option = Entry.objects.first().player, day.event.options.get()
    rows = [
        Entry(
            event=day.event, day=day, player=player, option=option, number=100 + n, token=f"B{n:011d}",
            state="out", made_at=START,
        )
        for n in range(10_000)
    ]  # fmt: skip
    entries = Entry.objects.bulk_create(rows)
    tables = Table.objects.bulk_create(
        [Table(room=table.room, number=5000 + n, chairs=10) for n in range(1000)]
    )
    Seat.objects.bulk_create(
        [
            Seat(day=day, table=tables[n // 10], chair=n % 10 + 1, entry=entry, draw=draw, since=START)
            for n, entry in enumerate(entries)
        ]
    )
    before = time.process_time()
    assert len(seats_to_print({"day": day.pk})) == 10_009
    assert time.process_time() - before < 2


def test_what_a_queue_said_stands_in_the_sentence():
    assert problem_sentence("lp: no such printer") == "The printer's queue refused it. (no such printer)"
    assert problem_sentence("bug") == "The PDF could not be made. The server's log says why."
