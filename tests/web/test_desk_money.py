"""Money in the desk's panel and on the refund's page, as a browser sends it."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.actions.desk import register
from tables.actions.sale import take_option
from tables.models import Bust
from tests import factories
from tournaments.actions.clock import start_clock
from tournaments.models import Action, Entry, Event, LedgerLine, Player, Purchase, Ticket
from tournaments.rules.payments import Payment

pytestmark = pytest.mark.django_db
URL = "/floor/main/desk/"
HTMX = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def prints(settings, tmp_path):
    settings.PRINTS_DIR = tmp_path


@pytest.fixture
def clock():
    return factories.Clock()


@pytest.fixture
def event(db):
    event = factories.make_event(slug="main", name="Autumn Classic")
    day = factories.make_day(event)
    factories.make_option(event)
    factories.make_option(event, kind="re-entry", name="Re-entry")
    factories.make_option(event, kind="rebuy", name="Rebuy", per_player=1, fee=0, staff=0)
    factories.make_tables(day, 2)
    return event


@pytest.fixture
def zoe(event):
    return factories.make_player(first_name="Zoe", last_name="Rossi", card="77001")


@pytest.fixture
def clerk(db):
    return signed_in("registration")


def signed_in(role: str) -> Client:
    client = Client()
    client.force_login(factories.make_staff(role), backend="django.contrib.auth.backends.ModelBackend")
    return client


def option(event, kind="entry"):
    return event.options.get(kind=kind)


def sale(event, player: Player, **more: Any) -> dict[str, Any]:
    return {"day": "1", "option": option(event).pk, "method": "cash", "player": player.pk} | more


def asked(client, target, **query):
    return client.get(URL, query, headers=HTMX | {"HX-Target": target}).content.decode()


def take(client, typed):
    return client.post(f"{URL}take/", typed, headers=HTMX | {"HX-Target": "sell"})


def entered(event, player, **more):
    return register(factories.as_by(), event.days.get(), player, option(event), **more)


def by_way() -> dict[str, int]:
    sums: dict[str, int] = {}
    for method, amount in LedgerLine.objects.values_list("method", "amount"):
        sums[method] = sums.get(method, 0) + amount
    return sums


# Two ways


def test_two_ways_pay_a_price_and_change_is_of_the_cash_alone(event, zoe, clerk):
    split = {"split": "on", "second_method": "card", "second_amount": "200", "received": "400"}
    answer = take(clerk, sale(event, zoe, **split))
    assert answer.status_code == 200
    assert by_way() == {"cash": 35_000, "card": 20_000}
    assert "Change <b>€50</b>" in answer.content.decode()


def test_what_is_left_over_of_the_second_way_counts_for_nothing_without_the_split(event, zoe, clerk):
    assert take(clerk, sale(event, zoe, second_method="card", second_amount="nonsense")).status_code == 200
    assert by_way() == {"cash": 55_000}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"second_amount": "much"}, "much is not an amount."),
        ({"second_amount": ""}, "is not an amount."),
        ({"second_amount": "-5"}, "-5 is not an amount."),
        ({"second_amount": "1.005,123"}, "1.005,123 is not an amount."),
        ({"second_amount": "10.123456"}, "10.123456 is not an amount."),
        ({"second_amount": "0"}, "The second part is more than nothing and less than €550."),
        ({"second_amount": "550"}, "The second part is more than nothing and less than €550."),
        ({"second_amount": "600"}, "€600 is €50 more than the price of €550."),
        ({"second_method": "gold"}, "Select a valid choice"),
        ({"second_method": "cash"}, "Choose another way for the second part."),
        ({"received": "349"}, "€349 is not enough: €350 of it is paid in cash."),
        ({"second_method": "ticket", "ticket": "x" * 41}, "at most 40 letters and figures"),
        ({"second_method": "ticket", "ticket": "x" * 61}, "at most 60 characters"),
        ({"second_method": "ticket", "ticket": "1\x002"}, "Null characters are not allowed."),
    ],
)
def test_a_second_part_that_is_wrong_is_said_in_place_and_what_was_typed_stays(
    event, zoe, clerk, typed, said
):
    sent = {"split": "on", "second_method": "card", "second_amount": "200", "received": "360"} | typed
    answer = take(clerk, sale(event, zoe, **sent))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert said in page
    assert re.search(r'name="split"[^>]* checked', page)
    assert f'name="second_amount" value="{sent["second_amount"]}"' in page
    assert f'name="received" value="{sent["received"]}"' in page
    assert (Entry.objects.count(), LedgerLine.objects.count()) == (0, 0)


# Tickets


def test_a_ticket_pays_is_found_and_is_not_used_again(event, zoe, clerk):
    assert take(clerk, sale(event, zoe, method="ticket", ticket=" sat-17 ")).status_code == 200
    assert Ticket.objects.get().code == "SAT-17"
    factories.make_player(last_name="Other", card="SAT-171")
    page = asked(clerk, "found", find="sat-17")
    assert page.index("Rossi, Zoe") < page.index("Other")
    assert page.count("data-exact") == 1
    assert "ticket sat-17, Autumn Classic" in page
    again = take(clerk, sale(event, factories.make_player(), method="ticket", ticket="Sat-17"))
    said = again.content.decode()
    assert again.status_code == 422
    assert "Ticket SAT-17 was used by Zoe Rossi in Autumn Classic on " in said
    assert 'name="ticket" value="Sat-17"' in said
    assert by_way() == {"ticket": 55_000}


def test_the_search_asks_as_often_with_a_ticket_as_without(event, zoe, clerk):
    take(clerk, sale(event, zoe, method="ticket", ticket="R1"))
    counts = []
    for typed in ("R1", "rossi"):
        with CaptureQueriesContext(connection) as queries:
            asked(clerk, "found", find=typed)
        counts.append(len(queries))
    assert counts[0] == counts[1]


# Against a limit


def test_a_director_sells_anyway_with_a_reason_and_is_asked_for_it(event, zoe, director_client):
    entry = entered(event, zoe)
    rebuy = option(event, "rebuy")
    take_option(factories.as_by(), entry, rebuy)
    panel = asked(director_client, "sell", player=zoe.pk)
    assert "Zoe Rossi has taken Rebuy once, which is all that is allowed." in panel
    assert 'name="override"' in panel
    assert " checked" not in panel.split("Paid by")[0]
    typed = sale(event, zoe, option=rebuy.pk)
    answer = take(director_client, typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Say why it is sold all the same." in page
    assert re.search(rf'value="{rebuy.pk}"[^>]*data-does="Sell anyway"[^>]* checked', page)
    assert take(director_client, typed | {"override": "x" * 201}).status_code == 422
    assert take(director_client, typed | {"override": "wrong\0"}).status_code == 422
    assert take(director_client, typed | {"override": "chips were short"}).status_code == 200
    assert Purchase.objects.latest("pk").override == "chips were short"
    sheet = director_client.get(f"/floor/main/entries/{entry.pk}/").content.decode()
    assert "against the rule, because chips were short" in sheet
    journal = director_client.get("/floor/main/journal/").content.decode()
    assert "Zoe Rossi took Rebuy, €485 in cash, against the rule, because chips were short" in journal


def test_a_clerk_is_not_offered_what_is_against_a_limit(event, zoe, clerk):
    entry = entered(event, zoe)
    take_option(factories.as_by(), entry, option(event, "rebuy"))
    assert 'name="override"' not in asked(clerk, "sell", player=zoe.pk)
    forged = take(clerk, sale(event, zoe, option=option(event, "rebuy").pk, override="because"))
    assert forged.status_code == 422
    assert Purchase.objects.count() == 2


# Giving a stack up


@pytest.fixture
def last_level(event):
    """The last level of registration is being played: the clock says so, whatever the time."""
    Event.objects.update(may_give_up_stack=True, registration_level=1)
    entry_day = event.days.get()
    start_clock(factories.as_by(), entry_day)


def test_a_stack_is_given_up_with_clear_words_and_never_unasked(event, zoe, clerk, last_level):
    """seating-07: who has chips left re-enters only by giving them up."""
    first = entered(event, zoe)
    seat = first.seats.get()
    panel = asked(clerk, "sell", player=zoe.pk)
    assert f"He has a stack at {seat.table.number}-{seat.chair}. With the re-entry he gives it up" in panel
    assert " checked" not in panel.split("Paid by")[0]
    assert "Give stack up, take new seat" in panel
    typed = sale(event, zoe, option=option(event, "re-entry").pk)
    unaware = take(clerk, typed)
    assert unaware.status_code == 422
    assert "is in already and sits at" in unaware.content.decode()
    typed |= {"gives_up": first.pk, "request_id": "unread", "given_up": "4.2"}
    unread = take(clerk, typed)
    assert (unread.status_code, 'value="4.2"' in unread.content.decode()) == (422, True)
    typed |= {"request_id": "once", "given_up": "4.2k"}
    assert [take(clerk, typed).status_code for _press in range(2)] == [200, 200]
    assert list(Entry.objects.values_list("state", flat=True)) == ["out", "seated"]
    assert Bust.objects.get().stack_before == 4_200


def test_where_stacks_are_not_given_up_the_panel_says_nothing_of_it(event, zoe, clerk):
    first = entered(event, zoe)
    assert "gives_up" not in asked(clerk, "sell", player=zoe.pk)
    answer = take(clerk, sale(event, zoe, option=option(event, "re-entry").pk, gives_up=first.pk))
    assert answer.status_code == 422
    assert "In this event nobody gives up his stack for a re-entry." in answer.content.decode()


def test_the_events_settings_say_whether_stacks_are_given_up(event, director_client):
    url = "/floor/main/settings/"
    form = director_client.get(url).context["form"]
    assert form["may_give_up_stack"].value() is False
    sent = {"name": "Main", "stack": "20000", "currency": "EUR", "chairs": "9", "may_give_up_stack": "on"}
    assert director_client.post(url, sent).status_code == 302
    assert Event.objects.get().may_give_up_stack is True


# Refunds


def refund(entry, **query) -> str:
    rest = "&".join(f"{name}={value}" for name, value in query.items())
    return f"/floor/main/entries/{entry.pk}/refund/" + (f"?{rest}" if rest else "")


def test_the_panel_leads_to_the_refund_which_shows_what_is_returned_by_way(event, zoe, clerk):
    ways = [Payment("cash", 30_000), Payment("ticket", 25_000, "T9")]
    entry = entered(event, zoe, payments=ways)
    assert f'href="{refund(entry)}?then=desk"' in asked(clerk, "sell", player=zoe.pk)
    page = " ".join(clerk.get(refund(entry)).content.decode().split())
    assert "<dt>Cash</dt><dd>€300</dd>" in page
    assert '<dt>Ticket <span class="muted">T9</span></dt><dd>€250</dd>' in page
    assert "Cancel and return €550" in page
    assert 'name="stack"' not in page
    answer = clerk.post(refund(entry), {"then": "desk", "reason": "ill"})
    assert (answer.status_code, answer["Location"]) == (302, URL)
    assert by_way() == {"cash": 0, "ticket": 0}
    assert "Entry 1 cancelled: €550 returned." in clerk.get(URL).content.decode()


def test_a_second_press_returns_the_money_once(event, zoe, clerk):
    entry = entered(event, zoe)
    for _press in range(2):
        assert clerk.post(refund(entry), {"request_id": "refund-1"}).status_code == 302
    assert by_way() == {"cash": 0}
    assert Action.objects.filter(kind="entry.cancel").count() == 1


def test_once_play_has_begun_a_director_says_where_the_stack_goes(event, zoe, clerk, director_client):
    entry = entered(event, zoe)
    start_clock(factories.as_by(), event.days.get())
    page = clerk.get(refund(entry)).content.decode()
    assert "Day 1 has begun: only a director takes this back" in page
    assert 'type="submit">Cancel and return' not in page
    from_desk = clerk.get(refund(entry, then="desk")).content.decode()
    assert 'href="/floor/main/desk/" data-focus>Back to the desk</a>' in from_desk
    forged = clerk.post(refund(entry), {"stack": "removed"})
    assert forged.status_code == 422
    silent = director_client.post(refund(entry), {"reason": "was ill"})
    assert silent.status_code == 422
    said = silent.content.decode()
    assert "Say where the stack goes: out of play, or left on the table." in said
    assert 'value="was ill"' in said
    assert director_client.post(refund(entry), {"stack": "in-play"}).status_code == 302
    assert Purchase.objects.get().in_play is True
    entry.refresh_from_db()
    assert entry.state == "cancelled"


def test_one_rebuy_is_taken_back_from_the_entrys_page_another_way(event, zoe, clerk):
    entry = entered(event, zoe)
    bought = take_option(factories.as_by(), entry, option(event, "rebuy"), method="card")
    sheet = clerk.get(f"/floor/main/entries/{entry.pk}/").content.decode()
    assert sheet.count("Take back") == 1
    assert refund(entry, purchase=bought.pk) in sheet
    assert "Take back Rebuy of Rossi, Zoe?" in clerk.get(refund(entry, purchase=bought.pk)).content.decode()
    answer = clerk.post(refund(entry), {"purchase": bought.pk, "refund_method": "cash"})
    assert answer.status_code == 302
    assert by_way() == {"cash": 55_000 - 48_500, "card": 48_500}
    again = clerk.get(refund(entry, purchase=bought.pk)).content.decode()
    assert "This has been taken back already" in again


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"refund_method": "gold"}, "Select a valid choice"),
        ({"refund_method": "ticket"}, "Select a valid choice"),
        ({"reason": "x" * 201}, "at most 200 characters"),
        ({"reason": "a\0b"}, "Null characters are not allowed."),
    ],
)
def test_wrong_input_of_a_refund_is_said_in_place_and_returns_nothing(event, zoe, clerk, typed, said):
    entry = entered(event, zoe)
    answer = clerk.post(refund(entry), typed)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert by_way() == {"cash": 55_000}


def test_what_cannot_be_taken_back_says_so_and_what_is_not_there_is_404(event, zoe, clerk):
    entry = entered(event, zoe)
    assert clerk.get(refund(entry, purchase="9999")).status_code == 404
    assert clerk.get(refund(entry, purchase="x")).status_code == 404
    clerk.post(refund(entry), {})
    page = clerk.get(refund(entry)).content.decode()
    assert "This entry is cancelled: it cannot be cancelled." in page
    assert clerk.post(refund(entry), {}).status_code == 422
    assert by_way() == {"cash": 0}


def test_only_those_who_sell_see_the_refund(event, zoe):
    entry = entered(event, zoe)
    for role in ("viewer", "cashier"):
        client = signed_in(role)
        assert client.get(refund(entry)).status_code == 403
        assert client.post(refund(entry), {}).status_code == 403
