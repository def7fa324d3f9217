"""Players found and entries listed."""

import time

import pytest

from tables.actions.desk import cancel, register, reserve
from tables.models import DayTable, Seat
from tables.queries.alternates import has_right_before
from tables.queries.desk import desk_find
from tables.queries.entries import EntryFilter, entry_counts, entry_page
from tables.queries.entry import entry_sheet
from tables.queries.room import day_room
from tests import factories
from tournaments.models import Entry, Player
from tournaments.queries.players import find_players, player_page
from tournaments.rules.names import search_key

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db):
    event = factories.make_event()
    day = factories.make_day(event)
    factories.make_option(event)
    factories.make_tables(day, 1, first=2)
    factories.make_tables(day, 1, first=10)
    return event


def enter(event, **player):
    day, option = event.days.get(), event.options.get()
    return register(factories.as_by(), day, factories.make_player(**player), option)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("nguyen", "Nguyễn"), ("anh ngu", "Nguyễn"), ("Nguyễn, Ánh", "Nguyễn"), ("lukasz", "Šimůnek"),
        ("陳", "陳"), ("大文", "陳"), ("ПЕТРОВ", "Петров"), ("77", "Rossi"), ("shark", "Rossi"),
    ],
)  # fmt: skip
def test_players_are_found_in_any_script_by_any_part(typed, found):
    factories.make_player(first_name="Ánh", last_name="Nguyễn", card="1")
    factories.make_player(first_name="Łukasz", last_name="Šimůnek", card="2")
    factories.make_player(first_name="大文", last_name="陳", card="3")
    factories.make_player(first_name="Иван", last_name="Петров", card="4")
    factories.make_player(first_name="Zoe", last_name="Rossi", alias="Shark", card="77")
    assert [Player.objects.get(pk=p.pk).last_name for p in find_players(typed)] == [found]


def test_whose_card_it_is_comes_first():
    factories.make_player(first_name="A", last_name="A", card="1234")
    factories.make_player(first_name="B", last_name="B", card="123")
    assert [p.card for p in find_players("123")] == ["123", "1234"]


def test_ten_thousand_players_are_searched_quickly():
    rows = [
        Player(last_name=f"Last{n}", card=str(n), search=search_key("F", f"Last{n}", "", str(n)))
        for n in range(10_000)
    ]
    Player.objects.bulk_create(rows)
    begin = time.perf_counter()
    assert [p.card for p in find_players("last9999")] == ["9999"]
    assert time.perf_counter() - begin < 0.25
    page = player_page("", 101)
    assert (page.total, page.page, page.pages, len(page.players)) == (10_000, 100, 100, 100)


def test_the_desk_says_where_each_found_player_stands(event):
    seated = enter(event, first_name="A", last_name="Lee")
    reserve(
        factories.as_by(),
        event.days.get(),
        factories.make_player(first_name="B", last_name="Lee"),
        event.options.get(),
    )
    factories.make_player(first_name="C", last_name="Lee")
    cancel(factories.as_by(), enter(event, first_name="D", last_name="Lee"))
    found = desk_find(event, "lee")
    seat = seated.seats.get()
    assert [f.standing and (f.standing.state, f.standing.table, f.standing.chair) for f in found] == [
        ("seated", seat.table.number, seat.chair),
        ("reserved", None, None),
        None,
        None,
    ]


def test_fault_33_entries_and_tables_sort_by_number(event):
    """KNOWN_FAULTS 33: 10 after 2, for entries and for tables."""
    for _ in range(11):
        enter(event)
    by_number = entry_page(event, EntryFilter(sort="number")).lines
    assert [line.number for line in by_number] == list(range(1, 12))
    seats = [(line.table, line.chair) for line in entry_page(event, EntryFilter(sort="seat")).lines]
    assert seats == sorted(seats)
    assert {table for table, _chair in seats} == {2, 10}


