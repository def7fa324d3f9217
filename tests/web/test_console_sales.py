"""Sales at the table: rebuys and add-ons at the seat, re-entries of who went out."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from tables.actions.bust import bust
from tables.models import Bust, DayTable, PrintJob, Seat
from tests import factories
from tests.web.test_console_table import HTMX, client_of, do, panel, seat, turn, words
from tournaments.journal.change import utc_now
from tournaments.models import Action, Day, Entry, LedgerLine, Option, Purchase
from tournaments.rules.roles import Role

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def prints_at_home(settings, tmp_path):
    settings.PRINTS_DIR = tmp_path


@pytest.fixture
def day() -> Day:
    """Level 2 of 6, registration open; the event seats at registration."""
    anchor = utc_now() - timedelta(minutes=7)
    event = factories.make_event(seating="at-registration")
    return factories.make_day(event, clock_item=2, clock_anchor=anchor, clock_started=True)


@pytest.fixture
def table(day: Day) -> DayTable:
    return factories.make_tables(day, 1)[0]


@pytest.fixture
def seats(day: Day, table: DayTable) -> list[Seat]:
    names = [("Ánh", "Nguyễn"), ("Zoe", "Rossi"), ("Jonas", "Weiß")]
    return [seat(day, table, n, first_name=first, last_name=last) for n, (first, last) in enumerate(names, 1)]


def sells(day: Day, kind: str, name: str, **values: object) -> Option:
    priced = {"prize": 10_000, "fee": 0, "staff": 0, "chips": 5_000, "position": 5}
    return factories.make_option(day.event, kind=kind, name=name, **priced | values)


def offered(text: str) -> list[str]:
    """What the panel's buttons sell."""
    return re.findall(r'name="option" value="\d+"[^>]*><b>([^<]+)</b>', text)


def by_way() -> list[tuple[str, str, int]]:
    return list(LedgerLine.objects.values_list("part", "method", "amount"))


def test_a_rebuy_is_seat_rebuy_and_one_press_in_cash(director_client, day, table, seats):
    rebuy = sells(day, "rebuy", "Rebuy")
    assert 'data-key="r"' in words(panel(director_client, day, table))
    asked = words(turn(director_client, day, table, "sale", seats[1]))
    assert (offered(asked), "Sell to Zoe Rossi" in asked, "€100" in asked) == (["Rebuy"], True, True)
    assert re.findall(r'name="method" value="([a-z]+)"( checked)?', asked) == [
        ("cash", " checked"), ("card", ""), ("transfer", ""), ("comp", ""),
    ]  # fmt: skip
    said = do(director_client, day, table, "sell", seats[1], option=rebuy.pk, method="cash")
    text = words(said)
    assert (said.status_code, "Undo" in text) == (200, True)
    assert "Zoe Rossi took Rebuy, €100 in cash" in text
    assert (by_way(), Purchase.objects.get(option=rebuy).entry_id) == (
        [("prize", "cash", 10_000)],
        seats[1].entry_id,
    )


def test_the_slip_for_chips_is_printed_with_the_press(director_client, day, table, seats):
    rebuy = sells(day, "rebuy", "Rebuy")
    said = words(do(director_client, day, table, "sell", seats[0], option=rebuy.pk, method="card"))
    job = PrintJob.objects.get()
    assert (job.document, job.options["purchases"]) == (
        "option_slip",
        [Purchase.objects.get(option=rebuy).pk],
    )
    assert f'data-print="{reverse("print_pdf", args=[job.pk])}" data-print-now' in said


def test_a_sale_is_undone_beside_it(director_client, day, table, seats):
    rebuy = sells(day, "rebuy", "Rebuy")
    do(director_client, day, table, "sell", seats[0], option=rebuy.pk, method="cash")
    sale = Action.objects.get(kind="entry.take_option")
    director_client.post(reverse("undo_action", args=[day.event.slug, sale.pk]), headers=HTMX)
    text = words(panel(director_client, day, table, done=sale.pk))
    assert ("answer--undone" in text, Purchase.objects.filter(option=rebuy).exists(), by_way()) == (
        True,
        False,
        [],
    )


def test_a_double_press_sells_once(director_client, day, table, seats):
    rebuy = sells(day, "rebuy", "Rebuy")
    sent = {"option": rebuy.pk, "method": "cash", "request_id": "0123456789abcdef"}
    first = do(director_client, day, table, "sell", seats[0], **sent)
    again = do(director_client, day, table, "sell", seats[0], **sent)
    assert (first.status_code, again.status_code, Purchase.objects.filter(option=rebuy).count()) == (
        200,
        200,
        1,
    )
    assert PrintJob.objects.count() == 1


def test_the_limits_are_the_desks(director_client, day, table, seats):
    once = sells(day, "rebuy", "Rebuy", per_player=1)
    sells(day, "add-on", "Add-on", until_level=1)
    do(director_client, day, table, "sell", seats[0], option=once.pk, method="cash")
    asked = words(turn(director_client, day, table, "sale", seats[0]))
    assert (offered(asked), 'name="method"' in asked) == ([], False)
    assert "Ánh Nguyễn has taken Rebuy once, which is all that is allowed." in asked
    assert "Add-on was sold until the end of level 1." in asked
    said = do(director_client, day, table, "sell", seats[0], option=once.pk, method="cash")
    assert (said.status_code, words(said).count("which is all that is allowed")) == (422, 1)
    assert Purchase.objects.filter(option=once).count() == 1


