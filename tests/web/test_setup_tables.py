"""The tables of an event's Days."""

import pytest
from django.test import Client

from tables.models import DayTable, Room, Seat, Table
from tests.factories import START, make_day, make_entry, make_event, make_option, make_staff, make_tables
from tournaments.models import Action, Day

pytestmark = pytest.mark.django_db
PAGE = "/floor/main/tables/"
DAY = "/floor/main/day/1/tables/"


@pytest.fixture
def day() -> Day:
    room = Room.objects.create(name="Main hall")
    for number in range(1, 9):
        Table.objects.create(room=room, number=number, chairs=9)
    return make_day(make_event(slug="main", chairs=8))


@pytest.fixture
def floor_client() -> Client:
    client = Client()
    client.force_login(make_staff("floor"), backend="django.contrib.auth.backends.ModelBackend")
    return client


def given(day: Day) -> list[tuple[int, str, int]]:
    return list(day.day_tables.values_list("table__number", "state", "chairs").order_by("order"))


def test_tables_are_given_by_numbers_and_by_tapping(floor_client, day):
    answer = floor_client.post(f"{DAY}give/", {"numbers": "3-2", "table": ["2", "7"], "state": "open"})
    assert (answer.status_code, answer["Location"]) == (302, f"{PAGE}?day=1")
    assert given(day) == [(3, "open", 8), (2, "open", 8), (7, "open", 8)]
    floor_client.post(f"{DAY}give/", {"numbers": "8", "state": "nonsense"})
    assert given(day)[-1] == (8, "reserved", 8)


def test_several_tables_are_opened_closed_and_taken_back_as_one_action(floor_client, day):
    floor_client.post(f"{DAY}give/", {"numbers": "1-4"})
    floor_client.post(f"{DAY}handle/", {"verb": "open", "table": ["1", "2", "3"]})
    floor_client.post(f"{DAY}handle/", {"verb": "close", "table": ["3"]})
    floor_client.post(f"{DAY}handle/", {"verb": "chairs", "table": ["1", "2"], "chairs": "10"})
    floor_client.post(f"{DAY}handle/", {"verb": "take-back", "table": ["4"]})
    assert given(day) == [(1, "open", 9), (2, "open", 9), (3, "closed", 8)]
    journal = floor_client.get("/floor/main/journal/").context["lines"]
    assert [line.text for line in journal] == [
        "Taken back from Day 1: tables 4",
        "10 chairs at tables 1, 2 of Day 1",
        "Closed on Day 1: tables 3",
        "Opened for Day 1: tables 1-3",
        "Tables given to Day 1: 1-4",
    ]


def test_what_was_done_to_several_tables_is_undone_as_one(floor_client, day):
    floor_client.post(f"{DAY}give/", {"numbers": "1-3"})
    before = given(day)
    for sent in (
        {"verb": "open", "table": ["1", "2"]},
        {"verb": "chairs", "table": ["1", "3"], "chairs": "6"},
        {"verb": "take-back", "table": ["1", "2", "3"]},
    ):
        floor_client.post(f"{DAY}handle/", sent)
        assert given(day) != before
        done = Action.objects.order_by("-seq").first()
        floor_client.post(f"/floor/main/undo/{done.pk}/")
        assert given(day) == before


def test_if_one_table_is_refused_none_is_closed(floor_client, day):
    floor_client.post(f"{DAY}give/", {"numbers": "1, 2", "state": "open"})
    entry = make_entry(day, make_option(day.event), state="seated")
    Seat.objects.create(day=day, table=Table.objects.get(number=2), chair=1, entry=entry, since=START)
    floor_client.post(f"{DAY}handle/", {"verb": "close", "table": ["1", "2"]})
    assert given(day) == [(1, "open", 8), (2, "open", 8)]


def test_the_opening_order_is_written_as_numbers(floor_client, day):
    floor_client.post(f"{DAY}give/", {"numbers": "1-4"})
    assert floor_client.get(PAGE).context["order"] == "1-4"
    floor_client.post(f"{DAY}order/", {"order": "4, 1-3"})
    assert [number for number, _state, _chairs in given(day)] == [4, 1, 2, 3]


