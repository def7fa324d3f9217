"""The page of a Day by counts, and a Day's floor settings."""

import re

import pytest

from tables.actions.counts_only import run_by_counts
from tables.models import DayFloor, PrinterProfile
from tests import factories
from tournaments.models import Action
from tournaments.rules.roles import Role

pytestmark = pytest.mark.django_db

PAGE, SETTINGS = "/floor/main/day/1/by-counts/", "/floor/main/day/1/floor/"
HTMX = {"HX-Request": "true", "HX-Target": "daily"}


@pytest.fixture
def day(director):
    factories.make_house(timezone="Europe/Vienna")
    day = factories.make_day(factories.make_event(slug="main", currency="EUR"))
    factories.make_option(day.event, prize=8_000, fee=2_000, staff=0, chips=10_000)
    return day


@pytest.fixture
def daily(day, director):
    run_by_counts(factories.as_by(director), day)
    return day


def text(answer) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def press(client, do, **more):
    return client.post(PAGE, {"do": do, **more}, headers=HTMX)


def counts() -> tuple[int, int]:
    floor = DayFloor.objects.get()
    return floor.counted_entries, floor.players_left


def test_two_thumbs_count_and_pool_and_average_follow(director_client, daily):
    key = daily.event.options.get().pk
    for _ in range(3):
        assert press(director_client, f"sold:{key}:1").status_code == 200
    answer = press(director_client, "left:-1")
    assert counts() == (3, 2)
    # Three entries of 80 in the pool; 30,000 chips by two players.
    assert "Average 15,000" in text(answer)
    assert "Prize pool so far €240" in text(answer)
    assert "<html" not in answer.content.decode()


def test_a_number_is_set_and_what_is_wrong_is_said(director_client, daily):
    key = daily.event.options.get().pk
    press(director_client, f"set:{key}", **{f"n-{key}": "37"})
    press(director_client, "set:left", **{"n-left": "12"})
    assert counts() == (37, 12)
    answer = press(director_client, "set:left", **{"n-left": "38"})
    assert (answer.status_code, "37 have entered" in text(answer)) == (422, True)
    answer = press(director_client, "set:left", **{"n-left": "a few"})
    assert (answer.status_code, "Write a whole number." in text(answer)) == (422, True)


def test_a_double_press_counts_once_and_undo_is_beside_it(director_client, daily):
    key = daily.event.options.get().pk
    for _ in range(2):
        answer = press(director_client, f"sold:{key}:1", request_id="once")
    assert counts() == (1, 1)
    done = Action.objects.get(kind="count.sold")
    assert f"/floor/main/undo/{done.pk}/" in answer.content.decode()


@pytest.mark.parametrize("do", ["", "left:5", "sold:0:1", "dance", "sold:x:1", "set:x"])
def test_what_no_button_sends_is_not_found(director_client, daily, do):
    assert press(director_client, do).status_code == 404


def test_the_console_of_such_a_day_is_this_page(director_client, daily):
    assert director_client.get("/floor/main/").url == PAGE
    assert director_client.get("/floor/main/day/1/").url == PAGE
    factories.make_tables(daily, 1, state="reserved")
    assert director_client.get("/floor/main/").url == PAGE
    assert "Players left" in text(director_client.get(PAGE))


def test_a_day_with_names_has_no_such_page(director_client, day):
    assert director_client.get(PAGE).url == "/floor/main/day/1/"


@pytest.mark.parametrize("role", Role)
def test_the_floor_counts_and_the_director_decides(client, daily, role):
    client.force_login(factories.make_staff(role), backend="django.contrib.auth.backends.ModelBackend")
    key = daily.event.options.get().pk
    may = role in {"director", "floor"}
    page = client.get(PAGE)
    assert (page.status_code, 'name="do"' in page.content.decode()) == (200, may)
    assert press(client, f"sold:{key}:1").status_code == (200 if may else 403)
    assert client.get(SETTINGS).status_code == (200 if role == "director" else 403)


def test_a_day_is_turned_to_counts_and_back(director_client, day):
    assert director_client.post(SETTINGS, {"do": "counts"}).url == PAGE
    assert director_client.post(SETTINGS, {"do": "names"}).url == SETTINGS
    assert not DayFloor.objects.get().by_counts
    factories.make_tables(day, 1)
    answer = director_client.post(
        SETTINGS, {"do": "counts"}, headers={"Referer": f"http://testserver{SETTINGS}"}
    )
    assert "has open tables" in text(director_client.get(answer.url))


def test_the_spare_place_is_chosen_and_a_wrong_one_said_at_its_field(director_client, day):
    office = PrinterProfile.objects.create(name="Office", kind="cups", queue="Office")
    PrinterProfile.objects.create(name="Desk", kind="network", address="10.0.0.7", sheet="80mm")
    page = director_client.get(SETTINGS).content.decode()
    assert ("Office</option>" in page, "Desk</option>" in page) == (True, False)
    answer = director_client.post(SETTINGS, {"do": "spare", "printer": office.pk, "folder": "../x"})
    assert (answer.status_code, "Name a folder below" in text(answer)) == (422, True)
    assert 'value="../x"' in answer.content.decode()
    director_client.post(SETTINGS, {"do": "spare", "printer": office.pk, "folder": "main"})
    assert DayFloor.objects.values_list("spare", "spare_folder").get() == (office.pk, "main")
    assert SETTINGS in director_client.get("/floor/main/day/1/settings/").content.decode()


def test_what_was_counted_keeps_its_price(director_client, daily):
    option = daily.event.options.get()
    press(director_client, f"sold:{option.pk}:1")
    at = f"/floor/main/settings/options/{option.pk}/"
    director_client.post(f"{at}remove/")
    assert daily.event.options.exists()
    sent = {"kind": "entry", "name": "Entry", "prize": "90", "fee": "20", "chips": "10000"}
    answer = director_client.post(at, sent)
    assert (answer.status_code, "was counted 1 times" in text(answer)) == (422, True)
