"""Tables in play, the order of breaking, pairs kept apart and hand for hand, as a browser sends them."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tables.actions.bust import bust
from tables.models import Apart, Bust, DayFloor, DayTable, Draw, Plan, Table
from tests import factories
from tests.actions.floor import late_day, seat_at, sizes, spot
from tournaments.models import Day, Event

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def day(db):
    return late_day(event=factories.make_event(slug="main"))


def at(name, *parts):
    return reverse(name, args=["main", *parts])


def text(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def filled(day, *players, chairs=9):
    tables = factories.make_tables(day, len(players), chairs=chairs, first=1)
    return tables, [seat_at(day, row, range(1, n + 1)) for row, n in zip(tables, players, strict=True)]


def press(client, table, do, **sent):
    return client.post(at("floor_table", "1", table), {"do": do, **sent})


def row_of(number):
    return DayTable.objects.get(table__number=number)


# -- one table ------------------------------------------------------------------------------------


def test_a_table_is_stopped_with_a_reason_and_plays_on(director_client, day):
    filled(day, 5, 5)
    answer = press(director_client, 1, "stop", reason=" ")
    assert (answer.status_code, "Say why table 1 stops." in text(answer)) == (422, True)
    press(director_client, 1, "stop", reason="Spilled drink")
    assert row_of(1).stopped == "Spilled drink"
    assert "stopped: Spilled drink" in text(director_client.get(at("floor_table", "1", 1)))
    assert "Table 1 is stopped Spilled drink" in text(director_client.get(at("console_todo", "1")))
    press(director_client, 1, "resume")
    assert row_of(1).stopped == ""


def test_a_card_of_the_console_is_answered_without_a_page(director_client, day):
    filled(day, 5, 5)
    sent = {"do": "stop", "reason": "Too few players", "then": "console"}
    answer = director_client.post(at("floor_table", "1", 1), sent, headers=HTMX)
    assert (answer.status_code, answer["HX-Trigger"], answer.content) == (204, "revision", b"")
    assert director_client.post(at("floor_table", "1", 1), sent).url == at("console_day", "1")
    assert row_of(1).stopped == "Too few players"


def test_a_padlock_keeps_plans_away(director_client, day):
    filled(day, 5, 2)
    press(director_client, 2, "padlock")
    assert row_of(2).padlocked
    assert director_client.post(at("break_table", "1", 2)).status_code == 422
    press(director_client, 2, "unlock")
    assert director_client.post(at("break_table", "1", 2)).status_code == 302


def test_the_next_entries_are_sent_to_a_table_while_registration_is_open(director_client, day):
    filled(day, 5, 2)
    answer = press(director_client, 2, "fill", entries="3")
    assert (answer.status_code, "Registration is closed" in text(answer)) == (422, True)
    Day.objects.filter(pk=day.pk).update(registration="open")
    press(director_client, 2, "fill", entries="3")
    assert row_of(2).fill == 3


def test_a_table_opens_with_players_drawn_to_it_or_empty(director_client, day):
    filled(day, 9, 9)
    factories.make_tables(day, 2, first=3, state="reserved")
    answer = press(director_client, 3, "open-drawn")
    assert answer.url == at("plan", Plan.objects.get().pk)
    assert sizes(day) == {1: 6, 2: 6, 3: 6}
    press(director_client, 4, "open")
    assert sizes(day)[4] == 0


def test_an_empty_table_goes_to_cash_games_to_another_event_or_is_closed(director_client, day):
    filled(day, 5, 0, 0, 0)
    answer = press(director_client, 1, "release")
    assert (answer.status_code, "5 players sit at table 1." in text(answer)) == (422, True)
    press(director_client, 2, "release")
    press(director_client, 3, "cash")
    assert ([row_of(n).state for n in (2, 3)], Table.objects.get(number=3).lent) == (["closed"] * 2, True)
    other = factories.make_day(factories.make_event(slug="turbo", name="Turbo"))
    answer = director_client.post(at("floor_table", "1", 4), {"do": "give", "to": other.pk}, follow=True)
    assert "Table 4 is closed here and reserved for Turbo." in text(answer)
    assert [(row.day_id, row.state) for row in DayTable.objects.filter(table__number=4).order_by("pk")] == [
        (day.pk, "closed"),
        (other.pk, "reserved"),
    ]


def test_a_whole_table_moves_with_its_chairs(director_client, day):
    _tables, (one, _two) = filled(day, 5, 2)
    factories.make_tables(day, 1, first=7, state="reserved")
    answer = press(director_client, 1, "move", number="2")
    assert (answer.status_code, "Table 2 is open on this Day already." in text(answer)) == (422, True)
    assert 'name="number" min="1" max="32767" value="2"' in answer.content.decode()
    answer = press(director_client, 1, "move", number="7")
    assert answer.url == at("floor_table", "1", 7)
    assert {chair: spot(entry) for chair, entry in one.items()} == {c: f"7-{c}" for c in range(1, 6)}


def test_button_and_blinds_are_kept_from_a_tapped_chair(director_client, day):
    """Heads-up of three chairs: button 1, small blind 2, big blind 3; the next hand moves each by one."""
    filled(day, 3)
    press(director_client, 1, "keep", chair="1")
    kept = row_of(1).positions
    assert (kept["button"], kept["small_blind"], kept["big_blind"]) == (1, 2, 3)
    assert "Next hand" in text(director_client.get(at("floor_table", "1", 1)))
    press(director_client, 1, "next-hand")
    assert (row_of(1).positions["button"], row_of(1).positions["big_blind"]) == (2, 1)
    answer = press(director_client, 1, "big-blind", chair="2")
    assert (answer.status_code, "kept hand by hand" in text(answer)) == (422, True)
    press(director_client, 1, "forget")
    assert row_of(1).positions is None
    assert press(director_client, 1, "next-hand").status_code == 422


def test_the_first_button_by_high_card_draws_again_when_equal(director_client, day):
    Event.objects.filter(pk=day.event_id).update(rules={"first_button": "high-card"})
    filled(day, 3)
    answer = press(director_client, 1, "first-button", **{"card-1": "Kd", "card-2": "Ks", "card-3": "2c"})
    assert (answer.status_code, "these chairs draw again: 1, 2" in text(answer)) == (422, True)
    press(director_client, 1, "first-button", **{"card-1": "Qd", "card-2": "Ks"})
    assert row_of(1).positions["button"] == 2
    press(director_client, 1, "forget")
    press(director_client, 1, "first-button")
    assert (Draw.objects.count(), row_of(1).positions["button"] in (1, 2, 3)) == (1, True)


@pytest.mark.parametrize("do", ["", "dance", "stop:1"])
def test_what_no_button_sends_is_not_found(director_client, day, do):
    filled(day, 3)
    assert press(director_client, 1, do).status_code == 404


# -- many, order, Days, pairs ---------------------------------------------------------------------


def test_chairs_are_set_at_many_tables_at_once(director_client, day):
    filled(day, 5, 9, 5)
    sent = {"do": "chairs", "chairs": "8", "table": ["1", "2"]}
    answer = director_client.post(at("floor_many", "1"), sent)
    assert (answer.status_code, "Somebody sits in chair 2-9." in text(answer)) == (422, True)
    assert 'name="table" value="1" checked' in answer.content.decode()
    director_client.post(at("floor_many", "1"), {**sent, "table": ["1", "3"]})
    assert [row_of(n).chairs for n in (1, 2, 3)] == [8, 9, 8]
    assert director_client.post(at("floor_many", "1"), {"do": "open"}).status_code == 422
    assert director_client.post(at("floor_many", "1"), {"do": "burn"}).status_code == 404


def test_the_order_of_breaking_by_hand_goes_before_the_rule(director_client, day):
    filled(day, 5, 5, 5, 5)
    page = director_client.get(at("break_order", "1")).content.decode()
    assert re.findall(r'data-number="(\d+)"', page) == ["4", "3", "2", "1"]
    director_client.post(at("break_order", "1"), {"order": "2, 4"})
    page = director_client.get(at("break_order", "1")).content.decode()
    assert re.findall(r'data-number="(\d+)"', page) == ["2", "4", "3", "1"]
    assert 'name="order" value="2, 4"' in page
    answer = director_client.post(at("break_order", "1"), {"order": "9"})
    assert (answer.status_code, 'name="order" value="9"' in answer.content.decode()) == (422, True)
    answer = director_client.post(at("break_order", "1"), {"order": "the last"})
    assert answer.status_code == 422


def test_the_next_table_to_break_is_drawn_where_the_rule_says_so(director_client, day):
    filled(day, 6, 3, 3)
    director_client.post(at("break_order", "1"), {"do": "rule", "rule": "random", "among": "2"})
    assert (DayFloor.objects.get().break_rule, DayFloor.objects.get().break_among) == ("random", 2)
    assert "Draw which table breaks next Among tables 3, 2." in text(director_client.get(at("plans", "1")))
    answer = director_client.post(at("break_draw", "1"))
    drawn = Draw.objects.get()
    assert (drawn.candidates, answer.url) == ([3, 2], at("break_table", "1", drawn.outcome))
    answer = director_client.post(at("break_order", "1"), {"do": "rule", "rule": "by mood"})
    assert (answer.status_code, "There is no such order" in text(answer)) == (422, True)


def test_another_day_is_brought_here_with_its_chairs(director_client, day):
    filled(day, 4)
    other = factories.make_day(day.event, code="1A", label="Day 1A", registration="closed")
    (table,) = factories.make_tables(other, 1, first=5)
    (entry, *_rest) = seat_at(other, table, [3, 4]).values()
    answer = director_client.post(at("days_merge", "1"), {"source": "1A"}, follow=True)
    assert "2 players brought to Day 1" in text(answer)
    assert (sizes(day), spot(entry)) == ({1: 4, 5: 2}, "5-3")
    left = director_client.get(at("console_day", "1A")).content.decode()
    assert ("plays on as Day 1" in left, f'href="{at("console_day", "1")}"' in left) == (True, True)
    assert "Give this Day tables" not in left
    answer = director_client.post(at("days_merge", "1"), {"source": "1A"})
    assert (answer.status_code, "Nobody sits on Day 1A." in text(answer)) == (422, True)
    assert director_client.post(at("days_merge", "1"), {"source": "?"}).status_code == 422


def test_two_players_are_kept_apart_by_seat_or_name_and_let_together(director_client, day):
    _tables, (one, _two) = filled(day, 3, 2)
    name = one[1].player.last_name
    director_client.post(at("apart"), {"first": name, "second": "2-1"})
    pair = Apart.objects.get()
    assert {pair.first_id, pair.second_id} == {one[1].player_id, _two[1].player_id}
    for sent, said in (
        ({"first": "", "second": "2-1"}, "Name two players."),
        ({"first": "Nobody", "second": "2-1"}, "Nobody here is found by “Nobody”."),
        ({"first": "First", "second": "2-1"}, "is found 5 times. Say the seat, as 12-4."),
        ({"first": "2-1", "second": "2-1"}, "Choose two players to keep apart."),
        ({"first": "1-1", "second": "2-1"}, "are kept apart already."),
    ):
        answer = director_client.post(at("apart"), sent)
        assert (answer.status_code, said in text(answer)) == (422, True), sent
        assert f'name="first" value="{sent["first"]}"' in answer.content.decode()
    director_client.post(at("apart"), {"together": pair.pk})
    assert Apart.objects.count() == 0


def test_the_list_of_tables_asks_the_same_however_many(director_client, day):
    def queries():
        with CaptureQueriesContext(connection) as found:
            assert director_client.get(at("floor_tables", "1")).status_code == 200
        return len(found)

    filled(day, 5, 5)
    few = queries()
    for row in factories.make_tables(day, 12, first=3):
        seat_at(day, row, range(1, 10))
    assert queries() == few


# -- hand for hand --------------------------------------------------------------------------------


def hand(client, do, **more):
    return client.post(at("hands", "1"), {"do": do}, **more)


def test_tables_tick_in_busts_are_held_and_the_hand_is_completed(director, director_client, day):
    _tables, (one, two) = filled(day, 4, 4)
    hand(director_client, "start")
    assert "2 tables still play this hand" in text(director_client.get(at("hands", "1")))
    answer = hand(director_client, "done:1", headers={**HTMX, "HX-Target": "hands"})
    assert ("1 table still plays" in text(answer), "<html" in answer.content.decode()) == (True, False)
    by = factories.as_by(director)
    bust(by, one[2])
    bust(by, two[3])
    page = text(director_client.get(at("hands", "1")))
    assert (f"1-2 {one[2].player.last_name}" in page, f"2-3 {two[3].player.last_name}" in page) == (
        True,
        True,
    )
    said = "Tap each table as it finishes. 2 busts are held. 1 finished 2 Hand for hand"
    assert said in text(director_client.get(at("console_todo", "1")))
    answer = hand(director_client, "complete")
    assert (answer.status_code, "Still playing this hand: tables 2." in text(answer)) == (422, True)
    assert Bust.objects.filter(held=True).count() == 2
    hand(director_client, "done:2")
    assert "Complete the hand" in text(director_client.get(at("console_todo", "1")))
    hand(director_client, "complete")
    assert (Bust.objects.filter(held=True).count(), DayFloor.objects.get().hand > 0) == (0, True)


def test_a_hand_is_completed_all_the_same_and_hand_for_hand_ends(director_client, day):
    filled(day, 4, 4)
    assert hand(director_client, "done:1").status_code == 422
    hand(director_client, "start:later")
    hand(director_client, "force")
    hand(director_client, "stop")
    assert DayFloor.objects.get().hand == 0
    assert "Hand for hand is off" in text(director_client.get(at("hands", "1")))


def test_the_card_of_the_last_hands_is_drawn_once_and_shown_large(director_client, day):
    filled(day, 4, 4)
    hand(director_client, "draw")
    draw, hands = Draw.objects.get(), DayFloor.objects.get().last_hands
    face = draw.outcome[:-1].replace("T", "10") + {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}[draw.outcome[-1]]
    page = director_client.get(at("hands", "1"))
    assert f">{face}</p>" in page.content.decode()
    assert f"{hands} last hand" in text(page)
    assert f"{hands} last hand" in text(director_client.get(at("console_todo", "1")))
    answer = hand(director_client, "draw")
    assert (answer.status_code, "The card was drawn already" in text(answer)) == (422, True)
    hand(director_client, "end")
    assert DayFloor.objects.get().last_hands is None


@pytest.mark.parametrize("do", ["", "dance", "done:99", "done:x"])
def test_what_no_button_of_the_hand_sends_is_not_found(director_client, day, do):
    filled(day, 4, 4)
    hand(director_client, "start")
    assert hand(director_client, do).status_code == 404


def test_roles(day):
    filled(day, 4, 4)
    for role, page, sent in (("floor", 200, 302), ("registration", 403, 403), ("viewer", 403, 403)):
        client = Client()
        client.force_login(factories.make_staff(role), backend=BACKEND)
        assert client.get(at("floor_tables", "1")).status_code == page
        assert press(client, 1, "padlock").status_code == sent
        assert client.get(at("hands", "1")).status_code == 200
    assert "button button--main" not in text(client.get(at("hands", "1")))


def test_a_padlocked_tables_page_offers_no_filling(director_client):
    day = factories.make_day(registration="open")
    factories.make_tables(day, 1, first=1)
    url = f"/floor/{day.event.slug}/day/{day.code}/in-play/1/"
    assert 'name="entries"' in director_client.get(url).content.decode()
    director_client.post(url, {"do": "padlock"})
    page = director_client.get(url).content.decode()
    assert ('name="entries"' in page, 'value="unlock"' in page) == (False, True)
    answer = director_client.post(url, {"do": "fill", "entries": "2"})
    assert (answer.status_code, "Table 1 is padlocked." in answer.content.decode()) == (422, True)
