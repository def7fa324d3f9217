"""Draws leave players apart who are kept so: all at once, late, and from the alternates list."""

import pytest

from tables.actions.apart import keep_apart
from tables.actions.desk import register
from tables.actions.draw import draw_all, seat_alternates
from tables.actions.last_hands import draw_last_hands
from tables.actions.open_table import open_by_draw
from tables.actions.table_state import padlock
from tables.models import DaySeed, DayTable, Draw, Seat
from tables.rules.draw import Draw as Chance
from tests import factories
from tests.actions.floor import seat_at
from tests.actions.test_draw import again, field, refusal
from tournaments.journal.invariants import violations
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def table_of(entry):
    return Seat.objects.get(entry=entry, until=None).table.number


def test_everybody_is_drawn_until_two_are_apart(director):
    by, day = factories.as_by(director), factories.make_day()
    factories.make_tables(day, 2)
    ann, bo, *_others = field(day, 12)
    keep_apart(by, day.event, ann.player, bo.player)
    draw = draw_all(by, day)
    assert table_of(ann) != table_of(bo)
    draws = list(Draw.objects.order_by("number"))
    assert (draws[-1], again(draw)) == (draw, draw.outcome)
    assert all(one.voided_at and "kept apart" in one.void_reason for one in draws[:-1])
    assert violations(day.event) == []


def test_at_one_table_nobody_is_kept_apart(director):
    by, day = factories.as_by(director), factories.make_day()
    factories.make_tables(day, 1)
    ann, bo = field(day, 2)
    keep_apart(by, day.event, ann.player, bo.player)
    assert refusal(draw_all, by, day) == ("apart", {"draws": 20})
    assert (Draw.objects.count(), Seat.objects.count()) == (0, 0)


@pytest.mark.parametrize("late_seat", ["fewest", "any", "in-order"])
def test_a_late_entry_is_drawn_away_from_whom_he_is_kept_apart(director, late_seat):
    by, event = factories.as_by(director), factories.make_event(rules={"late_seat": late_seat})
    day, option = factories.make_day(event), factories.make_option(event)
    first, second = factories.make_tables(day, 2, chairs=6)
    for row, chairs in ((first, (1,)), (second, (1, 2, 3))):
        for chair in chairs:
            entry = factories.make_entry(day, option, state="seated")
            Seat.objects.create(day=day, table=row.table, chair=chair, entry=entry, since=factories.START)
    ann = Seat.objects.get(table=first.table).entry
    bo = factories.make_player()
    keep_apart(by, event, ann.player, bo)
    late = register(by, day, bo, option)
    assert table_of(late) == 2
    draw = Draw.objects.get()
    assert again(draw) == draw.outcome


def test_where_no_other_chair_is_open_he_sits_all_the_same(director):
    by, day = factories.as_by(director), factories.make_day()
    option = factories.make_option(day.event)
    factories.make_tables(day, 1)
    ann, bo = factories.make_player(), factories.make_player()
    register(by, day, ann, option)
    keep_apart(by, day.event, ann, bo)
    assert table_of(register(by, day, bo, option)) == 1


def test_alternates_are_drawn_apart_as_well(director):
    by, day = factories.as_by(director), factories.make_day()
    option = factories.make_option(day.event)
    ann, bo = (register(by, day, factories.make_player(), option) for _ in range(2))
    keep_apart(by, day.event, ann.player, bo.player)
    factories.make_tables(day, 2)
    seat_alternates(by, day)
    assert {table_of(ann), table_of(bo)} == {1, 2}
    assert Entry.objects.filter(state="seated").count() == 2


def test_a_table_that_opens_gets_no_two_who_are_kept_apart(director):
    by, day = factories.as_by(director), factories.make_day(registration="closed")
    one, two = factories.make_tables(day, 2, first=1)
    (three,) = factories.make_tables(day, 1, first=3, state="reserved")
    entries = [*seat_at(day, one, range(1, 10)).values(), *seat_at(day, two, range(1, 10)).values()]
    seed = DaySeed.objects.get(day=day).seed
    first, second = Chance(bytes(seed), 1, "shuffle").shuffle([str(entry.pk) for entry in entries])[:2]
    pair = [entry.player for entry in entries if str(entry.pk) in (first, second)]
    keep_apart(by, day.event, *pair)  # the first two of the first draw
    open_by_draw(by, three)
    going = Seat.objects.filter(table=three.table, until=None).values_list("entry", flat=True)
    assert len(going) == 6
    assert not {int(first), int(second)} <= set(going)
    draws = list(Draw.objects.order_by("number"))
    void, (order, chairs) = draws[:-2], draws[-2:]
    assert (order.purpose, order.voided_at) == ("shuffle", None)
    assert (chairs.purpose, chairs.voided_at) == ("seats", None)
    assert void[0].outcome[:2] == [first, second]
    assert all(one.voided_at and "kept apart" in one.void_reason for one in void)
    assert [again(draw) for draw in draws] == [draw.outcome for draw in draws]
    assert violations(day.event) == []


def test_a_table_stays_shut_where_only_such_would_come(director):
    by, day = factories.as_by(director), factories.make_day(registration="closed")
    (one,) = factories.make_tables(day, 1, first=1, chairs=4)
    (two,) = factories.make_tables(day, 1, first=2, state="reserved")
    four = seat_at(day, one, range(1, 5))
    for first in range(1, 4):
        for second in range(first + 1, 5):
            keep_apart(by, day.event, four[first].player, four[second].player)
    assert refusal(open_by_draw, by, two) == ("apart", {"draws": 20})
    assert (Draw.objects.count(), DayTable.objects.get(pk=two.pk).state) == (0, "reserved")


def test_no_table_opens_by_draw_while_it_is_padlocked_or_the_last_hands_are_played(director):
    by, day = factories.as_by(director), factories.make_day(registration="closed")
    (one,) = factories.make_tables(day, 1, first=1)
    (two,) = factories.make_tables(day, 1, first=2, state="reserved")
    seat_at(day, one, range(1, 10))
    padlock(by, two)
    assert refusal(open_by_draw, by, two) == ("padlocked", {"table": 2})
    two = padlock(by, two, locked=False)
    draw_last_hands(by, day)
    assert refusal(open_by_draw, by, two)[0] == "last-hands"
    assert DayTable.objects.get(pk=two.pk).state == "reserved"
