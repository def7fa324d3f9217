"""The pages of printing."""

from io import BytesIO

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from tables.actions.printers import add_printer
from tables.delivery import making
from tables.models import PrinterProfile, PrintJob, Seat, Table
from tests import factories
from tests.factories import START, as_by
from tests.printing.reading import words
from tests.printing.seated import newcomer, seated_day
from tournaments.models import Entry

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture(autouse=True)
def prints(tmp_path, settings):
    settings.PRINTS_DIR = tmp_path / "prints"


@pytest.fixture
def day(db):
    return seated_day(12)


def choice(day, **more):
    return {
        "day": day.pk,
        "document": "seat_cards",
        "which": "all",
        "sheet": "a4",
        "order": "table",
        "printer": "browser",
        **more,
    }


def send(client, day, **more):
    """Print through the page; the job and the answer."""
    answer = client.post(reverse("event_print", args=[day.event.slug]), choice(day, **more))
    return PrintJob.objects.first(), answer


def pdf(client, job) -> bytes:
    answer = client.get(reverse("print_pdf", args=[job.pk]))
    assert answer.status_code == 200
    return answer.content


@pytest.mark.parametrize(
    ("document", "sheet", "pages"),
    [
        ("seat_cards", "a4", 2), ("seat_cards", "letter", 2), ("seat_cards", "4x3", 12),
        ("seat_cards", "80mm", 12), ("table_cards", "a4", 1), ("table_cards", "letter", 1),
        ("table_cards", "4x3", 2), ("table_cards", "80mm", 2), ("list_by_name", "a4", 1),
        ("list_by_name", "letter", 1), ("list_by_table", "a4", 1), ("list_by_table", "letter", 1),
        ("list_by_name", "80mm", 1), ("list_by_table", "80mm", 1),
    ],
)  # fmt: skip
def test_each_document_on_each_paper_is_ready_at_once(director_client, day, document, sheet, pages):
    job, answer = send(director_client, day, document=document, sheet=sheet)
    assert answer.url == f"/floor/prints/{job.pk}/?print=1"
    assert (job.state, job.done, job.total) == ("ready", pages, pages)
    made = pdf(director_client, job)
    assert len(PdfReader(BytesIO(made)).pages) == pages
    text = " ".join(words(made))
    assert "Autumn Main" in text
    assert "Player 11" in text


def test_the_pdf_opens_in_the_browser_and_is_kept_by_nobody(director_client, day):
    job, _ = send(director_client, day)
    answer = director_client.get(reverse("print_pdf", args=[job.pk]))
    assert answer["Content-Type"] == "application/pdf"
    assert answer["Content-Disposition"] == f'inline; filename="{day.event.slug}-seat_cards-{job.pk}.pdf"'
    assert answer["Cache-Control"] == "private, no-store"
    assert "unsafe" not in answer["Content-Security-Policy"]


def test_the_code_on_a_card_leads_to_the_address_the_page_was_opened_by(day, director):
    client = Client(headers={"host": "10.0.0.7:8000"})
    client.force_login(director, backend=BACKEND)
    job, _ = send(client, day)
    assert job.options["base"] == "http://10.0.0.7:8000"


def test_cards_lie_in_the_order_that_was_chosen(director_client, day):
    Entry.objects.get(number=1).player.__class__.objects.filter(last_name="Player 0").update(first_name="Zoe")
    names = {}
    for order in ("table", "name"):
        job, _ = send(director_client, day, order=order)
        names[order] = [text for text in words(pdf(director_client, job)) if "Player" in text]
    assert names["table"][0] == "Zoe Player 0"
    assert names["name"][-1] == "Zoe Player 0"
    assert sorted(names["name"]) == sorted(names["table"])


