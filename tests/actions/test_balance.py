"""Balance: who is named, what is asked first, what a plan does when it is accepted, and what it rests on."""

from datetime import timedelta

import pytest

from tables.actions.apart import keep_apart, let_together
from tables.actions.balance import fill, propose_balance, tell_big_blind
from tables.actions.break_table import propose_break
from tables.actions.bust import bust
from tables.actions.draw import draw_seat
from tables.actions.last_hands import draw_last_hands, end_last_hands
from tables.actions.move import move
from tables.actions.plans import accept_plan, discard_plan
from tables.actions.table_state import padlock, stop
from tables.models import DayFloor, DayTable, Draw, Plan, Seat
from tables.queries.balance import balance_of
from tables.queries.plans import last_moves, open_plans, plan_line
from tests import factories
from tests.actions.floor import late_day, seat_at, sizes, spot
from tests.actions.test_draw import field, refusal
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db


def two_tables(day, players=(9, 5)):
    """Table 1 and 2 with so many players in the first chairs."""
    tables = factories.make_tables(day, len(players), first=1)
    seated = [seat_at(day, row, range(1, n + 1)) for row, n in zip(tables, players, strict=True)]
    return tables, seated


@pytest.fixture
def day(db):
    return late_day()


@pytest.fixture
def by(director, clock):
    return factories.as_by(director, clock)


def test_nine_and_five_become_seven_and_seven_by_two_moves(day, by):
    """Known fault 18: nine and five. The next big blinds go to the worst chairs of table 2."""
    _tables, (nine, _five) = two_tables(day)
    plan = propose_balance(by, day, big_blinds={1: 4, 2: 5})
    moves = [(m["entry"], m["from_chair"], m["to_table"], m["to_chair"]) for m in plan.moves]
    assert moves == [(nine[5].pk, 5, 2, 6), (nine[6].pk, 6, 2, 7)]
    assert sizes(day) == {1: 9, 2: 5}
    seats = accept_plan(by, plan)
    assert [(seat.entry_id, seat.seen_at) for seat in seats] == [(nine[5].pk, None), (nine[6].pk, None)]
    assert sizes(day) == {1: 7, 2: 7}
    assert (spot(nine[5]), spot(nine[6])) == ("2-6", "2-7")
    assert (plan_line(plan).state, open_plans(day)) == ("accepted", ())
    assert violations(day.event) == []
    undo(by, Action.objects.get(kind="plan.accept"))
    assert sizes(day) == {1: 9, 2: 5}
    assert spot(nine[5]) == "1-5"
    assert Seat.objects.filter(entry=nine[5]).count() == 1
    assert [line.pk for line in open_plans(day)] == [plan.pk]


@pytest.mark.parametrize(
    ("players", "due"),
    [((9, 7), True), ((6, 4), True), ((9, 9, 7), True), ((8, 9, 9, 8, 9, 7, 9), True), ((9, 8), False)],
)
def test_two_apart_is_never_in_balance(day, clock, players, due):
    """Known fault 19: 9/7, 6/4 and 9/9/7 called balanced."""
    two_tables(day, players)
    found = balance_of(day, clock.now)
    assert (found.is_due, found.difference, found.allowed) == (due, max(players) - min(players), 1)
    assert bool(balance_of(day, clock.now).tables) == due


def test_the_big_blinds_are_asked_for_first(day, by, clock):
    tables, (eight, _six) = two_tables(day, (8, 6))
    assert balance_of(day, clock.now).ask == (1, 2)
    code, facts = refusal(propose_balance, by, day)
    assert (code, facts["ask"]) == ("big-blind-unknown", (1, 2))
    tell_big_blind(by, tables[0], 8)
    tell_big_blind(by, DayTable.objects.get(pk=tables[1].pk), 6)
    (found,) = balance_of(day, clock.now).moves
    assert (found.entry, found.to_chair) == (str(eight[1].pk), 7)
    assert found.why.startswith("Table {from_table} has {from_players} players")
    clock.forward(minutes=3)  # a hand has gone by since: it is asked again
    assert balance_of(day, clock.now).ask == (1, 2)
    stop(by, DayTable.objects.get(pk=tables[0].pk), reason="balance")  # no hand goes by there
    assert balance_of(day, clock.now).ask == (2,)
    assert refusal(tell_big_blind, by, tables[0], 10)[0] == "no-such-chair"


def test_balance_in_hand_is_refused(day, by):
    two_tables(day, (7, 6))
    assert refusal(propose_balance, by, day)[0] == "in-balance"
    assert refusal(propose_balance, by, day, big_blinds={7: 1})[0] == "no-such-table"


def test_locked_players_padlocked_tables_and_pairs_kept_apart_are_left(day, by):
    tables, (nine, _five, _six) = two_tables(day, (9, 5, 6))
    Seat.objects.filter(entry=nine[5]).update(locked=True)
    other = seat_at(day, tables[2], [9])[9]
    keep_apart(by, day.event, nine[6].player, other.player)
    padlock(by, tables[1])
    plan = propose_balance(by, day, big_blinds={1: 4, 3: 6})
    assert [(m["entry"], m["to_table"]) for m in plan.moves] == [(nine[7].pk, 3)]


