"""Two at once, and ten thousand: what a floor does to a draw."""

import threading

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.actions.draw import draw_all, draw_seat
from tables.models import DayTable, Draw, Room, Seat, Table
from tests import factories
from tests.actions.test_draw import again, field
from tournaments.journal.invariants import violations
from tournaments.models import Action, Entry, Player, Purchase
from tournaments.rules.errors import RuleError


def at_once(*calls):
    """Run each in a thread of its own, started together; what came of each, in order."""
    results = [None] * len(calls)
    gate = threading.Barrier(len(calls))

    def run(i, call):
        try:
            gate.wait()
            results[i] = call()
        except RuleError as error:
            results[i] = error.code
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(i, call)) for i, call in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


@pytest.mark.django_db(transaction=True)
def test_two_who_draw_at_once_draw_once():
    day = factories.make_day()
    factories.make_tables(day, 4)
    field(day, 30)
    who = [factories.as_by() for _ in range(4)]
    results = at_once(*(lambda by=by: draw_all(by, day) for by in who))
    assert sorted(str(result) for result in results if isinstance(result, str)) == ["nobody-waits"] * 3
    draw = Draw.objects.get()
    assert again(draw) == draw.outcome
    assert Seat.objects.filter(until=None).count() == 30
    assert violations(day.event) == []


@pytest.mark.django_db(transaction=True)
def test_clerks_at_once_never_give_one_chair_twice_and_numbers_have_no_gap():
    """Known fault 22: two clerks sell one seat."""
    day = factories.make_day()
    factories.make_tables(day, 1, chairs=5)
    entries = field(day, 8)
    clerk = factories.as_by()
    results = at_once(*(lambda e=e: draw_seat(clerk, e) for e in entries))
    seats = [seat for seat in results if seat]
    assert sorted(seat.chair for seat in seats) == [1, 2, 3, 4, 5]
    assert list(Draw.objects.values_list("number", flat=True)) == [1, 2, 3, 4, 5]
    waiting = Entry.objects.filter(state="paid").values_list("alternate", flat=True)
    assert sorted(waiting) == [1, 2, 3]
    assert list(Action.objects.order_by("seq").values_list("seq", flat=True)) == list(range(1, 9))
    assert violations(day.event) == []


@pytest.mark.django_db
def test_ten_thousand_are_drawn_by_one_action(director):
    day = factories.make_day()
    option = factories.make_option(day.event)
    players = Player.objects.bulk_create(Player(last_name=f"P{i}", search=f"p{i}") for i in range(10_000))
    entries = Entry.objects.bulk_create(
        Entry(
            event=day.event,
            day=day,
            player=player,
            option=option,
            number=i,
            state="paid",
            token=f"T{i}",
            made_at=factories.START,
        )
        for i, player in enumerate(players, start=1)
    )
    Purchase.objects.bulk_create(
        Purchase(event=day.event, entry=entry, option=option, chips=1, at=factories.START)
        for entry in entries
    )
    room = Room.objects.create(name="Hall")
    tables = Table.objects.bulk_create(Table(room=room, number=i, chairs=9) for i in range(1, 1113))
    DayTable.objects.bulk_create(DayTable(day=day, table=table, chairs=9, state="open") for table in tables)
    who = factories.as_by(director)
    with CaptureQueriesContext(
        connection,
    ) as queries:
        draw = draw_all(who, day)
    inserts = [q for q in queries if q["sql"].startswith('INSERT INTO "tables_seat"')]
    assert len(queries) - len(inserts) == 14
    assert len(inserts) == 91
    assert again(draw) == draw.outcome
    assert Seat.objects.filter(until=None, draw=draw).count() == 10_000
    assert Action.objects.count() == 1
    assert violations(day.event) == []
