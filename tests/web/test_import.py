"""The import page: a file, what it would do, and doing it."""

import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests import factories
from tournaments.models import Entry, Player

pytestmark = pytest.mark.django_db
SAMPLE = (Path(__file__).parent.parent / "samples" / "players.csv").read_bytes()
URL = "/floor/main/entries/import/"


@pytest.fixture
def event(db):
    event = factories.make_event(slug="main")
    factories.make_option(event)
    factories.make_day(event)
    return event


def chosen(event, **more):
    return {"day": "1", "option": event.options.get().pk, "state": "reserved"} | more


def file(data: bytes, name: str = "list.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, content_type="text/csv")


def hidden(page: str) -> dict[str, str]:
    return dict(re.findall(r'name="(key|players|entries)" value="([^"]*)"', page))


def test_a_list_is_looked_at_and_then_imported(event, director_client):
    preview = director_client.post(URL, chosen(event, state="paid", file=file(SAMPLE)))
    page = preview.content.decode()
    assert preview.status_code == 200
    assert "Import 212 entries" in page
    assert Entry.objects.count() == 0
    done = director_client.post(URL, chosen(event, state="paid", confirm="yes", **hidden(page)))
    assert (done.status_code, done["Location"]) == (302, "/floor/main/entries/")
    assert Entry.objects.filter(state="paid").count() == 212


def test_broken_rows_are_named_and_nothing_can_be_confirmed(event, director_client):
    data = b"card,first_name,last_name\n1,Ann,Lee\n2,,\n3," + b"x" * 200 + b",Ray\n"
    answer = director_client.post(URL, chosen(event, file=file(data)))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "<b>Line 3</b>: The name is missing." in page
    assert "has 200 letters; 100 at most can be kept." in page
    forced = director_client.post(URL, chosen(event, confirm="yes", **hidden(page)))
    assert forced.status_code == 422
    assert (Player.objects.count(), Entry.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"card\n1\n", "No column is called last_name (or name)."),
        (b"", "The file is empty."),
        (b"%PDF-1.7 \xff\xfe", "This file is neither a CSV list nor an Excel workbook (.xlsx)."),
        (b"last_name\nA\x00\n", "This file is neither a CSV list nor an Excel workbook (.xlsx)."),
        (b'last_name\nAnn\n"Bob\nCid\nDan\n', "This is not a list of players: line 3 cannot be read as CSV."),
        (b"x" * (50 * 1024 * 1024), "The file is larger than 8 MB."),
    ],
    ids=["one-column", "empty", "pdf", "nul", "open-quote", "50-mb"],
)
def test_what_is_no_list_is_refused_in_place(event, director_client, data, sentence):
    answer = director_client.post(URL, chosen(event, state="paid", file=file(data)))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert '<option value="paid" selected>' in page


def test_without_a_file_and_with_one_forgotten(event, director_client):
    assert "Choose a file." in director_client.post(URL, chosen(event)).content.decode()
    answer = director_client.post(URL, chosen(event, confirm="yes", key="gone", players="1", entries="1"))
    assert answer.status_code == 422
    assert "The file is no longer here. Choose it again." in answer.content.decode()


def test_a_confirmation_of_what_has_changed_since_shows_it_anew(event, director_client):
    page = director_client.post(URL, chosen(event, file=file(b"last_name\nLee\n"))).content.decode()
    factories.make_player(first_name="", last_name="Lee")
    answer = director_client.post(URL, chosen(event, confirm="yes", **hidden(page)))
    assert answer.status_code == 422
    assert "have changed since the list was shown" in answer.content.decode()
    again = hidden(answer.content.decode())
    assert director_client.post(URL, chosen(event, confirm="yes", **again)).status_code == 302


def test_a_file_kept_for_one_is_not_given_to_another(event, director_client, client):
    page = director_client.post(URL, chosen(event, file=file(SAMPLE))).content.decode()
    client.force_login(factories.make_staff("floor"), backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(URL, chosen(event, confirm="yes", **hidden(page)))
    assert "The file is no longer here." in answer.content.decode()


def test_an_event_without_a_day_has_no_import_page(director_client, db):
    factories.make_event(slug="empty")
    assert director_client.get("/floor/empty/entries/import/").status_code == 404
    assert director_client.get("/floor/empty/entries/").status_code == 200
