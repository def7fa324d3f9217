"""Presses that are two actions: both are done, or neither, and once however often they are sent."""

import pytest
from django.urls import reverse

from tables.actions.apart import keep_apart
from tables.actions.seat_notes import lock_seat
from tables.models import Apart, DayTable, Plan, Seat, Table
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


def test_a_move_sent_twice_is_answered_twice_with_what_it_did(director_client, day):
    """The answer to the first was lost: the second must not be refused for what the first did."""
    _tables, (one, _two) = filled(day, 5, 5)
    sent = {"entry": one[1].pk, "to": "2-9", "reason": "asked for it", "request_id": "once"}
    address = reverse("console_do", args=["main", "1", 1, "move"])
    for _ in range(2):
        answer = director_client.post(address, sent, headers={"HX-Request": "true"})
        assert (answer.status_code, answer.context["answer"].moved) == (200, Seat.objects.latest("pk").pk)
    assert Seat.objects.filter(entry=one[1]).count() == 2
    answer = director_client.post(address, sent | {"request_id": "two"}, headers={"HX-Request": "true"})
    assert (answer.status_code, "has sat at 2-9 since" in text(answer)) == (422, True)


def test_a_pair_let_together_twice_is_together(director_client, day):
    _tables, (seats,) = filled(day, 5)
    pair = keep_apart(factories.as_by(), day.event, seats[1].player, seats[2].player)
    for _ in range(2):
        answer = director_client.post(at("apart"), {"together": pair.pk, "request_id": "once"})
        assert (answer.status_code, Apart.objects.count()) == (302, 0)
