"""Drawing everybody at once: who is drawn, which tables open, what is refused, what undo leaves."""

import pytest

from tables.actions.desk import register
from tables.actions.draw import draw_all, void_draw
from tables.models import DayTable, Draw, Seat
from tables.rules.replay import replay
from tests import factories
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db


def field(day, n, **values):
    option = day.event.options.first() or factories.make_option(day.event)
    return [factories.make_entry(day, option, **values) for _ in range(n)]


def again(draw):
    seed = bytes(draw.seed.seed)
    return replay(seed, draw.number, draw.purpose, draw.cut, draw.candidates)


def refusal(action, *args, **kwargs):
    with pytest.raises(RuleError) as caught:
        action(*args, **kwargs)
    return caught.value.code, caught.value.facts


def test_all_waiting_entries_sit_where_the_draw_put_them(director, clock):
    day = factories.make_day()
    factories.make_tables(day, 3)
    entries = field(day, 20)
    field(day, 1, state="out")
    draw = draw_all(factories.as_by(director, clock), day, cut="Anna")
    assert (draw.number, draw.purpose, draw.cut, draw.at) == (1, "seats", "Anna", clock.now)
    assert draw.candidates["entries"] == [str(e.pk) for e in entries]
    assert again(draw) == draw.outcome
    seats = Seat.objects.filter(day=day, until=None, draw=draw, since=clock.now)
    rows = seats.values_list("entry_id", "table__number", "chair")
    assert {(str(e), t, c) for e, t, c in rows} == {tuple(seat) for seat in draw.outcome}
    assert Entry.objects.filter(day=day, state="seated").count() == 20
    assert violations(day.event) == []


def test_seating_01_who_has_paid_is_seated_by_a_random_draw(director, clock):
    """Nobody chooses: whatever the seed draws of the open chairs is his, and it can be drawn again."""
    day = factories.make_day()
    option = factories.make_option(day.event)
    factories.make_tables(day, 2, chairs=4)
    who = factories.as_by(director, clock)
    paid = [register(who, day, factories.make_player(), option) for _ in range(8)]
    seats = {seat.entry_id: seat for seat in Seat.objects.filter(until=None).select_related("draw", "table")}
    assert set(seats) == {entry.pk for entry in paid}
    for entry in paid:
        draw = seats[entry.pk].draw
        assert (
            draw.outcome
            == again(draw)
            == [str(entry.pk), seats[entry.pk].table.number, seats[entry.pk].chair]
        )
    assert [len(draw.candidates["tables"]) for draw in Draw.objects.order_by("number")] == [2, 1] * 4


def test_reserved_tables_open_in_order_when_the_open_ones_do_not_suffice(director):
    day = factories.make_day()
    factories.make_tables(day, 1, chairs=4)
    factories.make_tables(day, 1, chairs=4, state="closed")
    first, second, third = factories.make_tables(day, 3, chairs=4, state="reserved")
    for row, order in ((first, 7), (second, 6), (third, 8)):
        DayTable.objects.filter(pk=row.pk).update(order=order)
    field(day, 7)
    draw_all(factories.as_by(director), day)
    states = [DayTable.objects.get(pk=row.pk).state for row in (second, first, third)]
    assert states == ["open", "reserved", "reserved"]
    assert violations(day.event) == []


def test_blocked_and_taken_chairs_and_tables_lent_are_left_out(director):
    day = factories.make_day()
    (open_table,) = factories.make_tables(day, 1, chairs=4)
    (lent,) = factories.make_tables(day, 1, chairs=4, state="reserved")
    (elsewhere,) = factories.make_tables(day, 1, chairs=4, state="reserved")
    lent.table.lent = True
    lent.table.save()
    open_table.table.blocked = [2]
    open_table.table.save()
    DayTable.objects.create(day=factories.make_day(), table=elsewhere.table, chairs=4, state="open")
    field(day, 4)
    code, facts = refusal(draw_all, factories.as_by(director), day)
    assert (code, facts) == ("room-full", {"entries": 4, "chairs": 3, "missing": 1})
    assert (Draw.objects.count(), Seat.objects.count(), Action.objects.count()) == (0, 0, 0)
    last = Entry.objects.filter(day=day).order_by("-number").first()
    Entry.objects.filter(pk=last.pk).update(state="reserved")
    draw = draw_all(factories.as_by(director), day)
    assert sorted(chair for _entry, _table, chair in draw.outcome) == [1, 3, 4]


