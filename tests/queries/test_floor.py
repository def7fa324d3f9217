"""All events at a glance: which Days are shown, what stands still, which tables come free."""

from datetime import timedelta

import pytest

from tables.models import DayFloor, DayTable, PrinterProfile, PrintJob
from tables.queries.floor import events_board
from tests import factories
from tests.actions.floor import late_day, seat_at
from tournaments.journal.change import utc_now
from tournaments.models import Event

pytestmark = pytest.mark.django_db

NOW = factories.START + timedelta(minutes=5)


def running(**values):
    """A Day in its first level, registration closed."""
    return late_day(**{"clock_item": 1, "clock_started": True, "clock_anchor": factories.START} | values)


def test_each_running_day_of_an_event_has_its_card():
    first = running(code="1A", label="Day 1A")
    running(event=first.event, code="1B", label="Day 1B")
    factories.make_day(first.event, code="2", label="Day 2")
    cards = events_board(NOW)
    assert [(card.label, card.state, card.shows_day) for card in cards] == [
        ("Day 1A", "running", True),
        ("Day 1B", "running", True),
    ]
    assert cards[0].clock == {
        "item": 1,
        "elapsed_ms": 0,
        "anchor": "2026-11-28T18:00:00.000Z",
        "state": "running",
    }
    assert cards[0].schedule[0] == {"id": 1, "kind": "level", "duration_ms": 1_200_000, "stop_at_end": False}
    # Four levels of twenty minutes come before the break.
    assert cards[0].next_break_at == factories.START + timedelta(minutes=80)


def test_an_event_that_does_not_run_shows_its_next_day():
    day = factories.make_day(code="1", over_at=factories.START)
    factories.make_day(day.event, code="2", label="Day 2")
    assert [(card.label, card.state) for card in events_board(NOW)] == [("Day 2", "waiting")]


def test_a_table_that_staff_stopped_says_why():
    day = running()
    one, two = factories.make_tables(day, 2)
    seat_at(day, one, range(1, 9))
    seat_at(day, two, range(1, 9))
    DayTable.objects.filter(pk=two.pk).update(stopped="a spilled drink")
    (card,) = events_board(NOW)
    assert [(halt.table, halt.kind, halt.facts["reason"]) for halt in card.stops] == [
        (two.table.number, "stopped", "a spilled drink")
    ]


def test_a_table_that_is_no_longer_needed_breaks_next():
    day = running()
    tables = factories.make_tables(day, 4)
    for table in tables:  # 18 players at four tables of nine: two tables hold them
        seat_at(day, table, range(1, 6) if table in tables[:2] else range(1, 5))
    (card,) = events_board(NOW)
    assert (card.news.breaks, card.news.next) == (2, tables[-1].table.number)
    DayTable.objects.filter(pk=tables[1].pk).update(break_order=1)
    assert events_board(NOW)[0].news.next == tables[1].table.number
    DayTable.objects.filter(pk=tables[1].pk).update(break_order=None)
    DayFloor.objects.create(day=day, break_rule="random")
    assert (events_board(NOW)[0].news.breaks, events_board(NOW)[0].news.next) == (2, None)


def test_a_day_by_counts_shows_its_counts():
    day = running()
    DayFloor.objects.create(day=day, by_counts=True, counted_entries=38, players_left=26)
    (card,) = events_board(NOW)
    assert (card.entries, card.players, card.by_counts) == (38, 26, True)


def test_closed_tables_are_free_until_somebody_has_them():
    day = running()
    closed, given, lent = factories.make_tables(day, 3, state="closed")
    DayTable.objects.create(day=running(), table=given.table, chairs=9, state="reserved")
    lent.table.lent = True
    lent.table.save()
    assert [card.news.free for card in events_board(NOW) if card.key == day.pk] == [(closed.table.number,)]


def test_the_board_asks_the_same_for_one_event_and_for_five(django_assert_num_queries):
    def evening() -> None:
        day = running()
        for table in factories.make_tables(day, 3):
            seat_at(day, table, range(1, 6))

    evening()
    with django_assert_num_queries(9):
        events_board(NOW)
    for _ in range(4):
        evening()
    with django_assert_num_queries(9):
        assert len(events_board(NOW)) == 5


def test_the_page_says_it_all(director_client):
    factories.make_house(timezone="Europe/Vienna")
    day = running(clock_anchor=utc_now())
    event = Event.objects.get()
    one, two = factories.make_tables(day, 2, first=7)
    seat_at(day, one, range(1, 5))
    seat_at(day, two, range(1, 5))
    DayTable.objects.filter(pk=one.pk).update(stopped="count the stub")
    printer = PrinterProfile.objects.create(name="Desk 1", kind="network", address="10.0.0.7:9100")
    PrintJob.objects.create(
        event=event, document="seat_cards", sheet="80mm", profile=printer, state="failed",
        problem="silent", asked_at=utc_now(), finished_at=utc_now(),
    )  # fmt: skip
    page = " ".join(director_client.get("/floor/").content.decode().split())
    for words in (
        "<b>Stopped</b> table 7: count the stub",
        "<b>Breaks next</b> table 8",
        "Printer Desk 1",
        "The printer does not answer. Is it switched on?",
        f'href="/floor/{event.slug}/day/1/"',
        f'data-clock="{day.pk}"',
        'href="/floor/house/journal/"',
    ):
        assert words in page, words


def test_a_viewer_is_offered_no_house_journal(client):
    client.force_login(factories.make_staff("viewer"), backend="django.contrib.auth.backends.ModelBackend")
    assert "/floor/house/journal/" not in client.get("/floor/").content.decode()
