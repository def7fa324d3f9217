"""The pages of drawers, the event's sheet and the counters."""

import pytest
from django.test import Client
from django.urls import reverse

from tables.actions.desk import register
from tables.models import PrintJob
from tests import factories
from tests.factories import as_by
from tests.printing.reading import words
from tournaments.actions.shift import count_drawer, open_shift
from tournaments.models import Shift
from tournaments.queries.drawers import drawer

pytestmark = pytest.mark.django_db
BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture(autouse=True)
def prints(tmp_path, settings):
    settings.PRINTS_DIR = tmp_path / "prints"


@pytest.fixture
def ivy():
    return factories.make_staff("registration", name="Ivy Chan")


@pytest.fixture
def desk(ivy):
    return client_of(ivy)


@pytest.fixture
def day():
    day = factories.make_day(factories.make_event(slug="main", name="Main Event"))
    factories.make_option(day.event)
    return day


def client_of(staff) -> Client:
    client = Client()
    client.force_login(staff, backend=BACKEND)
    return client


def text_of(answer) -> str:
    return " ".join(answer.content.decode().split())


def sell(day, staff, **values):
    return register(as_by(staff), day, factories.make_player(), day.event.options.get(), seat=False, **values)


def open_one(client, opening="100", currency="EUR", **more):
    return client.post(reverse("drawers"), {"opening": opening, "currency": currency, **more})


def test_an_evening_at_a_drawer(desk, ivy, day):
    answer = open_one(desk, "1,000.50", desk="Desk 2")
    shift = Shift.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, reverse("drawer", args=[shift.pk]))
    assert (shift.staff, shift.opening, shift.desk) == (ivy, 100_050, "Desk 2")
    sell(day, ivy)
    move = {"way": "out", "amount": "200", "reason": "Drop to the cage"}
    assert desk.post(reverse("drawer_move", args=[shift.pk]), move).status_code == 302
    page = text_of(desk.get(reverse("drawer", args=[shift.pk])))
    assert "Cash that should be in it</dt><dd>€1,350.50" in page
    assert "Drop to the cage" in page
    desk.post(reverse("drawer_count", args=[shift.pk]), {"counted": "1345.50", "note": "one torn"})
    page = text_of(desk.get(reverse("drawer", args=[shift.pk])))
    assert "<b>€5 short</b>" in page
    assert "counted €1,345.50, expected €1,350.50" in page
    assert "Count and close" not in page


@pytest.mark.parametrize(
    ("counted", "words_"), [("100", "balances"), ("103.25", "€3.25 over"), ("0", "€100 short")]
)
def test_the_difference_is_said_in_words(desk, ivy, counted, words_):
    open_one(desk)
    shift = Shift.objects.get()
    desk.post(reverse("drawer_count", args=[shift.pk]), {"counted": counted, "note": "counted twice"})
    assert f"<b>{words_}</b>" in text_of(desk.get(reverse("drawer", args=[shift.pk])))


def test_a_count_that_is_off_closes_nothing_until_it_is_said_why(desk, ivy):
    open_one(desk, "100")
    shift = Shift.objects.get()
    answer = desk.post(reverse("drawer_count", args=[shift.pk]), {"counted": "95"})
    assert answer.status_code == 422
    assert "That is €5 short. Count again, or say why." in text_of(answer)
    shift.refresh_from_db()
    assert shift.closed_at is None
    desk.post(reverse("drawer_count", args=[shift.pk]), {"counted": "95", "note": "a note is missing"})
    shift.refresh_from_db()
    assert (shift.counted, shift.note) == (9_500, "a note is missing")


@pytest.mark.parametrize(
    ("currency", "typed", "kept"), [("JPY", "12,500", 12_500), ("KWD", "12.345", 12_345), ("KWD", "0.005", 5)]
)
def test_floats_are_kept_in_minor_units_of_any_currency(desk, currency, typed, kept):
    factories.make_house(currency=currency)
    open_one(desk, typed, currency)
    assert Shift.objects.get().opening == kept


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"opening": "ten"}, "ten is not an amount."),
        ({"opening": ""}, "This field is required."),
        ({"opening": "0.005"}, "0.005 is not an amount."),
        ({"currency": "XYZ"}, "Select a valid choice."),
    ],
)
def test_what_is_no_float_is_said_in_place(desk, day, typed, sentence):
    factories.make_event(currency="JPY")
    answer = open_one(desk, **({"opening": "100"} | typed))
    assert (answer.status_code, sentence in text_of(answer), Shift.objects.count()) == (422, True, 0)


def test_a_second_drawer_is_refused_and_what_was_typed_kept(desk, ivy, day):
    factories.make_event(currency="JPY")
    open_one(desk)
    answer = open_one(desk, "777")
    assert (answer.status_code, 'value="777"' in text_of(answer)) == (422, True)
    assert Shift.objects.count() == 1


