"""The alternates page, and what a phone is told."""

import re
from datetime import timedelta

import pytest

from tables.actions.alternates import skip
from tables.delivery.making import pdf_path
from tables.models import PrintJob, Seat
from tests import factories
from tests.actions.test_alternates import Floor
from tests.printing.reading import words
from tournaments.actions.clock import start_clock
from tournaments.journal.change import utc_now
from tournaments.models import Action, Day, Event

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "alternates"}


@pytest.fixture
def floor(director) -> Floor:
    floor = Floor(director)
    Event.objects.filter(pk=floor.event.pk).update(slug="open", name="Open")
    floor.event.refresh_from_db()
    floor.clock.now = factories.START
    return floor


def text(answer) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def press(client, do, **more):
    return client.post("/floor/open/alternates/", {"day": "1", "do": do, **more}, headers=HTMX)


def test_the_page_lists_who_waits_and_says_that_no_chair_is_open(director_client, floor):
    answer = director_client.get("/floor/open/alternates/")
    assert answer.status_code == 200
    assert "0 open chairs 0 called 4 waiting" in text(answer)
    assert "No chair is open." in text(answer)
    assert 'value="call:' not in answer.content.decode()


def test_nobody_on_the_list_is_said(director_client, director):
    Floor(director, alternates=0)
    slug = Event.objects.get().slug
    assert "No alternates" in text(director_client.get(f"/floor/{slug}/alternates/"))


def test_call_seat_skip_return_and_leave(director_client, floor):
    floor.free(2)
    page = director_client.get("/floor/open/alternates/").content.decode()
    assert 'value="call:2"' in page
    answer = press(director_client, "call:2")
    assert (answer.status_code, "Alternates 1, 2 called." in text(answer)) == (200, True)
    assert "<html" not in answer.content.decode()
    answer = press(director_client, f"seat:{floor.entry(2).pk}")
    seat = Seat.objects.get(entry=floor.entry(2))
    assert f": table {seat.table.number}, seat {seat.chair}." in text(answer)
    assert f"/floor/open/desk/print/{seat.entry_id}/" in answer.content.decode()
    assert "is skipped and keeps his number." in text(press(director_client, f"skip:{floor.entry(1).pk}"))
    assert floor.states() == {1: "skipped", 2: "seated", 3: "called", 4: "waiting"}
    assert "is back in his place." in text(press(director_client, f"return:{floor.entry(1).pk}"))
    assert "His entry is cancelled" in text(press(director_client, f"leave:{floor.entry(4).pk}"))
    assert floor.states() == {1: "waiting", 2: "seated", 3: "called", 4: "cancelled"}


def test_a_refusal_is_said_in_the_list(director_client, floor):
    answer = press(director_client, "call:1")
    assert answer.status_code == 422
    assert "No chair is open for another alternate: 4 go on waiting." in text(answer)
    answer = press(director_client, f"seat:{floor.entry(2).pk}")
    assert answer.status_code == 422
    assert "No chair is open for alternate 2 yet: 1 ahead of him." in text(answer)


def test_a_double_press_calls_once(director_client, floor):
    floor.free(2)
    for _ in range(2):
        assert press(director_client, "call:1", request_id="once").status_code == 200
    assert floor.states() == {1: "called", 2: "waiting", 3: "waiting", 4: "waiting"}


def test_what_was_done_is_undone_on_the_page(director_client, floor):
    floor.free(1)
    answer = press(director_client, "call:1")
    done = Action.objects.get(kind="alternate.call")
    assert f"/floor/open/undo/{done.pk}/" in answer.content.decode()
    director_client.post(f"/floor/open/undo/{done.pk}/")
    assert floor.states()[1] == "waiting"


def test_without_scripts_a_press_leads_back(director_client, floor):
    floor.free(1)
    sent = {"day": "1", "do": "call:1"}
    answer = director_client.post("/floor/open/alternates/", sent, follow=True)
    assert answer.redirect_chain == [("/floor/open/alternates/?day=1", 302)]
    assert "Alternate 1 called." in text(answer)
    floor.free(1)
    answer = director_client.post("/floor/open/alternates/", {**sent, "then": "console"})
    assert answer.url == "/floor/open/day/1/"


@pytest.mark.parametrize("do", ["", "dance:1", "seat:0", "seat:x", "seat:99999999999"])
def test_what_no_button_sends_is_not_found(director_client, floor, do):
    assert press(director_client, do).status_code == 404


def test_the_console_calls_as_many_as_there_are_chairs(director_client, floor):
    floor.free(3)
    page = director_client.get("/floor/open/").content.decode()
    assert "3 chairs are open: call alternates 1, 2, 3" in page
    assert 'value="call:3"' in page


