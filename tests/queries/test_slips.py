"""What slips say, as facts."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.models import Draw, Seat, Table
from tables.queries.slips import (
    AlternateLine,
    MoveLine,
    OptionLine,
    ReceiptLine,
    alternate_lines,
    extra_purchases,
    move_lines,
    moved_seats,
    option_lines,
    receipt_line,
)
from tests import factories
from tests.factories import START
from tests.printing.seated import seated_day, sit
from tournaments.models import Entry, LedgerLine, Purchase

pytestmark = pytest.mark.django_db


def queries(function, *args):
    with CaptureQueriesContext(connection) as seen:
        function(*args)
    return len(seen)


def paid(purchase, staff, *lines):
    for part, name, amount, method in lines:
        LedgerLine.objects.create(
            event=purchase.event, entry=purchase.entry, purchase=purchase, part=part, name=name,
            amount=amount, method=method, cashier=staff, at=START,
        )  # fmt: skip


def rebuy(entry, chips=20_000):
    option = entry.event.options.filter(kind="rebuy").first() or factories.make_option(
        entry.event, kind="rebuy", name="Rebuy"
    )
    return Purchase.objects.create(event=entry.event, entry=entry, option=option, chips=chips, at=START)


def moves(day, n):
    """Everybody one chair on; the seats moved to."""
    table = factories.make_tables(day, n=1, chairs=10)[0].table
    return [sit(entry, table, k + 1).pk for k, entry in enumerate(Entry.objects.filter(day=day)[:n])]


def test_a_receipt_sums_parts_and_ways_over_split_lines():
    day, clerk = seated_day(1), factories.make_staff("cashier", name="Maria Rossi")
    purchase = Purchase.objects.get()
    paid(
        purchase, clerk, ("prize", "", 30_000, "cash"), ("prize", "", 18_500, "card"),
        ("fee", "", 5_000, "card"), ("deduction", "League", 1_500, "card"),
    )  # fmt: skip
    entry = purchase.entry
    line = ReceiptLine(
        first_name="First", last_name="Player 0", card=entry.player.card, number=1, option="Buy-in", at=START,
        clerk="Maria Rossi", currency=day.event.currency,
        parts=(("prize", "", 48_500), ("fee", "", 5_000), ("deduction", "League", 1_500)),
        ways=(("cash", 30_000), ("card", 25_000)), refunded=0,
    )  # fmt: skip
    assert receipt_line(purchase.pk) == line
    assert line.total == sum(amount for _, amount in line.ways) == 55_000
    paid(purchase, clerk, ("prize", "", -30_000, "cash"))
    again = receipt_line(purchase.pk)
    assert (again.total, again.refunded) == (55_000, 30_000)
    assert receipt_line(0) is None


def test_alternates_come_by_their_place():
    day = factories.make_day()
    option = factories.make_option(day.event)
    second, first, seated = (factories.make_entry(day, option, alternate=place) for place in (2, 1, None))
    assert alternate_lines([second.pk, first.pk, seated.pk]) == tuple(
        AlternateLine(
            one.player.first_name, one.player.last_name, one.alternate, one.number, START, one.token
        )
        for one in (first, second)
    )


def test_chips_are_handed_out_where_the_player_sits_now():
    seated_day(2)
    entry, other = Entry.objects.order_by("number")
    table = Table.objects.get()
    purchases = [rebuy(entry).pk, rebuy(other, 5_000).pk]
    Seat.objects.filter(entry=other).update(until=START)
    assert option_lines(purchases) == (
        OptionLine("First", "Player 0", "Rebuy", 20_000, table.number, 1, START, 1),
        OptionLine("First", "Player 1", "Rebuy", 5_000, 0, 0, START, 2),
    )
    Purchase.objects.filter(pk=purchases[1]).update(cancelled_at=START)
    assert [line.chips for line in option_lines(purchases)] == [20_000]


def test_the_last_extra_of_an_entry_is_what_a_slip_is_for():
    day = seated_day(2)
    entry, other = Entry.objects.order_by("number")
    rebuy(entry)
    last = rebuy(entry)
    assert extra_purchases(day.event_id, [entry.pk, other.pk]) == (last.pk,)


def test_a_move_is_from_the_seat_before_to_this_one():
    day = seated_day(2)
    entry = Entry.objects.get(number=1)
    old, new = Table.objects.get(), factories.make_tables(day, n=1)[0].table
    draw = Draw.objects.create(
        day=day, seed=day.seeds.get(), number=14, purpose="move", candidates={}, outcome={}, at=START
    )
    assert moved_seats(day.pk, [entry.pk]) == ()
    seat = sit(entry, new, 7, draw)
    assert moved_seats(day.pk, [entry.pk, Entry.objects.get(number=2).pk]) == (seat.pk,)
    wanted = MoveLine(
        "First", "Player 0", old.number, 1, new.number, 7, "Main room", START, 14, 1
    )  # fmt: skip
    assert move_lines([seat.pk]) == (wanted,)
    later = sit(entry, old, 9)
    assert move_lines([seat.pk]) == (wanted,), "a later move does not change what was asked for"
    assert [(line.from_table, line.from_chair) for line in move_lines([later.pk])] == [(new.number, 7)]
    first = Seat.objects.filter(entry=entry).order_by("pk")[0]
    assert move_lines([first.pk]) == ()


def test_a_seat_of_another_day_is_no_move():
    day = seated_day(1)
    entry = Entry.objects.get()
    second = factories.make_day(day.event, code="2", label="Day 2")
    Seat.objects.update(until=START + timedelta(hours=1))
    table = factories.make_tables(second, n=1)[0].table
    seat = Seat.objects.create(day=second, table=table, chair=3, entry=entry, since=START)
    assert (moved_seats(second.pk, [entry.pk]), move_lines([seat.pk])) == ((), ())


def test_queries_do_not_grow_with_the_field():
    few, many = seated_day(1), seated_day(9)
    small, large = moves(few, 1), moves(many, 9)
    assert queries(move_lines, small) == queries(move_lines, large) == 2
    assert len(move_lines(large)) == 9
    one = [rebuy(Entry.objects.filter(day=few).get()).pk]
    nine = [rebuy(entry).pk for entry in Entry.objects.filter(day=many)]
    assert queries(option_lines, one) == queries(option_lines, nine) == 2
    assert queries(receipt_line, one[0]) == 2