def test_only_new_cards_are_printed_after_a_late_seat(director_client, day):
    send(director_client, day)
    late = newcomer(day.event, Table.objects.order_by("-number").first(), 9)
    job, _ = send(director_client, day, which="new", sheet="4x3")
    assert job.options["entries"] == [late.pk]
    assert late.player.last_name in " ".join(words(pdf(director_client, job)))
    before = PrintJob.objects.count()
    _, answer = send(director_client, day, which="new")
    assert answer.status_code == 422
    assert "Every seat has its card already." in answer.content.decode()
    assert PrintJob.objects.count() == before


def test_one_table_and_what_was_typed_stays_when_it_is_refused(director_client, day):
    table = Table.objects.order_by("-number").first()
    job, _ = send(director_client, day, which="table", table=table.number)
    assert job.options["items"] == 3
    _, answer = send(director_client, day, which="table", table=4711)
    assert (answer.status_code, "Nobody sits at that table." in answer.content.decode()) == (422, True)
    assert 'value="4711"' in answer.content.decode()


def test_the_page_opens_on_a_table_or_a_player(director_client, day):
    url = reverse("event_print", args=[day.event.slug])
    table = Table.objects.order_by("-number").first()
    page = director_client.get(url, {"table": table.number}).context
    assert (page["form"]["which"].value(), page["items"]) == ("table", 3)
    page = director_client.get(url, {"entry": Entry.objects.get(number=2).pk}).context
    assert (page["form"]["which"].value(), page["items"]) == ("one", 1)
    assert ("one", "First Player 1") in page["form"].fields["which"].choices


def test_the_preview_counts_or_says_why_not(director_client, day):
    url = reverse("print_preview", args=[day.event.slug])
    page = director_client.get(url, choice(day, sheet="4x3"))
    assert (page.context["items"], page.context["pages"]) == (12, 12)
    refused = director_client.get(url, choice(day, document="list_by_name", sheet="4x3"))
    assert "This cannot be printed on that paper." in refused.content.decode()
    Seat.objects.update(until=START)
    assert "Nobody is seated" in director_client.get(url, choice(day)).content.decode()


def test_a_reprint_is_marked_on_every_card(director_client, day):
    first, _ = send(director_client, day)
    assert "REPRINT" not in words(pdf(director_client, first))
    director_client.post(reverse("print_again", args=[first.pk]))
    again = PrintJob.objects.first()
    assert (again.reprint_of, again.state, again.sheet) == (first, "ready", "a4")
    assert words(pdf(director_client, again)).count("REPRINT") == 12


def test_another_printer_gets_it_on_its_own_paper(director_client, director, day):
    first, _ = send(director_client, day)
    desk = add_printer(as_by(director), name="Desk", kind="browser", queue="", sheet="4x3")
    director_client.post(reverse("print_again", args=[first.pk]), {"printer": desk.pk})
    assert (PrintJob.objects.first().profile, PrintJob.objects.first().sheet) == (desk, "4x3")


def test_a_long_job_waits_for_a_worker_and_shows_how_far_it_is(director_client):
    day = seated_day(201)
    job, _ = send(director_client, day, sheet="4x3")
    assert (job.state, job.total) == ("waiting", 201)
    page = director_client.get(reverse("print_job", args=[job.pk])).content.decode()
    assert 'hx-trigger="load delay:1s"' in page
    PrintJob.objects.filter(pk=job.pk).update(state="making", done=120)
    part = director_client.get(reverse("print_progress", args=[job.pk])).content.decode()
    assert '<progress value="120" max="201">' in part
    PrintJob.objects.filter(pk=job.pk).update(state="waiting")
    making.make(job.pk)
    part = director_client.get(reverse("print_progress", args=[job.pk])).content.decode()
    assert reverse("print_pdf", args=[job.pk]) in part
    assert "hx-trigger" not in part


def test_a_file_that_is_gone_is_said_with_a_way_out(director_client, day):
    job, _ = send(director_client, day)
    making.pdf_path(job.pk).unlink()
    answer = director_client.get(reverse("print_pdf", args=[job.pk]))
    assert answer.status_code == 404
    assert "is no longer kept" in answer.content.decode()
    assert reverse("print_again", args=[job.pk]) in answer.content.decode()