def test_some_of_the_moves_are_accepted_and_one_by_another_player_with_a_reason(day, by):
    _tables, (nine, _five) = two_tables(day)
    plan = propose_balance(by, day, big_blinds={1: 4, 2: 5})
    assert refusal(accept_plan, by, plan, chosen=[1], instead={1: nine[9].pk})[0] == "no-reason"
    assert refusal(accept_plan, by, plan, chosen=[]) == ("nothing-chosen", {})
    assert refusal(accept_plan, by, plan, chosen=[2])[0] == "no-such-move"
    assert refusal(accept_plan, by, plan, instead={1: nine[5].pk}, reason="x")[0] == "entry-twice"
    accept_plan(by, plan, chosen=[1], instead={1: nine[9].pk}, reason="he asked")
    assert (spot(nine[9]), spot(nine[5]), spot(nine[6])) == ("2-7", "1-5", "1-6")
    line = plan_line(plan)
    assert [(m.accepted, m.reason) for m in line.moves] == [(False, ""), (True, "he asked")]
    (shown,) = last_moves(day.event, day, by.clock())
    name = f"{nine[9].player.first_name} {nine[9].player.last_name}"
    assert shown == {"name": name, "from_table": 1, "from_chair": 9, "to_table": 2, "to_chair": 7}
    day.event.shows_names = False
    assert last_moves(day.event, day, by.clock())[0]["name"] == ""
    assert last_moves(day.event, day, by.clock() + timedelta(minutes=16)) == []
    assert refusal(accept_plan, by, plan)[0] == "plan-ended"
    assert violations(day.event) == []


def test_another_player_must_sit_at_the_giving_table_and_be_free_to_go(day, by):
    _tables, (nine, five) = two_tables(day)
    Seat.objects.filter(entry=nine[9]).update(locked=True)
    plan = propose_balance(by, day, big_blinds={1: 4, 2: 5})
    assert refusal(accept_plan, by, plan, instead={0: five[1].pk}, reason="x")[0] == "not-at-table"
    assert refusal(accept_plan, by, plan, instead={0: nine[9].pk}, reason="x")[0] == "seat-locked"


def test_a_plan_whose_facts_have_moved_on_is_refused_whole(day, by):
    """Known fault 22: the same player in two seats after a move."""
    tables, (nine, five) = two_tables(day)
    plan = propose_balance(by, day, big_blinds={1: 4, 2: 5})
    move(by, five[1], 2, 7, reason="asked")
    code, facts = refusal(accept_plan, by, plan)
    assert (code, facts["table"], facts["chair"]) == ("plan-stale", 2, 7)
    assert sizes(day) == {1: 9, 2: 5}
    move(by, five[1], 2, 1, reason="back")
    move(by, nine[5], 2, 9, reason="asked")
    assert refusal(accept_plan, by, plan)[0] == "plan-stale"
    move(by, nine[5], 1, 5, reason="back")
    Seat.objects.filter(entry=nine[6]).update(locked=True)
    assert refusal(accept_plan, by, plan)[0] == "plan-stale"
    Seat.objects.filter(entry=nine[6]).update(locked=False)
    padlock(by, tables[1])
    assert refusal(accept_plan, by, plan)[0] == "plan-stale"
    padlock(by, DayTable.objects.get(pk=tables[1].pk), locked=False)
    tables[1].table.blocked = [6]
    tables[1].table.save()
    assert refusal(accept_plan, by, plan)[0] == "plan-stale"
    tables[1].table.blocked = []
    tables[1].table.save()
    assert len(accept_plan(by, plan)) == 2


def test_a_new_plan_takes_the_place_of_the_old_one_and_a_plan_may_be_left(day, by):
    two_tables(day)
    first = propose_balance(by, day, big_blinds={1: 4, 2: 5})
    second = propose_balance(by, day, big_blinds={1: 5, 2: 5})
    assert refusal(accept_plan, by, first)[0] == "plan-ended"
    discard_plan(by, second)
    assert Plan.objects.filter(state="discarded").count() == 2
    assert refusal(discard_plan, by, second)[0] == "plan-ended"
    undo(by, Action.objects.get(kind="plan.discard"))
    assert [line.pk for line in open_plans(day)] == [second.pk]


def test_in_a_mix_by_wsop_a_card_says_who_moves(by, clock):
    event = factories.make_event(rules={"stud_mover": "high-card"})
    items = factories.levels()
    items[1]["game"] = "Seven card stud"
    day = late_day(event=event, structure=items)
    _tables, (eight, _six) = two_tables(day, (8, 6))
    plan = propose_balance(by, day, big_blinds={2: 6})
    assert [(m["entry"], m["to_chair"]) for m in plan.moves] == [(None, 7)]
    assert refusal(accept_plan, by, plan)[0] == "who-moves"
    accept_plan(by, plan, instead={0: eight[3].pk})
    assert spot(eight[3]) == "2-7"


