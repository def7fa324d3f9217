"""Bringing players back, and putting the right one out instead."""

import pytest

from tables.actions.bust import bust, bust_many
from tables.actions.draw_day import close_day
from tables.actions.marks import disqualify
from tables.actions.out import put_out
from tables.actions.reinstate import correct_bust, reinstate
from tables.actions.table_state import merge_days
from tables.models import Bust, DayTable, Draw, Seat
from tables.queries.chip_counts import chips_in_play
from tables.rules.replay import replay
from tests import factories
from tests.actions.floor import late_day, seat_at, spot
from tests.actions.in_play import make_floor
from tests.actions.test_draw import refusal
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry, Purchase
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db


@action("entry.test_take_up")
def take_up(change: Change, entry: Entry) -> Bust:
    return put_out(change, entry, kind=Bust.Kind.TAKEN_UP)


@pytest.fixture
def floor():
    return make_floor(6, 2)


def taken_by_another(floor, entry):
    """His chair is drawn to another, who was out."""
    seat = Seat.objects.filter(entry=entry).latest("pk")
    late = factories.make_entry(floor.day, floor.option, state="seated")
    Seat.objects.create(day=floor.day, table=seat.table, chair=seat.chair, entry=late, since=floor.clock.now)
    return late


def test_back_to_his_own_chair_and_the_later_move_up(floor):
    one, two, three, *_ = floor.entries
    Seat.objects.filter(entry=two).update(locked=True)
    busts = [bust(floor.by, entry) for entry in (one, two, three)]
    at = floor.clock.forward(minutes=2)
    back = reinstate(floor.by, busts[1])
    assert (back.state, back.out_at, floor.seat(back)) == ("seated", None, floor.seat(two))
    seat = Seat.objects.get(entry=two, until=None)
    assert (seat.chair, seat.since, seat.locked, seat.seen_at) == (2, at, True, None)
    assert (floor.order(), floor.orders()) == ([1, 3], [1, 2])
    assert Draw.objects.count() == 0
    assert violations(floor.event) == []
    floor.undo_last()
    assert (floor.order(), floor.orders()) == ([1, 2, 3], [1, 2, 3])
    assert violations(floor.event) == []


def test_a_chair_that_is_taken_is_drawn_anew(floor):
    """Faults 25 and 28."""
    one = floor.entries[0]
    gone = bust(floor.by, one)
    taken_by_another(floor, one)
    reinstate(floor.by, gone)
    draw = Draw.objects.get()
    assert draw.purpose == "late-seat"
    assert draw.outcome == [str(one.pk), *map(int, floor.seat(one).split("-"))]
    assert replay(bytes(draw.seed.seed), 1, draw.purpose, "", draw.candidates) == draw.outcome
    assert Action.objects.get(kind="bust.reinstate").facts["case"] == "drawn"
    assert violations(floor.event) == []


@pytest.mark.parametrize("change", [{"state": "closed"}, {"chairs": 0}])
def test_a_chair_that_is_gone_is_drawn_anew(floor, change):
    one = floor.entries[0]
    gone = bust(floor.by, one)
    Seat.objects.filter(table=floor.tables[0].table).update(until=floor.clock.now)
    factories.make_out(*floor.entries[1:3])
    DayTable.objects.filter(pk=floor.tables[0].pk).update(**change)
    reinstate(floor.by, gone)
    assert floor.seat(one).startswith(f"{floor.tables[1].table.number}-")
    assert violations(floor.event) == []


def test_a_blocked_chair_is_not_his_own_any_more(floor):
    one = floor.entries[0]
    gone = bust(floor.by, one)
    table = floor.tables[0].table
    table.blocked = [1]
    table.save()
    reinstate(floor.by, gone)
    assert floor.seat(one) != f"{table.number}-1"


def test_without_a_chair_nothing_changes():
    floor = make_floor(4, 2, chairs=2)
    gone = bust(floor.by, floor.entries[0])
    taken_by_another(floor, floor.entries[0])
    assert refusal(reinstate, floor.by, gone)[0] == "no-chair"
    assert floor.order() == [1]


