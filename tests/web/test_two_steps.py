"""Presses that are two actions: both are done, or neither, and once however often they are sent."""

import pytest

from tables.actions.seat_notes import lock_seat
from tables.models import DayTable, Plan, Table
from tests import factories
from tests.actions.floor import late_day
from tests.web.test_floor_tables import at, filled, press, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(db):
    return late_day(event=factories.make_event(slug="main"))


def test_a_drawn_plan_is_made_anew_by_the_button_of_its_page_and_once(director_client, day):
    """Two actions of one press: the second had the request id of the first, and was refused."""
    filled(day, 6, 5)
    director_client.post(at("redraw", "1"), {"table": ["1", "2"]})
    plan = Plan.objects.get()
    for _ in range(2):
        answer = director_client.post(at("plan_anew", plan.pk), {"request_id": "once"})
        new = Plan.objects.get(state="proposed")
        assert (answer.url, Plan.objects.count()) == (at("plan", new.pk), 2)
    plan.refresh_from_db()
    assert (plan.state, plan.draw.void_reason) == ("discarded", "Made anew.")


def test_a_plan_that_cannot_be_made_anew_stays(director_client, day):
    _tables, (four, _none) = filled(day, 4, 0)
    director_client.post(at("redraw", "1"), {"table": "2"})
    lock_seat(factories.as_by(), four[1])
    director_client.post(at("plan_anew", Plan.objects.get().pk), {"request_id": "once"})
    plan = Plan.objects.get()
    assert (plan.state, plan.draw.voided_at) == ("proposed", None)


def test_a_table_is_handed_to_another_event_by_the_button_of_its_page_or_stays(director_client, day):
    """Two actions of one press: the second had the request id of the first, and only the first was done."""
    filled(day, 5, 0, 0)
    other = factories.make_day(factories.make_event(slug="turbo", name="Turbo"))
    for _ in range(2):
        answer = press(director_client, 2, "give", to=other.pk, request_id="once")
        assert answer.url == at("floor_table", "1", 2)
    assert [row.state for row in DayTable.objects.filter(table__number=2).order_by("pk")] == [
        "closed",
        "reserved",
    ]
    DayTable.objects.create(day=other, table=Table.objects.get(number=3), chairs=9, state="closed", order=9)
    answer = press(director_client, 3, "give", to=other.pk, request_id="again")
    assert (answer.status_code, "is given to this Day already" in text(answer)) == (422, True)
    assert DayTable.objects.get(day=day, table__number=3).state == "open"
