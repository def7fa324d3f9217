"""Asking for prints, and the house's printers."""

import pytest

from tables.actions.printers import add_printer, change_printer, remove_printer
from tables.actions.prints import ask_print, confirm_print
from tables.models import PrinterProfile, PrintJob, Seat, Table
from tables.queries.journal import journal
from tests import factories
from tests.factories import START, as_by
from tests.printing.seated import newcomer, seated_day
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(db):
    return seated_day(12)


@pytest.fixture
def by(director, clock):
    return as_by(director, clock)


def ask(by, day, document="seat_cards", sheet="a4", **more):
    options = {"day": day.pk, "which": "all", **more.pop("options", {})}
    return ask_print(by, day.event, document=document, sheet=sheet, options=options, **more)


def refused(function, *args, **kwargs):
    with pytest.raises(RuleError) as caught:
        function(*args, **kwargs)
    return caught.value.code


@pytest.mark.parametrize(
    ("document", "sheet", "items", "pages"),
    [
        ("seat_cards", "a4", 12, 2), ("seat_cards", "letter", 12, 2), ("seat_cards", "4x3", 12, 12),
        ("seat_cards", "80mm", 12, 12), ("table_cards", "a4", 2, 1), ("table_cards", "4x3", 2, 2),
        ("list_by_name", "a4", 12, 1), ("list_by_table", "letter", 12, 1),
    ],
)  # fmt: skip
def test_a_job_knows_its_items_and_pages(by, day, document, sheet, items, pages):
    job = ask(by, day, document, sheet)
    assert (job.state, job.options["items"], job.total, job.asked_at) == ("waiting", items, pages, START)


def test_new_is_fixed_at_the_moment_of_asking(by, day):
    first = ask(by, day, options={"which": "new"})
    assert (first.options["items"], "entries" in first.options) == (12, False)
    assert refused(ask, by, day, options={"which": "new"}) == "nothing-to-print"
    late = newcomer(day.event, Table.objects.order_by("-number").first(), 9)
    second = ask(by, day, options={"which": "new"})
    newcomer(day.event, Table.objects.order_by("-number").first(), 8)
    assert second.options["entries"] == [late.pk]
    assert second.options["last_seat"] == Seat.objects.get(entry=late).pk


def test_one_table_and_one_player(by, day):
    table = Table.objects.order_by("-number").first()
    entry = Entry.objects.get(number=3)
    assert ask(by, day, options={"which": "table", "tables": [table.number]}).options["items"] == 3
    assert ask(by, day, options={"which": "one", "entries": [entry.pk]}).options["items"] == 1
    Seat.objects.filter(entry=entry).update(until=START)
    assert refused(ask, by, day, options={"which": "one", "entries": [entry.pk]}) == "nothing-to-print"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"document": "payouts"}, "no-such-document"), ({"sheet": "a3"}, "no-such-paper"),
        ({"document": "list_by_name", "sheet": "4x3"}, "no-such-paper"),
        ({"document": "list_by_name", "options": {"which": "new"}}, "no-such-choice"),
        ({"options": {"which": "table"}}, "no-such-choice"),
        ({"options": {"which": "one"}}, "no-such-choice"), ({"options": {"day": 0}}, "no-such-day"),
        ({"options": {"which": "table", "tables": [4711]}}, "nothing-to-print"),
        ({"document": "table_cards", "options": {"which": "table", "tables": [4711]}}, "nothing-to-print"),
    ],
)  # fmt: skip
def test_what_cannot_be_printed_is_refused(by, day, more, code):
    assert refused(ask, by, day, **more) == code
    assert PrintJob.objects.count() == 0


def test_a_day_of_another_event_is_refused(by, day):
    other = seated_day(1)
    assert refused(ask, by, day, options={"day": other.pk}) == "no-such-day"


def test_only_what_may_have_come_out_is_a_reprint(by, day):
    first = ask(by, day)
    PrintJob.objects.filter(pk=first.pk).update(state="failed")
    again = ask(by, day, reprint_of=first)
    PrintJob.objects.filter(pk=again.pk).update(state="printed")
    marked = ask(by, day, reprint_of=again)
    PrintJob.objects.filter(pk=marked.pk).update(state="failed")
    still = ask(by, day, reprint_of=marked)
    assert [job.options["reprint"] for job in (first, again, marked, still)] == [False, False, True, True]


def test_a_reprint_of_the_first_new_cards_is_of_everybody(by, day):
    first = ask(by, day, options={"which": "new"})
    assert ask(by, day, options=first.options, reprint_of=first).options["items"] == 12


def test_the_journal_says_what_was_printed(by, day):
    job = ask(by, day)
    ask(by, day, options={"which": "one", "entries": [Entry.objects.get(number=1).pk], "name": "Anna Rossi"})
    ask(by, day, reprint_of=job)
    lines = journal(day.event, "director", "UTC")
    assert [line.text for line in lines] == [
        f"Print job {job.pk} sent again",
        "Seat card of Anna Rossi sent to print",
        "Seat cards sent to print: 12",
    ]


def test_undo_takes_back_a_job_that_waits_and_no_other(by, day):
    job = ask(by, day)
    undo(by, Action.objects.get())
    assert not PrintJob.objects.filter(pk=job.pk).exists()
    made = ask(by, day)
    PrintJob.objects.filter(pk=made.pk).update(state="ready")
    assert refused(undo, by, Action.objects.first()) == "changed-since"


def test_a_repeated_request_is_one_job(director, clock, day):
    twice = as_by(director, clock, request_id="r1")
    assert ask(twice, day) == ask(twice, day)
    assert PrintJob.objects.count() == 1


def test_a_print_is_confirmed_by_who_stands_there(by, day):
    job = ask(by, day)
    assert refused(confirm_print, by, job) == "not-made-yet"
    PrintJob.objects.filter(pk=job.pk).update(state="ready")
    assert confirm_print(by, job).state == "printed"
    assert refused(confirm_print, by, job) == "not-made-yet"


@pytest.mark.parametrize("role", ["director", "floor", "registration", "cashier"])
def test_whoever_takes_money_or_seats_players_prints(clock, day, role):
    assert ask(as_by(factories.make_staff(role), clock), day).state == "waiting"


def test_a_viewer_prints_nothing(clock, day):
    assert refused(ask, as_by(factories.make_staff("viewer"), clock), day) == "not-your-role"


def test_printers_come_change_and_go(by, day):
    desk = add_printer(by, name="Desk", kind="cups", queue="Front_desk", sheet="4x3")
    assert refused(add_printer, by, name="Desk", kind="browser", queue="", sheet="a4") == "printer-name-taken"
    change_printer(by, desk, name="Desk 1", kind="browser", queue="Front_desk", sheet="a4")
    desk.refresh_from_db()
    assert (desk.name, desk.kind, desk.queue, desk.sheet) == ("Desk 1", "browser", "", "a4")
    job = ask(by, day, profile=desk)
    assert refused(remove_printer, by, desk) == "printer-busy"
    PrintJob.objects.filter(pk=job.pk).update(state="printed")
    remove_printer(by, desk)
    job.refresh_from_db()
    assert (PrinterProfile.objects.count(), job.profile) == (0, None)


@pytest.mark.parametrize("queue", ["", "-d", "a b", "a/b", "a;rm", "x" * 101])
def test_a_queue_has_a_name_that_cups_can_have(by, queue):
    assert refused(add_printer, by, name="Desk", kind="cups", queue=queue, sheet="a4") == "printer-queue"
