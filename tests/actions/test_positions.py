"""Button and blinds of tables whose hands are kept, by the published cases."""

import pytest

from tables.actions.balance import tell_big_blind
from tables.actions.positions import (
    forget_positions,
    keep_positions,
    next_hand,
    positions_of,
    start_positions,
)
from tables.models import DayTable, Draw, Seat
from tables.queries.balance import played_floor
from tables.queries.proofs import proofs
from tables.rules.button import Positions
from tests import factories
from tests.actions.floor import late_day, seat_at
from tests.actions.test_draw import again, refusal
from tests.rules.floor_cases import published
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def by(director, clock):
    return factories.as_by(director, clock)


def leave(table, chair):
    seat = Seat.objects.get(table=table.table, chair=chair, until=None)
    Seat.objects.filter(pk=seat.pk).update(until=factories.START)
    Entry.objects.filter(pk=seat.entry_id).update(state="out")


def told(row):
    found = positions_of(row)
    return {
        "button": found.button,
        "button_live": found.button_live,
        "sb": found.small_blind,
        "bb": found.big_blind,
    }


# The others are a rule alone: tests/rules/test_button_cases.py.
@published("dead_button", "heads_up", which=lambda case: "hand" in case["input"])
def test_published_cases_of_the_button(case, by):
    seats = case["input"].get("seats") or case["input"]["clockwise"]
    chair = {name: place for place, name in enumerate(seats, 1)}
    (table,) = factories.make_tables(late_day(), 1)
    seat_at(table.day, table, chair.values())
    row = keep_positions(by, table, chair[case["input"]["hand"]["button"]])
    start = {key: chair[name] for key, name in case["input"]["hand"].items()}
    assert {key: told(row)[key] for key in start} == start
    for name in case["input"]["busted"]:
        leave(table, chair[name])
    for key in ("next", "after_next"):
        if key in case["expected"]:
            row = next_hand(by, row)
            expected = {k: chair.get(v, v) for k, v in case["expected"][key].items()}
            assert {k: told(row)[k] for k in expected} == expected


# The high card is below.
@published("button_start", which=lambda case: "seats_filled" in case["input"])
def test_published_cases_of_the_first_button(case, by):
    (table,) = factories.make_tables(late_day(), 1)
    seat_at(table.day, table, case["input"]["seats_filled"])
    found = told(start_positions(by, table))
    assert {key: found[key] for key in case["expected"]} == case["expected"]


def test_the_high_card_is_drawn_and_recorded_or_typed(by):
    event = factories.make_event(rules={"first_button": "high-card"})
    (table,) = factories.make_tables(late_day(event=event), 1, first=6)
    seat_at(table.day, table, [2, 5, 8])
    row = start_positions(by, table)
    draw = Draw.objects.get()
    assert (draw.purpose, draw.candidates, again(draw)) == ("pick", ["6-2", "6-5", "6-8"], draw.outcome)
    assert positions_of(row).button == int(draw.outcome[2:])
    assert [proof.problem for proof in proofs(event)] == [""]
    row = start_positions(by, row, cards={2: "9c", 5: "Kd", 8: "Qs"})
    assert positions_of(row).button == 5
    code, facts = refusal(start_positions, by, row, cards={2: "Kc", 5: "Kd", 8: "Qs"})
    assert (code, facts["again"]) == ("draw-again", (2, 5))
    assert refusal(start_positions, by, row, cards={1: "Kc"})[0] == "chair-not-live"


def test_kept_positions_answer_for_the_big_blind_until_they_are_forgotten(by, clock):
    day = late_day()
    (table,) = factories.make_tables(day, 1)
    assert refusal(keep_positions, by, table, 1)[0] == "too-few-players"
    assert refusal(next_hand, by, table)[0] == "positions-unknown"
    seat_at(day, table, [1, 2, 3, 4])
    row = keep_positions(by, table, 1)
    clock.forward(hours=1)
    assert played_floor(day, clock.now).all[0].big_blind == 3
    assert refusal(tell_big_blind, by, row, 2)[0] == "positions-kept"
    row = next_hand(by, row)
    assert positions_of(row) == Positions(button=2, small_blind=3, big_blind=4, button_live=True)
    undo(by, Action.objects.get(kind="table.next_hand"))
    assert positions_of(DayTable.objects.get(pk=table.pk)).big_blind == 3
    forget_positions(by, DayTable.objects.get(pk=table.pk))
    assert played_floor(day, clock.now).all[0].big_blind is None
    DayTable.objects.filter(pk=table.pk).update(state="closed")
    assert refusal(keep_positions, by, DayTable.objects.get(pk=table.pk), 1)[0] == "table-closed"