def test_a_press_in_the_list_of_entries_is_a_card(director_client, day):
    entry = Entry.objects.get(number=5)
    answer = director_client.post(reverse("print_entry", args=[day.event.slug, entry.pk]))
    job = PrintJob.objects.get()
    assert (answer.url, job.sheet, job.state) == (f"/floor/prints/{job.pk}.pdf", "4x3", "ready")
    assert "First Player 4" in words(pdf(director_client, job))


def test_the_desks_printer_is_remembered(director_client, director, day):
    add_printer(as_by(director), name="Wall", kind="browser", queue="", sheet="a4")
    desk = add_printer(as_by(director), name="Desk", kind="browser", queue="", sheet="80mm")
    send(director_client, day, printer=desk.pk)
    director_client.post(reverse("print_entry", args=[day.event.slug, Entry.objects.get(number=5).pk]))
    assert (PrintJob.objects.first().profile, PrintJob.objects.first().sheet) == (desk, "80mm")


def test_a_card_without_a_seat_is_refused_in_words(director_client, day):
    Seat.objects.update(until=START)
    url = reverse("print_entry", args=[day.event.slug, Entry.objects.get(number=5).pk])
    answer = director_client.post(url)
    assert (answer.status_code, PrintJob.objects.count()) == (422, 0)
    assert "This player has no seat now" in answer.content.decode()


def test_it_came_out(director_client, day):
    job, _ = send(director_client, day)
    director_client.post(reverse("print_confirm", args=[job.pk]))
    job.refresh_from_db()
    assert job.state == "printed"


def test_the_queue_shows_the_jobs_of_all_events(director_client, day):
    other = seated_day(1)
    send(director_client, day)
    send(director_client, other)
    page = director_client.get(reverse("prints"))
    assert [(line.slug, line.state) for line in page.context["lines"]] == [
        (other.event.slug, "ready"),
        (day.event.slug, "ready"),
    ]
    assert "hx-trigger" not in page.content.decode()


def test_pages_take_as_many_queries_for_three_jobs_as_for_one(director_client, day):
    def queries():
        found = []
        for url in (reverse("prints"), reverse("event_print", args=[day.event.slug])):
            with CaptureQueriesContext(connection) as seen:
                assert director_client.get(url).status_code == 200
            found.append(len(seen))
        return found

    send(director_client, day)
    one = queries()
    send(director_client, day)
    send(director_client, day)
    assert queries() == one


def test_a_director_keeps_the_printers(director_client):
    url = reverse("printer_profiles")
    given = {"name": "Desk", "kind": "cups", "queue": "Front_desk", "sheet": "4x3"}
    assert director_client.post(url, given).status_code == 302
    refused = director_client.post(url, given | {"name": "Wall", "queue": "-o x"})
    assert (refused.status_code, "-o x" in refused.content.decode()) == (422, True)
    desk = PrinterProfile.objects.get()
    director_client.post(reverse("printer_profile", args=[desk.pk]), given | {"name": "Desk 1"})
    assert PrinterProfile.objects.get().name == "Desk 1"
    assert "--kiosk-printing" in director_client.get(url).content.decode()
    director_client.post(reverse("printer_remove", args=[desk.pk]))
    assert PrinterProfile.objects.count() == 0


@pytest.mark.parametrize(
    ("role", "prints", "keeps"),
    [
        ("floor", 302, 403), ("registration", 302, 403), ("cashier", 302, 403), ("viewer", 403, 403),
    ],
)  # fmt: skip
def test_who_may_what(day, role, prints, keeps):
    client = Client()
    client.force_login(factories.make_staff(role), backend=BACKEND)
    _, answer = send(client, day)
    assert answer.status_code == prints
    assert client.get(reverse("prints")).status_code == 200
    assert client.post(reverse("printer_profiles"), {"name": "x"}).status_code == keeps


def test_the_public_sees_no_print(day):
    assert Client().get(reverse("prints")).url == "/login/?next=/floor/prints/"
