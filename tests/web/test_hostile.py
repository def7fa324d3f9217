"""Requests that no page of ours sends: half characters, NULs, broken headers, old forms."""

import json

import pytest
from django.db import DataError
from django.http import HttpResponse, QueryDict
from django.test import Client

from config.asgi import _same_origin
from tables.models import Room
from tests.factories import levels, make_day, make_event, make_staff
from tournaments.hub.document import key_of
from tournaments.models import Day
from tournaments.rules.structure import items_from_json, items_to_json
from tournaments.web.nul import NulMiddleware, without_nul

pytestmark = pytest.mark.django_db
HALF = "\ud800"
ROLE = "Your role does not allow it"


@pytest.fixture
def day(db) -> Day:
    return make_day(make_event(slug="main"))


def text_of(answer) -> str:
    return " ".join(answer.content.decode().split())


def signed_in(role: str = "director", **options) -> Client:
    client = Client(**options)
    client.force_login(make_staff(role), backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_nul_in_a_form_is_refused_in_place(director_client):
    answer = director_client.post("/floor/rooms/", {"name": "Gold\0en hall"})
    assert (answer.status_code, Room.objects.count()) == (422, 0)


@pytest.mark.parametrize(
    ("said", "is_answered"),
    [
        ("PostgreSQL text fields cannot contain NUL (0x00) bytes", True),
        ("unsupported Unicode escape sequence: \\u0000 cannot be converted to text", True),
        ("value out of range", False),
    ],
)
def test_a_nul_that_the_database_refuses_is_a_request_that_cannot_be_read(rf, said, is_answered):
    answer = NulMiddleware(HttpResponse).process_exception(rf.post("/"), DataError(said))
    assert (answer and answer.status_code) == (400 if is_answered else None)


def test_values_without_a_nul_stay_the_very_same():
    sent = QueryDict("a=1&a=2&b=")
    assert without_nul(sent) is sent
    assert without_nul(QueryDict("a=1%00&a=2&%00b=%00")).urlencode() == "a=1&a=2&b="


@pytest.mark.parametrize(
    "path", ["/e/main/day/%00/", "/e/main/day/%00/state.json", "/floor/main/day/1%00/", "/%00/"]
)
def test_an_address_with_a_nul_is_unknown(director_client, day, path):
    assert director_client.get(path).status_code == 404


@pytest.mark.parametrize("path", ["/floor/players/?q=", "/floor/main/print/?day=", "/floor/main/draw/?day="])
def test_a_nul_in_a_query_is_as_if_it_were_not_there(director_client, day, path):
    assert director_client.get(f"{path}%00").status_code == 200


@pytest.mark.parametrize("key", ["²", "٣", "1e400", "-1", "9" * 400])
def test_a_key_that_is_no_number_chooses_nobody(director_client, day, key):
    assert director_client.get("/floor/main/print/", {"entry": key}).status_code == 200
    assert director_client.get("/floor/main/print/preview/", {"entry": key}).status_code == 200
    assert director_client.post("/floor/main/print/", {"entry": key}).status_code == 422


@pytest.mark.parametrize("field", ["note", "game"])
def test_half_a_character_in_a_structure_is_refused_in_place(director_client, field):
    rows = items_to_json(items_from_json(levels(2)))
    rows[0][field] = HALF
    answer = director_client.post(
        "/floor/structures/new/", {"name": "Half", "stack": "20,000", "items": json.dumps(rows)}
    )
    assert answer.status_code == 422
    assert "The rows could not be read. Load the page again." in text_of(answer)
    checked = director_client.post(
        "/floor/structures/check/", json.dumps({"items": rows}), content_type="application/json"
    )
    assert [found["code"] for found in checked.json()["findings"]] == ["structure-unread"]


def test_rows_sent_as_a_form_are_not_read(director_client):
    answer = director_client.post("/floor/structures/check/", {"items": "[]"})
    assert [found["code"] for found in answer.json()["findings"]] == ["structure-unread"]


def test_a_nul_in_a_structure_is_refused_by_row_and_field(director_client):
    rows = items_to_json(items_from_json(levels(2)))
    rows[1]["note"] = "a\0b"
    answer = director_client.post(
        "/floor/structures/new/", {"name": "Nul", "stack": "20,000", "items": json.dumps(rows)}
    )
    assert answer.status_code == 422
    assert "Row 2: note is not a text, or is too long." in text_of(answer)


def test_an_old_form_is_told_so_in_words_that_help(day):
    client = signed_in(enforce_csrf_checks=True)
    answer = client.post("/floor/rooms/", {"name": "Old"})
    assert answer.status_code == 403
    assert "This page is old" in text_of(answer)
    part = client.post("/floor/rooms/", {"name": "Old"}, headers={"HX-Request": "true"})
    assert (part.status_code, part["HX-Retarget"]) == (422, "#toasts")
    assert "This page is old" in text_of(part)


def test_who_was_signed_out_comes_back_to_the_page_not_to_the_button(day):
    page = "http://testserver/floor/main/entries/?find=Mia"
    asked = Client().post("/floor/main/undo/1/", headers={"Referer": page})
    assert asked["Location"] == "/login/?next=/floor/main/entries/%3Ffind%3DMia"
    assert Client().post("/floor/main/undo/1/")["Location"] == "/login/?next=/floor/"


def test_an_address_of_a_button_says_that_it_is_one(day):
    answer = signed_in().get("/floor/main/entries/take/")
    assert answer.status_code == 403
    assert "This address only takes what a button sends." in text_of(answer)
    assert ROLE not in text_of(answer)
    assert ROLE in text_of(signed_in("viewer").get("/floor/main/entries/take/"))


@pytest.mark.parametrize(
    ("page", "status"),
    [
        ("http://testserver/floor/rooms/", 302),
        ("http://testserver/floor/main/entries/take/", 422),
        ("http://testserver//elsewhere.example/x", 422),
        ("http://elsewhere.example/floor/rooms/", 422),
        ("http://[", 422),
        ("", 422),
    ],
)
def test_a_refusal_goes_back_only_to_a_page_of_ours(director_client, day, page, status):
    answer = director_client.post("/floor/main/draw/over/", headers={"Referer": page})
    again = director_client.post("/floor/main/draw/over/", headers={"Referer": page})
    assert answer.status_code == 302
    assert again.status_code == status
    if status == 302:
        assert again["Location"] == "/floor/rooms/"


def test_a_form_sent_again_with_another_name_in_it_is_another_request(director_client):
    for name in ("Golden hall", "Golden hall", "Silver hall"):
        assert director_client.post("/floor/rooms/", {"name": name, "request_id": "once"}).status_code == 302
    assert sorted(room.name for room in Room.objects.all()) == ["Golden hall", "Silver hall"]


@pytest.mark.parametrize("origin", [b"http://[", b"http://[::1", b"null", b"http://floor.example.evil"])
def test_an_origin_that_is_no_address_is_not_ours(origin):
    assert _same_origin({"headers": [(b"host", b"floor.example"), (b"origin", origin)]}) is False


@pytest.mark.parametrize("path", ["//ws/floor/main/", "/x/ws/e/main/", "/ws/floor/main/x"])
def test_a_socket_has_no_second_address(path):
    assert key_of(path) is None
