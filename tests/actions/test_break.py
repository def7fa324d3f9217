"""Breaking a table: a recorded draw, or real cards; what is refused, what closes, what a discard leaves."""

import pytest

from tables.actions.apart import keep_apart
from tables.actions.break_table import (
    draw_next_break,
    order_breaking,
    propose_break,
    propose_break_by_cards,
    set_break_rule,
)
from tables.actions.move import move
from tables.actions.out import put_out
from tables.actions.plans import accept_plan, discard_plan
from tables.actions.table_state import padlock
from tables.models import DayTable, Draw, Seat
from tables.queries.balance import next_to_break, played_floor
from tables.queries.plans import last_moves, open_plans
from tables.queries.proofs import proofs
from tests import factories
from tests.actions.floor import late_day, seat_at, sizes, spot, spots
from tests.actions.test_draw import again, refusal
from tests.rules.floor_cases import published
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry

pytestmark = pytest.mark.django_db


@action("bust.test_out")
def go_out(change: Change, entry: Entry) -> None:
    put_out(change, entry)


@pytest.fixture
def day(db):
    return late_day()


@pytest.fixture
def by(director, clock):
    return factories.as_by(director, clock)


def floor(day, players=(5, 6, 7)):
    tables = factories.make_tables(day, len(players), first=1)
    return tables, [seat_at(day, row, range(1, n + 1)) for row, n in zip(tables, players, strict=True)]


def problems(day):
    return [proof.problem for proof in proofs(day.event)]


def test_a_break_spreads_its_players_and_closes_the_table(day, by):
    """Known fault 20: breaking a table of five sent all five to one chair."""
    tables, (five, _six, _seven) = floor(day, (5, 6, 7))
    plan = propose_break(by, tables[0])
    draw = plan.draw
    assert (draw.purpose, draw.number, again(draw)) == ("seats", 1, draw.outcome)
    assert draw.candidates["entries"] == [str(five[chair].pk) for chair in range(1, 6)]
    assert [(t["number"], t["taken"], t["chairs"]) for t in draw.candidates["tables"]] == [
        (2, 6, [7, 8, 9]),
        (3, 7, [8, 9]),
    ]
    assert [m["from_chair"] for m in plan.moves] == [1, 2, 3, 4, 5]
    assert (sizes(day), problems(day)) == ({1: 5, 2: 6, 3: 7}, [""])
    accept_plan(by, plan)
    assert (sizes(day), problems(day)) == ({2: 9, 3: 9}, [""])
    assert DayTable.objects.get(pk=tables[0].pk).state == "closed"
    assert len(set(spots(five).values())) == 5
    assert set(Seat.objects.filter(draw=draw).values_list("seen_at", "until")) == {(None, None)}
    assert [(m["from_table"], m["from_chair"]) for m in last_moves(day.event, day, by.clock())] == [
        (1, c) for c in range(1, 6)
    ]
    assert violations(day.event) == []
    undo(by, Action.objects.get(kind="plan.accept"))
    assert (sizes(day), problems(day), violations(day.event)) == ({1: 5, 2: 6, 3: 7}, [""], [])
    assert spots(five) == {chair: f"1-{chair}" for chair in range(1, 6)}
    discard_plan(by, open_plans_row(day), reason="drawn too early")
    draw.refresh_from_db()
    assert (draw.void_reason, problems(day)) == ("drawn too early", [""])


def open_plans_row(day):
    (line,) = open_plans(day)
    return day.plans.get(pk=line.pk)


def test_what_cannot_be_broken_is_refused_before_a_draw(day, by):
    tables, (five, _nine) = floor(day, (5, 9))
    assert refusal(propose_break, by, tables[0])[0] == "room-full"
    alone = late_day()
    (only,) = factories.make_tables(alone, 1)
    seat_at(alone, only, [1, 2])
    assert refusal(propose_break, by, only) == ("only-table", {"table": only.table.number})
    other, empty = factories.make_tables(alone, 2)
    assert refusal(propose_break, by, empty)[0] == "table-empty"
    DayTable.objects.filter(pk=empty.pk).update(state="closed")
    assert refusal(propose_break, by, DayTable.objects.get(pk=empty.pk))[0] == "table-closed"
    padlock(by, other)
    shut = {"table": only.table.number, "tables": str(other.table.number)}
    assert refusal(propose_break, by, only) == ("padlocked", shut)
    padlock(by, DayTable.objects.get(pk=other.pk), locked=False)
    Seat.objects.filter(table=only.table, chair=1).update(locked=True)
    assert refusal(propose_break, by, only)[0] == "player-locked"
    padlock(by, only)
    assert refusal(propose_break, by, DayTable.objects.get(pk=only.pk))[0] == "padlocked"
    assert Draw.objects.count() == 0
    assert five


