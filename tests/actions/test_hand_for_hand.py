"""Hand for hand and the last hands, with the published cases that need a floor, by id."""

import pytest

from tables.actions.balance import propose_balance
from tables.actions.bust import bust
from tables.actions.draw_day import close_day
from tables.actions.hand_for_hand import complete_hand, hand_done, start_hand_for_hand, stop_hand_for_hand
from tables.actions.last_hands import draw_last_hands, end_last_hands
from tables.actions.redraw import propose_redraw
from tables.actions.reinstate import correct_bust
from tables.models import Bust, DayFloor, DayTable, Draw, Plan, Seat
from tables.queries.places import place_of
from tables.rules.end_of_day import last_hands
from tables.rules.replay import replay
from tests import factories
from tests.actions.in_play import make_floor
from tests.actions.test_draw import refusal
from tournaments.actions.clock import set_time_left, start_clock
from tournaments.journal.invariants import violations
from tournaments.journal.undo import undo
from tournaments.models import Action, Day
from tournaments.queries.clock import reading_of
from tournaments.rules.payouts import split_tie
from tournaments.rules.standings import Place

pytestmark = pytest.mark.django_db

MINUTE_MS = 60_000


@pytest.fixture
def floor():
    made = make_floor(9, 3)
    start_clock(made.by, made.day)
    return made


def reading(floor):
    return reading_of(Day.objects.get(pk=floor.day.pk), floor.clock.now)


def tick(floor, *tables):
    for row in tables or floor.tables:
        hand_done(floor.by, row)


def hand(floor):
    return DayFloor.objects.get(day=floor.day).hand


@pytest.mark.parametrize(("clock", "after"), [pytest.param("17:30", "17:28", id="hand_for_hand-02")])
def test_each_hand_takes_two_minutes(floor, clock, after):
    """The published clock is in hours and minutes: what counts is what is taken off it."""
    off = (int(clock[-2:]) - int(after[-2:])) * MINUTE_MS
    set_time_left(floor.by, floor.day, 17 * MINUTE_MS + 30_000)
    start_hand_for_hand(floor.by, floor.day)
    assert reading(floor).state == "paused"
    floor.clock.forward(minutes=9)
    tick(floor)
    complete_hand(floor.by, floor.day)
    assert (reading(floor).remaining_ms, reading(floor).state) == (17 * MINUTE_MS + 30_000 - off, "paused")


def test_hand_for_hand_04_minutes_are_the_houses():
    floor = make_floor(9, 3, event={"rules": {"hand_minutes": 3}})
    start_clock(floor.by, floor.day)
    left = reading(floor).remaining_ms
    start_hand_for_hand(floor.by, floor.day)
    tick(floor)
    complete_hand(floor.by, floor.day)
    assert reading(floor).remaining_ms == left - 3 * MINUTE_MS


def test_hand_for_hand_05_the_clock_stops_with_the_first_table(floor):
    start_hand_for_hand(floor.by, floor.day, pause=False)
    floor.clock.forward(seconds=40)
    assert reading(floor).state == "running"
    tick(floor, floor.tables[1])
    floor.clock.forward(seconds=40)
    tick(floor, floor.tables[0])
    assert (reading(floor).state, reading(floor).elapsed_ms) == ("paused", 40_000)


def test_busts_of_the_hand_are_held_until_it_is_complete(floor):
    """hand_for_hand-01: all who go out in it tie."""
    start_hand_for_hand(floor.by, floor.day)
    one, four, seven = (floor.entries[i] for i in (0, 3, 6))
    for entry in (one, four, seven):
        bust(floor.by, entry)
    assert list(Bust.objects.values_list("hand", "held")) == [(1, True)] * 3
    shown = place_of(one, floor.clock.now)
    assert (shown.order, shown.place, shown.held) == (1, None, True)
    tick(floor)
    complete_hand(floor.by, floor.day)
    assert [place_of(entry, floor.clock.now).place for entry in (one, four, seven)] == [
        Place(7, tied=True)
    ] * 3
    bust(floor.by, floor.entries[1])
    assert Bust.objects.get(entry=floor.entries[1]).hand == hand(floor) == 2
    assert violations(floor.event) == []


