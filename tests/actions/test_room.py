"""Rooms and tables: added, changed, lent, given to Days and taken back, each with its refusals."""

import threading

import pytest
from django.conf import settings
from django.db import connection, transaction

from tables.actions.day_tables import set_chairs
from tables.actions.house_undo import take_back
from tables.actions.room import (
    add_room,
    add_tables,
    change_table,
    close_table,
    give_tables,
    open_table,
    order_tables,
    remove_room,
    remove_table,
    rename_room,
    take_back_table,
)
from tables.models import DayTable, Room, Seat, Table
from tests import factories
from tests.factories import START, as_by
from tournaments.journal.invariants import violations
from tournaments.journal.lock import locked_event
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db
HELD_UP = "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"


@pytest.fixture
def by(director, clock):
    return as_by(director, clock)


@pytest.fixture
def room(by):
    return add_room(by, name="Main room")


def refused(function, *args, **kwargs) -> str:
    """The code of the refusal, after which nothing is written."""
    before = Action.objects.count()
    with pytest.raises(RuleError) as caught:
        function(*args, **kwargs)
    assert Action.objects.count() == before
    return caught.value.code


def sit(day_table: DayTable, chair: int) -> Seat:
    entry = factories.make_entry(day_table.day, factories.make_option(day_table.day.event), state="seated")
    return Seat.objects.create(
        day=day_table.day, table=day_table.table, chair=chair, entry=entry, since=START, draw=None
    )


def states(day) -> list[tuple[int, str, int]]:
    return list(day.day_tables.order_by("order").values_list("table__number", "state", "order"))


def test_tables_are_added_from_first_to_last(by, room):
    made = add_tables(by, room, first=3, last=5, chairs=9)
    assert [(t.number, t.chairs, t.room) for t in made] == [(3, 9, room), (4, 9, room), (5, 9, room)]
    assert Action.objects.latest("pk").facts == {"room": "Main room", "first": 3, "last": 5, "chairs": 9}


def test_a_number_is_given_once_in_the_house(by, room):
    add_tables(by, room, first=1, last=4, chairs=9)
    other = add_room(by, name="Balcony")
    assert refused(add_tables, by, other, first=4, last=8, chairs=9) == "table-number-taken"
    assert Table.objects.count() == 4


@pytest.mark.parametrize(("first", "last"), [(0, 4), (5, 4), (1, 2001)])
def test_a_range_has_a_first_and_a_last(by, room, first, last):
    assert refused(add_tables, by, room, first=first, last=last, chairs=9) == "too-many-tables"


@pytest.mark.parametrize("chairs", [1, 11])
def test_a_table_has_two_to_ten_chairs(by, room, chairs):
    assert refused(add_tables, by, room, first=1, last=1, chairs=chairs) == "chairs"
    (table,) = add_tables(by, room, first=1, last=1, chairs=9)
    assert refused(change_table, by, table, chairs=chairs) == "chairs"


def test_room_names_are_given_once(by, room):
    other = add_room(by, name="Balcony")
    assert refused(add_room, by, name="Main room") == "room-name-taken"
    assert refused(rename_room, by, other, name="Main room") == "room-name-taken"
    assert rename_room(by, other, name="Gallery").name == "Gallery"
    assert rename_room(by, other, name="Gallery").name == "Gallery"


def test_a_room_is_removed_when_it_is_empty(by, room):
    (table,) = add_tables(by, room, first=1, last=1, chairs=9)
    assert refused(remove_room, by, room) == "room-has-tables"
    remove_table(by, table)
    remove_room(by, room)
    assert list(Room.objects.all()) == []


def test_chairs_are_blocked_and_accessible(by, room):
    (table,) = add_tables(by, room, first=1, last=1, chairs=9)
    changed = change_table(by, table, chairs=8, blocked=[5, 3, 5], accessible=[1])
    assert (changed.chairs, changed.blocked, changed.accessible, changed.lent) == (8, [3, 5], [1], False)
    assert refused(change_table, by, table, chairs=8, blocked=[9]) == "chairs"
    assert refused(change_table, by, table, chairs=8, accessible=[9]) == "chairs"


def test_a_chair_that_somebody_sits_in_stays(by):
    day_table = factories.make_tables(factories.make_day(), 1)[0]
    sit(day_table, 9)
    assert refused(change_table, by, day_table.table, chairs=8) == "chair-in-use"
    assert refused(change_table, by, day_table.table, chairs=9, blocked=[9]) == "chair-in-use"
    assert change_table(by, day_table.table, chairs=9, blocked=[8]).blocked == [8]


