"""The registration desk's page, as a browser sends what is pressed there."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.actions.bust import bust
from tables.actions.desk import register, reserve
from tables.models import PrintJob, Seat
from tests import factories
from tournaments.models import Action, Day, Entry, LedgerLine, Player

pytestmark = pytest.mark.django_db
URL = "/floor/main/desk/"
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def prints(settings, tmp_path):
    settings.PRINTS_DIR = tmp_path
    return tmp_path


@pytest.fixture
def event(db):
    event = factories.make_event(slug="main", name="Autumn Classic", colour="#123456")
    day = factories.make_day(event)
    factories.make_option(event)
    factories.make_option(event, kind="re-entry", name="Re-entry")
    factories.make_option(event, kind="rebuy", name="Rebuy", per_player=1)
    factories.make_tables(day, 2)
    return event


@pytest.fixture
def zoe(event):
    return factories.make_player(first_name="Zoe", last_name="Rossi", card="77001", country="IT")


def option(event, kind="entry"):
    return event.options.get(kind=kind)


def sale(event, **more):
    return {"day": "1", "option": option(event).pk, "method": "cash"} | more


def entered(event, player, **more):
    return register(factories.as_by(), event.days.get(), player, option(event), **more)


def asked(client, target, **query):
    return client.get(URL, query, headers=HTMX | {"HX-Target": target}).content.decode()


def take(client, typed):
    return client.post(f"{URL}take/", typed, headers=HTMX | {"HX-Target": "sell"})


@pytest.mark.parametrize("typed", ["nguyen", "NGUYỄN", "anh ngu", "103354", "dragon"])
def test_a_player_is_found_by_name_card_or_alias_without_accents(event, director_client, typed):
    factories.make_player(first_name="Ánh", last_name="Nguyễn", card="103354", alias="Dragon")
    page = asked(director_client, "found", find=typed)
    assert page.count('data-row="1"') == 1
    assert "not entered" in page


@pytest.mark.parametrize(
    ("first", "last", "typed"),
    [
        ("大文", "陳", "陳大文"),
        ("大文", "歐陽", "歐陽大文"),
        ("민준", "김", "김민준"),
        ("花子", "佐藤", "佐藤花子"),
        ("大文", "陳", "大文"),
        ("Алексей", "Королёв", "королев алек"),
        ("Νίκος", "Παπαδόπουλος", "παπαδοπουλοσ"),
        ("Pat", "O’Brien", "o brien"),
    ],
)
def test_names_are_found_as_they_are_written_and_without_marks(event, director_client, first, last, typed):
    factories.make_player(first_name=first, last_name=last)
    factories.make_player(first_name="小明", last_name="王")
    assert asked(director_client, "found", find=typed).count("not entered") == 1


def test_the_matched_part_is_marked_in_the_letters_as_written(event, director_client):
    factories.make_player(first_name="Ánh", last_name="Nguyễn")
    assert "<mark>Nguyễ</mark>n, Ánh" in asked(director_client, "found", find="nguye")


@pytest.mark.parametrize("typed", ["{}", "http://desk.local/C/{}", "C/{}", "c/{}"])
def test_a_seat_cards_code_names_its_player_and_sells_nothing(event, zoe, director_client, typed):
    entry = entered(event, zoe)
    page = asked(director_client, "found", find=typed.format(entry.token))
    assert "data-exact" in page
    assert "Rossi, Zoe" in page
    seat = Seat.objects.get(entry=entry)
    assert f"playing {seat.table.number}-{seat.chair}" in page
    assert Entry.objects.count() == 1


def test_a_seat_card_of_another_event_says_so(event, director_client):
    other = factories.make_event(name="Turbo")
    entry = factories.make_entry(factories.make_day(other), factories.make_option(other))
    page = asked(director_client, "found", find=f"C/{entry.token}")
    assert "seat card of Turbo" in page
    assert "not entered" in page


def test_an_unknown_code_is_no_new_player(event, director_client):
    page = asked(director_client, "found", find="C/ABCDEFGHIJKL")
    assert "No entry has this code." in page
    assert "data-row" not in page


def test_a_known_player_is_sold_seated_and_his_card_printed(event, zoe, director_client):
    answer = take(director_client, sale(event, player=zoe.pk, received="600"))
    page = answer.content.decode()
    seat, job = Seat.objects.get(), PrintJob.objects.get()
    assert (answer.status_code, answer["HX-Trigger"]) == (200, "desk-sold")
    assert (job.options["entries"], job.state) == ([seat.entry_id], "ready")
    assert f"<b>{seat.table.number}</b><span>table</span>" in page
    assert f"<b>{seat.chair}</b><span>seat</span>" in page
    assert "Change <b>€50</b>" in page
    assert "data-print-now" in page
    assert "17 at 2 tables" in page
    assert sum(LedgerLine.objects.values_list("amount", flat=True)) == 55_000


def test_a_second_press_after_a_lost_reply_sells_and_prints_once(event, zoe, director_client):
    typed = sale(event, player=zoe.pk, request_id="one-sale")
    first, again = take(director_client, typed), take(director_client, typed)
    assert (first.status_code, again.status_code) == (200, 200)
    assert (Entry.objects.count(), PrintJob.objects.count()) == (1, 1)
    assert "Rossi, Zoe" in again.content.decode()


@pytest.mark.parametrize("method", ["cash", "card", "transfer", "ticket", "comp"])
def test_every_way_to_pay_is_in_the_ledger(event, zoe, director_client, method):
    assert take(director_client, sale(event, player=zoe.pk, method=method)).status_code == 200
    assert set(LedgerLine.objects.values_list("method", flat=True)) == {method}


def test_a_new_player_is_sold_an_entry(event, director_client):
    panel = asked(director_client, "sell", new="Óscar Ó Súilleabháin")
    assert 'value="Súilleabháin"' in panel
    typed = sale(event, new="", first_name="Óscar", last_name="Ó Súilleabháin", card="9", country="ie")
    assert take(director_client, typed).status_code == 200
    assert (Player.objects.get().country, Entry.objects.get().state) == ("IE", "seated")


def test_a_likely_double_is_shown_first_and_sold_all_the_same_by_a_second_press(event, zoe, director_client):
    typed = sale(event, new="", first_name="Zoé", last_name="Rossi", request_id="new-zoe")
    first = take(director_client, typed)
    page = first.content.decode()
    assert first.status_code == 422
    assert "Is it one of these?" in page
    assert f'name="anyway" value="{zoe.pk}"' in page
    answers = [take(director_client, typed | {"anyway": str(zoe.pk)}) for _press in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert (Player.objects.count(), Entry.objects.count()) == (2, 1)


def test_why_a_player_is_stopped_only_a_director_reads(event, zoe, director_client):
    Player.objects.filter(pk=zoe.pk).update(barred=True, barred_reason="chip theft")
    clerk = Client()
    role = factories.make_staff("registration")
    clerk.force_login(role, backend="django.contrib.auth.backends.ModelBackend")
    for client, reads in ((director_client, True), (clerk, False)):
        panel = asked(client, "sell", player=zoe.pk)
        assert re.search(r'class="refusal" role="alert">(Zoe Rossi is barred|This player may not)', panel)
        assert "sell__why" not in panel  # nothing beside what matters
        answer = take(client, sale(event, player=zoe.pk))
        assert answer.status_code == 422
        assert ["chip theft" in text for text in (panel, answer.content.decode())] == [reads, reads]
    assert Entry.objects.count() == 0


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"last_name": ""}, "The name is missing."),
        ({"card": "taken"}, "Card taken belongs to Ann Lee."),
        ({"country": "Italy"}, "is not a country: two letters are wanted, as DE."),
        ({"option": ""}, "Choose what to sell."),
        ({"option": "x"}, "Choose what to sell."),
        ({"method": "gold"}, "Select a valid choice"),
        ({"received": "500"}, "€500 is not enough: Entry costs €550."),
        ({"received": "much"}, "much is not an amount."),
        # Numbers to Python: with the one it fails, with the other it is busy for minutes.
        ({"received": "1e999999"}, "1e999999 is not an amount."),
        ({"received": "9e900000"}, "9e900000 is not an amount."),
        ({"day": "9"}, "Select a valid choice"),
    ],
    ids=["name", "card", "country", "no-option", "option", "method", "short", "amount", "e", "e-long", "day"],
)
def test_wrong_input_is_answered_in_the_panel_and_kept(event, director_client, typed, sentence):
    factories.make_player(first_name="Ann", last_name="Lee", card="taken")
    sent = sale(event, new="", first_name="Zoe", last_name="Rossi", received="600") | typed
    answer = take(director_client, sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert 'value="Zoe"' in page
    assert f'value="{sent["received"]}"' in page
    assert (Player.objects.count(), Entry.objects.count()) == (1, 0)


def test_who_is_in_is_told_where_before_and_after_the_press(event, zoe, director_client):
    entered(event, zoe)
    panel = asked(director_client, "sell", player=zoe.pk)
    assert "Zoe Rossi is in already and sits at" in panel
    answer = take(director_client, sale(event, player=zoe.pk))
    assert answer.status_code == 422
    assert "Zoe Rossi is in already and sits at" in answer.content.decode()


def test_a_rebuy_is_offered_but_never_chosen_by_itself(event, zoe, director_client):
    entered(event, zoe)
    panel = asked(director_client, "sell", player=zoe.pk)
    assert " checked" not in panel.split("Paid by")[0]
    assert re.search(r"data-main[^>]* disabled", panel)
    answer = take(director_client, sale(event, player=zoe.pk, option=option(event, "rebuy").pk))
    assert answer.status_code == 200
    assert [job.document for job in PrintJob.objects.all()] == ["option_slip"]
    again = take(director_client, sale(event, player=zoe.pk, option=option(event, "rebuy").pk))
    assert again.status_code == 422
    assert "has taken Rebuy once, which is all that is allowed." in again.content.decode()


def test_a_rebuy_for_who_is_not_in_is_refused(event, zoe, director_client):
    answer = take(director_client, sale(event, player=zoe.pk, option=option(event, "rebuy").pk))
    assert answer.status_code == 422
    assert "Zoe Rossi is not playing, so Rebuy cannot be taken." in answer.content.decode()


def test_closed_registration_greys_the_entry_with_the_reason(event, zoe):
    clerk = Client()
    role = factories.make_staff("registration")
    clerk.force_login(role, backend="django.contrib.auth.backends.ModelBackend")
    event.days.update(registration="closed")
    panel = asked(clerk, "sell", player=zoe.pk)
    assert "data-main" not in panel
    assert "Registration is closed." in panel
    answer = take(clerk, sale(event, player=zoe.pk))
    assert answer.status_code == 422
    assert Entry.objects.count() == 0


def test_a_full_room_makes_an_alternate_with_his_number_and_his_ticket(event, zoe, director_client):
    for _n in range(18):
        entered(event, factories.make_player())
    assert "Put in line as an alternate" in asked(director_client, "sell", player=zoe.pk)
    page = take(director_client, sale(event, player=zoe.pk)).content.decode()
    assert Entry.objects.get(player=zoe).alternate == 1
    assert "<b>1</b><span>alternate</span>" in page
    assert "No chair is free for him yet" in page
    assert [job.document for job in PrintJob.objects.all()] == ["alternate_ticket"]


def test_a_reservation_is_paid_and_seated(event, zoe, director_client):
    kept = reserve(factories.as_by(), event.days.get(), zoe, option(event))
    assert "reserved" in asked(director_client, "sell", player=zoe.pk)
    assert take(director_client, sale(event, player=zoe.pk)).status_code == 200
    kept.refresh_from_db()
    assert (kept.state, Entry.objects.count()) == ("seated", 1)


def test_the_last_card_is_undone_and_says_so(event, zoe, director_client):
    take(director_client, sale(event, player=zoe.pk))
    assert "Rossi, Zoe" in asked(director_client, "lastcard")
    sold = Action.objects.get(kind="entry.register")
    answer = director_client.post(f"/floor/main/undo/{sold.pk}/", headers=HTMX)
    assert answer.status_code == 204
    assert "<s>Zoe Rossi, Entry</s> undone" in asked(director_client, "lastcard")
    assert (Entry.objects.count(), LedgerLine.objects.count()) == (0, 0)


def test_a_reprint_is_marked(event, zoe, director_client):
    take(director_client, sale(event, player=zoe.pk))
    entry = Entry.objects.get()
    answer = director_client.post(f"{URL}print/{entry.pk}/", headers=HTMX)
    assert answer.status_code == 200
    first, again = PrintJob.objects.order_by("pk")
    assert (again.reprint_of, again.options["reprint"]) == (first, True)


def test_an_alternates_ticket_is_printed_once_more_and_marked(event, zoe, director_client):
    for _n in range(18):
        entered(event, factories.make_player())
    take(director_client, sale(event, player=zoe.pk))
    again = f"{URL}print/{Entry.objects.get(player=zoe).pk}/"
    assert f'hx-post="{again}"' in asked(director_client, "lastcard")
    assert director_client.post(again, headers=HTMX).status_code == 200
    first, second = PrintJob.objects.order_by("pk")
    assert (second.document, second.reprint_of) == ("alternate_ticket", first)
    assert second.options["reprint"] is True


def test_a_refusal_stands_right_above_the_button_that_was_pressed(event, zoe, director_client):
    page = take(director_client, sale(event, new="", last_name="Rosi", first_name="Zoe")).content.decode()
    assert page.index('name="method"') < page.index("Is it one of these?") < page.index("data-main")


def test_the_events_name_and_colour_are_on_the_page_and_on_the_button(event, zoe, director_client):
    page = director_client.get(URL, {"player": zoe.pk}).content.decode()
    button = page[page.index("data-main") :].split("</button>")[0]
    assert "Autumn Classic" in button
    assert 'fill="#123456"' in button
    assert "Autumn Classic" in page.split("<main")[0]


def test_without_scripts_a_sale_leads_back_to_the_desk(event, zoe, director_client):
    answer = director_client.post(f"{URL}take/", sale(event, player=zoe.pk))
    assert (answer.status_code, answer["Location"]) == (302, URL)
    assert "Rossi, Zoe" in director_client.get(URL).content.decode()


def test_a_cashier_looks_and_does_not_sell(event, zoe):
    cashier = Client()
    cashier.force_login(factories.make_staff("cashier"), backend="django.contrib.auth.backends.ModelBackend")
    panel = asked(cashier, "sell", player=zoe.pk)
    assert "Your role may look and print here, and not sell." in panel
    assert "data-main" not in panel
    assert take(cashier, sale(event, player=zoe.pk)).status_code == 403


def test_the_search_asks_as_often_for_three_as_for_one(event, director_client):
    counts = []
    for n in (1, 3):
        while Player.objects.count() < n:
            entered(event, factories.make_player(last_name="Same"))
        with CaptureQueriesContext(connection) as asked_for:
            asked(director_client, "found", find="same")
        counts.append(len(asked_for))
    assert counts[0] == counts[1]


def test_of_several_days_the_one_chosen_is_sold_and_its_options_are_asked(event, zoe, director_client):
    factories.make_day(event, code="2", label="Day 1B", registration="closed")
    factories.make_day(event, code="3", label="Day 1C")
    Day.objects.filter(event=event, code="1").update(over_at=factories.START)
    panel = asked(director_client, "sell", player=zoe.pk, day="3")
    assert re.findall(r'<option value="(\d)"( selected)?>', panel.split("Paid by")[0]) == [
        ("2", ""),
        ("3", " selected"),
    ]
    assert "Registration is closed." in asked(director_client, "sell", player=zoe.pk, day="2")
    assert take(director_client, sale(event, player=zoe.pk, day="3")).status_code == 200
    assert Entry.objects.get().day.code == "3"


def test_once_the_line_is_cut_the_clerk_says_who_stood_in_it(event, zoe, director_client):
    assert 'name="in_line"' not in asked(director_client, "sell", player=zoe.pk)
    event.days.update(line_cut_at=factories.START)
    assert 'name="in_line"' in asked(director_client, "sell", player=zoe.pk)
    answer = take(director_client, sale(event, player=zoe.pk))
    assert answer.status_code == 422
    assert "only players who stood in it may still enter" in answer.content.decode()
    assert take(director_client, sale(event, player=zoe.pk, in_line="on")).status_code == 200
    assert Entry.objects.get().in_line is True


def test_a_player_who_is_out_takes_a_reentry_which_is_chosen_for_him(event, zoe, director_client):
    first = entered(event, zoe)
    bust(factories.as_by(), first, by=entered(event, factories.make_player()))
    panel = asked(director_client, "sell", player=zoe.pk)
    assert "out 1st" in panel
    again = option(event, "re-entry")
    chosen = re.search(r'name="option" value="(\d+)"[^>]* checked', panel)
    assert chosen is not None
    assert int(chosen[1]) == again.pk
    assert take(director_client, sale(event, player=zoe.pk, option=again.pk)).status_code == 200
    assert list(Entry.objects.filter(player=zoe).values_list("state", "reentry")) == [
        ("out", False),
        ("seated", True),
    ]


def test_an_alternate_is_said_by_his_place(event, zoe, director_client):
    for n in range(21):
        entered(event, zoe if n == 20 else factories.make_player())
    assert "alternate 3rd" in asked(director_client, "found", find="zoe")
