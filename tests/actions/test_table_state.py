"""Whole tables: released, lent, moved to another number, opened by draw, merged from another Day."""

import pytest

from tables.actions.balance import tell_big_blind
from tables.actions.bust import bust
from tables.actions.desk import pay, reserve
from tables.actions.hand_for_hand import start_hand_for_hand, stop_hand_for_hand
from tables.actions.open_table import open_by_draw
from tables.actions.room import change_table, give_tables
from tables.actions.table_state import merge_days, move_table, padlock, release, resume, stop
from tables.models import DayTable, Draw, Seat, Table
from tables.queries.proofs import proofs
from tables.queries.to_do_floor import floor_to_do
from tests import factories
from tests.actions.floor import late_day, seat_at, sizes, spots
from tests.actions.test_draw import again, refusal
from tournaments.actions.clock import start_clock
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Day, Entry
from tournaments.queries.clock import current_day, reading_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(db):
    return late_day()


@pytest.fixture
def by(director, clock):
    return factories.as_by(director, clock)


def test_a_released_table_is_free_for_another_event_or_for_cash(day, by):
    one, two = factories.make_tables(day, 2, first=1)
    seat_at(day, one, [1])
    assert refusal(release, by, one)[0] == "table-not-empty"
    release(by, two)
    other = late_day()
    assert give_tables(by, other, [2])[0].state == "open"
    third = factories.make_tables(day, 1, first=3)[0]
    release(by, third, to_cash=True)
    assert Table.objects.get(number=3).lent
    assert refusal(give_tables, by, other, [3])[0] == "table-lent"
    undo(by, Action.objects.filter(kind="table.release").latest("pk"))
    assert (Table.objects.get(number=3).lent, DayTable.objects.get(pk=third.pk).state) == (False, "open")


def test_a_table_moves_to_another_number_with_everybody_in_his_chair(day, by):
    one, two = factories.make_tables(day, 2, first=1)
    spare = Table.objects.create(room=one.table.room, number=40, chairs=8)
    seated = seat_at(day, one, [1, 4, 8])
    stop(by, one, reason="light")
    row = move_table(by, one, 40)
    assert spots(seated) == {1: "40-1", 4: "40-4", 8: "40-8"}
    assert (row.table, row.state, row.chairs, row.stopped) == (spare, "open", 8, "light")
    assert DayTable.objects.get(pk=one.pk).state == "closed"
    assert set(Seat.objects.filter(until=None).values_list("seen_at", flat=True)) == {None}
    assert violations(day.event) == []
    done = Action.objects.get(kind="table.move")
    undo(by, done)
    assert spots(seated) == {1: "1-1", 4: "1-4", 8: "1-8"}
    assert (DayTable.objects.filter(table=spare).count(), violations(day.event)) == (0, [])
    assert refusal(move_table, by, one, 2)[0] == "table-not-empty"
    assert refusal(move_table, by, one, 41)[0] == "no-such-table"
    spare.blocked = [4]
    spare.save()
    assert refusal(move_table, by, one, 40) == ("chair-blocked", {"table": 40, "chair": 4})
    spare.blocked, spare.lent = [], True
    spare.save()
    assert refusal(move_table, by, one, 40)[0] == "table-lent"
    far = factories.make_tables(late_day(), 1, first=50)[0]
    assert refusal(move_table, by, one, 50)[1]["event"] == far.day.event.name
    padlock(by, two)
    assert refusal(move_table, by, DayTable.objects.get(pk=two.pk), 40)[0] == "padlocked"


def test_a_table_stops_for_a_reason_and_plays_on(day, by):
    (one,) = factories.make_tables(day, 1)
    assert refusal(stop, by, one, reason=" ")[0] == "no-reason"
    assert stop(by, one, reason="floor!").stopped == "floor!"
    assert resume(by, DayTable.objects.get(pk=one.pk)).stopped == ""
    padlock(by, stop(by, one, reason="floor!"))
    closed = release(by, DayTable.objects.get(pk=one.pk))
    assert (closed.stopped, closed.padlocked) == ("", False)


