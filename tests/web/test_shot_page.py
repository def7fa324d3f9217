"""A table's called clock on a phone."""

import pytest

from tables.models import DayTable, ShotClock
from tests import factories
from tournaments.rules.roles import Role

pytestmark = pytest.mark.django_db

PUBLIC, STAFF = "/e/main/table/7/clock/", "/floor/main/table/7/clock/"


@pytest.fixture
def table(db) -> DayTable:
    day = factories.make_day(factories.make_event(slug="main"))
    return factories.make_tables(day, 1, first=7)[0]


def test_anybody_may_look_and_nobody_without_a_name_may_press(client, table):
    page = client.get(PUBLIC)
    assert (page.status_code, "<form" in page.content.decode()) == (200, False)
    assert client.get("/e/main/table/7/clock.json").json() == {"called_at": None}
    assert client.post(PUBLIC, {"do": "call"}).status_code in {302, 403}
    assert not ShotClock.objects.exists()


def test_staff_call_it_and_end_it_and_the_phone_is_told(client, director_client, table):
    assert director_client.post(STAFF, {"do": "call"}).url == STAFF
    (shot,) = ShotClock.objects.all()
    told = client.get("/e/main/table/7/clock.json").json()
    assert told == {"called_at": shot.called_at.isoformat(timespec="milliseconds").replace("+00:00", "Z")}
    assert f'data-called-at="{told["called_at"]}"' in client.get(PUBLIC).content.decode()
    answer = director_client.post(STAFF, {"do": "call"})
    assert (answer.status_code, "was called at table 7 already" in answer.content.decode()) == (422, True)
    director_client.post(STAFF, {"do": "acted"})
    assert client.get("/e/main/table/7/clock.json").json() == {"called_at": None}
    answer = director_client.post(STAFF, {"do": "acted"})
    assert (answer.status_code, "No clock is called at this table." in answer.content.decode()) == (422, True)


def test_its_buttons_are_taken_by_a_browser_that_says_where_they_come_from(director_client, table):
    # The public screens send no referrer; a form of such a page would come from "null" and be refused.
    metas = '<meta name="referrer" content="{}">'
    page = director_client.get(STAFF).content.decode()
    assert page.index(metas.format("no-referrer")) < page.index(metas.format("same-origin"))
    assert metas.format("same-origin") not in director_client.get(PUBLIC).content.decode()


def test_what_is_not_there_is_not_found(director_client, table):
    assert director_client.get("/e/main/table/8/clock/").status_code == 404
    assert director_client.get("/e/other/table/7/clock/").status_code == 404
    assert director_client.post(STAFF, {"do": "dance"}).status_code == 404


@pytest.mark.parametrize("role", Role)
def test_the_floor_alone_has_the_buttons(client, table, role):
    client.force_login(factories.make_staff(role), backend="django.contrib.auth.backends.ModelBackend")
    may = role in {"director", "floor"}
    assert client.get(STAFF).status_code == (200 if may else 403)
    assert client.post(STAFF, {"do": "call"}).status_code == (302 if may else 403)
