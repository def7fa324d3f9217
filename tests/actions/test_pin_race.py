"""Wrong PINs tried at many devices at once: no more are looked at than one after another."""

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client

from tests import factories
from tests.actions.test_draw_race import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def desk_of(person) -> Client:
    client = Client()
    assert client.post("/login/", {"username": person.username, "password": "correct horse 7"}).url
    return client


def refusals(desks: list[Client], people: list) -> list[str]:
    """What each was told who tried a wrong PIN, all at once."""
    answers = at_once(
        *(
            lambda desk=desk, person=person: desk.post(
                "/floor/change-person/", {"person": person.pk, "pin": "9999"}
            ).content.decode()
            for desk, person in zip(desks, people, strict=True)
        )
    )
    return sorted(
        "wrong" if "That is not the PIN" in page else "rests" if "Too many wrong PINs" in page else page
        for page in answers
    )


def test_of_twenty_guesses_at_one_person_five_are_looked_at():
    ivy = factories.make_staff("cashier", pin=make_password("4731"))
    desks = [desk_of(factories.make_staff("floor")) for _ in range(20)]
    assert refusals(desks, [ivy] * 20) == ["rests"] * 15 + ["wrong"] * 5


def test_of_twenty_guesses_by_one_person_ten_are_looked_at():
    mia = factories.make_staff("floor")
    people = [factories.make_staff("cashier", pin=make_password("4731")) for _ in range(20)]
    desks = [desk_of(mia) for _ in range(20)]
    assert refusals(desks, people) == ["rests"] * 10 + ["wrong"] * 10