def test_undo_of_a_bust_whose_chair_is_taken_names_who_took_it(floor):
    one, two, *_ = floor.entries
    gone = bust(floor.by, one)
    done = Action.objects.get(kind="bust.bust")
    other = bust(floor.by, two)
    Seat.objects.filter(entry=two).update(chair=1)  # as though he had sat there
    Bust.objects.filter(pk=other.pk).update(chair=1)
    reinstate(floor.by, Bust.objects.get(pk=other.pk))
    with pytest.raises(RuleError) as refused:
        undo(floor.by, done)
    assert refused.value.code == "later-actions"
    assert refused.value.facts["actions"] == [Action.objects.get(kind="bust.reinstate").pk]
    reinstate(floor.by, gone)
    assert violations(floor.event) == []


def test_who_is_in_again_is_not_brought_back_twice(floor):
    one = floor.entries[0]
    gone = bust(floor.by, one)
    factories.make_entry(floor.day, floor.option, one.player, reentry=True)
    assert refusal(reinstate, floor.by, gone)[0] == "player-in"
    assert refusal(correct_bust, floor.by, gone, floor.entries[1])[0] == "player-in"


def test_a_stack_that_was_taken_up_is_not_brought_back(floor):
    gone = take_up(floor.by, floor.entries[0])
    assert refusal(reinstate, floor.by, gone)[0] == "stack-gone"


def test_a_disqualified_player_gets_his_chips_back(floor):
    """penalty-07: the chips of a disqualified player leave play."""
    one = floor.entries[0]
    gone = disqualify(floor.by, one, reason="chip dumping")
    assert (gone.kind, Purchase.objects.get(entry=one).in_play) == ("disqualified", False)
    reinstate(floor.by, gone)
    assert Purchase.objects.get(entry=one).in_play is True
    assert violations(floor.event) == []
    assert refusal(disqualify, floor.by, one, reason=" ")[0] == "no-reason"


def test_a_disqualified_players_chips_as_counted_leave_play(floor):
    """penalty-07: he won 1,000 from others, so 31,000 go and not the 30,000 that he bought."""
    assert floor.event.stack < 31_000
    one, bought = floor.entries[0], chips_in_play(floor.day)
    gone = disqualify(floor.by, one, reason="chip dumping", stack=31_000)
    assert (gone.stack_before, chips_in_play(floor.day)) == (31_000, bought - 31_000)
    reinstate(floor.by, gone)
    assert chips_in_play(floor.day) == bought
    more = {"day": floor.day.label, "most": bought}
    found = refusal(disqualify, floor.by, one, reason="x", stack=bought + 1)
    assert found == ("stack-counted", more)
    assert violations(floor.event) == []


def test_another_is_out_and_keeps_order_hand_and_winner(floor):
    one, two, three, four, *_ = floor.entries
    bust(floor.by, four)
    busts = bust_many(floor.by, floor.day, {one.pk: 500, two.pk: 700}, by=floor.entries[5])
    at = floor.clock.now
    floor.clock.forward(minutes=3)
    right = correct_bust(floor.by, busts[0], three)
    assert (right.entry, right.order, right.hand, right.stack_before) == (three, 2, 1, 500)
    assert (right.by, right.at, right.chair) == (floor.entries[5], at, 3)
    three.refresh_from_db()
    one.refresh_from_db()
    assert (three.state, three.out_at, floor.seat(three)) == ("out", at, "")
    assert (one.state, one.out_at, floor.seat(one)) == ("seated", None, f"{floor.tables[0].table.number}-1")
    assert violations(floor.event) == []
    floor.undo_last()
    assert floor.order() == [4, 1, 2]
    assert violations(floor.event) == []


def test_winner_and_loser_mixed_up_are_put_right(floor):
    one, two, *_ = floor.entries
    gone = bust(floor.by, one, by=two)
    right = correct_bust(floor.by, gone, two)
    assert (right.entry, right.by) == (two, one)