def test_a_day_plays_at_no_more_chairs_than_the_table_has(by):
    running = factories.make_tables(factories.make_day(), 1, chairs=9)[0]
    change_table(by, running.table, chairs=8)
    running.refresh_from_db()
    assert running.chairs == 8


def test_only_a_table_that_is_not_open_is_lent(by):
    day = factories.make_day()
    (day_table,) = factories.make_tables(day, 1)
    table = day_table.table
    assert refused(change_table, by, table, chairs=9, lent=True) == "table-in-use"
    close_table(by, day_table)
    assert change_table(by, table, chairs=9, lent=True).lent is True
    assert refused(open_table, by, day_table) == "table-lent"
    assert refused(give_tables, by, factories.make_day(), [table.number]) == "table-lent"


def test_tables_are_given_in_order(by, room):
    add_tables(by, room, first=1, last=4, chairs=10)
    day = factories.make_day()
    give_tables(by, day, [3, 1])
    give_tables(by, day, [4], state=DayTable.State.RESERVED)
    assert states(day) == [(3, "open", 1), (1, "open", 2), (4, "reserved", 3)]
    assert {row.chairs for row in day.day_tables.all()} == {9}


def test_a_table_is_open_in_one_day(by, room):
    add_tables(by, room, first=1, last=2, chairs=9)
    day, other = factories.make_day(), factories.make_day()
    give_tables(by, day, [1])
    assert refused(give_tables, by, other, [2, 1]) == "table-taken"
    assert refused(give_tables, by, day, [1]) == "table-here"
    assert refused(give_tables, by, day, [7]) == "no-such-table"
    (reserved,) = give_tables(by, other, [1], state=DayTable.State.RESERVED)
    assert refused(open_table, by, reserved) == "table-taken"
    close_table(by, day.day_tables.get())
    assert open_table(by, reserved).state == "open"


def test_a_table_with_players_is_not_taken_away(by):
    (day_table,) = factories.make_tables(factories.make_day(), 1)
    seat = sit(day_table, 2)
    assert refused(take_back_table, by, day_table) == "table-not-empty"
    assert refused(close_table, by, day_table) == "table-not-empty"
    seat.delete()
    take_back_table(by, day_table)
    assert list(DayTable.objects.all()) == []


def test_opening_order_names_every_table_of_the_day(by, room):
    add_tables(by, room, first=1, last=3, chairs=9)
    day = factories.make_day()
    give_tables(by, day, [1, 2, 3])
    assert refused(order_tables, by, day, [3, 1]) == "tables-changed"
    order_tables(by, day, [3, 1, 2])
    assert [number for number, _state, _order in states(day)] == [3, 1, 2]


def test_a_table_with_a_history_is_not_removed(by):
    (day_table,) = factories.make_tables(factories.make_day(), 1)
    assert refused(remove_table, by, day_table.table) == "table-in-use"


def test_everything_done_to_a_room_is_undone_row_by_row(by):
    def rows():
        return list(Room.objects.values()), list(Table.objects.order_by("pk").values())

    def tables(number):
        return Table.objects.get(number=number)

    seen = [rows()]
    room = add_room(by, name="Main room")
    seen.append(rows())
    for step in (
        lambda: add_tables(by, room, first=1, last=3, chairs=9),
        lambda: change_table(by, tables(2), chairs=8, blocked=[1], accessible=[2], lent=True),
        lambda: rename_room(by, room, name="Gallery"),
        lambda: remove_table(by, tables(3)),
    ):
        step()
        seen.append(rows())
    for done, before in zip(Action.objects.order_by("-seq"), reversed(seen[:-1]), strict=True):
        take_back(by, done)
        assert rows() == before


def test_undo_never_takes_a_chair_from_under_a_player(by):
    (day_table,) = factories.make_tables(factories.make_day(), 1)
    table = day_table.table
    change_table(by, table, chairs=9, blocked=[4])
    change_table(by, table, chairs=9)
    opened = Action.objects.latest("pk")
    seat = sit(day_table, 4)
    assert refused(take_back, by, opened) == "chair-in-use"
    seat.delete()
    Entry.objects.update(state="paid")
    take_back(by, opened)
    table.refresh_from_db()
    assert table.blocked == [4]


