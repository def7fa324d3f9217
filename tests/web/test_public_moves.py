"""What a phone says to a player who was moved."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tables.actions.move import move
from tests import factories
from tests.actions.floor import late_day, seat_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def day(db):
    factories.make_house(timezone="UTC")
    return late_day(event=factories.make_event(slug="main", shows_names=True))


def text(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_a_player_who_was_moved_is_told_from_where_and_when(day, director, clock):
    one, two = factories.make_tables(day, 2, first=1)
    entry = seat_at(day, one, [3])[3]
    seat_at(day, two, [1])
    page = text(Client().get(f"/C/{entry.token}"))
    assert ("Table 1 Seat 3" in page, "You moved here" in page) == (True, False)
    clock.forward(minutes=41)
    move(factories.as_by(director, clock), entry, 2, 4, reason="asked")
    page = Client().get(f"/C/{entry.token}")
    assert "Table 2 Seat 4 You moved here from 1-3 at 18:41" in text(page)
    assert 'data-seat="2-4"' in page.content.decode()
    found = text(Client().get("/e/main/", {"q": entry.player.last_name}))
    assert "table 2, seat 4 moved from 1-3 at 18:41" in found


def test_finding_seats_asks_the_same_however_often_they_moved(day, director):
    one, _two = factories.make_tables(day, 2, first=1)
    entry = seat_at(day, one, [3])[3]

    def queries():
        with CaptureQueriesContext(connection) as found:
            Client().get("/e/main/", {"q": entry.player.last_name})
        return len(found)

    few = queries()
    for table, chair in ((2, 4), (1, 5), (2, 6)):
        move(factories.as_by(director), entry, table, chair, reason="asked")
    assert queries() == few