def test_nobody_sees_or_counts_anothers_drawer_but_the_floor(ivy):
    shift = open_shift(as_by(ivy), opening=0, currency="EUR")
    other = client_of(factories.make_staff("cashier"))
    assert other.get(reverse("drawer", args=[shift.pk])).status_code == 403
    assert other.post(reverse("drawer_count", args=[shift.pk]), {"counted": "0"}).status_code == 403
    assert other.post(reverse("drawer_report", args=[shift.pk])).status_code == 403
    assert "Ivy Chan" not in text_of(other.get(reverse("drawers")))
    floor = client_of(factories.make_staff("floor"))
    assert "Ivy Chan" in text_of(floor.get(reverse("drawers")))
    floor.post(reverse("drawer_count", args=[shift.pk]), {"counted": "0"})
    shift.refresh_from_db()
    assert shift.closed_at is not None


def test_the_list_is_narrowed_to_open_and_counted_ones(ivy, director_client):
    count_drawer(as_by(ivy), open_shift(as_by(ivy), opening=0, currency="EUR"), counted=0)
    open_shift(as_by(factories.make_staff("cashier", name="Ben")), opening=0, currency="EUR")
    names = {
        show: [name for name in ("Ivy Chan", "Ben") if f">{name}</a>" in text_of(page)]
        for show in ("", "open", "counted", "nonsense")
        for page in [director_client.get(reverse("drawers"), {"show": show})]
    }
    both = ["Ivy Chan", "Ben"]
    assert names == {"": both, "open": ["Ben"], "counted": ["Ivy Chan"], "nonsense": both}


def test_a_director_puts_a_count_right(ivy, director_client):
    shift = count_drawer(as_by(ivy), open_shift(as_by(ivy), opening=500, currency="EUR"), counted=0)
    page = reverse("drawer_recount", args=[shift.pk])
    assert director_client.post(page, {"counted": "5", "reason": ""}).status_code == 422
    assert director_client.post(page, {"counted": "5", "reason": "miscounted"}).status_code == 302
    assert drawer(Shift.objects.get()).difference == 0


@pytest.mark.parametrize("sheet", ["a4", "letter", "80mm"])
def test_the_report_is_printed_kept_and_for_its_clerk_and_the_floor(desk, ivy, day, sheet):
    open_one(desk)
    shift = Shift.objects.get()
    sell(day, ivy)
    desk.post(reverse("drawer_count", args=[shift.pk]), {"counted": "645", "note": "5 missing"})
    answer = desk.post(reverse("drawer_report", args=[shift.pk]), {"sheet": sheet, "printer": "browser"})
    job = PrintJob.objects.get()
    assert answer["Location"].startswith(reverse("print_job", args=[job.pk]))
    found = words(desk.get(reverse("print_pdf", args=[job.pk])).content)
    assert {"Drawer of Ivy Chan", "5.00 EUR short", "Clerk: Ivy Chan", "Director", "650.00 EUR"} <= set(found)
    assert found[-1].endswith("by Ivy Chan")
    for role, status in (("floor", 200), ("cashier", 403), ("viewer", 403)):
        other = client_of(factories.make_staff(role))
        assert other.get(reverse("print_pdf", args=[job.pk])).status_code == status
    assert other.post(reverse("print_confirm", args=[job.pk])).status_code == 403


def test_the_desk_offers_a_drawer_and_sells_without_one(desk, ivy, day):
    page = reverse("desk", args=["main"])
    assert "Open your drawer" in text_of(desk.get(page))
    sell(day, ivy)
    open_one(desk)
    assert "Your drawer" in text_of(desk.get(page))


# The event's sheet and the counters


def test_the_sheet_says_that_it_balances_and_is_printed(director_client, ivy, day):
    sell(day, ivy)
    sell(day, ivy, method="card")
    page = text_of(director_client.get(reverse("event_sheet", args=["main"])))
    assert "It balances" in page
    assert "€1,100 stayed: €1,100 taken, €0 given back" in page
    assert "without a drawer" in page
    director_client.post(reverse("event_sheet_print", args=["main"]), {"sheet": "a4"})
    job = PrintJob.objects.get()
    found = words(director_client.get(reverse("print_pdf", args=[job.pk])).content)
    assert {"Money of Main Event", "It balances: 1,100.00 EUR", "agrees"} <= set(found)
    assert client_of(ivy).get(reverse("print_pdf", args=[job.pk])).status_code == 403


def test_names_with_markup_are_only_names(director_client, ivy, day):
    nasty = factories.make_player(first_name="<script>", last_name="alert(1)")
    register(as_by(ivy), day, nasty, day.event.options.get(), seat=False, method="comp")
    page = director_client.get(reverse("event_sheet", args=["main"])).content.decode()
    assert ("<script>alert" in page, "&lt;script&gt;" in page) == (False, True)


def test_the_counters_are_a_page_and_a_part_of_it(director_client, ivy, day):
    sell(day, ivy)
    page = text_of(director_client.get(reverse("counters", args=["main"])))
    part = text_of(director_client.get(reverse("counters", args=["main"]), headers={"HX-Request": "true"}))
    assert ("<html" in page, "<html" in part) == (True, False)
    for shown in (page, part):
        assert "Ivy Chan" in shown
        assert 'hx-trigger="revision from:body' in shown
