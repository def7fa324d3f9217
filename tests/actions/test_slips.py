"""Asking for slips: their rows are fixed at the moment of asking."""

import pytest

from tables.actions.desk import cancel, register
from tables.actions.house_prints import ask_house_print, confirmed, send_elsewhere
from tables.actions.printers import add_printer, change_printer
from tables.actions.prints import ask_print
from tables.actions.sale import take_option
from tables.delivery import making
from tables.models import PrinterProfile, PrintJob, Table
from tables.queries.journal import journal
from tests import factories
from tests.factories import as_by
from tests.printing.reading import read, words
from tests.printing.seated import seated_day, sit
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry, Purchase
from tournaments.rules.errors import RuleError
from tournaments.rules.payments import Payment

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def prints(tmp_path, settings):
    settings.PRINTS_DIR = tmp_path / "prints"


@pytest.fixture
def day(db):
    return seated_day(3)


@pytest.fixture
def by(director, clock):
    return as_by(director, clock)


def ask(by, day, document, **options):
    options = {"day": day.pk, "which": "one", **options}
    return ask_print(by, day.event, document=document, sheet="80mm", options=options)


def refused(function, *args, **kwargs):
    with pytest.raises(RuleError) as caught:
        function(*args, **kwargs)
    return caught.value.code


def entered(by, day):
    player = factories.make_player(first_name="Zoe", last_name="Rossi")
    return register(by, day, player, day.event.options.get(kind="entry"))


def said(job):
    return words(made(job))


def made(job):
    making.start(job)
    return making.pdf_path(job.pk).read_bytes()


def test_a_move_slip_says_from_where_to_where(by, day):
    entry, old = Entry.objects.get(number=2), Table.objects.get()
    new = factories.make_tables(day, n=1)[0].table
    seat = sit(entry, new, 7)
    job = ask(by, day, "move_slip", entries=[entry.pk])
    assert (job.options["seats"], job.options["items"], job.total) == ([seat.pk], 1, 1)
    sit(entry, old, 9)
    text = said(job)
    assert {"First Player 1", f"From table {old.number}, seat 2", str(new.number), "7", "Day 1A"} <= set(text)


def test_a_broken_table_is_one_job_with_a_slip_for_each(by, day):
    new = factories.make_tables(day, n=1)[0].table
    entries = list(Entry.objects.order_by("number"))
    for entry in entries:
        sit(entry, new, entry.number + 3)
    job = ask(by, day, "move_slip", entries=[entry.pk for entry in entries])
    assert job.options["items"] == job.total == 3
    assert [text for text in said(job) if text.startswith("First")] == [f"First Player {n}" for n in range(3)]


@pytest.mark.parametrize(
    ("document", "options", "code"),
    [
        ("move_slip", {"entries": [1]}, "nothing-to-print"),
        ("move_slip", {}, "no-such-choice"),
        ("alternate_ticket", {"entries": [1]}, "nothing-to-print"),
        ("option_slip", {"entries": [1]}, "nothing-to-print"),
        ("receipt", {}, "nothing-to-print"),
        ("receipt", {"purchase": 1, "which": "all"}, "no-such-choice"),
        ("test_page", {}, "no-such-document"),
    ],
)
def test_what_there_is_no_slip_for_is_refused(by, day, document, options, code):
    entry = Entry.objects.get(number=1)
    options = {name: [entry.pk] if name == "entries" else value for name, value in options.items()}
    assert refused(ask, by, day, document, **options) == code
    assert PrintJob.objects.count() == 0


def test_a_sale_of_another_event_gives_no_receipt(by, day):
    seated_day(1)
    other = Purchase.objects.exclude(event=day.event).get()
    assert refused(ask, by, day, "receipt", purchase=other.pk) == "nothing-to-print"


def test_a_receipt_is_two_copies_unless_said_otherwise(by, day):
    purchase = Purchase.objects.first().pk
    assert ask(by, day, "receipt", purchase=purchase).options["copies"] == ["customer", "house"]
    one = ask(by, day, "receipt", purchase=purchase, copies=["house", "odd"], received=60_000, change=5_000)
    assert (one.options["copies"], one.options["items"]) == (["house"], 1)
    text = said(one)
    assert {"House copy", "Received", "600.00", "Change", "50.00"} <= set(text)
    assert refused(ask, by, day, "receipt", purchase=purchase, copies=["odd"]) == "no-such-choice"


def test_a_refund_slip_says_what_went_back_how_by_whom_and_is_signed_on_the_house_s_copy(by, day):
    entry = entered(by, day)
    assert refused(ask, by, day, "refund_slip", entries=[entry.pk]) == "nothing-to-print"
    extra = factories.make_option(day.event, kind="add-on", name="Add-on", prize=10_000, fee=0, staff=0)
    paid = [Payment("cash", 4_000), Payment("ticket", 6_000, "T9")]
    take_option(by, entry, extra, method="cash", payments=paid)
    cancel(by, entry, reason="was ill")
    done = Action.objects.get(kind="entry.cancel")
    job = ask(by, day, "refund_slip", entries=[entry.pk])
    assert (job.options["copies"], job.options["items"], job.total) == (["customer", "house"], 2, 2)
    assert len(job.options["purchases"]) == 2
    pages = [[piece.text for piece in page] for page in read(made(job))]
    for page in pages:
        assert {"Refund", "Zoe Rossi", "Add-on", "100.00", "Returned", "Cash", "Ticket"} <= set(page)
        assert "Ticket T9 is free again" in page
        assert any(f"Journal {done.seq}" in text and by.staff.name in text for text in page)
        assert any("Entry 4" in text for text in page)
    assert ["Received by the player: signature" in page for page in pages] == [False, True]
    assert ["Reason: was ill" in page for page in pages] == [False, True]