def test_two_days_become_one_with_their_tables(by, clock):
    event = factories.make_event()
    first = late_day(event=event, code="1A", label="Day 1A")
    target = late_day(event=event, code="2", label="Day 2")
    one, two = factories.make_tables(first, 2, first=1)
    DayTable.objects.create(day=target, table=two.table, chairs=9, state="reserved", order=7)
    (three,) = factories.make_tables(target, 1, first=3)
    seated = {"1-2": seat_at(first, one, [2])[2], "2-5": seat_at(first, two, [5], locked=True)[5]}
    there = seat_at(target, three, [1])
    told = tell_big_blind(by, padlock(by, stop(by, one, reason="light")), 2).positions
    assert merge_days(by, first, target) == 2
    assert (sizes(first), sizes(target)) == ({}, {1: 1, 2: 1, 3: 1})
    left, kept = (DayTable.objects.get(day=day, table=one.table) for day in (first, target))
    assert (left.state, left.stopped, left.padlocked, left.positions) == ("closed", "", False, None)
    assert (kept.state, kept.stopped, kept.padlocked, kept.positions) == ("open", "light", True, told)
    assert spots(seated) == {"1-2": "1-2", "2-5": "2-5"}
    for entry in seated.values():
        entry.refresh_from_db()
        assert entry.day == target
    assert Seat.objects.get(entry=seated["2-5"], until=None).locked
    assert violations(event) == []
    undo(by, Action.objects.get(kind="table.merge_days"))
    assert (sizes(first), sizes(target)) == ({1: 1, 2: 1}, {3: 1})
    assert DayTable.objects.get(day=target, table=two.table).state == "reserved"
    assert (violations(event), spots(there)) == ([], {1: "3-1"})
    assert refusal(merge_days, by, first, first)[0] == "same-day"
    assert refusal(merge_days, by, first, late_day())[0] == "other-event"
    waiting = factories.make_entry(first, event.options.get())
    assert refusal(merge_days, by, first, target)[0] == "still-waiting"
    Entry.objects.filter(pk=waiting.pk).update(day=target)
    first.over_at = clock.now
    first.save()
    assert refusal(merge_days, by, first, target)[0] == "day-over"


def test_who_has_reserved_a_place_on_a_merged_day_comes_along(by):
    event = factories.make_event()
    first = factories.make_day(event, code="1A", label="Day 1A", registration="open")
    target = factories.make_day(event, code="2", label="Day 2", registration="open")
    (one,) = factories.make_tables(first, 1, first=1)
    seat_at(first, one, [2])
    reserved = reserve(by, first, factories.make_player(), event.options.get())
    assert merge_days(by, first, target) == 1
    reserved.refresh_from_db()
    assert reserved.day == target
    pay(by, reserved)
    assert spots({0: reserved})[0].startswith("1-")
    assert violations(event) == []
    undo(by, Action.objects.get(kind="entry.pay"))
    undo(by, Action.objects.get(kind="table.merge_days"))
    reserved.refresh_from_db()
    assert (reserved.day, violations(event)) == (first, [])


def test_the_clock_of_a_day_that_was_merged_stops_and_the_other_day_is_on_show(by, clock):
    event = factories.make_event()
    first = late_day(event=event, code="1A", label="Day 1A")
    target = late_day(event=event, code="1B", label="Day 1B")
    (one,), (two,) = factories.make_tables(first, 1, first=1), factories.make_tables(target, 1, first=2)
    seated = seat_at(first, one, [1])[1]
    seat_at(target, two, [1])
    for day in (first, target):
        start_clock(by, day)
    assert current_day(event, clock.forward(minutes=1)) == first
    merge_days(by, first, target)
    assert current_day(event, clock.forward(minutes=1)) == target
    states = [reading_of(Day.objects.get(pk=day.pk), clock.now).state for day in (first, target)]
    assert states == ["paused", "running"]
    undo(by, Action.objects.get(kind="table.merge_days"))
    assert (current_day(event, clock.now), violations(event)) == (first, [])
    read = reading_of(Day.objects.get(pk=first.pk), clock.now)
    assert (read.state, read.elapsed_ms) == ("running", 120_000)
    merge_days(by, first, target)
    bust(by, Entry.objects.get(pk=seated.pk))
    assert [card.kind for card in floor_to_do(Day.objects.get(pk=target.pk), clock.now)] == ["winner"]


