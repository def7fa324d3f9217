"""The staff's draw page: what it shows, what its buttons do, what it refuses in place."""

import re

import pytest

from tables.actions.draw import draw_all, draw_seat
from tables.models import DaySeed, Draw, Seat
from tests import factories
from tests.actions.test_draw import field
from tournaments.models import Action, Day, Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def day():
    return factories.make_day(factories.make_event(slug="open"))


def text(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_the_page_shows_who_waits_and_the_commitment_beforehand(director_client, day):
    factories.make_tables(day, 2)
    field(day, 7)
    answer = director_client.get("/floor/open/draw/")
    assert answer.status_code == 200
    assert "Draw 7 seats" in text(answer)
    assert "18 open chairs at 2 open tables" in text(answer)
    assert DaySeed.objects.get().commitment in text(answer)
    assert bytes(DaySeed.objects.get().seed).hex() not in answer.content.decode()


def test_the_button_draws_and_the_result_leads_to_the_cards(director_client, day):
    factories.make_tables(day, 2)
    field(day, 7)
    answer = director_client.post("/floor/open/draw/", {"day": "1", "cut": "Zoe"}, follow=True)
    assert answer.redirect_chain == [("/floor/open/draw/?day=1&done=1", 302)]
    assert "Draw 1: 7 seats drawn" in text(answer)
    assert "/floor/open/print/" in answer.content.decode()
    assert "Cut: “Zoe”" in text(answer)
    assert (Seat.objects.count(), Draw.objects.get().cut) == (7, "Zoe")


def test_a_double_press_draws_once(director_client, day):
    factories.make_tables(day, 1)
    field(day, 3)
    sent = {"day": "1", "cut": "", "request_id": "once"}
    first = director_client.post("/floor/open/draw/", sent)
    assert director_client.post("/floor/open/draw/", sent).url == first.url
    assert Draw.objects.count() == 1


def test_a_room_too_small_is_said_before_and_after_the_press(director_client, day):
    factories.make_tables(day, 1, chairs=2)
    field(day, 3)
    assert "1 chair too few. Give the Day another table." in text(director_client.get("/floor/open/draw/"))
    answer = director_client.post("/floor/open/draw/", {"day": "1", "cut": "kept"})
    assert answer.status_code == 422
    assert "3 players do not fit: 2 chairs are open, 1 too few." in text(answer)
    assert Draw.objects.count() == 0
    assert "Draw 2 seats, the others are alternates" in text(answer)
    director_client.post("/floor/open/draw/", {"day": "1", "cut": "", "rest_waits": "on"})
    assert list(Entry.objects.order_by("number").values_list("state", "alternate")) == [
        ("seated", None),
        ("seated", None),
        ("paid", 1),
    ]


def test_a_cut_too_long_is_answered_in_place_and_kept(director_client, day):
    factories.make_tables(day, 1)
    field(day, 1)
    answer = director_client.post("/floor/open/draw/", {"day": "1", "cut": "x" * 201})
    assert answer.status_code == 422
    assert 'value="' + "x" * 201 in answer.content.decode()
    nul = director_client.post("/floor/open/draw/", {"day": "1", "cut": "a\x00b"})
    assert nul.status_code == 422


def test_alternates_are_seated_from_the_page(director_client, director, day):
    factories.make_tables(day, 1, chairs=2)
    field(day, 2)
    draw_all(factories.as_by(director), day)
    for entry in field(day, 3):
        draw_seat(factories.as_by(director), entry)
    assert "No chair is open." in text(director_client.get("/floor/open/draw/"))
    factories.make_tables(day, 1, chairs=9)
    answer = director_client.post("/floor/open/draw/alternates/", {"day": "1", "most": "1"}, follow=True)
    assert "1 alternate seated." in text(answer)
    answer = director_client.post("/floor/open/draw/alternates/", {"day": "1"}, follow=True)
    assert "2 alternates seated." in text(answer)
    assert Entry.objects.filter(state="seated").count() == 5


def test_a_draw_is_made_void_with_a_reason(director_client, director, day, clock):
    factories.make_tables(day, 1)
    field(day, 1)
    draw = draw_all(factories.as_by(director), day)
    refused = director_client.post(f"/floor/open/draw/{draw.pk}/void/", {"reason": "wrong room"})
    assert refused.status_code == 422
    Seat.objects.update(until=clock.now)
    factories.make_out(*Entry.objects.all())
    answer = director_client.post(f"/floor/open/draw/{draw.pk}/void/", {"reason": "wrong room"}, follow=True)
    assert "Draw 1 is void." in text(answer)
    assert "wrong room" in text(answer)
    other = factories.make_event(slug="other")
    assert (
        director_client.post(f"/floor/{other.slug}/draw/{draw.pk}/void/", {"reason": "x"}).status_code == 404
    )


def test_the_day_is_closed_and_reopened(director_client, day):
    answer = director_client.post("/floor/open/draw/over/", {"day": "1"}, follow=True)
    assert "Day 1 is over. Its seed is published." in text(answer)
    assert bytes(DaySeed.objects.get().seed).hex() in text(answer)
    assert "nothing more is drawn" in text(answer)
    director_client.post("/floor/open/draw/reopen/", {"day": "1"})
    assert (Day.objects.get().over_at, DaySeed.objects.count()) == (None, 2)


def test_another_day_is_drawn_for_itself(director_client, day):
    second = factories.make_day(day.event, code="2", label="Day 2")
    factories.make_tables(second, 1)
    field(second, 2)
    assert "Draw for Day 2" in text(director_client.get("/floor/open/draw/?day=2"))
    director_client.post("/floor/open/draw/", {"day": "2", "cut": ""})
    assert Draw.objects.get().day == second
    assert director_client.get("/floor/open/draw/?day=9").status_code == 404
    assert director_client.get("/floor/nothing/draw/").status_code == 404


@pytest.mark.parametrize("role", ["registration", "cashier", "viewer"])
def test_who_may_not_draw_sees_no_button_and_is_refused(client, day, role):
    client.force_login(factories.make_staff(role), backend="django.contrib.auth.backends.ModelBackend")
    factories.make_tables(day, 1)
    field(day, 2)
    assert "Draw 2 seats" not in text(client.get("/floor/open/draw/"))
    for path in ("", "alternates/", "over/", "reopen/"):
        assert client.post(f"/floor/open/draw/{path}", {"day": "1"}).status_code == 403
    assert Action.objects.count() == 0


@pytest.mark.parametrize("n", [1, 3])
def test_queries_of_the_page_do_not_grow(director_client, director, day, django_assert_num_queries, n):
    factories.make_tables(day, 2)
    field(day, n)
    draw_all(factories.as_by(director), day)
    for entry in field(day, n):
        draw_seat(factories.as_by(director), entry)
    field(day, n)
    with django_assert_num_queries(13):
        director_client.get("/floor/open/draw/?day=1")