@pytest.mark.parametrize("role", ["cashier", "viewer"])
def test_who_may_not_call_sees_no_button(client, floor, role):
    client.force_login(factories.make_staff(role), backend="django.contrib.auth.backends.ModelBackend")
    floor.free(1)
    answer = client.get("/floor/open/alternates/")
    assert (answer.status_code, 'name="do"' in answer.content.decode()) == (200, False)
    assert press(client, "call:1").status_code == 403


def test_a_card_says_the_place_and_then_come(client, floor):
    third = floor.entry(3)
    page = client.get(f"/C/{third.token}")
    assert "Alternate 3" in text(page)
    assert "2 ahead of you" in text(page)
    assert 'data-alternate="3"' in page.content.decode()
    assert "You are next" in text(client.get(f"/C/{floor.entry(1).token}"))
    director = client.__class__()
    director.force_login(floor.by.staff, backend="django.contrib.auth.backends.ModelBackend")
    floor.free(1)
    press(director, "call:1")
    assert "Called: come to the desk" in text(client.get(f"/C/{floor.entry(1).token}"))
    press(director, f"skip:{floor.entry(1).pk}")
    assert "You were called and did not come." in text(client.get(f"/C/{floor.entry(1).token}"))
    press(director, f"seat:{floor.entry(2).pk}")
    page = client.get(f"/C/{floor.entry(2).token}").content.decode()
    assert ("data-alternate" in page, "<span>Table" in page) == (False, True)


def test_his_ticket_says_about_how_long_he_waits(director_client, floor, settings, tmp_path):
    settings.PRINTS_DIR = tmp_path
    start_clock(floor.by, floor.day)
    Day.objects.update(clock_anchor=utc_now() - timedelta(minutes=50))
    for minutes in range(1, 46, 5):  # one in five minutes
        factories.make_out(
            factories.make_entry(floor.day, floor.option), at=utc_now() - timedelta(minutes=minutes)
        )
    director_client.post(f"/floor/open/desk/print/{floor.entry(3).pk}/")
    job = PrintJob.objects.get()
    assert (job.document, job.options["entries"]) == ("alternate_ticket", [floor.entry(3).pk])
    assert job.options["wait"] == "about 15 min"


def test_that_the_wait_is_not_known_yet_is_said_on_screen_ticket_and_phone(
    client, director_client, floor, settings, tmp_path
):
    settings.PRINTS_DIR = tmp_path
    assert text(director_client.get("/floor/open/alternates/")).count("wait not known yet") == 4
    phone = text(client.get(f"/C/{floor.entry(2).token}"))
    assert "1 ahead of you · wait not known yet" in phone
    director_client.post(f"/floor/open/desk/print/{floor.entry(3).pk}/")
    job = PrintJob.objects.get()
    assert job.options["wait"] == "not known yet"
    assert "Expected wait: not known yet" in " ".join(words(pdf_path(job.pk).read_bytes()))
    skip(floor.by, floor.entry(2))
    assert "· wait not known yet" not in text(client.get(f"/C/{floor.entry(2).token}"))
    director_client.post(f"/floor/open/desk/print/{floor.entry(2).pk}/")
    assert PrintJob.objects.latest("pk").options["wait"] == ""


def test_the_entries_list_offers_a_seat_to_whose_turn_it_is(director_client, floor):
    assert "Seat now" not in (page := text(director_client.get("/floor/open/entries/")))
    assert page.count("No chair is open.") == 4
    floor.free(1)
    page = text(director_client.get("/floor/open/entries/"))
    assert (page.count("Seat now"), "1 alternate comes before him." in page) == (1, True)
    second = floor.entry(2)
    page = text(director_client.get(f"/floor/open/entries/{second.pk}/"))
    assert "1 alternate comes before him." in page
    answer = director_client.post(f"/floor/open/entries/{second.pk}/do/seat/")  # a page that was open before
    assert answer.status_code == 422
    assert "No chair is open for alternate 2 yet: 1 ahead of him." in text(answer)
    assert floor.states()[2] == "waiting"


def test_an_alternate_is_found_by_name_with_his_number(client, floor):
    name = floor.entry(2).player.last_name
    assert "alternate 2" in text(client.get("/e/open/", {"q": name}))


def test_of_very_many_the_first_are_shown_and_all_where_asked_for(director_client, floor, monkeypatch):
    monkeypatch.setattr("tables.web.alternates.views.MOST", 3)
    first = director_client.get("/floor/open/alternates/")
    assert (first.content.count(b'class="waiting__one"'), "Show 1 more" in text(first)) == (3, True)
    whole = director_client.get("/floor/open/alternates/", {"all": "1"})
    assert (whole.content.count(b'class="waiting__one"'), "Show 1 more" in text(whole)) == (4, False)


def test_queries_of_the_page_do_not_grow(director_client, director, django_assert_max_num_queries):
    for n in (2, 12):
        floor = Floor(director, alternates=n)
        with django_assert_max_num_queries(24):
            director_client.get(f"/floor/{floor.event.slug}/alternates/")
