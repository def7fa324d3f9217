"""Hand for hand as a browser sends it: ticked on the console's card, completed there, told with places."""

import re

import pytest
from django.urls import reverse

from tables.actions.bust import bust
from tables.actions.hand_for_hand import start_hand_for_hand
from tables.models import Bust, DayFloor, DayTable
from tests import factories
from tests.actions.floor import late_day, seat_at
from tournaments.models import Action

pytestmark = pytest.mark.django_db
HANDS, CONSOLE = (reverse(name, args=["main", "1"]) for name in ("hands", "console_day"))


@pytest.fixture
def day(db):
    return late_day(event=factories.make_event(slug="main"))


@pytest.fixture
def seats(day):
    """Two tables of five, hand for hand, one out at each."""
    tables = factories.make_tables(day, 2, first=1)
    found = [seat_at(day, row, range(1, 6)) for row in tables]
    start_hand_for_hand(factories.as_by(), day)
    for seated in found:
        bust(factories.as_by(), seated[2])
    return found


def words(answer):
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def name(entry):
    return f"{entry.player.first_name} {entry.player.last_name}"


def press(client, do, **headers):
    return client.post(HANDS, {"do": do, "then": "console"}, headers={"HX-Request": "true", **headers})


def test_a_tick_on_the_console_stays_there_and_says_so(director_client, day, seats):
    said = press(director_client, "done:2")
    assert (said.status_code, said.headers["HX-Trigger"]) == (204, "revision")
    shown = director_client.get(CONSOLE)
    card = re.search(r'<ul class="handticks">.*?</ul>', shown.content.decode(), re.S)[0]
    assert re.findall(r'value="(done:\d)"', card) == ["done:1"]
    assert "Tap each table as it finishes. 2 busts are held." in words(shown)


def test_what_is_refused_on_the_console_is_a_sentence(director_client, day, seats):
    said = press(director_client, "complete")
    assert "Still playing this hand: tables 1, 2." in words(said) + str(dict(said.headers))
    assert Bust.objects.filter(held=True).count() == 2


def test_whoever_may_not_tick_reads_who_plays(day, seats, client):
    client.force_login(
        factories.make_staff("registration"), backend="django.contrib.auth.backends.ModelBackend"
    )
    shown = client.get(CONSOLE)
    assert "Still playing: tables 1, 2." in words(shown)
    assert "handticks" not in shown.content.decode()


def test_a_complete_hand_is_told_with_names_and_places(director_client, day, seats):
    for number in (1, 2):
        press(director_client, f"done:{number}")
    press(director_client, "complete")
    assert DayFloor.objects.get().hand == 2
    row = Action.objects.get(kind="hand.complete")
    out = [name(seated[2]) for seated in seats]
    line = f"Hand complete, 2 min off the clock. Out: {out[0]}, {out[1]} (1-2, 2-2)"
    assert line in words(director_client.get(CONSOLE))
    page = words(director_client.get(HANDS))
    assert "Out in the hand before" in page
    assert page.count("Out, tied 9th") == 2
    panel = words(director_client.get(reverse("console_table", args=["main", "1", 1]), {"done": row.pk}))
    assert panel.count("Out, tied 9th") == 2
    # Whose chair is at another table is mended there.
    assert (panel.count("Wrong player"), panel.count("Won by")) == (1, 0)


def test_the_end_of_hand_for_hand_says_whose_busts_count_now(director_client, day, seats):
    press(director_client, "stop")
    page = words(director_client.get(HANDS))
    assert f"Hand for hand is over on Day 1. Out: {name(seats[0][2])}" in page
    assert DayTable.objects.filter(hand__gt=0).count() == 0


def test_the_last_hands_are_over_by_one_press_on_the_console(director_client, day, seats):
    press(director_client, "stop")
    press(director_client, "draw")
    assert DayFloor.objects.get().last_hands is not None
    assert 'value="end"' in director_client.get(CONSOLE).content.decode()
    assert press(director_client, "end").status_code == 204
    assert DayFloor.objects.get().last_hands is None
