"""Players of the house as a browser sees them: likely doubles, stops, merging; and who may do which."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories
from tournaments.models import Action, Entry, House, Player

pytestmark = pytest.mark.django_db
NEW = "/floor/players/new/"


def client_of(role: str) -> Client:
    client = Client()
    client.force_login(factories.make_staff(role), backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def clerk(db) -> Client:
    return client_of("registration")


def page_of(player: Player) -> str:
    return reverse("player_edit", args=[player.pk])


def do(player: Player, verb: str) -> str:
    return reverse("player_stop", args=[player.pk, verb])


def merging(player: Player) -> str:
    return reverse("player_merge", args=[player.pk])


def test_a_likely_double_is_warned_of_in_place_and_added_all_the_same(clerk):
    known = factories.make_player(
        first_name="Ánh", last_name="Nguyễn", card="77", birth_date=date(1990, 1, 2)
    )
    typed = {"first_name": "Anh", "last_name": "Nguyen", "birth_date": "1990-01-02"}
    answer = clerk.post(NEW, typed)
    page = answer.content.decode()
    assert (answer.status_code, Player.objects.count()) == (422, 1)
    assert "same name and date of birth" in page
    assert page_of(known) in page
    assert f'name="anyway" value="{known.pk}"' in page
    assert 'value="Nguyen"' in page
    assert clerk.post(NEW, typed | {"anyway": str(known.pk)}).status_code == 302
    assert Player.objects.count() == 2


def test_a_name_typed_anew_is_warned_of_anew(clerk):
    first = factories.make_player(first_name="Zoe", last_name="Rossi")
    factories.make_player(first_name="Ann", last_name="Lee")
    typed = {"first_name": "Ann", "last_name": "Lee", "anyway": str(first.pk)}
    answer = clerk.post(NEW, typed)
    assert (answer.status_code, Player.objects.count()) == (422, 2)
    assert "same name" in answer.content.decode()


def test_a_card_of_another_is_refused_whatever_is_pressed(clerk):
    factories.make_player(first_name="Ann", last_name="Lee", card="77")
    answer = clerk.post(NEW, {"last_name": "Rossi", "card": "77", "anyway": "1"})
    assert answer.status_code == 422
    assert "Card 77 belongs to Ann Lee." in answer.content.decode()


def test_a_new_player_s_form_has_the_cursor_in_its_first_field(clerk):
    (first,) = re.findall(r"<input[^>]*data-focus[^>]*>", clerk.get(NEW).content.decode())
    assert 'name="first_name"' in first


def test_a_new_name_is_added_at_once(clerk):
    factories.make_player(first_name="Ann", last_name="Lee")
    assert clerk.post(NEW, {"first_name": "Zoe", "last_name": "Rossi"}).status_code == 302


def test_a_director_bars_and_a_clerk_s_page_says_nothing_of_it(director_client, clerk):
    player = factories.make_player()
    assert director_client.post(do(player, "bar"), {"reason": "marked cards"}).status_code == 302
    assert "barred for good: marked cards" in director_client.get(page_of(player)).content.decode()
    page = clerk.get(page_of(player)).content.decode()
    assert [word for word in ("marked", "arred", "Merge with") if word in page] == []
    assert director_client.post(do(player, "unbar")).status_code == 302
    assert "Nothing stops this player." in director_client.get(page_of(player)).content.decode()


def test_a_player_is_excluded_at_own_wish_and_readmitted(director_client):
    player = factories.make_player()
    assert director_client.post(do(player, "exclude"), {"until": "2999-01-01"}).status_code == 302
    page = director_client.get(page_of(player)).content.decode()
    assert "excluded at the player&#x27;s own wish until 2999-01-01" in page
    assert director_client.post(do(player, "readmit")).status_code == 302
    player.refresh_from_db()
    assert player.excluded_until is None


@pytest.mark.parametrize(
    ("verb", "typed", "sentence"),
    [
        ("bar", {"reason": ""}, "This field is required."),
        ("bar", {"reason": "x" * 201}, "has 201 letters; 200 at most can be kept."),
        ("bar", {"reason": "theft", "until": "2001-01-01"}, "That day is past already."),
        ("bar", {"reason": "theft", "until": "soon"}, "Enter a valid date."),
        ("exclude", {"until": "2001-01-01"}, "That day is past already."),
    ],
    ids=["no-reason", "long", "past", "no-date", "exclude-past"],
)
def test_a_wrong_stop_is_answered_in_place_and_kept(director_client, verb, typed, sentence):
    player = factories.make_player()
    answer = director_client.post(do(player, verb), typed)
    page = answer.content.decode()
    assert (answer.status_code, Action.objects.count()) == (422, 0)
    assert sentence in page
    assert [value for value in typed.values() if value not in page] == []


def test_an_unknown_verb_is_not_found(director_client):
    assert director_client.post(do(factories.make_player(), "praise")).status_code == 404


@pytest.mark.parametrize(("role", "sentence"), [("registration", "Call a director."), ("director", "theft")])
def test_at_the_desk_a_stopped_player_is_refused_in_words_of_the_role(role, sentence):
    event = factories.make_event(slug="main")
    factories.make_day(event)
    option = factories.make_option(event)
    player = factories.make_player(barred=True, barred_reason="theft")
    typed = {"player": player.pk, "day": "1", "option": option.pk, "method": "cash", "then": "now"}
    client = client_of(role)
    answer = client.post("/floor/main/entries/take/", typed)
    page = answer.content.decode()
    assert (answer.status_code, Entry.objects.count()) == (422, 0)
    assert sentence in page
    assert ("theft" in page) == (role == "director")


def test_two_players_are_found_compared_and_merged(director_client):
    kept = factories.make_player(first_name="Zoe", last_name="Rossi", card="100")
    other = factories.make_player(first_name="Zoe", last_name="Rosi", card="200")
    event = factories.make_event(name="Main")
    entry = factories.make_entry(factories.make_day(event), factories.make_option(event), other)
    assert "near name" in director_client.get(merging(kept)).content.decode()
    found = director_client.get(merging(kept), {"q": "200"}).content.decode()
    assert f"{merging(kept)}?other={other.pk}" in found
    both = director_client.get(merging(kept), {"other": other.pk}).content.decode()
    assert [word for word in ("Zoe Rosi", "1 entry", "Main", "0 entries") if word not in both] == []
    assert director_client.post(merging(kept), {"other": other.pk})["Location"] == page_of(kept)
    said = director_client.get(page_of(kept)).content.decode()
    assert "Zoe Rosi merged into Zoe Rossi. The house journal can take it back." in said
    entry.refresh_from_db()
    assert entry.player == kept
    assert director_client.get(page_of(other))["Location"] == page_of(kept)
    assert (
        "Rosi"
        not in director_client.get("/floor/players/", {"q": "rosi"}).content.decode().split("<table")[1]
    )
    again = director_client.post(merging(kept), {"other": other.pk})
    assert again.status_code == 422
    assert "has been merged into" in again.content.decode()


def test_a_merge_that_cannot_be_says_why_in_place(director_client):
    kept, other = factories.make_player(), factories.make_player()
    event = factories.make_event(name="Main")
    day, option = factories.make_day(event), factories.make_option(event)
    for player in (kept, other):
        factories.make_entry(day, option, player)
    answer = director_client.post(merging(kept), {"other": other.pk})
    assert answer.status_code == 422
    assert "are both in Main" in answer.content.decode()
    assert "Choose whom to merge." in director_client.post(merging(kept)).content.decode()


@pytest.mark.parametrize("role", ["floor", "registration", "cashier", "viewer"])
def test_stopping_and_merging_are_a_director_s(role):
    player, other = factories.make_player(), factories.make_player()
    client = client_of(role)
    answers = [
        client.post(do(player, "bar"), {"reason": "theft"}),
        client.get(merging(player)),
        client.post(merging(player), {"other": other.pk}),
    ]
    assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert Action.objects.count() == 0


def test_the_house_s_minimum_age_is_set(director_client):
    typed = {"name": "Casino", "timezone": "Europe/Vienna", "currency": "EUR"}
    assert director_client.post("/floor/house/", typed | {"minimum_age": "21"}).status_code == 302
    assert House.objects.get().minimum_age == 21
    assert director_client.post("/floor/house/", typed | {"minimum_age": "200"}).status_code == 422
    assert director_client.post("/floor/house/", typed).status_code == 302
    assert House.objects.get().minimum_age == 21


def queries(client: Client, method: str, *args) -> int:
    with CaptureQueriesContext(
        connection,
    ) as caught:
        getattr(client, method)(*args)
    return len(caught)


def test_no_page_asks_more_for_more_players(director_client):
    kept = factories.make_player(first_name="Zoe", last_name="Rossi")
    other = factories.make_player(first_name="Zoe", last_name="Rosso")
    event = factories.make_event()
    day, option = factories.make_day(event), factories.make_option(event)
    typed = {"first_name": "Zoe", "last_name": "Rossi"}

    def counts() -> list[int]:
        return [
            queries(director_client, "post", NEW, typed),
            queries(director_client, "get", merging(kept)),
            queries(director_client, "get", merging(kept), {"q": "zoe"}),
            queries(director_client, "get", merging(kept), {"other": other.pk}),
            queries(director_client, "get", page_of(kept)),
        ]

    factories.make_entry(day, option, other, state="out")
    before = counts()
    for n in range(3):
        factories.make_player(first_name="Zoe", last_name=f"Ross{n}")
        factories.make_entry(day, option, other, state="out")
    assert counts() == before