def test_a_correction_is_refused(floor):
    one, two, *_ = floor.entries
    gone = bust(floor.by, one)
    bust(floor.by, two)
    assert refusal(correct_bust, floor.by, gone, one)[0] == "same-player"
    assert refusal(correct_bust, floor.by, gone, two)[0] == "already-out"
    dumped = disqualify(floor.by, floor.entries[2], reason="chip dumping")
    assert refusal(correct_bust, floor.by, dumped, floor.entries[3])[0] == "not-a-bust"
    assert refusal(correct_bust, floor.by, gone, make_floor(2).entries[0])[0] == "other-event"
    assert floor.order() == [1, 2, 3]


def merged(clock, *more):
    """A Day whose first player is out, brought together with another; more: Days it is merged on into."""
    event = factories.make_event()
    first, *others = (late_day(event=event, code=code, label=f"Day {code}") for code in ("1A", "1B", *more))
    (one,), (two,) = (factories.make_tables(day, 1, first=1 + i) for i, day in enumerate([first, others[0]]))
    here = seat_at(first, one, range(1, 5))
    seat_at(others[0], two, range(1, 4))
    by = factories.as_by(clock=clock)
    gone = bust(by, here[1])
    for source, target in zip([first, *others], others, strict=False):
        clock.forward(minutes=5)
        merge_days(by, source, target)
    return by, gone, here, others[-1]


@pytest.mark.parametrize("more", [(), ("2",)])
def test_a_bust_of_a_merged_day_sits_again_where_the_event_goes_on(clock, more):
    by, gone, here, target = merged(clock, *more)
    one = here[1]
    reinstate(by, gone)
    one.refresh_from_db()
    assert (one.day, one.state, spot(one)) == (target, "seated", "1-1")  # his own chair came along
    assert Draw.objects.count() == 0
    assert violations(target.event) == []
    undo(by, Action.objects.get(kind="bust.reinstate"))
    one.refresh_from_db()
    assert (one.day.code, one.state, Bust.objects.get().entry) == ("1A", "out", one)
    assert violations(target.event) == []


def test_a_bust_of_a_merged_day_whose_chair_is_taken_is_drawn_one_there(clock):
    by, gone, here, target = merged(clock)
    late = factories.make_entry(target, target.event.options.get(), state="seated")
    Seat.objects.create(day=target, table=gone.table, chair=1, entry=late, since=clock.now)
    reinstate(by, gone)
    draw = Draw.objects.get()
    assert (draw.day, draw.outcome[0]) == (target, str(here[1].pk))
    assert Seat.objects.get(entry=here[1], until=None).day == target
    assert Action.objects.get(kind="bust.reinstate").facts["day"] == "1B"
    assert violations(target.event) == []


def test_the_wrong_player_of_a_merged_day_is_put_right(clock):
    by, gone, here, target = merged(clock)
    right = Entry.objects.get(pk=here[3].pk)
    correct_bust(by, gone, right)
    wrong = Entry.objects.get(pk=here[1].pk)
    assert (wrong.day, spot(wrong), spot(right)) == (target, "1-1", "")
    assert violations(target.event) == []


def test_a_day_that_was_closed_when_it_had_been_merged_is_no_hindrance(clock):
    by, gone, here, target = merged(clock)
    close_day(by, gone.day)
    reinstate(by, Bust.objects.get())
    assert spot(here[1]) == "1-1"
    close_day(by, target)
    bust_again = factories.make_out(Entry.objects.get(pk=here[1].pk))[0]
    assert refusal(reinstate, by, bust_again)[0] == "day-over"


def test_a_day_that_was_not_merged_keeps_its_busts(clock):
    """Its tables are closed, and others play on another Day: nobody sent him there."""
    event = factories.make_event()
    first, other = (late_day(event=event, code=code, label=f"Day {code}") for code in ("1A", "1B"))
    (one,), (two,) = factories.make_tables(first, 1), factories.make_tables(other, 1)
    gone = factories.make_out(seat_at(first, one, [1])[1])[0]
    seat_at(other, two, [1])
    DayTable.objects.filter(pk=one.pk).update(state="closed")
    assert refusal(reinstate, factories.as_by(clock=clock), gone) == ("no-chair", {"day": "Day 1A"})