def test_a_refund_that_was_undone_or_returned_nothing_has_no_slip(by, day):
    entry = entered(by, day)
    cancel(by, entry)
    job = ask(by, day, "refund_slip", entries=[entry.pk])
    undo(by, Action.objects.get(kind="entry.cancel"))
    making.start(job)
    job.refresh_from_db()
    assert (job.state, job.problem) == ("failed", "nothing")
    assert refused(ask, by, day, "refund_slip", entries=[entry.pk]) == "nothing-to-print"
    other = entered(by, seated_day(1))
    cancel(by, other)
    foreign = other.purchases.get().pk
    assert refused(ask, by, day, "refund_slip", purchases=[foreign]) == "nothing-to-print"


def test_an_alternate_s_ticket_has_the_wait_and_the_way_to_his_page(by, day):
    entry = factories.make_entry(day, day.event.options.get(), alternate=203)
    job = ask(by, day, "alternate_ticket", entries=[entry.pk], wait="40 min", base="http://10.0.0.7")
    text = said(job)
    assert "203" in text
    assert "Expected wait: 40 min" in text


def test_the_journal_names_the_slips(by, day):
    purchase = Purchase.objects.first()
    ask(by, day, "receipt", purchase=purchase.pk, name="Anna Rossi")
    assert [line.text for line in journal(day.event, "director", "UTC")] == [
        "Receipt of Anna Rossi sent to print"
    ]


def test_a_paper_of_the_house_is_asked_for_confirmed_and_undone(by):
    job = ask_house_print(by, document="test_page", sheet="80mm", options={})
    assert refused(ask_house_print, by, document="seat_cards", sheet="80mm") == "no-such-document"
    assert refused(confirmed, by, job) == "not-made-yet"
    making.start(job)
    job.refresh_from_db()
    assert confirmed(by, job).state == "printed"
    undo(by, Action.objects.get(kind="print.confirm_house"))
    job.refresh_from_db()
    assert job.state == "ready"


def test_sending_elsewhere_is_one_action_and_is_undone(by, day):
    desk, spare = (add_printer(by, name=name, kind="browser", queue="", sheet="80mm") for name in ("A", "B"))
    waiting = [
        ask_print(
            by, day.event, document="seat_cards", sheet="80mm", profile=desk,
            options={"day": day.pk, "which": "all"},
        )
        for _ in range(2)
    ]  # fmt: skip
    assert refused(send_elsewhere, by, desk, to=desk) == "same-printer"
    made = send_elsewhere(by, desk, to=spare)
    assert [(job.reprint_of, job.profile, job.options["reprint"]) for job in made] == [
        (job, spare, False) for job in waiting
    ]
    done = Action.objects.get(kind="print.elsewhere")
    assert done.facts == {"name": "A", "to": "B", "n": 2}
    assert refused(send_elsewhere, by, desk, to=spare) == "nothing-to-print"
    undo(by, done)
    assert [job.state for job in PrintJob.objects.all()] == ["waiting", "waiting"]


def test_lists_and_cards_go_to_a_roll_as_well(by, day):
    desk = add_printer(by, name="A", kind="browser", queue="", sheet="a4")
    roll = add_printer(by, name="B", kind="file", queue="", address="b.bin", sheet="a4")
    for document in ("list_by_name", "seat_cards"):
        ask_print(
            by, day.event, document=document, sheet="a4", profile=desk,
            options={"day": day.pk, "which": "all"},
        )  # fmt: skip
    assert [(job.document, job.sheet) for job in send_elsewhere(by, desk, to=roll)] == [
        ("list_by_name", "80mm"),
        ("seat_cards", "80mm"),
    ]


@pytest.mark.parametrize(
    ("kind", "address"),
    [
        ("network", ""), ("network", "10.0.0.7:0"), ("network", "-x"), ("device", "lp0"),
        ("device", "/dev/../etc/passwd"), ("file", "1.pdf"), ("file", "../x.bin"), ("file", "/x.bin"),
    ],
)  # fmt: skip
def test_an_address_is_one_that_its_kind_can_have(by, kind, address):
    assert (
        refused(add_printer, by, name="D", kind=kind, queue="", address=address, sheet="a4")
        == "printer-address"
    )


def test_a_printer_keeps_what_belongs_to_its_kind(by):
    desk = add_printer(by, name="D", kind="network", queue="Q", address="[fe80::1]:9101", sheet="a4")
    assert (desk.queue, desk.address, desk.sheet) == ("", "[fe80::1]:9101", "80mm")
    change_printer(by, desk, name="D", kind="cups", queue="Q", address="10.0.0.7", sheet="a4")
    kept = PrinterProfile.objects.get()
    assert (kept.queue, kept.address, kept.sheet) == ("Q", "", "a4")