def test_hand_for_hand_01_three_on_the_hand_of_the_announcement_share_fiftieth_place():
    """52 are left and 50 are paid: places 50 to 52 are one place, and its prize is split in three."""
    floor = make_floor(52, 6)
    start_hand_for_hand(floor.by, floor.day)
    gone = [floor.entries[i] for i in (0, 10, 20)]
    for entry in gone:
        bust(floor.by, entry)
    tick(floor)
    complete_hand(floor.by, floor.day)
    assert [place_of(entry, floor.clock.now).place for entry in gone] == [Place(50, tied=True)] * 3
    assert split_tie([*range(100_000, 51_000, -1_000), 30_000], 50, 3, 1) == (10_000, 10_000, 10_000)


def test_hand_for_hand_07_at_one_table_the_bigger_stack_is_ahead(floor):
    start_hand_for_hand(floor.by, floor.day)
    big, small = floor.entries[0], floor.entries[1]
    bust(floor.by, big, stack_before=40_000)
    bust(floor.by, small, stack_before=9_000)
    tick(floor)
    complete_hand(floor.by, floor.day)
    now = floor.clock.now
    assert [place_of(entry, now).place for entry in (big, small)] == [Place(8), Place(9)]


def test_a_hand_is_complete_when_every_table_says_so(floor):
    start_hand_for_hand(floor.by, floor.day)
    tick(floor, floor.tables[1])
    numbers = [row.table.number for row in floor.tables]
    assert refusal(complete_hand, floor.by, floor.day) == (
        "tables-playing",
        {"tables": f"{numbers[0]}, {numbers[2]}"},
    )
    complete_hand(floor.by, floor.day, force=True)
    assert hand(floor) == 2
    assert refusal(complete_hand, floor.by, floor.day)[0] == "tables-playing"


def test_undo_of_a_complete_hand_holds_its_busts_again(floor):
    start_hand_for_hand(floor.by, floor.day)
    bust(floor.by, floor.entries[0])
    left = reading(floor).remaining_ms
    complete_hand(floor.by, floor.day, force=True)
    floor.undo_last()
    assert (hand(floor), Bust.objects.get().held, reading(floor).remaining_ms) == (1, True, left)


def test_a_table_ticks_once(floor):
    start_hand_for_hand(floor.by, floor.day)
    tick(floor, floor.tables[0], floor.tables[0])
    assert DayTable.objects.get(pk=floor.tables[0].pk).hand == 1
    tick(floor, *floor.tables[1:])
    complete_hand(floor.by, floor.day)


def test_a_held_bust_is_not_handed_to_a_player_of_another_day(floor):
    start_hand_for_hand(floor.by, floor.day)
    gone = bust(floor.by, floor.entries[0])
    elsewhere = factories.make_day(floor.event, code="1B")
    row = factories.make_tables(elsewhere, 1)[0]
    other = factories.make_entry(elsewhere, floor.option, state="seated")
    Seat.objects.create(day=elsewhere, table=row.table, chair=1, entry=other, since=factories.START)
    assert refusal(correct_bust, floor.by, gone, other)[0] == "another-day"
    assert floor.order() == [1]


def test_stopping_lets_the_held_busts_count(floor):
    start_hand_for_hand(floor.by, floor.day)
    bust(floor.by, floor.entries[0])
    stop_hand_for_hand(floor.by, floor.day)
    assert (hand(floor), Bust.objects.get().held) == (0, False)
    bust(floor.by, floor.entries[1])
    assert Bust.objects.get(entry=floor.entries[1]).hand is None
    start_hand_for_hand(floor.by, floor.day)
    assert hand(floor) == 2