def test_entries_are_found_by_seat_table_number_card_and_name(event):
    for n in range(5):
        enter(event, first_name="Ann", last_name=f"Lee{n}", card=f"90{n}")
    line = entry_page(event, EntryFilter(sort="number")).lines[2]

    def found(text):
        return {found.number for found in entry_page(event, EntryFilter(text=text)).lines}

    at_table = set(Entry.objects.filter(seats__table__number=line.table).values_list("number", flat=True))
    assert found(f"{line.table}-{line.chair}") == {3}
    assert found(f"{line.table}-") == at_table
    assert found("3") == {3}
    assert found("902") == {3}
    assert found("lee2 ann") == {3}
    assert found("nobody") == set()


def test_states_and_counts(event):
    enter(event)
    cancel(factories.as_by(), enter(event))
    reserve(factories.as_by(), event.days.get(), factories.make_player(), event.options.get())
    counts = entry_counts(event)
    assert (counts.entries, counts.seated, counts.reserved, counts.cancelled, counts.waiting) == (
        1,
        1,
        1,
        1,
        0,
    )
    assert [line.state for line in entry_page(event, EntryFilter(state="cancelled")).lines] == ["cancelled"]


def test_an_entry_whole_adds_up(event):
    entry = enter(event)
    assert (entry_sheet(entry).paid, entry_sheet(entry).parts) == (
        55_000,
        (("Prize", 48_500), ("Fee", 5_000), ("Staff", 1_500)),
    )
    cancel(factories.as_by(), entry)
    sheet = entry_sheet(entry)
    assert (sheet.paid, sheet.parts, sheet.bought[0].is_cancelled) == (0, (), True)
    assert sheet.sat[0].until is not None


def test_lists_ask_as_much_for_three_as_for_one(event, django_assert_num_queries):
    enter(event, last_name="Lee")
    with django_assert_num_queries(2):
        entry_page(event, EntryFilter())
    with django_assert_num_queries(3):
        desk_find(event, "lee")
    for _ in range(2):
        enter(event, last_name="Lee")
    with django_assert_num_queries(2):
        assert len(entry_page(event, EntryFilter()).lines) == 3
    with django_assert_num_queries(3):
        assert len(desk_find(event, "lee")) == 3


def test_an_alternate_is_to_be_seated_only_when_it_is_his_turn(event):
    whole, first, second, third, fourth = (enter(event, last_name=f"N{n}") for n in range(5))
    on_list = (first, second, third, fourth)
    Seat.objects.filter(entry=whole).update(chair=1)
    for number, entry in enumerate(on_list, start=1):
        leave_chair(entry, alternate=number)
    day = event.days.get()
    chairs = day_room(day).chairs_left

    def said():
        lines = {line.pk: line.why_not for line in entry_page(event, EntryFilter()).lines}
        for entry in on_list:
            entry.refresh_from_db()
            assert (lines[entry.pk] == "") == (has_right_before(entry).count() < day_room(day).chairs_left)
            assert entry_sheet(entry).line.why_not == lines[entry.pk]
        assert lines[whole.pk] == ""
        return [lines[entry.pk] for entry in on_list]

    assert chairs > 4
    assert said() == ["", "", "", ""]
    DayTable.objects.filter(day=day).exclude(table__seats__entry=whole).update(padlocked=True)
    DayTable.objects.filter(day=day, padlocked=False).update(chairs=2)
    assert said() == [
        "",
        "1 alternate comes before him.",
        "2 alternates come before him.",
        "3 alternates come before him.",
    ]
    Entry.objects.filter(pk=third.pk).update(called_at=factories.START)
    assert [words == "" for words in said()] == [False, False, True, False]
    Entry.objects.filter(pk__in=[first.pk, third.pk]).update(called_at=None, skipped_at=factories.START)
    assert [words == "" for words in said()] == [True, True, False, False]
    DayTable.objects.filter(day=day, padlocked=False).update(chairs=1)
    (words,) = set(said())
    assert words.startswith("The only open chairs are at padlocked tables:")


def leave_chair(entry, *, alternate):
    Seat.objects.filter(entry=entry).delete()
    Entry.objects.filter(pk=entry.pk).update(state="paid", alternate=alternate)
