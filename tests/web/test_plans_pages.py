"""Plans on the floor as a browser sends them: balance, break, redraw, and the cards that lead there."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tables.actions.break_table import propose_break
from tables.actions.bust import bust
from tables.actions.move import move
from tables.models import DayTable, Draw, Plan, PrintJob, Seat
from tests import factories
from tests.actions.floor import late_day, seat_at, sizes, spot
from tournaments.journal.undo import undo
from tournaments.models import Action

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture(autouse=True)
def prints_at_home(settings, tmp_path):
    settings.PRINTS_DIR = tmp_path


@pytest.fixture
def day(db):
    return late_day(event=factories.make_event(slug="main"))


def at(name, *parts):
    return reverse(name, args=["main", *parts])


def text(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def client_of(role):
    client = Client()
    client.force_login(factories.make_staff(role), backend=BACKEND)
    return client


def filled(day, *players, chairs=9):
    """Tables 1, 2, … with so many players in the first chairs; (tables, players of each by chair)."""
    tables = factories.make_tables(day, len(players), chairs=chairs, first=1)
    return tables, [seat_at(day, row, range(1, n + 1)) for row, n in zip(tables, players, strict=True)]


def balanced(client, day, **blinds):
    """A plan made by tapping the big blinds: bb_1=4 is chair 4 of table 1."""
    sent = {name.replace("_", "-"): chair for name, chair in blinds.items()}
    answer = client.post(at("balance", "1"), sent)
    assert answer.status_code == 302
    return Plan.objects.get(state="proposed")


def test_balance_asks_for_both_big_blinds_then_names_player_chair_and_rule(director_client, day):
    """Known fault 18: nine and five. Two moves; the next big blinds, to the worst chairs."""
    _tables, (nine, _five) = filled(day, 9, 5)
    page = director_client.get(at("balance", "1")).content.decode()
    assert (page.count("data-tapfelt"), "data-tap-send" in page) == (2, True)
    assert (page.count('name="bb-1"'), page.count('name="bb-2"')) == (9, 9)
    plan = balanced(director_client, day, bb_1=4, bb_2=5)
    shown = text(director_client.get(at("plan", plan.pk)))
    assert "Table 1 has 9 players, table 2 has 5. The next big blind moves" in shown
    assert "TDA 11-A" in shown
    assert shown.index("1-5 → to 2-6") < shown.index("1-6 → to 2-7")
    answer = director_client.post(at("plan_accept", plan.pk), {"some": "1", "move": ["0", "1"]})
    assert (spot(nine[5]), spot(nine[6]), sizes(day)) == ("2-6", "2-7", {1: 7, 2: 7})
    job = PrintJob.objects.get(document="move_slip")
    assert answer.url == f"{at('plan', plan.pk)}?slips={job.pk}&print=1"
    assert len(job.options["seats"]) == 2


def test_only_the_ticked_moves_are_made(director_client, day):
    _tables, (nine, _five) = filled(day, 9, 5)
    plan = balanced(director_client, day, bb_1=4, bb_2=5)
    director_client.post(at("plan_accept", plan.pk), {"some": "1", "move": "1"})
    assert (spot(nine[5]), spot(nine[6])) == ("1-5", "2-7")
    assert "1-5" not in text(director_client.get(at("plan", plan.pk))).split("Slips")[0]


def test_nothing_ticked_is_refused_with_the_plan_still_there(director_client, day):
    filled(day, 9, 5)
    plan = balanced(director_client, day, bb_1=4, bb_2=5)
    answer = director_client.post(at("plan_accept", plan.pk), {"some": "1"})
    assert (answer.status_code, "Choose the moves first." in text(answer)) == (422, True)
    assert 'name="move" value="0" checked' not in answer.content.decode()
    assert sizes(day) == {1: 9, 2: 5}


def test_one_move_is_told_by_its_player_and_not_planned_and_carried_out(director_client, day):
    _tables, (eight, _six) = filled(day, 8, 6)
    plan = balanced(director_client, day, bb_1=8, bb_2=6)
    player = eight[1].player
    told = f"{player.first_name} {player.last_name} moved from 1-1 to 2-7: balance"
    assert "Balance planned on Day 1" in text(director_client.get(at("console_todo", "1")))
    director_client.post(at("plan_accept", plan.pk))
    for page in (at("console_todo", "1"), at("plan", plan.pk)):
        shown = text(director_client.get(page))
        assert (shown.count(told), "Balance planned" in shown) == (1, False)


def test_a_plan_that_waits_is_told_though_another_was_carried_out_after_it(director_client, day):
    filled(day, 8, 6, 6, 7)
    plan = balanced(director_client, day, bb_1=8, bb_2=6, bb_3=6)
    propose_break(factories.as_by(), DayTable.objects.get(table__number=2))
    director_client.post(at("plan_accept", plan.pk))
    shown = text(director_client.get(at("console_todo", "1")))
    assert "moved from 1-" in shown
    assert "table 2 breaks, players: 6" in shown


def test_a_plan_that_is_left_without_a_word_is_told_so(director_client, day):
    filled(day, 8, 6)
    director_client.post(at("plan_leave", balanced(director_client, day, bb_1=8, bb_2=6).pk))
    shown = text(director_client.get(at("console_todo", "1")))
    assert ("Plan of Day 1 left Undo" in shown, "Balance planned" in shown) == (True, False)


def test_another_goes_only_with_a_reason_that_is_kept_when_refused(director_client, day):
    _tables, (eight, _six) = filled(day, 8, 6)
    plan = balanced(director_client, day, bb_1=8, bb_2=6)
    other = eight[3]
    answer = director_client.post(at("plan_accept", plan.pk), {"instead-0": other.pk})
    assert (answer.status_code, "Say why another player moves" in text(answer)) == (422, True)
    assert spot(other) == "1-3"
    director_client.post(at("plan_accept", plan.pk), {"instead-0": other.pk, "reason": "wheelchair"})
    assert (spot(other), spot(eight[1])) == ("2-7", "1-1")
    assert "wheelchair" in text(director_client.get(at("plan", plan.pk)))


def test_a_plan_is_left_with_a_reason_and_nobody_moves(director_client, day):
    filled(day, 8, 6)
    plan = balanced(director_client, day, bb_1=8, bb_2=6)
    answer = director_client.post(at("plan_leave", plan.pk), {"reason": "table 1 plays its last hand"})
    assert answer.url == at("console_day", "1")
    assert (Plan.objects.get().state, sizes(day)) == ("discarded", {1: 8, 2: 6})
    assert "table 1 plays its last hand" in Action.objects.get(kind="plan.discard").facts["reason"]


def test_a_stale_plan_says_what_changed_and_is_made_anew(director_client, day):
    _tables, (eight, _six) = filled(day, 8, 6)
    plan = balanced(director_client, day, bb_1=8, bb_2=6)
    move(factories.as_by(), eight[1], 1, 9, reason="asked for it")
    page = director_client.get(at("plan", plan.pk))
    assert "sits at 1-9 since" in text(page)
    assert at("plan_anew", plan.pk) in page.content.decode()
    answer = director_client.post(at("plan_accept", plan.pk))
    assert (answer.status_code, sizes(day)) == (422, {1: 8, 2: 6})
    answer = director_client.post(at("plan_anew", plan.pk))
    new = Plan.objects.get(state="proposed")
    assert (answer.url, new.pk != plan.pk) == (at("plan", new.pk), True)
    assert new.moves[0]["entry"] == eight[1].pk  # in chair 9 he is the next big blind again


def test_a_double_press_moves_once(director_client, day):
    filled(day, 8, 6)
    plan = balanced(director_client, day, bb_1=8, bb_2=6)
    for _ in range(2):
        answer = director_client.post(at("plan_accept", plan.pk), {"request_id": "once"})
        assert answer.status_code == 302
    assert Action.objects.filter(kind="plan.accept").count() == 1
    assert PrintJob.objects.count() == 1


def test_a_balance_that_is_taken_back_is_a_plan_again(director, director_client, day):
    _tables, (eight, _six) = filled(day, 8, 6)
    plan = balanced(director_client, day, bb_1=8, bb_2=6)
    director_client.post(at("plan_accept", plan.pk))
    assert spot(eight[1]) == "2-7"
    undo(factories.as_by(director), Action.objects.get(kind="plan.accept"))
    assert (spot(eight[1]), Plan.objects.get().state) == ("1-1", "proposed")


def test_with_many_moves_the_first_pair_is_asked_for_alone(director_client, day):
    filled(day, 9, 9, 5, 6)
    page = director_client.get(at("balance", "1")).content.decode()
    asked = set(re.findall(r'name="(bb-\d+)"', page))
    assert len(asked) == 2
    assert "bb-3" in asked  # the shortest table
    whole = director_client.get(at("balance", "1"), {"all": "1"}).content.decode()
    assert set(re.findall(r'name="(bb-\d+)"', whole)) == {"bb-1", "bb-2", "bb-3", "bb-4"}
    most = re.search(r'name="most" value="(\d+)"', page)[1]
    answer = director_client.post(at("balance", "1"), {"most": most, **dict.fromkeys(asked, "1")})
    plan = Plan.objects.get()
    assert answer.url == at("plan", plan.pk)
    assert {m["to_table"] for m in plan.moves} == {3}


def test_the_card_itself_asks_for_both_big_blinds(director_client, day):
    """Six chairs, the dealer at the foot: 3 and 4 on the far side, 1 and 6 beside him."""
    filled(day, 6, 6, 4, chairs=6)
    page = director_client.get(at("console_todo", "1")).content.decode()
    asked = re.findall(r'<input class="visually-hidden" type="radio" name="(bb-\d)" value="(\d)"', page)
    assert asked == [(f"bb-{table}", chair) for table in "23" for chair in "342516"]
    assert (page.count("askchair--empty"), 'data-tap-send="focused"' in page) == (2, True)
    assert f'<form class="asked" method="post" action="{at("balance", "1")}"' in page
    assert page.count("<button") - page.count("Later") == 1  # for whoever has no script


def test_the_card_asks_for_the_first_pair_alone_and_plans_it(director_client, day):
    filled(day, 9, 9, 5, 6)
    page = director_client.get(at("console_todo", "1")).content.decode()
    asked = set(re.findall(r'name="(bb-\d+)"', page))
    most = re.search(r'name="most" value="(\d+)"', page)[1]
    director_client.post(at("balance", "1"), {"most": most, **dict.fromkeys(asked, "1")})
    assert (len(asked), {move["to_table"] for move in Plan.objects.get().moves}) == (2, {3})


def test_the_first_table_that_is_three_short_is_asked_on_its_card(director_client, director, day):
    _tables, players = filled(day, 9, 9, 9, 9)
    for entry in (*list(players[2].values())[6:], *list(players[3].values())[6:]):
        bust(factories.as_by(director), entry)
    page = director_client.get(at("console_todo", "1")).content.decode()
    forms = re.findall(r'<form class="asked" method="post" action="([^"]+)"', page)
    assert forms == [at("table_blind", "1", 3), at("balance", "1")]
    assert f'<a class="button button--main" href="{at("table_blind", "1", 4)}">Tap the seat' in page
    director_client.post(at("table_blind", "1", 3), {"bb-3": 2})
    page = director_client.get(at("console_todo", "1")).content.decode()
    assert re.findall(r'<form class="asked" method="post" action="([^"]+)"', page)[0] == at(
        "table_blind", "1", 4
    )


def test_from_the_console_a_big_blind_is_told_without_leaving_it(director_client, day):
    filled(day, 9, 9)
    where, htmx = at("table_blind", "1", 2), {"HX-Request": "true"}
    told = director_client.post(where, {"bb-2": 4}, headers=htmx)
    assert (told.status_code, told.headers["HX-Trigger"]) == (204, "revision")
    assert DayTable.objects.get(table__number=2).positions == {"big_blind": 4}
    wrong = director_client.post(where, {"bb-2": 10}, headers=htmx)
    assert (wrong.status_code, wrong.headers["HX-Redirect"]) == (204, where)
    assert "There is no chair 10 at a table of 9." in text(director_client.get(where))


def test_a_card_that_need_not_ask_plans_at_a_press(director_client, day):
    tables, _players = filled(day, 8, 6)
    for row, chair in zip(tables, (8, 6), strict=True):
        director_client.post(at("table_blind", "1", row.table.number), {f"bb-{row.table.number}": chair})
    page = director_client.get(at("console_todo", "1")).content.decode()
    assert ("Balance table 2" in page, "data-tapfelt" in page, 'name="most"' in page) == (True, False, False)
    director_client.post(at("balance", "1"))
    assert len(Plan.objects.get().moves) == 1


def test_the_next_pair_is_offered_where_a_balance_was_carried_out(director_client, day):
    filled(day, 9, 9, 7, 7, 8)
    for pairs in (2, 1):
        card = director_client.get(at("console_todo", "1")).content.decode()
        asked = set(re.findall(r'name="(bb-\d+)"', card))
        director_client.post(at("balance", "1"), {"most": "1", **dict.fromkeys(asked, "1")})
        plan = Plan.objects.get(state="proposed")
        assert "data-tapfelt" not in director_client.get(at("plan", plan.pk)).content.decode()
        director_client.post(at("plan_accept", plan.pk))
        done = director_client.get(at("plan", plan.pk)).content.decode()
        assert done.count("data-tapfelt") == 2 * (pairs - 1)
        # No seat of an open table wants figures here: they tap without a key before them.
        assert ('data-tap-send=""' in done) == (pairs == 2)


def test_a_chair_that_is_not_there_is_refused_in_place(director_client, day):
    filled(day, 8, 6)
    answer = director_client.post(at("balance", "1"), {"bb-1": "8", "bb-2": "10"})
    assert (answer.status_code, "There is no chair 10" in text(answer)) == (422, True)
    assert answer.content.decode().count("data-tapfelt") == 2
    assert Plan.objects.count() == 0


def test_one_big_blind_told_is_kept_while_the_other_is_asked_for(director_client, day):
    filled(day, 8, 6)
    answer = director_client.post(at("balance", "1"), {"bb-1": "8"})
    page = answer.content.decode()
    assert (answer.status_code, 'role="alert"' in page.split("<main")[1]) == (422, False)
    assert re.search(r'name="bb-1" value="8" checked', page)
    assert page.count("data-tapfelt") == 2


def test_tables_in_balance_say_so(director_client, day):
    filled(day, 8, 8)
    assert "The tables are in balance" in text(director_client.get(at("balance", "1")))
    answer = director_client.post(at("balance", "1"))
    assert (answer.status_code, "are in balance" in text(answer)) == (422, True)


def test_the_seat_is_tapped_for_one_table(director_client, day):
    filled(day, 8, 5)
    assert 'name="bb-2"' in director_client.get(at("table_blind", "1", 2)).content.decode()
    answer = director_client.post(at("table_blind", "1", 2), {"bb-2": "5"}, follow=True)
    assert "Table 2: the big blind is in chair 5." in text(answer)
    assert DayTable.objects.get(table__number=2).positions == {"big_blind": 5}
    assert director_client.post(at("table_blind", "1", 2)).status_code == 422


def test_a_break_is_drawn_shown_and_carried_out_with_a_slip_for_each(director_client, day):
    tables, (_one, _two, three) = filled(day, 6, 6, 6)
    page = director_client.get(at("break_table", "1", 3))
    assert "6 players, 6 open chairs at the other tables." in text(page)
    answer = director_client.post(at("break_table", "1", 3), {"do": "draw"})
    plan = Plan.objects.get()
    assert answer.url == at("plan", plan.pk)
    assert director_client.get(at("break_table", "1", 3)).url == at("plan", plan.pk)
    shown = text(director_client.get(at("plan", plan.pk)))
    assert f"Draw {plan.draw.number} · made at" in shown
    assert "Move them and print 6 slips" in shown
    for entry in three.values():
        assert f"{entry.player.first_name} {entry.player.last_name}" in shown
    director_client.post(at("plan_accept", plan.pk))
    assert sizes(day) == {1: 9, 2: 9}
    assert DayTable.objects.get(pk=tables[2].pk).state == "closed"
    assert len(PrintJob.objects.get().options["seats"]) == 6


def test_the_list_of_a_break_stands_by_name_and_by_new_chair(director_client, day):
    _tables, (_one, two) = filled(day, 4, 3)
    for chair, name in ((1, "Zorn"), (2, "Abel"), (3, "Müller")):
        two[chair].player.first_name, two[chair].player.last_name = "", name
        two[chair].player.save()
    plan = propose_break(factories.as_by(), DayTable.objects.get(table__number=2))

    def order(by):
        page = text(director_client.get(at("plan", plan.pk), {"order": by}))
        return sorted(("Zorn", "Abel", "Müller"), key=page.index)

    assert order("old") == ["Zorn", "Abel", "Müller"]
    assert order("name") == ["Abel", "Müller", "Zorn"]
    places = {two[i].player.last_name: m["to_chair"] for i, m in zip((1, 2, 3), plan.moves, strict=True)}
    assert order("new") == sorted(places, key=places.get)


def test_real_cards_decide_who_goes_where(director_client, day):
    """TDA 10-B: the highest card takes the first seat card; of equal ranks spades before hearts."""
    _tables, (_one, two) = filled(day, 5, 3)
    sent = {"do": "cards", "card-1": "9h", "card-2": "10s", "card-3": "9s", "seats": "1-9, 1-6 1-8"}
    answer = director_client.post(at("break_table", "1", 2), sent)
    plan = Plan.objects.get()
    assert answer.url == at("plan", plan.pk)
    director_client.post(at("plan_accept", plan.pk))
    assert {chair: spot(two[chair]) for chair in two} == {2: "1-9", 3: "1-6", 1: "1-8"}
    assert Draw.objects.count() == 0


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"card-1": "9h", "card-2": "9h", "seats": "1-6 1-7"}, "the same card"),
        ({"card-1": "9h", "card-2": "Kx", "seats": "1-6 1-7"}, "is not a card"),
        ({"card-1": "9h", "seats": "1-6 1-7"}, "Type one card for each player: chair 2-2."),
        ({"card-1": "9h", "card-2": "Ks", "seats": "1-6 1-1"}, "Chair 1-1 is not open."),
        ({"card-1": "9h", "card-2": "Ks", "seats": "1-6"}, "1 seat cards for 2 players"),
        ({"card-1": "9h", "card-2": "Ks", "seats": "the window"}, "Write seat cards as table and chair"),
    ],
)
def test_cards_that_cannot_be_are_refused_and_stay_typed(director_client, day, sent, said):
    filled(day, 5, 2)
    answer = director_client.post(at("break_table", "1", 2), {"do": "cards", **sent})
    assert (answer.status_code, said in text(answer)) == (422, True)
    assert 'name="card-1" value="9h"' in answer.content.decode()
    assert f">{sent['seats']}</textarea>" in answer.content.decode()
    assert Plan.objects.count() == 0


def test_the_only_table_is_not_broken(director_client, day):
    filled(day, 5)
    answer = director_client.post(at("break_table", "1", 1))
    assert (answer.status_code, "is the only table" in text(answer)) == (422, True)


def test_leaving_a_drawn_plan_takes_a_reason(director_client, day):
    filled(day, 5, 2)
    director_client.post(at("break_table", "1", 2))
    plan = Plan.objects.get()
    answer = director_client.post(at("plan_leave", plan.pk))
    assert (answer.status_code, "Say why draw 1 is void" in text(answer)) == (422, True)
    director_client.post(at("plan_leave", plan.pk), {"reason": "wrong table"})
    assert Draw.objects.get().void_reason == "wrong table"


def test_a_stale_break_is_made_anew_with_a_second_draw(director_client, day):
    _tables, (_five, two) = filled(day, 5, 2)
    director_client.post(at("break_table", "1", 2))
    plan = Plan.objects.get()
    move(factories.as_by(), two[1], 2, 7, reason="asked")
    director_client.post(at("plan_anew", plan.pk))
    first, second = Draw.objects.order_by("number")
    assert (first.voided_at is not None, second.voided_at) == (True, None)
    assert "sits at 2-7 since" in first.void_reason


def test_slips_are_printed_again_and_say_so(director_client, day):
    filled(day, 5, 2)
    director_client.post(at("break_table", "1", 2))
    plan = Plan.objects.get()
    director_client.post(at("plan_accept", plan.pk))
    director_client.post(at("plan_slips", plan.pk))
    first, again = PrintJob.objects.order_by("pk")
    assert (again.reprint_of, again.options["reprint"]) == (first, True)
    assert again.options["seats"] == first.options["seats"]


def test_a_redraw_goes_to_the_chosen_tables_and_closes_the_others(director_client, day):
    filled(day, 4, 4, 4)
    answer = director_client.post(at("redraw", "1"), {"table": ["1", "3"]})
    plan = Plan.objects.get()
    assert answer.url == at("plan", plan.pk)
    director_client.post(at("plan_accept", plan.pk))
    assert sizes(day) == {1: 6, 3: 6}
    assert Seat.objects.filter(day=day, until=None).count() == 12


def test_a_final_table_is_offered_the_lowest_table(director_client, day):
    filled(day, 4, 4)
    page = director_client.get(at("redraw", "1"))
    assert "Final table" in text(page)
    assert re.findall(r'name="table" value="(\d+)" checked', page.content.decode()) == ["1"]


@pytest.mark.parametrize(
    ("tables", "said"), [([], "Choose the tables first."), (["9"], "Table 9 is not given to this Day.")]
)
def test_a_redraw_without_its_tables_is_refused(director_client, day, tables, said):
    filled(day, 4, 4)
    answer = director_client.post(at("redraw", "1"), {"table": tables})
    assert (answer.status_code, said in text(answer)) == (422, True)


def test_later_takes_a_card_off_this_machines_list_alone(director_client, day):
    filled(day, 6, 5, 3)
    card = "Break table 3 Its 3 players"
    assert card in text(director_client.get(at("console_todo", "1")))
    director_client.post(at("put_off", "1"), {"kind": "break", "key": "3"})
    assert card not in text(director_client.get(at("console_todo", "1")))
    assert card in text(client_of("floor").get(at("console_todo", "1")))
    director_client.post(at("put_off", "1"), {"kind": "halt-stop", "key": "3"})
    assert set(director_client.session["later"]) == {f"{day.pk}:break:3"}


def test_the_plans_page_shows_what_is_due_what_waits_and_what_was_done(director_client, day):
    filled(day, 6, 5, 3)
    assert "Break table 3" in text(director_client.get(at("plans", "1")))
    director_client.post(at("break_table", "1", 3))
    assert "Waiting to be carried out" in text(director_client.get(at("plans", "1")))
    director_client.post(at("plan_accept", Plan.objects.get().pk))
    shown = text(director_client.get(at("plans", "1")))
    assert "Carried out last" in shown
    assert "Table 3 broken, players moved: 3" in shown


def test_who_only_looks_sees_plans_and_no_button(day):
    filled(day, 5, 2)
    plan = propose_break(factories.as_by(), DayTable.objects.get(table__number=2))
    page = client_of("viewer").get(at("plan", plan.pk)).content.decode()
    assert (at("plan_accept", plan.pk) in page, "drawn" in page) == (False, True)
    assert client_of("cashier").post(at("plan_accept", plan.pk)).status_code == 403
    assert client_of("floor").post(at("plan_accept", plan.pk)).status_code == 302


def test_a_plan_of_another_event_is_not_found(director_client, day):
    filled(day, 5, 2)
    plan = propose_break(factories.as_by(), DayTable.objects.get(table__number=2))
    other = factories.make_event(slug="other")
    factories.make_day(other)
    assert director_client.get(reverse("plan", args=["other", plan.pk])).status_code == 404


def test_the_pages_ask_the_same_however_many_tables(director_client, day):
    pages = [at("plans", "1"), at("balance", "1"), at("redraw", "1"), at("break_table", "1", 2)]
    filled(day, 9, 9, 4)
    few = [queries(director_client, page) for page in pages]
    for row in factories.make_tables(day, 12, first=4):
        seat_at(day, row, range(1, 10))
    assert [queries(director_client, page) for page in pages] == few


def test_a_plans_page_asks_the_same_however_many_move(director_client, day):
    filled(day, 2, 2, 9)
    two, nine = (propose_break(factories.as_by(), row) for row in day.day_tables.filter(table__number__gt=1))
    pages = [queries(director_client, at("plan", plan.pk)) for plan in (two, nine)]
    assert pages[0] == pages[1]


def queries(client, address):
    with CaptureQueriesContext(connection) as found:
        assert client.get(address).status_code == 200
    return len(found)