def test_what_is_refused(floor):
    assert refusal(complete_hand, floor.by, floor.day)[0] == "hand-for-hand-off"
    assert refusal(stop_hand_for_hand, floor.by, floor.day)[0] == "hand-for-hand-off"
    assert refusal(hand_done, floor.by, floor.tables[0])[0] == "hand-for-hand-off"
    start_hand_for_hand(floor.by, floor.day)
    assert refusal(start_hand_for_hand, floor.by, floor.day)[0] == "hand-for-hand-on"
    one_table = make_floor(9, 1)
    assert refusal(start_hand_for_hand, one_table.by, one_table.day)[0] == "one-table"


@pytest.mark.parametrize(
    ("chairs", "ranks"),
    [pytest.param(9, {3, 4, 5, 6, 7}, id="end_of_day-01"), pytest.param(8, {2, 3, 4, 5}, id="end_of_day-02")],
)
def test_the_last_hands_are_drawn_by_a_card(chairs, ranks):
    seen = set()
    for _ in range(3):
        floor = make_floor(6, 2, chairs=chairs)
        draw = draw_last_hands(floor.by, floor.day, cut="Ann")
        hands = DayFloor.objects.get(day=floor.day).last_hands
        assert hands == last_hands(chairs, draw.outcome)
        assert {last_hands(chairs, card) for card in draw.candidates} == ranks
        assert (draw.purpose, len(draw.candidates)) == ("last-hands", 4 * len(ranks))
        assert replay(bytes(draw.seed.seed), 1, "last-hands", "Ann", draw.candidates) == draw.outcome
        seen.add(hands)
    assert seen <= ranks


def test_a_second_card_is_refused_until_the_first_is_undone_and_void(floor):
    draw_last_hands(floor.by, floor.day)
    assert refusal(draw_last_hands, floor.by, floor.day)[0] == "last-hands-drawn"
    floor.undo_last()
    assert DayFloor.objects.filter(day=floor.day, last_hands__isnull=False).count() == 0
    assert Draw.objects.get().voided_at == floor.clock.now
    assert draw_last_hands(floor.by, floor.day).number == 2
    bust(floor.by, floor.entries[0])
    end_last_hands(floor.by, floor.day)
    assert refusal(end_last_hands, floor.by, floor.day)[0] == "no-last-hands"
    assert violations(floor.event) == []


def test_nothing_is_balanced_or_drawn_anew_until_the_last_hands_are_played():
    """end_of_day-04 and -05 (WSOP 125-b): the redraw comes after them, balance not at all."""
    floor = make_floor(9, 2)
    numbers = [row.table.number for row in floor.tables]
    for entry in floor.entries[:3]:
        bust(floor.by, entry)
    draw_last_hands(floor.by, floor.day)
    hands = {"hands": DayFloor.objects.get(day=floor.day).last_hands}
    blinds = {numbers[0]: 4, numbers[1]: 1}
    assert refusal(propose_balance, floor.by, floor.day, big_blinds=blinds) == ("last-hands", hands)
    assert refusal(propose_redraw, floor.by, floor.day, numbers[:1]) == ("last-hands", hands)
    assert (Plan.objects.count(), Draw.objects.count()) == (0, 1)
    end_last_hands(floor.by, floor.day)
    propose_redraw(floor.by, floor.day, numbers[:1])
    assert Plan.objects.get().kind == "redraw"
    assert violations(floor.event) == []


def test_no_held_bust_is_left_behind_by_an_undo_or_the_end_of_the_day():
    floor = make_floor(9, 3)
    start_hand_for_hand(floor.by, floor.day)
    bust(floor.by, floor.entries[0])
    start = Action.objects.get(kind="hand.start")
    assert refusal(undo, floor.by, start)[0] == "held-for-ever"
    assert refusal(close_day, floor.by, floor.day)[0] == "hand-for-hand-on"
    stop_hand_for_hand(floor.by, floor.day)
    assert place_of(floor.entries[0], floor.clock.now).place == Place(9)
    assert close_day(floor.by, floor.day).over_at is not None
