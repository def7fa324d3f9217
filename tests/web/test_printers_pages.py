"""The printers of a desk, what a sale prints there, and the queue when a printer is down."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tables.actions.printers import add_printer
from tables.actions.prints import ask_print
from tables.delivery import making
from tables.models import PrinterProfile, PrintJob
from tables.queries.desk_panel import last_sale
from tests import factories
from tests.factories import as_by
from tests.printing.reading import words
from tests.printing.seated import seated_day
from tournaments.journal.change import utc_now
from tournaments.models import Action, Entry, Purchase
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"
HTMX = {"HX-Request": "true", "HX-Target": "sell"}
CHOICE = {"cards": "last", "slips": "last", "receipts": "last", "copies": "0"}


@pytest.fixture(autouse=True)
def prints(tmp_path, settings):
    settings.PRINTS_DIR = tmp_path / "prints"


@pytest.fixture
def event(db):
    event = factories.make_event(slug="main", name="Autumn Classic")
    day = factories.make_day(event)
    factories.make_option(event)
    factories.make_option(event, kind="rebuy", name="Rebuy", prize=30_000, fee=0, staff=0)
    factories.make_tables(day, 1)
    return event


@pytest.fixture
def desk(director):
    return network(director, "Desk")


def network(staff, name):
    return add_printer(as_by(staff), name=name, kind="network", queue="", address="10.0.0.7:9100", sheet="a4")


def keep(client, **chosen):
    answer = client.post(reverse("printer_device"), CHOICE | chosen)
    assert answer.status_code == 302


def sell(client, event, player, kind="entry"):
    typed = {"day": "1", "option": event.options.get(kind=kind).pk, "method": "cash", "player": player.pk}
    answer = client.post(f"/floor/{event.slug}/desk/take/", typed, headers=HTMX)
    assert answer.status_code == 200
    return answer.content.decode()


def jobs():
    return [
        (job.document, job.profile and job.profile.name, job.sheet) for job in PrintJob.objects.order_by("pk")
    ]


def failed(day, profile, problem="silent", **more):
    """A job that this printer did not print."""
    more = {"state": "failed", "asked_at": utc_now(), "finished_at": utc_now()} | more
    options = {"day": day.pk, "which": "all", "items": 1}
    return PrintJob.objects.create(
        event=day.event, document="seat_cards", sheet="80mm", options=options, profile=profile,
        problem=problem, total=1, **more,
    )  # fmt: skip


def test_a_machine_keeps_its_printers_whoever_signs_in(director_client, event, desk):
    keep(director_client, cards=str(desk.pk), slips="browser")
    other = Client()
    other.cookies = director_client.cookies
    other.force_login(factories.make_staff("registration"), backend=BACKEND)
    page = other.get(reverse("printer_profiles")).context["device"]
    assert (page["cards"].value(), page["slips"].value()) == (str(desk.pk), "browser")
    sell(other, event, factories.make_player())
    assert jobs() == [("seat_cards", "Desk", "80mm")]


def test_a_desk_has_a_name_that_its_sales_and_the_counters_say(director_client, event):
    keep(director_client, desk="Tür 2")
    assert director_client.get(reverse("printer_profiles")).context["device"]["desk"].value() == "Tür 2"
    assert "Tür 2" in director_client.get(f"/floor/{event.slug}/desk/").content.decode().split("<main")[0]
    sell(director_client, event, factories.make_player())
    assert Action.objects.get(kind="entry.register").device == "Tür 2"
    assert "Tür 2" in director_client.get(reverse("counters", args=[event.slug])).content.decode()
    keep(director_client)
    assert director_client.get(reverse("printer_profiles")).context["device"]["desk"].value() == ""


def test_a_choice_that_somebody_forged_is_none(director_client, event):
    director_client.cookies["floor_printers"] = '{"copies": 2}:forged'
    sell(director_client, event, factories.make_player())
    assert jobs() == [("seat_cards", None, "4x3")]


def test_a_printer_that_was_removed_is_no_longer_used(director_client, event, desk, director):
    keep(director_client, cards=str(desk.pk))
    PrinterProfile.objects.all().delete()
    sell(director_client, event, factories.make_player())
    assert jobs() == [("seat_cards", None, "4x3")]


def test_a_sale_prints_card_and_receipts_by_choice(director_client, event, desk):
    keep(director_client, cards="browser", receipts=str(desk.pk), copies="2")
    page = sell(director_client, event, factories.make_player(first_name="Zoe", last_name="Rossi"))
    assert jobs() == [("seat_cards", None, "4x3"), ("receipt", "Desk", "80mm")]
    card, receipt = PrintJob.objects.order_by("pk")
    assert (card.state, receipt.state, receipt.options["copies"]) == (
        "ready",
        "waiting",
        ["customer", "house"],
    )
    assert page.count("data-print-now") == 1
    keep(director_client, copies="1", receipts="browser", cards="browser")
    page = sell(director_client, event, factories.make_player())
    assert PrintJob.objects.first().options["copies"] == ["customer"]
    assert page.count("data-print-now") == 2


def test_a_receipt_says_what_was_paid(director_client, event):
    keep(director_client, copies="2")
    sell(director_client, event, factories.make_player(first_name="Ánh", last_name="Nguyễn"))
    said = words(making.pdf_path(PrintJob.objects.get(document="receipt").pk).read_bytes())
    for text in (
        "Autumn Classic", "Receipt · Entry", "Customer's copy", "House copy", "Ánh Nguyễn", "485.00",
        "50.00", "15.00", "EUR 550.00", "Cash", "550.00",
    ):  # fmt: skip
        assert text in said, text
    assert any("Entry 1" in text for text in said)
    assert any("Served by Director" in text for text in said)


def test_a_rebuy_prints_the_slip_with_chips_and_chair(director_client, event):
    player = factories.make_player()
    sell(director_client, event, player)
    PrintJob.objects.all().delete()
    sell(director_client, event, player, "rebuy")
    assert [document for document, _, _ in jobs()] == ["option_slip"]
    said = words(making.pdf_path(PrintJob.objects.get().pk).read_bytes())
    assert "20,000" in said
    assert any(text.startswith("Table ") and text.endswith("· Rebuy") for text in said)


def test_an_alternate_gets_his_ticket(director_client, event):
    for _ in range(10):
        sell(director_client, event, factories.make_player())
    job = PrintJob.objects.first()
    assert (job.document, Entry.objects.get(alternate=1).pk) == (
        "alternate_ticket",
        job.options["entries"][0],
    )
    said = words(making.pdf_path(job.pk).read_bytes())
    assert "1" in said
    assert "Alternate: place in line" in said


def test_the_last_card_says_in_the_end_what_became_of_its_papers(director_client, event, desk):
    keep(director_client, cards=str(desk.pk), receipts="browser", copies="1")
    page = sell(director_client, event, factories.make_player(first_name="Zoe", last_name="Rossi"))
    assert re.search(r'id="papers" hx-get="/floor/main/desk/" hx-trigger="load', page)
    assert page.count("data-print-now") == 1
    PrintJob.objects.filter(profile=desk).update(state="failed", problem="silent", finished_at=utc_now())
    papers = HTMX | {"HX-Target": "papers"}
    said = director_client.get("/floor/main/desk/", headers=papers).content.decode()
    assert "Seat card was not printed." in said
    assert "Receipt: sent to this browser" in said
    assert "hx-trigger" not in said
    assert "data-print-now" not in said
    assert "Seat card was not printed." in last(director_client)  # on a page that is opened anew as well
    other = Client()
    other.force_login(factories.make_staff("registration", name="Maria"), backend=BACKEND)
    assert "was not printed" not in last(other)


def test_two_players_of_one_name_do_not_share_their_papers(director_client, event, desk):
    keep(director_client, cards=str(desk.pk), slips=str(desk.pk), receipts=str(desk.pk), copies="1")
    first, second = (factories.make_player(first_name="Zoe", last_name="Rossi") for _each in range(2))
    sell(director_client, event, first)
    sell(director_client, event, first, "rebuy")
    sell(director_client, event, second)
    seller = Action.objects.latest("seq").actor
    mine, others = (Entry.objects.get(player=player) for player in (second, first))

    def papers(entry):
        jobs = last_sale(event, seller, entry).papers
        return [(job.document, job.options.get("entries") or job.options.get("purchase")) for job in jobs]

    assert papers(mine) == [("seat_cards", [mine.pk]), ("receipt", mine.purchases.get().pk)]
    rebuy = others.purchases.latest("pk")
    assert papers(others) == [("option_slip", None), ("receipt", rebuy.pk)]


def test_a_refund_names_its_own_slip(director_client, event, desk):
    keep(director_client, receipts=str(desk.pk), copies="1")
    twins = [factories.make_player(first_name="Zoe", last_name="Rossi") for _each in range(2)]
    for player in twins:
        sell(director_client, event, player)
    for player in twins:
        entry = Entry.objects.get(player=player)
        at = reverse("entry_refund", args=["main", entry.pk])
        answer = director_client.post(at, {"refund_method": "cash", "reason": "", "slip": "1"})
        assert answer.status_code == 302, answer.content.decode()
        (slip,) = last_sale(event, Action.objects.latest("seq").actor, entry).papers
        assert slip.options["purchases"] == [entry.purchases.get().pk]


def test_a_reprint_is_of_what_was_sold_last(director_client, event):
    player = factories.make_player()
    sell(director_client, event, player)
    sell(director_client, event, player, "rebuy")
    slip = PrintJob.objects.get(document="option_slip")
    page = last(director_client)
    assert "Reprint" in page
    again = once_more(director_client, page)
    assert (again.document, again.reprint_of, again.options["reprint"]) == ("option_slip", slip, True)
    assert again.options["purchases"] == slip.options["purchases"]


def test_an_option_without_chips_is_reprinted_as_its_receipt(director_client, event):
    factories.make_option(event, kind="add-on", name="Staff", chips=0, prize=0, fee=0, staff=1_000)
    player = factories.make_player()
    sell(director_client, event, player)
    sell(director_client, event, player, "add-on")
    again = once_more(director_client, last(director_client))
    assert (again.document, again.options["copies"]) == ("receipt", ["customer", "house"])
    assert again.options["reprint"] is False  # none was printed before
    assert once_more(director_client, last(director_client)).options["reprint"] is True


def test_a_reprint_of_what_is_not_there_is_the_card(director_client, event):
    sell(director_client, event, factories.make_player())
    entry = Entry.objects.get()
    for forged in ("", "x", "999999", "-1"):
        director_client.post(f"/floor/main/desk/print/{entry.pk}/", {"of": forged}, headers=HTMX)
        assert PrintJob.objects.first().document == "seat_cards"


def last(client):
    return client.get("/floor/main/desk/", headers=HTMX | {"HX-Target": "lastcard"}).content.decode()


def once_more(client, page):
    """Press the button of the last card that prints."""
    of = re.search(r'name="of" value="(\d+)"', page)[1]
    url = re.search(r'hx-post="(/floor/main/desk/print/\d+/)"', page)[1]
    assert client.post(url, {"of": of}, headers=HTMX).status_code == 200
    return PrintJob.objects.first()


def test_a_refund_prints_its_slip_as_the_machine_says_and_once(director_client, event, desk):
    keep(director_client, receipts=str(desk.pk), copies="2")
    sell(director_client, event, factories.make_player(first_name="Zoe", last_name="Rossi"))
    entry = Entry.objects.get()
    url = reverse("entry_refund", args=["main", entry.pk])
    form = director_client.get(url).content.decode()
    assert re.search(r'<option value="2" selected>Two', form)
    sent = {"then": "desk", "slip": "2", "request_id": "r1"}
    answers = [director_client.post(url, sent)["Location"] for _press in range(2)]
    job = PrintJob.objects.get(document="refund_slip")
    assert answers == [f"/floor/main/desk/?print={job.pk}"] * 2
    assert (job.profile, job.sheet, job.options["copies"]) == (desk, "80mm", ["customer", "house"])
    page = director_client.get(answers[0]).content.decode()
    assert "Entry 1 cancelled: €550 returned." in page
    assert re.search(r"Refund slip</a>: sent to\s+Desk", page)
    assert "Returned <b>€550</b>" in page
    again = once_more(director_client, page)
    assert (again.document, again.options["reprint"]) == ("refund_slip", True)
    said = director_client.get(reverse("entry", args=["main", entry.pk])).content.decode()
    assert "Print refund slip" in said


def test_a_refund_undone_at_the_desk_says_so_and_has_no_slip(director_client, event):
    sell(director_client, event, factories.make_player(first_name="Zoe", last_name="Rossi"))
    entry = Entry.objects.get()
    director_client.post(reverse("entry_refund", args=["main", entry.pk]), {"then": "desk", "slip": "1"})
    done = Action.objects.get(kind="entry.cancel")
    assert director_client.post(f"/floor/main/undo/{done.pk}/", headers=HTMX).status_code == 204
    page = last(director_client)
    assert "<s>Zoe Rossi, refund of Entry</s> undone" in page
    director_client.post(f"/floor/main/desk/print/{entry.pk}/", {"of": done.pk}, headers=HTMX)
    assert PrintJob.objects.first().document == "seat_cards"  # what he has now


def test_a_refund_s_slip_for_this_browser_is_printed_by_the_page_it_leads_to(director_client, event):
    sell(director_client, event, factories.make_player())
    entry = Entry.objects.get()
    answer = director_client.post(reverse("entry_refund", args=["main", entry.pk]), {"slip": "1"})
    job = PrintJob.objects.get(document="refund_slip")
    page = director_client.get(answer["Location"]).content.decode()
    assert (job.options["copies"], page.count("data-print-now")) == (["customer"], 1)
    later = director_client.post(reverse("entry_refund_slip", args=["main", entry.pk]))
    assert later["Location"] == f"/floor/main/entries/{entry.pk}/?print={PrintJob.objects.first().pk}"
    assert PrintJob.objects.first().options["reprint"] is True
    card = PrintJob.objects.get(document="seat_cards")
    for other in (card.pk, 999_999, "x", "²"):
        page = director_client.get(f"/floor/main/entries/{entry.pk}/?print={other}").content.decode()
        assert "data-print-now" not in page


def test_a_slip_of_an_entry_that_was_not_refunded_is_refused_in_words(director_client, event):
    sell(director_client, event, factories.make_player())
    url = reverse("entry_refund_slip", args=["main", Entry.objects.get().pk])
    page = director_client.post(url, follow=True).content.decode()
    assert "Nothing was returned, so there is no refund to print." in page


def test_a_second_press_prints_nothing_twice(director_client, event):
    keep(director_client, copies="1")
    typed = {
        "day": "1", "option": event.options.get(kind="entry").pk, "method": "cash",
        "player": factories.make_player().pk, "request_id": "r1",
    }  # fmt: skip
    for _ in range(2):
        director_client.post(f"/floor/{event.slug}/desk/take/", typed, headers=HTMX)
    assert [document for document, _, _ in jobs()] == ["seat_cards", "receipt"]


def test_a_test_page_is_printed_by_who_stands_at_the_desk(desk, director):
    client = Client()
    client.force_login(factories.make_staff("cashier"), backend=BACKEND)
    answer = client.post(reverse("printer_test", args=[desk.pk]))
    job = PrintJob.objects.get()
    assert (job.document, job.event, job.sheet, job.state) == ("test_page", None, "80mm", "waiting")
    assert client.get(answer.url).status_code == 200
    making.make(job.pk)
    page = client.get(reverse("prints")).content.decode()
    assert "Test page" in page


def test_a_paper_of_the_house_is_confirmed_and_printed_again(director_client, director):
    printer = add_printer(as_by(director), name="Here", kind="browser", queue="", sheet="a4")
    director_client.post(reverse("printer_test", args=[printer.pk]))
    job = PrintJob.objects.get()
    assert director_client.get(reverse("print_pdf", args=[job.pk])).status_code == 200
    director_client.post(reverse("print_confirm", args=[job.pk]))
    director_client.post(reverse("print_again", args=[job.pk]))
    again, first = PrintJob.objects.all()
    assert (first.state, again.reprint_of, again.options["reprint"]) == ("printed", first, True)
    assert "REPRINT" in words(making.pdf_path(again.pk).read_bytes())


def test_a_printer_that_is_down_stands_on_top_until_it_prints(director_client, desk):
    day = seated_day(1)
    failed(day, desk)
    failed(day, desk, state="waiting", problem="", finished_at=None)
    (trouble,) = director_client.get(reverse("prints")).context["troubles"]
    assert (trouble.name, trouble.is_down, trouble.failed, trouble.waiting) == ("Desk", True, 1, 1)
    assert trouble.problem == "The printer does not answer. Is it switched on?"
    failed(day, desk, "", state="printed", finished_at=utc_now() + timedelta(seconds=1))
    (trouble,) = director_client.get(reverse("prints")).context["troubles"]
    assert not trouble.is_down
    PrintJob.objects.filter(state__in=["failed", "waiting"]).update(asked_at=utc_now() - timedelta(days=1))
    assert director_client.get(reverse("prints")).context["troubles"] == ()


def test_all_of_a_printer_goes_to_another_at_once(director_client, director, desk):
    day = seated_day(2)
    old = failed(day, desk)
    torn = failed(day, desk, "cut-short")
    waits = failed(day, desk, state="waiting", problem="", finished_at=None)
    spare = add_printer(as_by(director), name="Spare", kind="browser", queue="", sheet="a4")
    answer = director_client.post(reverse("prints_elsewhere", args=[desk.pk]), {"printer": spare.pk})
    assert answer.url == reverse("prints")
    made = PrintJob.objects.filter(profile=spare).order_by("pk")
    assert [(job.reprint_of, job.sheet, job.state, job.options["reprint"]) for job in made] == [
        (old, "a4", "ready", False), (torn, "a4", "ready", True), (waits, "a4", "ready", False),
    ]  # fmt: skip
    waits.refresh_from_db()
    assert (waits.state, waits.problem) == ("failed", "elsewhere")
    assert director_client.get(reverse("prints")).context["troubles"] == ()
    again = director_client.post(
        reverse("prints_elsewhere", args=[desk.pk]), {"printer": spare.pk}, headers={"HX-Request": "true"}
    )
    assert (again.status_code, PrintJob.objects.filter(profile=spare).count()) == (422, 3)


def test_jobs_are_listed_by_their_state(director_client, desk):
    day = seated_day(1)
    kept = failed(day, desk)
    failed(day, desk, "", state="printed")
    page = director_client.get(reverse("prints"), {"state": "failed"})
    assert [line.pk for line in page.context["lines"]] == [kept.pk]
    assert page.context["counts"]["failed"] == 1
    director_client.post(reverse("print_again", args=[kept.pk]))
    page = director_client.get(reverse("prints"), {"state": "failed"})
    assert (page.context["lines"], page.context["counts"]["failed"]) == ((), 0)
    assert len(director_client.get(reverse("prints"), {"state": "odd"}).context["lines"]) == 3


def test_the_queue_asks_as_often_for_many_printers_in_trouble_as_for_one(director_client, director, desk):
    day = seated_day(1)

    def queries():
        with CaptureQueriesContext(connection) as seen:
            assert director_client.get(reverse("prints")).status_code == 200
        return len(seen)

    failed(day, desk)
    queries()
    one = queries()
    for name in ("Wall", "Bar", "Floor"):
        for problem in ("silent", "no-paper"):
            failed(
                day,
                network(director, name) if problem == "silent" else PrinterProfile.objects.last(),
                problem,
            )
    assert queries() == one


@pytest.mark.parametrize("address", ["", "10.0.0.7:99999", "a b", "http://x", "10.0.0.7:9100;rm"])
def test_an_address_that_is_none_is_refused_and_kept(director_client, address):
    given = {"name": "Desk", "kind": "network", "queue": "", "address": address, "sheet": "80mm"}
    answer = director_client.post(reverse("printer_profiles"), given)
    assert answer.status_code == 422
    assert "Give the printer&#x27;s network address" in answer.content.decode()


def test_a_raw_printer_takes_the_roll_only(director_client, director, desk):
    assert desk.sheet == "80mm"
    day = seated_day(1)
    given = {
        "day": day.pk, "document": "list_by_name", "which": "all", "sheet": "a4", "order": "table",
        "printer": desk.pk,
    }  # fmt: skip
    answer = director_client.post(reverse("event_print", args=[day.event.slug]), given)
    assert answer.status_code == 422
    assert "Desk prints on an 80 mm roll only." in answer.content.decode()


def test_an_option_slip_of_a_cancelled_purchase_is_refused(director):
    day = seated_day(1)
    Purchase.objects.update(cancelled_at=utc_now())
    with pytest.raises(RuleError) as caught:
        ask_print(
            as_by(director), day.event, document="option_slip", sheet="80mm",
            options={"day": day.pk, "which": "one", "purchases": [Purchase.objects.get().pk]},
        )  # fmt: skip
    assert caught.value.code == "nothing-to-print"


@pytest.mark.parametrize(("role", "may"), [("cashier", 302), ("registration", 302), ("viewer", 403)])
def test_who_may_choose_a_desk_s_printers_and_move_prints(desk, role, may):
    failed(seated_day(1), desk)
    client = Client()
    client.force_login(factories.make_staff(role), backend=BACKEND)
    assert client.post(reverse("printer_device"), CHOICE).status_code == may
    assert client.post(reverse("printer_test", args=[desk.pk])).status_code == may
    assert client.post(reverse("prints_elsewhere", args=[desk.pk]), {"printer": ""}).status_code == may
