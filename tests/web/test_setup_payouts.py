"""Choosing how the pool is spread."""

import json

import pytest

from tables.queries.screen import screen_document
from tests import factories
from tournaments.journal.undo import undo
from tournaments.models import Action, Event

pytestmark = pytest.mark.django_db

CURVE = {"scheme": "curve", "percent": "15", "shape": "1", "unit": "5", "minimum": "20"}


@pytest.fixture
def event():
    made = factories.make_event(slug="open", guarantee=1_000_00)
    day = factories.make_day(made)
    option = factories.make_option(made)
    for _ in range(20):
        factories.make_entry(day, option)
    return made


def shown_prizes():
    """What the screens are told."""
    event = Event.objects.get()
    return json.loads(screen_document(event, event.days.get(), factories.START).text)["prizes"]


def save(client, **values):
    return client.post("/floor/open/settings/prizes/", CURVE | values)


def test_a_curve_is_kept_and_its_amounts_are_shown(director_client, event):
    assert save(director_client).status_code == 302
    event.refresh_from_db()
    assert event.payouts == {
        "scheme": "curve",
        "shape": "1",
        "permille": 150,
        "rounding": "up",
        "unit": 500,
        "minimum": 2000,
    }
    page = director_client.get("/floor/open/settings/prizes/")
    amounts = [amount for _first, _last, amount in page.context["amounts"]]
    assert (len(amounts), sum(amounts)) == (3, 1_000_00)
    assert shown_prizes() == {"pool": 1_000_00, "final": False, "places": 3, "amounts": amounts}


def test_the_screens_hide_amounts_with_the_pool(director_client, event):
    save(director_client)
    Event.objects.update(shows_pool=False)
    assert shown_prizes() == {"pool": None, "final": False, "places": None, "amounts": []}


def test_the_chart_pays_by_the_number_of_entries(director_client, event):
    save(director_client, scheme="chart", unit="1", minimum="")
    page = director_client.get("/floor/open/settings/prizes/")
    assert page.context["amounts"] == [(1, 1, 500_00), (2, 2, 300_00), (3, 3, 200_00)]


def test_places_that_are_paid_alike_stand_together(director_client, event):
    Event.objects.update(payouts={"scheme": "fixed", "amounts": [60_000, 20_000, 20_000], "unit": 1})
    page = director_client.get("/floor/open/settings/prizes/")
    assert page.context["amounts"] == [(1, 1, 600_00), (2, 3, 200_00)]
    assert "Places 2 to 3, each" in page.content.decode()


def test_entries_without_a_band_are_said(director_client, event):
    save(director_client, scheme="chart")
    option = event.options.get()
    for _ in range(50):
        factories.make_entry(event.days.get(), option)
    page = director_client.get("/floor/open/settings/prizes/")
    assert "The payout chart has no band for 70 entries." in page.content.decode()


def test_typed_prizes_are_kept_unless_another_scheme_is_chosen(director_client, event):
    """Fault 30: amounts stay amounts."""
    typed = {"scheme": "fixed", "amounts": [600_01, 399_99], "unit": 1, "minimum": 0}
    Event.objects.update(payouts=typed)
    save(director_client, scheme="kept", unit="0.01", minimum="")
    event.refresh_from_db()
    assert event.payouts == typed
    save(director_client, scheme="none")
    event.refresh_from_db()
    assert event.payouts == {}
    undo(factories.as_by(), Action.objects.get(kind="event.set_payouts", facts__case="none"))
    event.refresh_from_db()
    assert event.payouts == typed


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"percent": "0"}, "percent"),
        ({"percent": "101"}, "percent"),
        ({"shape": "9"}, "shape"),
        ({"scheme": "kept"}, "scheme"),
        ({"unit": "x"}, "unit"),
        ({"minimum": "-5"}, "minimum"),
        ({"unit": "-1"}, "unit"),
    ],
)
def test_what_is_wrong_is_said_in_place(director_client, event, values, field):
    answer = save(director_client, **values)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    event.refresh_from_db()
    assert event.payouts == {}


def test_only_a_director_chooses(client, event):
    client.force_login(factories.make_staff("floor"), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/floor/open/settings/prizes/").status_code == 403
    assert save(client).status_code == 403


def test_a_plan_that_nobody_can_read_is_chosen_anew(director_client, event):
    Event.objects.update(payouts={"scheme": "lottery"})
    assert shown_prizes()["amounts"] == []
    page = director_client.get("/floor/open/settings/prizes/")
    assert "cannot be read" in page.content.decode()
    assert save(director_client).status_code == 302
