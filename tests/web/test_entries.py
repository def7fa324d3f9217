"""The desk, the list of entries and the players, as a browser sends them."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.actions.desk import register, reserve
from tests import factories
from tournaments.models import Entry, LedgerLine, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(db):
    event = factories.make_event(slug="main")
    day = factories.make_day(event)
    factories.make_option(event)
    factories.make_option(event, kind="re-entry", name="Re-entry")
    factories.make_option(event, kind="rebuy", name="Rebuy", per_player=1)
    factories.make_tables(day, 2)
    return event


def sale(event, **more):
    option = event.options.get(kind="entry")
    return {"day": "1", "option": option.pk, "method": "cash", "then": "now"} | more


URL = "/floor/main/entries/"


def test_a_known_player_is_found_chosen_and_sold_an_entry(event, director_client):
    player = factories.make_player(first_name="Ánh", last_name="Nguyễn", card="103354")
    page = director_client.get(URL, {"find": "nguyen"}).content.decode()
    assert "Ánh Nguyễn" in page
    assert "not entered" in page
    answer = director_client.post(f"{URL}take/", sale(event, player=player.pk))
    entry = Entry.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"{URL}?done={entry.pk}")
    assert (entry.player, entry.state) == (player, "seated")
    assert "Print card" in director_client.get(answer["Location"]).content.decode()


def test_a_scanned_card_selects_and_does_not_sell(event, director_client):
    factories.make_player(first_name="Zoe", last_name="Rossi", card="77001")
    page = director_client.get(URL, {"find": "77001"}).content.decode()
    assert "Take entry" in page
    assert Entry.objects.count() == 0


def test_a_new_player_is_sold_an_entry_in_one_step(event, director_client):
    typed = sale(event, first_name="Zoe", last_name="Rossi", card="9", country="it", then="later")
    assert director_client.post(f"{URL}take/", typed).status_code == 302
    assert Player.objects.values_list("first_name", "last_name", "card", "country").get() == (
        "Zoe",
        "Rossi",
        "9",
        "IT",
    )
    assert Entry.objects.get().state == "paid"


def test_a_reservation_costs_nothing_yet(event, director_client):
    player = factories.make_player()
    director_client.post(f"{URL}take/", sale(event, player=player.pk, then="reserve"))
    assert (Entry.objects.get().state, LedgerLine.objects.count()) == ("reserved", 0)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"last_name": ""}, "The name is missing."),
        ({"last_name": "x" * 200}, "has 200 letters; 100 at most can be kept."),
        ({"card": "taken"}, "Card taken belongs to Ann Lee."),
        ({"country": "Germany"}, "is not a country: two letters are wanted, as DE."),
        ({"option": "999999"}, "Select a valid choice"),
        ({"method": "gold"}, "Select a valid choice"),
    ],
    ids=["no-name", "long-name", "card", "country", "option", "method"],
)
def test_wrong_input_is_answered_in_place_and_kept(event, director_client, typed, sentence):
    factories.make_player(first_name="Ann", last_name="Lee", card="taken")
    answer = director_client.post(f"{URL}take/", sale(event, first_name="Zoe", last_name="Rossi") | typed)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert sentence in page
    assert 'value="Zoe"' in page
    assert (Player.objects.count(), Entry.objects.count()) == (1, 0)


def test_who_is_in_already_is_said_in_the_panel(event, director_client):
    player = factories.make_player(first_name="Zoe", last_name="Rossi")
    register(factories.as_by(), event.days.get(), player, event.options.get(kind="entry"))
    answer = director_client.post(f"{URL}take/", sale(event, player=player.pk))
    assert answer.status_code == 422
    assert "Zoe Rossi is in already and sits at" in answer.content.decode()


def test_an_entry_is_paid_seated_extended_and_cancelled_from_its_page(event, director_client):
    day, option = event.days.get(), event.options.get(kind="entry")
    entry = reserve(factories.as_by(), day, factories.make_player(), option)
    page = f"{URL}{entry.pk}/"
    assert "Take €550" in director_client.get(page).content.decode()

    def press(verb, **typed):
        answer = director_client.post(f"{page}do/{verb}/", typed)
        entry.refresh_from_db()
        return answer

    assert press("pay", method="card", seat="later").status_code == 302
    assert entry.state == "paid"
    assert press("seat").status_code == 302
    assert entry.state == "seated"
    rebuy = event.options.get(kind="rebuy").pk
    assert press("option", option=rebuy).status_code == 302
    again = press("option", option=rebuy)
    assert again.status_code == 422
    assert "has taken Rebuy once, which is all that is allowed." in again.content.decode()
    assert press("cancel", reason="ill").status_code == 302
    assert entry.state == "cancelled"
    assert press("dance").status_code == 404


def test_htmx_gets_only_the_part_it_asks_for(event, director_client):
    factories.make_player(last_name="Rossi")
    for target in ("found", "sell", "list"):
        part = director_client.get(
            URL, {"find": "rossi"}, headers={"HX-Request": "true", "HX-Target": target}
        )
        assert (
            part.content.decode()
            .strip()
            .startswith(f'<{"aside" if target == "sell" else "div"} id="{target}"')
        )


def test_the_desk_is_for_those_who_sell(event, client):
    client.force_login(factories.make_staff("viewer"), backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(URL)
    assert page.status_code == 200
    assert 'id="find"' not in page.content.decode()
    assert client.post(f"{URL}take/", sale(event)).status_code == 403
    assert client.get(f"{URL}import/").status_code == 403


def test_unknown_addresses_are_404(event, director_client):
    assert director_client.get("/floor/nowhere/entries/").status_code == 404
    assert director_client.get(f"{URL}999999/").status_code == 404
    assert (
        director_client.get(URL, {"page": "x", "state": "odd", "option": "z", "sort": "?"}).status_code == 200
    )


def test_the_page_asks_as_much_for_three_as_for_one(event, director_client):
    day, option = event.days.get(), event.options.get(kind="entry")

    def asked() -> int:
        with CaptureQueriesContext(connection) as counted:
            assert director_client.get(URL, {"find": "rossi"}).status_code == 200
        return len(counted)

    register(factories.as_by(), day, factories.make_player(last_name="Rossi"), option)
    asked()  # what is asked once per process
    one = asked()
    for _ in range(2):
        register(factories.as_by(), day, factories.make_player(last_name="Rossi"), option)
    assert asked() == one


def test_players_are_listed_added_and_changed(director_client):
    answer = director_client.post(
        "/floor/players/new/", {"first_name": "Zoe", "last_name": "Rossi", "card": "1"}
    )
    assert answer.status_code == 302
    player = Player.objects.get()
    assert "Rossi, Zoe" in director_client.get("/floor/players/", {"q": "rossi"}).content.decode()
    page = f"/floor/players/{player.pk}/"
    typed = {"first_name": "Zoé", "last_name": "Rossi", "card": "1", "birth_date": "1990-01-02"}
    assert director_client.post(page, typed).status_code == 302
    player.refresh_from_db()
    assert (player.first_name, player.birth_date.isoformat(), player.search) == (
        "Zoé",
        "1990-01-02",
        "zoe rossi zoe 1",
    )
    other = director_client.post(
        "/floor/players/new/", {"first_name": "Eve", "last_name": "Fox", "card": "1"}
    )
    assert other.status_code == 422
    assert "Card 1 belongs to Zoé Rossi." in other.content.decode()
    assert 'value="Eve"' in other.content.decode()
