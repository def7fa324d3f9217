"""The board, a seat by what was typed, and who waits."""

import pytest

from tables.actions.draw import draw_all, draw_seat
from tables.models import Seat
from tables.queries.draws import draw_plan
from tables.queries.seating import BoardSeat, FoundSeat, WaitingEntry, find_seat, seating_board, waiting
from tests import factories
from tests.actions.test_draw import field

pytestmark = pytest.mark.django_db


def seat(day, table, chair, **names):
    player = factories.make_player(**names)
    option = day.event.options.first() or factories.make_option(day.event)
    entry = factories.make_entry(day, option, player, state="seated")
    return Seat.objects.create(day=day, table=table.table, chair=chair, entry=entry, since=factories.START)


def test_the_board_has_every_table_with_its_chairs():
    day = factories.make_day()
    one, two = factories.make_tables(day, 2, chairs=4)
    one.table.blocked, one.table.accessible = [2, 9], [1]
    one.table.save()
    sitting = seat(day, one, 3, first_name="Zoe", last_name="Rossi")
    Seat.objects.create(
        day=day, table=one.table, chair=1, entry=sitting.entry, since=factories.START, until=factories.START
    )
    board = seating_board(day)
    first = board.tables[0]
    taken = BoardSeat(3, sitting.entry_id, sitting.entry.number, "Rossi, Zoe", factories.START, None)
    assert (first.number, first.state, first.chairs, first.blocked, first.accessible, first.room) == (
        one.table.number,
        "open",
        4,
        (2,),
        (1,),
        "Main room",
    )
    assert first.seats == (taken,)
    assert (first.taken, first.open, board.taken, board.open) == (1, 2, 1, 6)
    assert first.around == (BoardSeat(1), BoardSeat(2, is_blocked=True), taken, BoardSeat(4))
    assert [t.number for t in seating_board(day, numbers=[two.table.number]).tables] == [two.table.number]


@pytest.mark.parametrize("n", [1, 3])
def test_the_board_takes_two_queries(director, django_assert_num_queries, n):
    day = factories.make_day()
    factories.make_tables(day, n)
    field(day, 4 * n)
    draw_all(factories.as_by(director), day)
    with django_assert_num_queries(2):
        assert seating_board(day).taken == 4 * n
    assert {s.draw_number for t in seating_board(day).tables for s in t.seats} == {1}


def test_a_seat_is_found_by_chair_table_name_card_and_entry():
    day = factories.make_day()
    (table,) = factories.make_tables(day, 1, first=12)
    anh = seat(day, table, 4, first_name="Ánh", last_name="Nguyễn", card="77001")
    bo = seat(day, table, 2, first_name="Bo", last_name="Łukasz", card=None)

    def found(sitting, name):
        return FoundSeat(sitting.entry_id, sitting.entry.number, name, 12, sitting.chair)

    nguyen, lukasz = found(anh, "Nguyễn, Ánh"), found(bo, "Łukasz, Bo")
    for text in ("12-4", " 12 - 4 ", "12–4", "12 4", "nguyen anh", "ANH", "77001", str(anh.entry.number)):
        assert find_seat(day, text) == (nguyen,), text
    assert find_seat(day, "lukasz") == (lukasz,)
    assert find_seat(day, "12") == (lukasz, nguyen)
    assert find_seat(day, "12-5") == find_seat(day, "nobody") == find_seat(day, "  ") == ()
    assert find_seat(day, "99999999999-1") == find_seat(day, "9" * 40) == ()


def test_who_waits_is_listed_in_the_order_of_entry(director):
    day = factories.make_day()
    factories.make_tables(day, 1, chairs=2)
    field(day, 2)
    who = factories.as_by(director)
    draw_all(who, day)
    first, second = field(day, 2)
    draw_seat(who, second)

    def line(entry, alternate):
        name = f"{entry.player.last_name}, {entry.player.first_name}"
        return WaitingEntry(entry.pk, entry.number, name, alternate, factories.START)

    assert waiting(day) == (line(first, None), line(second, 1))


def test_the_plan_says_what_would_open_and_how_many_chairs_are_missing():
    day = factories.make_day()
    factories.make_tables(day, 1, chairs=3)
    reserved = factories.make_tables(day, 3, chairs=3, state="reserved")
    field(day, 7)
    plan = draw_plan(day)
    assert (plan.tables, plan.chairs, plan.in_reserve, plan.missing) == (1, 3, 9, 0)
    assert plan.opens == (reserved[0].table.number, reserved[1].table.number)
    field(day, 6)
    assert draw_plan(day).missing == 1
