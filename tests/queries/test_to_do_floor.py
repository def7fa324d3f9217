"""What the console says is to do on the floor: from the seats each time, most pressing first."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.actions.balance import propose_balance, tell_big_blind
from tables.actions.bust import bust
from tables.actions.hand_for_hand import complete_hand, start_hand_for_hand, stop_hand_for_hand
from tables.actions.last_hands import draw_last_hands, end_last_hands
from tables.actions.move import move
from tables.actions.plans import accept_plan
from tables.actions.positions import start_positions
from tables.actions.redraw import propose_redraw
from tables.actions.seat_notes import mark_seen
from tables.actions.table_state import stop
from tables.models import DayFloor, DayTable
from tables.queries.to_do_floor import floor_to_do
from tests import factories
from tests.actions.floor import late_day, seat_at
from tournaments.actions.clock import start_clock
from tournaments.models import Day, Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(db):
    return late_day()


@pytest.fixture
def by(director, clock):
    return factories.as_by(director, clock)


def filled(day, *players):
    tables = factories.make_tables(day, len(players), first=1)
    return tables, [seat_at(day, row, range(1, n + 1)) for row, n in zip(tables, players, strict=True)]


def said(day, now=factories.START):
    return [(card.kind, card.title, card.text) for card in floor_to_do(day, now)]


def titles(day, now=factories.START):
    return [title for _kind, title, _text in said(day, now)]


def test_nothing_is_to_do_without_tables_in_balance_and_after_the_day(day, clock):
    assert said(day) == []
    filled(day, 8, 8)
    assert said(day) == []
    seat_at(day, factories.make_tables(day, 1)[0], [1])
    assert said(day) != []
    day.over_at = clock.now
    assert said(day) == []


def test_tables_two_apart_are_to_be_balanced_the_shortest_first(day):
    """Known fault 19: two apart is out of balance."""
    filled(day, 8, 8, 6)
    assert said(day) == [("balance", "Balance table 3", "Two short of table 2.")]


def test_a_table_breaks_before_balance_when_its_players_fit(day):
    filled(day, 7, 7, 4)
    assert said(day) == [
        ("break", "Break table 3", "Its 4 players fit the 4 open chairs."),
        (
            "balance",
            "Balance table 3",
            "Three short of table 2. 2 moves bring all into balance. "
            "Break table 3 first: that may settle it.",
        ),
    ]


def test_a_table_three_short_by_busts_is_asked_about_then_stopped_by_its_big_blind(day, by, clock):
    """TDA 11-D: once the big blind would fall on an empty chair."""
    tables, (_nine, players) = filled(day, 9, 9)
    for chair in (6, 7, 8):
        bust(by, players[chair])
    ask = "It stops when its big blind falls on an empty chair. Where is the big blind?"
    assert said(day)[0] == ("halt-ask", "Table 2 is three short", ask)
    assert floor_to_do(day, clock.now)[0].is_urgent
    tell_big_blind(by, tables[1], 2)
    assert "halt" not in said(day)[0][0]
    tell_big_blind(by, tables[1], 5)
    assert said(day)[0][1] == "Stop table 2"
    stop(by, tables[1], reason="Three short")
    assert said(day)[0] == ("halt-stopped", "Table 2 is stopped", "Three short")


def test_players_moved_off_do_not_make_a_table_short(day):
    filled(day, 9, 6)
    assert not [kind for kind, _title, _text in said(day) if kind.startswith("halt")]


def test_while_registration_is_open_the_next_entries_fill_the_short_table(day, by, clock):
    Day.objects.filter(pk=day.pk).update(registration="auto")
    day.refresh_from_db()
    tables, _seated = filled(day, 8, 5)
    assert said(day) == []  # nobody plays yet
    start_clock(by, day)
    day.refresh_from_db()
    assert said(day, clock.now) == [("fill", "Fill table 2", "The next 2 entries go there.")]
    DayTable.objects.filter(pk=tables[1].pk).update(fill=2)
    assert said(day, clock.now) == [("filling", "Table 2 is being filled", "The next 2 entries go there.")]


def test_the_final_table_goes_before_all_else_that_moves_players(day):
    filled(day, 5, 2)
    text = "7 players are left: everybody draws a seat at one table."
    assert said(day) == [("redraw", "Final table due", text)]


def test_a_redraw_goes_before_tables_that_stop(day, by):
    _tables, seated = filled(day, 6, 6)
    for chair in (1, 2, 3, 4):
        bust(by, seated[1][chair])
    assert floor_to_do(day, factories.START)[0].kind == "redraw"
    assert "halt-ask" in [card.kind for card in floor_to_do(day, factories.START)]


def test_after_the_draw_of_the_final_table_its_first_button_is_asked_for(day, by, clock):
    tables, _seated = filled(day, 5, 2)
    accept_plan(by, propose_redraw(by, day, [1]))
    found = [card for card in floor_to_do(day, clock()) if card.kind == "button"]
    right = "By this event's rule the button starts at the dealer's right: the highest chair taken."
    assert [(card.title, card.text) for card in found] == [("Table 1: where does the button start?", right)]
    start_positions(by, tables[0])
    assert "button" not in {card.kind for card in floor_to_do(day, clock())}


def test_the_first_button_is_not_asked_for_once_play_is_under_way(day, by, clock):
    filled(day, 5, 2)
    accept_plan(by, propose_redraw(by, day, [1]))
    clock.forward(minutes=16)
    assert "button" not in {card.kind for card in floor_to_do(day, clock())}


LAST_HANDS = "Nobody is moved or drawn anew until they are played. Then the players bag their chips."


@pytest.mark.parametrize(
    ("players", "then"),
    [
        pytest.param((5, 2), ["Final table due"], id="end_of_day-04"),
        pytest.param((8, 8, 6), ["Balance table 3"], id="end_of_day-05"),
        pytest.param((7, 7, 4), ["Break table 3", "Balance table 3"], id="break"),
    ],
)
def test_nobody_is_moved_during_the_last_hands(day, by, players, then):
    """WSOP 125-b: tables are not balanced, and a redraw waits until every table has played them."""
    filled(day, *players)
    assert titles(day) == then
    draw_last_hands(by, day)
    hands = DayFloor.objects.get().last_hands
    assert said(day) == [("last-hands", f"{hands} last hands at each table", LAST_HANDS)]
    end_last_hands(by, day)
    assert titles(day) == then


def test_no_table_stops_by_rule_during_the_last_hands(day, by):
    tables, (_nine, players) = filled(day, 9, 9)
    for chair in (6, 7, 8):
        bust(by, players[chair])
    tell_big_blind(by, tables[1], 5)
    assert said(day)[0][1] == "Stop table 2"
    draw_last_hands(by, day)
    assert [kind for kind, _title, _text in said(day)] == ["last-hands"]


def test_a_plan_that_waits_takes_the_place_of_its_card(day, by, clock):
    filled(day, 8, 6)
    propose_balance(by, day, big_blinds={1: 8, 2: 6})
    assert [kind for kind, _title, _text in said(day)] == ["plan"]


def test_a_player_who_moved_is_to_be_verified_until_he_is_seen(day, by, clock):
    _tables, (one, _two) = filled(day, 8, 8)
    player = one[1].player
    move(by, one[1], 2, 9, reason="asked")
    clock.forward(minutes=4)
    name = f"{player.last_name}, {player.first_name}"
    found = [card for card in said(day, clock.now) if card[0] == "verify"]
    assert found == [("verify", "Verify a seat at table 2", f"{name} moved there 4 min ago.")]
    mark_seen(by, one[1])
    assert "verify" not in [kind for kind, _title, _text in said(day, clock.now)]


def test_first_seats_are_not_to_be_verified_and_many_are_told_together(day, by):
    tables = factories.make_tables(day, 8, first=1)
    seated = [seat_at(day, row, range(1, 5)) for row in tables]
    assert "verify" not in [kind for kind, _title, _text in said(day)]
    for number in range(1, 5):
        move(by, seated[number + 3][1], number, 9, reason="asked")
    found = [card for card in said(day) if card[0] == "verify"]
    assert found == [("verify", "Verify 4 seats", "At tables 1, 2, 3, 4.")]


def test_hand_for_hand_says_who_still_plays(day, by):
    filled(day, 8, 8)
    start_hand_for_hand(by, day)
    assert said(day) == [
        ("hand", "Hand for hand", "Still playing: tables 1, 2. No new hand until all have finished.")
    ]
    DayTable.objects.update(hand=DayFloor.objects.get().hand)
    assert said(day) == [("hand", "Hand for hand", "Every table has finished. Complete the hand.")]


def test_the_hand_of_hand_for_hand_stands_before_tables_that_stop(day, by):
    _tables, seated = filled(day, 8, 8, 8)
    start_hand_for_hand(by, day)
    for chair in (1, 2, 3):
        bust(by, seated[1][chair])
    cards = floor_to_do(day, factories.START)
    assert [card.kind for card in cards][:2] == ["hand", "halt-ask"]
    assert cards[0].facts["ticks"] == [(1, False), (2, False), (3, False)]
    DayTable.objects.filter(table__number=2).update(hand=DayFloor.objects.get().hand)
    assert floor_to_do(day, factories.START)[0].facts["ticks"] == [(1, False), (2, True), (3, False)]


def test_an_empty_table_is_to_be_closed(day):
    filled(day, 8, 0)
    found = said(day)
    assert ("close", "Close table 2", "Nobody sits there any more.") in found


def test_the_next_break_is_counted_in_busts(day):
    """Two open chairs elsewhere for four players: two must go out, wherever."""
    filled(day, 8, 8, 4)
    assert "Table 3 comes free after 2 more busts" in titles(day)


def test_it_asks_the_same_however_large_the_field(day, by):
    def queries():
        with CaptureQueriesContext(connection) as found:
            floor_to_do(day, factories.START + timedelta(minutes=1))
        return len(found)

    _tables, (_nine, six) = filled(day, 9, 6)
    move(by, six[1], 2, 9, reason="asked")
    few = queries()
    for row in factories.make_tables(day, 15, first=3):
        seat_at(day, row, range(1, 7))
    assert queries() == few <= 13


def test_the_last_player_has_won_and_nothing_else_is_to_do(day, by, clock):
    _tables, [entries] = filled(day, 2)
    assert "winner" not in {card.kind for card in floor_to_do(day, clock())}
    bust(by, entries[1])
    player = entries[2].player
    cards = floor_to_do(day, clock())
    assert [(card.kind, card.title) for card in cards] == [
        ("winner", f"{player.first_name} {player.last_name} has won")
    ]


def test_the_last_hand_of_hand_for_hand_is_still_to_be_completed(day, by, clock):
    _tables, players = filled(day, 1, 1)
    start_hand_for_hand(by, day)
    bust(by, players[0][1])
    assert [card.kind for card in floor_to_do(day, clock())] == ["hand", "winner"]
    complete_hand(by, day, force=True)
    stop_hand_for_hand(by, day)
    assert [card.kind for card in floor_to_do(day, clock())] == ["winner"]


def test_one_alone_while_players_may_come_has_not_won(day, by, clock):
    _tables, [entries] = filled(day, 2)
    bust(by, entries[1])
    Day.objects.filter(pk=day.pk).update(registration="open")
    day.refresh_from_db()
    assert "winner" not in {card.kind for card in floor_to_do(day, clock())}


def test_one_alone_has_not_won_while_another_day_plays(day, by, clock):
    _tables, [entries] = filled(day, 2)
    bust(by, entries[1])
    other = factories.make_day(day.event, code="1B", registration="closed", over_at=clock())
    bagged = factories.make_entry(other, day.event.options.first(), state="bagged")
    assert "winner" not in {card.kind for card in floor_to_do(day, clock())}
    Entry.objects.filter(pk=bagged.pk).update(state=Entry.State.OUT)
    assert "winner" in {card.kind for card in floor_to_do(day, clock())}
    Day.objects.filter(pk=other.pk).update(over_at=None)
    assert "winner" not in {card.kind for card in floor_to_do(day, clock())}