def test_a_break_whose_facts_have_moved_on_is_refused_and_drawn_again(day, by):
    tables, (five, six) = floor(day, (3, 6))
    third = factories.make_tables(day, 1, first=3)[0]
    plan = propose_break(by, tables[0])
    assert refusal(propose_break, by, tables[0])[0] == "plan-open"
    assert refusal(accept_plan, by, plan, chosen=[0])[0] == "plan-whole"
    assert refusal(discard_plan, by, plan)[0] == "no-reason"
    go_out(by, five[2])
    code, facts = refusal(accept_plan, by, plan)
    name = f"{five[2].player.first_name} {five[2].player.last_name}"
    out_at = five[2].bust.at
    told = {"name": name, "table": 1, "chair": 2, "out_at": out_at, "who": by.staff.name}
    assert (code, facts) == ("plan-stale", told)
    discard_plan(by, plan, reason="one of them is out")
    second = propose_break(by, tables[0])
    assert (second.draw.number, len(second.moves)) == (2, 2)
    newcomer = seat_at(day, tables[0], [9])[9]
    assert refusal(accept_plan, by, second)[0] == "plan-stale"
    move(by, newcomer, 3, 9, reason="room") if (3, 9) not in taken(second) else move(
        by, newcomer, 3, 8, reason="room"
    )
    accept_plan(by, second)
    assert problems(day) == ["", ""]
    assert violations(day.event) == []
    assert six
    assert third


def taken(plan):
    return {(m["to_table"], m["to_chair"]) for m in plan.moves}


def test_nobody_drawn_for_a_void_draw_sits_down(day, by):
    tables, _seated = floor(day)
    plan = propose_break(by, tables[0])
    undo(by, Action.objects.get(kind="plan.break"))
    assert (day.plans.count(), Draw.objects.get().void_reason, problems(day)) == (0, "undone", [""])
    assert refusal(accept_plan, by, plan)[0] == "row-gone"


def test_two_who_are_kept_apart_are_drawn_until_they_are(day, by):
    tables, (two, _b, _c) = floor(day, (2, 7, 8))
    other = Seat.objects.get(table=tables[2].table, chair=1).entry
    keep_apart(by, day.event, two[1].player, other.player)
    plan = propose_break(by, tables[0])
    assert {m["entry"]: m["to_table"] for m in plan.moves}[two[1].pk] == 2
    draws = list(Draw.objects.order_by("number"))
    assert draws[-1] == plan.draw
    assert all(draw.voided_at and "kept apart" in draw.void_reason for draw in draws[:-1])
    accept_plan(by, plan)
    assert set(problems(day)) == {""}


# The others are a rule alone (tests/rules/test_breaking_cases.py), or what staff do.
@published("table_break", which=lambda case: case["id"] == "table_break-01")
def test_published_cases_of_breaking(case, director):
    day = late_day()
    by = factories.as_by(director)
    (breaking,) = factories.make_tables(day, 1, first=1)
    targets = {number: factories.make_tables(day, 1, first=number)[0] for number in (4, 7, 9)}
    players = {
        name: seat_at(day, breaking, [i])[i] for i, (name, _card) in enumerate(case["input"]["players"], 1)
    }
    cards = {i: card for i, (_name, card) in enumerate(case["input"]["players"], 1)}
    order = [(int(code[1]), int(code[3])) for code in case["input"]["cards_face_down_order"]]
    plan = propose_break_by_cards(by, breaking, seat_cards=order, cards=cards)
    accept_plan(by, plan)
    found = {name: "T{}S{}".format(*spot(entry).split("-")) for name, entry in players.items()}
    assert found == case["expected"]["assign"]
    assert (plan.draw, targets[4].state) == (None, "open")