def test_nobody_waits(director):
    day = factories.make_day()
    factories.make_tables(day, 1)
    assert refusal(draw_all, factories.as_by(director), day)[0] == "nobody-waits"


def test_an_undone_draw_stays_void_and_the_second_try_is_a_second_draw(director, clock):
    day = factories.make_day()
    factories.make_tables(day, 1, chairs=4)
    (reserved,) = factories.make_tables(day, 1, chairs=4, state="reserved")
    field(day, 6)
    who = factories.as_by(director, clock)
    first = draw_all(who, day)
    undo(who, Action.objects.get(kind="draw.all"))
    first.refresh_from_db()
    assert (first.voided_at, first.voided_by, first.void_reason) == (clock.now, director, "undone")
    assert (Seat.objects.count(), DayTable.objects.get(pk=reserved.pk).state) == (0, "reserved")
    assert set(Entry.objects.values_list("state", flat=True)) == {"paid"}
    second = draw_all(who, day)
    assert (second.number, second.voided_at) == (2, None)
    assert second.outcome != first.outcome
    assert again(first) == first.outcome
    assert violations(day.event) == []


def test_an_undone_undo_makes_the_draw_hold_again(director):
    day = factories.make_day()
    factories.make_tables(day, 1)
    field(day, 5)
    who = factories.as_by(director)
    draw = draw_all(who, day)
    before = list(Seat.objects.order_by("pk").values())
    undo(who, Action.objects.get(kind="draw.all"))
    undo(who, Action.objects.get(kind="journal.undo"))
    draw.refresh_from_db()
    assert (draw.voided_at, draw.voided_by, draw.void_reason) == (None, None, "")
    assert list(Seat.objects.order_by("pk").values()) == before


def test_the_same_request_draws_once(director):
    day = factories.make_day()
    factories.make_tables(day, 1)
    field(day, 5)
    first = draw_all(factories.as_by(director, request_id="once"), day)
    assert draw_all(factories.as_by(director, request_id="once"), day) == first
    assert Draw.objects.count() == 1


def test_a_draw_is_void_only_when_nobody_sits_by_it(director, clock):
    day = factories.make_day()
    factories.make_tables(day, 1)
    field(day, 2)
    who = factories.as_by(director, clock)
    draw = draw_all(who, day)
    assert refusal(void_draw, who, draw, reason="x") == ("draw-in-use", {"number": 1, "count": 2})
    Seat.objects.update(until=clock.now)
    factories.make_out(*Entry.objects.all())
    assert refusal(void_draw, who, draw, reason="  ")[0] == "no-reason"
    assert void_draw(who, draw, reason="wrong room").void_reason == "wrong room"
    assert refusal(void_draw, who, draw, reason="x")[0] == "draw-void"
    undo(who, Action.objects.get(kind="draw.void"))
    draw.refresh_from_db()
    assert draw.voided_at is None


def test_a_role_that_may_not_draw_is_refused(clock):
    day = factories.make_day()
    clerk = factories.make_staff("registration")
    assert refusal(draw_all, factories.as_by(clerk), day)[0] == "not-your-role"


def test_a_cut_is_kept_to_two_hundred_characters(director):
    day = factories.make_day()
    factories.make_tables(day, 1)
    field(day, 1)
    assert refusal(draw_all, factories.as_by(director), day, cut="x" * 201)[0] == "cut-too-long"
    assert draw_all(factories.as_by(director), day, cut="陳" * 200).cut == "陳" * 200


@pytest.mark.parametrize("n", [3, 40])
def test_queries_do_not_grow_with_the_field(director, django_assert_num_queries, n):
    day = factories.make_day()
    factories.make_tables(day, 5)
    field(day, n)
    who = factories.as_by(director)
    with django_assert_num_queries(15):
        draw_all(who, day)