@pytest.mark.parametrize(
    ("sent", "words_said"),
    [
        ({"option": "", "method": "cash"}, "Choose what to sell."),
        ({"option": "9" * 15, "method": "cash"}, "Choose what to sell."),
        ({"option": "x", "method": "cash"}, "Choose what to sell."),
        ({"method": "shells"}, "There is no way to pay called shells."),
        ({"method": ""}, "There is no way to pay called"),
    ],
)
def test_what_cannot_be_sold_is_refused_in_place(director_client, day, table, seats, sent, words_said):
    rebuy = sells(day, "rebuy", "Rebuy")
    said = do(director_client, day, table, "sell", seats[0], **{"option": rebuy.pk} | sent)
    assert (said.status_code, words_said in words(said), offered(words(said))) == (422, True, ["Rebuy"])
    assert Purchase.objects.filter(option=rebuy).count() == 0


def test_an_option_of_another_event_is_none_here(director_client, day, table, seats):
    other = factories.make_option(factories.make_event(name="Other"), kind="rebuy", name="Rebuy")
    said = do(director_client, day, table, "sell", seats[0], option=other.pk, method="cash")
    assert (said.status_code, "Choose what to sell." in words(said)) == (422, True)


@pytest.mark.parametrize(
    ("kinds", "word"),
    [
        ((), ""),
        (("rebuy",), "Rebuy"),
        (("add-on",), "Add-on"),
        (("rebuy", "add-on"), "Rebuy"),
        (("dealer",), "Sell"),
    ],
)
def test_the_button_is_there_while_something_is_on_sale(director_client, day, table, seats, kinds, word):
    for kind in kinds:
        sells(day, kind, kind)
    page = panel(director_client, day, table)
    assert page.context["sold_here"] == word
    Day.objects.filter(pk=day.pk).update(registration=Day.Registration.CLOSED)
    closed = words(panel(director_client, day, table))
    assert ("mode/sale/" in closed, "/sell/" in closed) == (False, True)  # the desk says why


@pytest.mark.parametrize("role", list(Role))
def test_who_sells_at_a_table(day, table, seats, role):
    rebuy = sells(day, "rebuy", "Rebuy")
    client, works = client_of(role), role in {Role.DIRECTOR, Role.FLOOR}
    assert ("mode/sale/" in words(panel(client, day, table))) is works
    sold = do(client, day, table, "sell", seats[0], option=rebuy.pk, method="cash")
    assert (sold.status_code, Purchase.objects.filter(option=rebuy).count()) == (
        (200, 1) if works else (403, 0)
    )


def test_nobody_chosen_is_said_where_the_finger_is(director_client, day, table, seats):
    sells(day, "rebuy", "Rebuy")
    said = turn(director_client, day, table, "sale")
    assert (said.status_code, "Tap a seat first." in words(said)) == (422, True)


def test_out_and_in_again_from_the_answer(director_client, day, table, seats):
    again = sells(day, "re-entry", "Re-entry", chips=20_000)
    answer = words(do(director_client, day, table, "bust", seats[2]))
    gone = Bust.objects.get()
    assert f"mode=reentry&amp;bust={gone.pk}" in answer
    asked = words(panel(director_client, day, table, mode="reentry", bust=gone.pk))
    assert (offered(asked), "Re-entry of Jonas Weiß" in asked) == (["Re-entry"], True)
    said = do(director_client, day, table, "reenter", bust=gone.pk, option=again.pk, method="cash")
    entry = Entry.objects.get(option=again)
    sits = Seat.objects.get(entry=entry, until=None)
    assert (said.status_code, entry.player_id, sits.table_id) == (
        200,
        seats[2].entry.player_id,
        table.table_id,
    )
    assert f"{table.table.number}-{sits.chair}" in words(said)
    assert [job.document for job in PrintJob.objects.all()] == ["seat_cards"]
    twice = do(director_client, day, table, "reenter", bust=gone.pk, option=again.pk, method="cash")
    assert (twice.status_code, Entry.objects.filter(option=again).count()) == (422, 1)


def test_in_again_from_the_list_of_those_out(director_client, director, day, table, seats):
    sells(day, "re-entry", "Re-entry")
    bust(factories.as_by(director), seats[1].entry)
    listed = words(panel(director_client, day, table, mode="outs"))
    assert f"mode=reentry&amp;bust={Bust.objects.get().pk}" in listed
    Day.objects.filter(pk=day.pk).update(registration=Day.Registration.CLOSED)
    assert "mode=reentry" not in words(panel(director_client, day, table, mode="outs"))


def test_one_whose_bust_was_taken_back_does_not_enter_again(director_client, day, table, seats):
    again = sells(day, "re-entry", "Re-entry")
    said = do(director_client, day, table, "reenter", bust=77, option=again.pk, method="cash")
    assert (said.status_code, "somebody took the bust back" in words(said)) == (422, True)
    assert Entry.objects.filter(option=again).count() == 0