def test_real_cards_need_open_chairs_and_a_card_for_everybody(day, by):
    tables, _seated = floor(day, (2, 6))
    ask = [(2, 7), (2, 8)]

    def code(seat_cards, cards):
        return refusal(propose_break_by_cards, by, tables[0], seat_cards=seat_cards, cards=cards)

    assert code([(2, 1), (2, 8)], {1: "As", 2: "Kd"}) == ("chair-not-open", {"table": 2, "chair": 1})
    assert code(ask, {1: "As"}) == ("card-missing", {"table": 1, "chair": 2})
    assert code(ask, {1: "As", 2: "Kd", 3: "2c"}) == ("card-missing", {"table": 1, "chair": 3})
    assert code(ask, {1: "As", 2: "As"})[0] == "card-twice"
    assert code(ask, {1: "As", 2: "XX"})[0] == "not-a-card"
    assert code(ask[:1], {1: "As", 2: "Kd"})[0] == "too-few-seats"


def test_tables_break_in_the_order_set_by_hand_then_by_rule(day, by, clock):
    tables, _seated = floor(day, (3, 3, 3, 3))
    assert played_floor(day, clock.now).order == (4, 3, 2, 1)
    order_breaking(by, day, [2, 3])
    assert played_floor(day, clock.now).order == (2, 3, 4, 1)
    assert refusal(order_breaking, by, day, [2, 99])[0] == "tables-changed"
    order_breaking(by, day, [])
    DayTable.objects.filter(pk=tables[1].pk).update(order=9)
    set_break_rule(by, day, "overflow")
    assert played_floor(day, clock.now).order == (2, 4, 3, 1)
    assert next_to_break(day, clock.now).table == 2
    assert refusal(set_break_rule, by, day, "whim")[0] == "break-rule"
    padlock(by, DayTable.objects.get(pk=tables[1].pk))
    assert next_to_break(day, clock.now).table == 4


def test_seating_05_tables_added_for_the_overflow_break_first(day, by, clock):
    for opened, number in enumerate((70, 71, 61, 62)):
        (row,) = factories.make_tables(day, 1, first=number)
        DayTable.objects.filter(pk=row.pk).update(order=opened)
        seat_at(day, row, range(1, 6))
    assert played_floor(day, clock.now).order == (71, 70, 62, 61)
    set_break_rule(by, day, "overflow")
    assert set(played_floor(day, clock.now).order[:2]) == {61, 62}
    assert next_to_break(day, clock.now).table in {61, 62}


def test_the_next_table_to_break_is_drawn_among_some(day, by, clock):
    tables, _seated = floor(day, (3, 3, 3, 3))
    set_break_rule(by, day, "random", among=2)
    found = next_to_break(day, clock.now)
    assert (found.table, found.is_due, found.among) == (None, True, (4, 3))
    draw = draw_next_break(by, day)
    assert (draw.purpose, draw.candidates, again(draw)) == ("pick", [4, 3], draw.outcome)
    assert next_to_break(day, clock.now).table == draw.outcome
    assert refusal(draw_next_break, by, day)[0] == "not-drawn"
    assert problems(day) == [""]
    accept_plan(by, propose_break(by, tables[draw.outcome - 1]))
    assert len(next_to_break(day, clock.now).among) == 2
    undo(by, Action.objects.get(kind="plan.accept"))
    assert violations(day.event) == []


def test_chairs_are_kept_free_while_registration_is_open(by, clock):
    event = factories.make_event(rules={"reserve_while_open": 5})
    day = factories.make_day(event)
    floor(day, (5, 5, 4))  # without table 3: eight chairs open for four
    assert next_to_break(day, clock.now).table == 3
    assert (next_to_break(day, clock.now).is_due, next_to_break(day, clock.now).reserve) == (False, 5)
    day.registration = "closed"
    day.save()
    assert (next_to_break(day, clock.now).is_due, next_to_break(day, clock.now).reserve) == (True, 0)