def test_a_table_opens_with_players_of_the_fullest_drawn_to_it(day, by):
    one, two = factories.make_tables(day, 2, first=1)
    (three,) = factories.make_tables(day, 1, first=3, state="reserved")
    seat_at(day, one, range(1, 10))
    seat_at(day, two, range(1, 9))
    plan = open_by_draw(by, three)
    assert sizes(day) == {1: 6, 2: 6, 3: 5}
    who, chairs = Draw.objects.order_by("number")
    assert (who.purpose, len(who.candidates), chairs.purpose) == ("shuffle", 17, "seats")
    assert (again(who), again(chairs)) == (who.outcome, chairs.outcome)
    going = set(chairs.candidates["entries"])
    first = [entry for entry in who.outcome if Seat.objects.filter(entry=entry, table=one.table).exists()][:3]
    assert set(first) <= going
    assert (plan.state, len(plan.moves), violations(day.event)) == ("accepted", 5, [])
    assert [proof.problem for proof in proofs(day.event)] == ["", ""]
    assert refusal(open_by_draw, by, DayTable.objects.get(pk=three.pk))[0] == "table-open"
    undo(by, Action.objects.get(kind="plan.open_table"))
    assert (sizes(day), DayTable.objects.get(pk=three.pk).state) == ({1: 9, 2: 8}, "reserved")
    assert (violations(day.event), day.plans.count()) == ([], 0)
    assert set(Draw.objects.values_list("void_reason", flat=True)) == {"undone"}
    empty = late_day()
    (alone,) = factories.make_tables(empty, 1, state="reserved")
    assert refusal(open_by_draw, by, alone)[0] == "nobody-to-move"
    assert DayTable.objects.get(pk=alone.pk).state == "reserved"


def test_days_are_not_brought_together_while_one_plays_hand_for_hand():
    """Busts of the hand would stay held for ever on a Day where nobody plays."""
    day = late_day()
    other = factories.make_day(day.event, code="2", registration="closed")
    tables = factories.make_tables(day, 2)
    for table in tables:
        seat_at(day, table, range(1, 4))
    by = factories.as_by()
    start_hand_for_hand(by, day)
    assert refusal(merge_days, by, day, other)[0] == "hand-for-hand-on"
    stop_hand_for_hand(by, day)
    assert merge_days(by, day, other) == 6


def test_a_renumbering_is_not_taken_back_to_a_table_that_cash_games_have():
    day, by = late_day(), factories.as_by()
    (table,) = factories.make_tables(day, 1, first=3)
    seats = seat_at(day, table, range(1, 4))
    Table.objects.create(room=table.table.room, number=8, chairs=9)
    move_table(by, table, 8)
    change_table(by, table.table, chairs=9, lent=True)
    assert refusal(undo, by, Action.objects.get(kind="table.move"))[0] == "lent-table"
    assert spots(seats) == {chair: f"8-{chair}" for chair in range(1, 4)}


def test_a_bust_is_not_taken_back_to_a_chair_that_is_blocked_now():
    day, by = late_day(), factories.as_by()
    (table,) = factories.make_tables(day, 1, first=3)
    seats = seat_at(day, table, range(1, 4))
    bust(by, seats[3])
    change_table(by, table.table, chairs=9, blocked=[3])
    assert refusal(undo, by, Action.objects.get(kind="bust.bust"))[0] == "chair-in-use"
    assert spots(seats) == {1: "3-1", 2: "3-2", 3: ""}
