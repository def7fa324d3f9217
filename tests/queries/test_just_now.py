"""What was just done, with floods of one kind folded; and whom the console's search finds."""

import pytest

from tables.actions.bust import bust
from tables.actions.move import move
from tables.actions.prints import ask_print
from tables.actions.seat_notes import mark_seen, mark_table_seen
from tables.models import Bust, DayTable, Seat
from tables.queries.found import Found, find_anybody
from tables.queries.just_now import NowLine, just_now
from tests import factories
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def day() -> Day:
    factories.make_house(timezone="Europe/Vienna")
    return factories.make_day()


@pytest.fixture
def tables(day: Day) -> list[DayTable]:
    """Three tables with two at each."""
    option, made = factories.make_option(day.event), factories.make_tables(day, 3)
    for table in made:
        for chair in (1, 2):
            entry = factories.make_entry(day, option, state="seated")
            Seat.objects.create(day=day, table=table.table, chair=chair, entry=entry, since=factories.START)
    return made


def sitting(table: DayTable, chair: int) -> Entry:
    return Seat.objects.get(table=table.table, chair=chair, until=None).entry


def lines(day: Day, limit: int = 8) -> tuple[NowLine, ...]:
    return just_now(day.event, "director", "Europe/Vienna", limit=limit)


def test_tables_and_players_seen_one_after_another_are_one_line_each(day, tables):
    who = factories.as_by()
    for table in tables:
        mark_table_seen(who, table)
    for chair in (1, 2):
        mark_seen(who, sitting(tables[0], chair))
    assert [(line.text, line.many, line.may_undo) for line in lines(day)] == [
        ("2 players seen", 2, False),
        ("3 tables seen", 3, False),
    ]


def test_one_alone_keeps_its_words_and_its_undo(day, tables):
    mark_table_seen(factories.as_by(), tables[0])
    line = lines(day)[0]
    assert (line.text, line.may_undo) == (f"Table {tables[0].table.number}: all seen", True)


def test_paper_is_no_line_of_its_own(day, tables):
    who = factories.as_by()
    entry = sitting(tables[0], 1)
    seat = move(who, entry, tables[1].table.number, 5, reason="floor's decision")
    ask_print(
        who,
        day.event,
        document="move_slip",
        sheet="4x3",
        options={"day": day.pk, "which": "one", "seats": [seat.pk]},
        profile=None,
    )
    assert Action.objects.latest("seq").kind.startswith("print.")
    assert [line.line.pk for line in lines(day)] == [Action.objects.get(kind="seat.move").pk]


def test_what_was_undone_is_not_folded(day, tables):
    who = factories.as_by()
    for table in tables[:2]:
        mark_table_seen(who, table)
    undo(who, Action.objects.latest("seq"))
    assert [line.line.is_undone for line in lines(day)] == [False, True, False]


def test_a_bust_leads_to_its_table_until_it_is_undone(day, tables):
    who = factories.as_by()
    bust(who, sitting(tables[1], 2))
    assert lines(day)[0].table == tables[1].table.number
    undo(who, Action.objects.latest("seq"))
    assert [line.table for line in lines(day)] == [None, None]


def test_the_newest_lines_in_two_queries(day, tables, django_assert_num_queries):
    who = factories.as_by()
    for table in tables[:2]:
        bust(who, sitting(table, 1))
    with django_assert_num_queries(1):
        found = lines(day, limit=1)
    assert [line.table for line in found] == [tables[1].table.number]


def test_search_finds_who_sits_and_then_who_is_out(day, tables):
    gone, stays = sitting(tables[0], 1), sitting(tables[0], 2)
    for entry, last_name in ((gone, "Nguyễn"), (stays, "Nguyen")):
        entry.player.search = f"anh {'nguyen'} {entry.pk}"
        entry.player.last_name, entry.player.first_name = last_name, "Anh"
        entry.player.save()
    bust(factories.as_by(), Entry.objects.get(pk=gone.pk))
    number = tables[0].table.number
    assert find_anybody(day, "nguyễn") == (
        Found(stays.pk, stays.number, "Nguyen, Anh", number, 2),
        Found(gone.pk, gone.number, "Nguyễn, Anh", number, 1, out=1),
    )
    # A table's number means the table, and nobody who is out.
    assert [hit.out for hit in find_anybody(day, str(number))] == [None]
    assert Bust.objects.count() == 1