def test_while_registration_is_open_the_next_entries_fill_a_table(by, director):
    day = factories.make_day()
    one, two, three = factories.make_tables(day, 3, first=1)
    seat_at(day, one, range(1, 8))
    seat_at(day, two, range(1, 3))
    seat_at(day, three, range(1, 3))
    assert refusal(fill, by, one, 3) == ("too-few-chairs", {"table": 1, "chairs": 2})
    fill(by, one, 2)
    first, second, third = field(day, 3)
    for entry in (first, second):
        seat = draw_seat(by, entry)
        assert (seat.table, [t["number"] for t in seat.draw.candidates["tables"]]) == (one.table, [1])
    assert DayTable.objects.get(pk=one.pk).fill == 0
    assert draw_seat(by, third).table in (two.table, three.table)
    undo(by, Action.objects.filter(kind="draw.seat").order_by("-seq")[1])
    assert DayTable.objects.get(pk=one.pk).fill == 1
    fill(by, DayTable.objects.get(pk=one.pk), 0)
    assert DayTable.objects.get(pk=one.pk).fill == 0
    closed = late_day()
    (table,) = factories.make_tables(closed, 1)
    assert refusal(fill, by, table, 1)[0] == "registration-closed"
    assert Draw.objects.filter(voided_at=None).count() == 2


@pytest.mark.parametrize("n", [3, 12])
def test_queries_do_not_grow_with_the_tables(day, by, clock, django_assert_num_queries, n):
    two_tables(day, [9] * n + [7] * n)
    DayTable.objects.filter(day=day).update(positions={"big_blind": 1}, positions_at=clock.now)
    with django_assert_num_queries(4):
        assert balance_of(day, clock.now).is_due
    plan = propose_balance(by, day)
    assert len(plan.moves) == n
    with django_assert_num_queries(17):
        accept_plan(by, plan)
    assert set(sizes(day).values()) == {8}


def said_of(plan, by):
    with pytest.raises(RuleError) as refused:
        accept_plan(by, plan)
    return str(refused.value), refused.value


def test_a_plan_that_is_late_says_who_did_what_and_when(day, by, clock):
    _tables, (nine, five) = two_tables(day)
    plan = propose_balance(by, day, big_blinds={1: 4, 2: 5})
    other = factories.as_by(factories.make_staff("floor", name="Bea"), clock)
    names = {chair: f"{e.player.first_name} {e.player.last_name}" for chair, e in nine.items()}
    at = clock.forward(minutes=1)
    move(other, nine[5], 2, 9, reason="asked")
    assert said_of(plan, by)[0] == f"{names[5]} sits at 2-9 since {at}, seated by Bea. Make the plan again."
    undo(by, Action.objects.get(kind="seat.move"))
    bust(other, Entry.objects.get(pk=nine[5].pk))
    assert said_of(plan, by)[0] == f"{names[5]} is out since {at}, entered by Bea. Make the plan again."
    undo(by, Action.objects.filter(kind__startswith="bust").latest("pk"))
    move(other, five[1], 2, 7, reason="asked")
    name = f"{five[1].player.first_name} {five[1].player.last_name}"
    assert said_of(plan, by)[0] == f"{name} has had 2-7 since {at}, seated by Bea. Make the plan again."
    move(other, five[1], 2, 1, reason="back")
    accept_plan(other, plan)
    assert said_of(plan, by)[0] == f"This plan was carried out at {at} by Bea."
    assert violations(day.event) == []


def test_a_plan_brings_nobody_to_whom_he_is_kept_apart_from_since(day, by):
    """Neither the player it names, nor the one that staff choose instead."""
    _tables, (nine, five) = two_tables(day)
    plan = propose_balance(by, day, big_blinds={1: 4, 2: 5})
    pair = keep_apart(by, day.event, nine[5].player, five[1].player)
    assert said_of(plan, by)[1].code == "kept-apart"
    let_together(by, pair)
    keep_apart(by, day.event, nine[9].player, five[1].player)
    assert refusal(accept_plan, by, plan, instead={0: nine[9].pk}, reason="x")[0] == "kept-apart"
    assert len(accept_plan(by, plan)) == 2


def test_no_plan_is_carried_out_nor_a_table_broken_during_the_last_hands(day, by):
    tables, _players = two_tables(day)
    plan = propose_balance(by, day, big_blinds={1: 4, 2: 5})
    draw_last_hands(by, day)
    hands = {"hands": DayFloor.objects.get(day=day).last_hands}
    assert refusal(accept_plan, by, plan) == ("last-hands", hands)
    assert refusal(propose_break, by, tables[1]) == ("last-hands", hands)
    end_last_hands(by, day)
    assert len(accept_plan(by, plan)) == 2