def test_undo_of_tables_that_an_event_has_is_refused(by, room):
    add_tables(by, room, first=1, last=2, chairs=9)
    added = Action.objects.latest("pk")
    give_tables(by, factories.make_day(), [2])
    assert refused(take_back, by, added) == "later-actions"
    assert Table.objects.count() == 2


@pytest.mark.parametrize("role", ["floor", "registration", "cashier", "viewer"])
def test_rooms_are_the_directors(role, room):
    by = as_by(factories.make_staff(role))
    assert refused(add_room, by, name="Balcony") == "not-your-role"
    assert refused(add_tables, by, room, first=1, last=2, chairs=9) == "not-your-role"


def test_a_table_opens_again_with_the_chairs_that_the_house_left_it():
    """KNOWN_FAULTS 21: a chair that is not there must not be drawn."""
    day = factories.make_day()
    (row,) = factories.make_tables(day, 1, chairs=9, state="closed")
    change_table(factories.as_by(), row.table, chairs=6)
    assert open_table(factories.as_by(), row).chairs == 6


@pytest.mark.parametrize("state", ["open", "reserved"])
@pytest.mark.parametrize("away", [close_table, take_back_table])
def test_no_undo_gives_a_day_chairs_that_the_house_took_away(by, away, state):
    day = factories.make_day()
    (row,) = factories.make_tables(day, 1, state=state)
    table = row.table
    away(by, row)
    change_table(by, table, chairs=4)
    done = Action.objects.get(kind=away.kind)
    assert refused(undo, by, done) == "table-chairs"
    change_table(by, Table.objects.get(pk=table.pk), chairs=9)
    undo(by, done)
    assert DayTable.objects.get(day=day).state == state
    assert violations(day.event) == []


def test_nor_does_one_of_the_chairs_that_a_day_plays_at(by):
    day = factories.make_day()
    (row,) = factories.make_tables(day, 1)
    set_chairs(by, day, [row.table.number], chairs=4)
    change_table(by, row.table, chairs=6)
    assert refused(undo, by, Action.objects.get(kind="table.set_chairs")) == "table-chairs"
    assert DayTable.objects.get(day=day).chairs == 4


def test_nor_one_of_the_house(by):
    day = factories.make_day()
    (row,) = factories.make_tables(day, 1, chairs=4)
    change_table(by, row.table, chairs=9)
    set_chairs(by, day, [row.table.number], chairs=8)
    assert refused(take_back, by, Action.objects.get(kind="house.change_table")) == "table-chairs"
    assert Table.objects.get().chairs == 9


where_writers_wait = pytest.mark.skipif(
    settings.ONE_WRITER, reason="SQLite lets one write at a time, so nobody waits: run on PostgreSQL"
)


def while_the_house_waits(day, change, then):
    """What becomes of a change of the house that begins while an event is written in, and `then` is done."""
    found = []

    def run():
        try:
            change()
        except RuleError as error:
            found.append(error.code)
        finally:
            connection.close()

    house = threading.Thread(target=run)
    with transaction.atomic(), connection.cursor() as cursor:
        locked_event(day.event_id)
        house.start()
        waiting = 0
        while house.is_alive() and not waiting:
            cursor.execute(HELD_UP)
            (waiting,) = cursor.fetchone()
        then()
    house.join()
    assert waiting == 1
    return found


@where_writers_wait
def test_a_table_that_opens_while_the_house_looks_at_it_is_not_lent(transactional_db):
    day = factories.make_day()
    (row,) = factories.make_tables(day, 1, state="reserved")
    by = as_by()

    def lend():
        change_table(by, row.table, chairs=9, lent=True)

    assert while_the_house_waits(day, lend, lambda: DayTable.objects.update(state="open")) == ["table-in-use"]
    assert not Table.objects.get().lent


@where_writers_wait
def test_a_closed_table_that_an_undo_opens_has_the_chairs_that_the_house_leaves_it(transactional_db):
    day = factories.make_day()
    (row,) = factories.make_tables(day, 1)
    by = as_by()
    close_table(by, row)

    def take_away():
        change_table(by, row.table, chairs=4)

    done = Action.objects.get(kind="table.close")
    assert while_the_house_waits(day, take_away, lambda: undo(by, done)) == []
    assert DayTable.objects.values_list("state", "chairs").get() == ("open", 4)
    assert violations(day.event) == []