REFUSED = {
    "nothing chosen": ("give", {}, "Choose the tables first."),
    "no such table": ("give", {"numbers": "99"}, "There is no table 99."),
    "words": ("give", {"numbers": "all"}, "all is not a table number."),
    "beyond any number": ("give", {"numbers": str(2**63)}, f"{2**63} is not a table number."),
    "without end": ("give", {"numbers": "1-32767"}, "That is more than 2000 tables."),
    "given already": ("give", {"numbers": "1"}, "Table 1 is given to this Day already."),
    "open elsewhere": ("give", {"numbers": "8", "state": "open"}, "Rival, Day 1, has table 8 now."),
    "lent": ("give", {"numbers": "7"}, "Table 7 is lent to cash games."),
    "none to open": ("handle", {"verb": "open"}, "Choose the tables first."),
    "somebody sits": ("handle", {"verb": "close", "table": "1"}, "1 players sit at table 1."),
    "somebody's chair": (
        "handle",
        {"verb": "chairs", "table": "1", "chairs": "2"},
        "Somebody sits in chair 1-5.",
    ),
    "no chairs": ("handle", {"verb": "chairs", "table": "2", "chairs": "x"}, "A table has 2 to 10 chairs."),
    "gone": (
        "handle",
        {"verb": "open", "table": "6"},
        "The Day's tables have changed in the meantime. Load the page again.",
    ),
    "half an order": (
        "order",
        {"order": "1"},
        "The Day's tables have changed in the meantime. Load the page again.",
    ),
}


@pytest.mark.parametrize(("form", "sent", "words"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_is_said_beside_its_form_and_changes_nothing(floor_client, day, form, sent, words):
    floor_client.post(f"{DAY}give/", {"numbers": "1, 2", "state": "open"})
    rival = make_day(make_event(name="Rival"))
    DayTable.objects.create(day=rival, table=Table.objects.get(number=8), state="open", chairs=9)
    Table.objects.filter(number=7).update(lent=True)
    entry = make_entry(day, make_option(day.event), state="seated")
    Seat.objects.create(day=day, table=Table.objects.get(number=1), chair=5, entry=entry, since=START)
    before = given(day)
    answer = floor_client.post(f"{DAY}{form}/", sent)
    assert (answer.status_code, answer.context["refused"], answer.context["refusal"]) == (422, form, words)
    assert given(day) == before
    if "numbers" in sent:
        assert f'value="{sent["numbers"]}"' in answer.content.decode()


def test_the_page_says_who_has_each_table(floor_client, day):
    rival = make_day(make_event(name="Rival"))
    for number, state in ((2, "open"), (3, "reserved"), (1, "open")):
        DayTable.objects.create(day=rival, table=Table.objects.get(number=number), state=state, chairs=9)
    floor_client.post(f"{DAY}give/", {"numbers": "1"})
    found = floor_client.get(PAGE).context["found"]
    assert [(table.number, table.state, table.elsewhere.event) for table in found.given] == [
        (1, "reserved", "Rival")
    ]
    held = {
        table.number: (table.is_free, table.holder and table.holder.is_open)
        for table in found.offered[0].tables
    }
    assert held == {2: (False, True), 3: (False, False)} | dict.fromkeys(range(4, 9), (True, None))


def test_unknown_days_and_verbs_are_not_there(floor_client, day):
    assert floor_client.get(f"{PAGE}?day=9").status_code == 404
    assert floor_client.post("/floor/main/day/9/tables/give/").status_code == 404
    assert floor_client.post(f"{DAY}handle/", {"verb": "burn"}).status_code == 404


def test_registration_may_neither_see_nor_move_tables(day):
    client = Client()
    client.force_login(make_staff("registration"), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(PAGE).status_code == 403
    assert {
        client.post(f"{DAY}{form}/", {"numbers": "1"}).status_code for form in ("give", "handle", "order")
    } == {403}
    assert given(day) == []


def test_a_house_without_tables_leads_to_its_rooms(floor_client):
    make_day(make_event(slug="main"))
    assert 'href="/floor/rooms/"' in floor_client.get(PAGE).content.decode()


def test_the_page_asks_the_same_of_the_database_for_one_and_for_three(
    floor_client, django_assert_max_num_queries
):
    day = make_day(make_event(slug="main"))
    make_tables(day, n=1)
    floor_client.get(PAGE)
    with django_assert_max_num_queries(100) as one:
        floor_client.get(PAGE)
    make_tables(day, n=2)
    make_tables(make_day(), n=2)
    with django_assert_max_num_queries(len(one)):
        assert len(floor_client.get(PAGE).context["found"].given) == 3
