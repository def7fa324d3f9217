"""The list of absent players and penalties."""

import re

import pytest

from tables.actions.marks import mark_absent, penalty
from tables.models import ChipCount, Mark
from tests import factories
from tests.actions.floor import seat_at
from tournaments.journal.undo import undo
from tournaments.models import Action
from tournaments.rules.roles import Role

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "marks"}
ADDRESS = "/floor/main/absent/"


@pytest.fixture
def seated(director):
    """Table 7 with four players; the first absent, the second under a penalty of one round and one hand."""
    factories.make_house(timezone="Europe/Vienna")
    day = factories.make_day(factories.make_event(slug="main"))
    (table,) = factories.make_tables(day, 1, first=7)
    players = seat_at(day, table, [1, 2, 3, 4])
    who = factories.as_by(director)
    mark_absent(who, players[1])
    penalty(who, players[2], rounds=1, hands=1, reason="phone at the table")
    return day, players


def text(answer) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def of(kind: str) -> Mark:
    return Mark.objects.get(kind=kind)


def press(client, do, **more):
    return client.post(ADDRESS, {"day": "1", "do": do, **more}, headers=HTMX)


def test_the_list_says_seat_hands_and_stack(director_client, seated):
    day, players = seated
    ChipCount.objects.create(event=day.event, day=day, entry=players[1], chips=17_400, at=factories.START)
    answer = director_client.get(ADDRESS)
    page = text(answer)
    assert "5 hands left" in page  # four players at the table are four hands a round
    assert "phone at the table · 1 round given" in page
    assert "17,400 as of 19:00" in page
    assert answer.content.decode().count("/floor/main/day/1/?table=7") == 2
    assert "/floor/main/no-shows/?day=1" in answer.content.decode()


def test_hands_are_counted_down_until_the_penalty_is_over(director_client, seated):
    for left in (4, 3, 2):
        assert f": {left} hands left." in text(press(director_client, f"hand:{of('penalty').pk}"))
    assert ": 1 hand left." in text(press(director_client, f"hand:{of('penalty').pk}"))
    assert "is over." in text(press(director_client, f"hand:{of('penalty').pk}"))
    answer = press(director_client, f"hand:{of('penalty').pk}")
    assert (answer.status_code, "This was over at" in text(answer)) == (422, True)
    undo(factories.as_by(), Action.objects.filter(kind="mark.count_down").latest("pk"))
    assert (of("penalty").hands, of("penalty").until) == (1, None)


def test_who_is_back_leaves_the_list(director_client, seated):
    answer = press(director_client, f"lift:{of('absent').pk}")
    assert "is back." in text(answer)
    assert "Absent: blinded off meanwhile" not in text(answer)
    assert of("absent").until is not None


def test_a_double_press_counts_one_hand(director_client, seated):
    for _ in range(2):
        press(director_client, f"hand:{of('penalty').pk}", request_id="once")
    assert of("penalty").hands == 4


def test_without_scripts_a_press_leads_back(director_client, seated):
    answer = director_client.post(ADDRESS, {"day": "1", "do": f"lift:{of('penalty').pk}"}, follow=True)
    assert answer.redirect_chain == [(f"{ADDRESS}?day=1", 302)]
    assert "is lifted." in text(answer)


@pytest.mark.parametrize("do", ["", "hand:x", "dance:1", "lift:99999999999", "lift:0"])
def test_what_no_button_sends_is_not_found(director_client, seated, do):
    assert press(director_client, do).status_code == 404


@pytest.mark.parametrize("role", Role)
def test_all_may_look_and_the_floor_may_lift(client, seated, role):
    client.force_login(factories.make_staff(role), backend="django.contrib.auth.backends.ModelBackend")
    page = client.get(ADDRESS)
    may = role in {"director", "floor"}
    assert (page.status_code, 'name="do"' in page.content.decode()) == (200, may)
    assert press(client, f"lift:{of('absent').pk}").status_code == (200 if may else 403)


def test_nobody_marked_is_said(director_client, seated):
    Mark.objects.all().delete()
    assert "Nobody is marked" in text(director_client.get(ADDRESS))


def test_the_page_asks_the_same_for_few_and_for_many(director_client, seated, django_assert_max_num_queries):
    day, _players = seated
    director_client.get(ADDRESS)
    with django_assert_max_num_queries(60) as few:
        director_client.get(ADDRESS)
    for table in factories.make_tables(day, 3):
        for entry in seat_at(day, table, range(1, 9)).values():
            mark_absent(factories.as_by(), entry)
    with django_assert_max_num_queries(len(few)):
        director_client.get(ADDRESS)
