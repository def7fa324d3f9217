"""One player to another chair: where he may go, and what is said where he may not."""

import pytest

from tables.actions.apart import keep_apart, let_together
from tables.actions.move import move
from tables.actions.table_state import padlock
from tables.models import Apart, DayTable, Seat
from tests import factories
from tests.actions.floor import late_day, seat_at, spot
from tests.actions.test_draw import refusal
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(db):
    return late_day()


def numbers(tables):
    return [row.table.number for row in tables]


def test_a_player_moves_to_a_free_chair_and_is_not_seen_there_yet(day, director, clock):
    one, two = factories.make_tables(day, 2)
    (ann,) = seat_at(day, one, [3], seen_at=factories.START, locked=False).values()
    clock.forward(minutes=5)
    seat = move(factories.as_by(director, clock), ann, two.table.number, 7, reason=" cold  ")
    old, new = Seat.objects.filter(entry=ann).order_by("pk")
    assert (old.until, new, new.since) == (clock.now, seat, clock.now)
    assert (new.table, new.chair, new.seen_at, new.draw, new.until) == (two.table, 7, None, None, None)
    done = Action.objects.get(kind="seat.move")
    assert done.facts["reason"] == "cold"
    assert violations(day.event) == []
    undo(factories.as_by(director, clock), done)
    assert spot(ann) == f"{one.table.number}-3"
    assert Seat.objects.filter(entry=ann).count() == 1


def test_a_taken_chair_says_by_whom_since_when_and_who_did_it(day, director, clock):
    one, two = factories.make_tables(day, 2)
    ann, bo = seat_at(day, one, [1, 2]).values()
    clock.forward(minutes=9)
    since = clock.now
    move(factories.as_by(director, clock), ann, two.table.number, 4, reason="asked")
    clock.forward(minutes=1)
    code, facts = refusal(move, factories.as_by(director, clock), bo, two.table.number, 4, reason="asked")
    name = f"{ann.player.first_name} {ann.player.last_name}"
    expected = {"table": two.table.number, "chair": 4, "name": name, "since": since, "who": director.name}
    assert (code, facts) == ("chair-taken", expected)
    assert spot(bo) == f"{one.table.number}-2"


def test_moves_that_are_refused_say_why_and_leave_everything(day, director):
    one, two, three = factories.make_tables(day, 3)
    DayTable.objects.filter(pk=three.pk).update(state="closed")
    two.table.blocked = [5]
    two.table.save()
    elsewhere = factories.make_day()
    (far,) = factories.make_tables(elsewhere, 1)
    (ann,) = seat_at(day, one, [1]).values()
    (stays,) = seat_at(day, one, [2], locked=True).values()
    by, to = factories.as_by(director), two.table.number

    def code(entry, table, chair, reason="asked"):
        return refusal(move, by, entry, table, chair, reason=reason)[0]

    assert code(ann, to, 4, reason=" ") == "no-reason"
    assert code(stays, to, 4) == "seat-locked"
    assert code(ann, to, 5) == "chair-blocked"
    assert code(ann, to, 10) == "no-such-chair"
    assert code(ann, to, 0) == "no-such-chair"
    assert code(ann, three.table.number, 1) == "table-closed"
    assert code(ann, 32_000, 1) == "no-such-table"
    assert refusal(move, by, ann, far.table.number, 1, reason="asked") == (
        "table-elsewhere",
        {"table": far.table.number, "event": elsewhere.event.name, "day": "Day 1"},
    )
    padlock(by, two)
    assert code(ann, to, 4) == "padlocked"
    waiting = factories.make_entry(day, day.event.options.get())
    assert code(waiting, to, 4) == "no-seat"
    assert Action.objects.filter(kind="seat.move").count() == 0


def test_two_who_are_kept_apart_are_not_moved_to_one_table(day, director):
    one, two = factories.make_tables(day, 2)
    (ann,) = seat_at(day, one, [1]).values()
    (bo,) = seat_at(day, two, [2]).values()
    by = factories.as_by(director)
    pair = keep_apart(by, day.event, bo.player, ann.player)
    assert (pair.first, pair.second) == (ann.player, bo.player)
    assert refusal(keep_apart, by, day.event, ann.player, bo.player)[0] == "apart-already"
    assert refusal(keep_apart, by, day.event, ann.player, ann.player)[0] == "same-player"
    assert refusal(move, by, ann, two.table.number, 5, reason="asked")[0] == "kept-apart"
    assert move(by, ann, one.table.number, 5, reason="asked").chair == 5
    let_together(by, pair)
    assert Apart.objects.count() == 0
    assert move(by, ann, two.table.number, 5, reason="asked").table == two.table
