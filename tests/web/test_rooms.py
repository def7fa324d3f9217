"""The pages of rooms and tables."""

import pytest
from django.test import Client
from django.urls import reverse

from tables.actions.room import add_room, add_tables, give_tables
from tables.models import Room, Seat, Table
from tables.queries.rooms import Holder, RoomTable, RoomTables, rooms
from tests import factories
from tests.factories import START, as_by
from tournaments.models import Action

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"


@pytest.fixture
def room(director) -> Room:
    return add_room(as_by(director), name="Main room")


def text_of(answer) -> str:
    return " ".join(answer.content.decode().split())


def furnish(director, n: int) -> None:
    """n rooms with a table in a Day's hands, and one that is free."""
    for i in range(n):
        made = add_room(as_by(director), name=f"Room {i}")
        add_tables(as_by(director), made, first=10 * i + 1, last=10 * i + 2, chairs=9)
        day = factories.make_day()
        give_tables(as_by(director), day, [10 * i + 1])
        entry = factories.make_entry(day, factories.make_option(day.event), state="seated")
        table = Table.objects.get(number=10 * i + 1)
        Seat.objects.create(day=day, table=table, chair=1, entry=entry, since=START, draw=None)


def test_rooms_say_who_has_each_table(director, room):
    first, second, third = add_tables(as_by(director), room, first=1, last=3, chairs=9)
    Table.objects.filter(pk=third.pk).update(lent=True, blocked=[3], accessible=[1, 2])
    event = factories.make_event(name="Main Event", slug="main")
    today = factories.make_day(event, code="1A", label="Day 1A")
    later = factories.make_day(event, code="1B", label="Day 1B")
    give_tables(as_by(director), today, [1])
    give_tables(as_by(director), later, [2, 1], state="reserved")
    entry = factories.make_entry(today, factories.make_option(event), state="seated")
    Seat.objects.create(day=today, table=first, chair=4, entry=entry, since=START, draw=None)

    def holder(day, is_open, order, sitting):
        return Holder("Main Event", "main", day.label, day.code, is_open, order, sitting)

    def table(row, *holders, blocked=(), accessible=(), lent=False):
        return RoomTable(row.pk, row.number, 9, blocked, accessible, lent, holders)

    assert rooms() == (
        RoomTables(
            room.pk,
            "Main room",
            (
                table(first, holder(today, True, 1, 1), holder(later, False, 2, 0)),
                table(second, holder(later, False, 1, 0)),
                table(third, blocked=(3,), accessible=(1, 2), lent=True),
            ),
        ),
    )
    assert rooms()[0].chairs == 26


def test_what_is_over_or_called_off_holds_nothing_in_reserve(director, room):
    add_tables(as_by(director), room, first=1, last=2, chairs=9)
    over = factories.make_day(over_at=START)
    off = factories.make_day(factories.make_event(cancelled_at=START))
    for day in (over, off):
        give_tables(as_by(director), day, [1], state="reserved")
    assert [table.holders for table in rooms()[0].tables] == [(), ()]


@pytest.mark.parametrize("n", [1, 3])
def test_more_rooms_ask_no_more_questions(n, director, director_client, django_assert_num_queries):
    furnish(director, n)
    with django_assert_num_queries(7):  # session, staff, house; rooms, tables, holders, seats
        answer = director_client.get(reverse("rooms"))
    assert answer.status_code == 200


def test_a_house_without_rooms_is_told_what_to_do(director_client):
    assert "No rooms yet" in text_of(director_client.get(reverse("rooms")))


def test_a_room_and_its_tables_are_added(director_client):
    answer = director_client.post(reverse("rooms"), {"name": "Main room"})
    room = Room.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, reverse("room", args=[room.pk]))
    answer = director_client.post(
        reverse("room_tables", args=[room.pk]), {"numbers": " 1 – 24 ", "chairs": "9"}
    )
    assert (answer.status_code, answer["Location"]) == (302, reverse("rooms"))
    assert list(Table.objects.values_list("number", "chairs")) == [(n, 9) for n in range(1, 25)]
    director_client.post(reverse("room_tables", args=[room.pk]), {"numbers": "31", "chairs": "8"})
    assert Table.objects.get(number=31).chairs == 8


def test_a_double_press_adds_one_room(director_client):
    for _press in range(2):
        answer = director_client.post(reverse("rooms"), {"name": "Main room", "request_id": "once"})
        assert answer.status_code == 302
    assert Room.objects.count() == 1


def test_a_room_name_that_is_taken_is_said_in_place(director_client, room):
    answer = director_client.post(reverse("rooms"), {"name": "Main room"})
    assert answer.status_code == 422
    assert "There is a room called Main room already." in text_of(answer)
    assert 'value="Main room"' in text_of(answer)


@pytest.mark.parametrize(
    ("numbers", "chairs", "sentence"),
    [
        ("one to nine", "9", "Write the numbers as 1-24, or one number."),
        ("٣", "9", "Write the numbers as 1-24, or one number."),
        ("9-1", "9", "The first number is at least 1, and the last is not below it."),
        ("0", "9", "The first number is at least 1, and the last is not below it."),
        ("1-9999", "9", "Give a first and a last number, at most 2000 tables apart."),
        ("7-9", "9", "There is a table 7 already."),
        ("1-6", "11", "Ensure this value is less than or equal to 10."),
        ("", "9", "This field is required."),
    ],
)
def test_wrong_numbers_are_said_in_place_and_kept(director, director_client, room, numbers, chairs, sentence):
    add_tables(as_by(director), room, first=7, last=7, chairs=9)
    answer = director_client.post(
        reverse("room_tables", args=[room.pk]), {"numbers": numbers, "chairs": chairs}
    )
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert f'name="numbers" value="{numbers}"' in text_of(answer) or not numbers
    assert list(Table.objects.values_list("number", flat=True)) == [7]


def test_a_table_is_changed(director, director_client, room):
    add_tables(as_by(director), room, first=7, last=7, chairs=9)
    page = text_of(director_client.get(reverse("house_table", args=[7])))
    assert "Table 7" in page
    answer = director_client.post(
        reverse("house_table", args=[7]),
        {"chairs": "8", "blocked": ["5", "3"], "accessible": ["1"], "lent": "on"},
    )
    assert answer.status_code == 302
    assert Table.objects.values_list("chairs", "blocked", "accessible", "lent").get() == (
        8,
        [3, 5],
        [1],
        True,
    )
    assert "lent to cash games" in text_of(director_client.get(reverse("rooms")))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"chairs": "8"}, "Somebody sits in chair 1-9."),
        ({"chairs": "9", "blocked": ["9"]}, "Somebody sits in chair 1-9."),
        ({"chairs": "9", "lent": "on"}, "Table 1 is open in an event."),
        (
            {"chairs": "9", "blocked": ["11"]},
            "11 is not one of the available choices.",
        ),
        ({"chairs": "nine"}, "Enter a whole number."),
    ],
)
def test_what_a_running_event_needs_is_not_changed(director_client, typed, sentence):
    (day_table,) = factories.make_tables(factories.make_day(), 1, first=1)
    entry = factories.make_entry(day_table.day, factories.make_option(day_table.day.event), state="seated")
    Seat.objects.create(
        day=day_table.day, table=day_table.table, chair=9, entry=entry, since=START, draw=None
    )
    answer = director_client.post(reverse("house_table", args=[1]), typed)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert Action.objects.count() == 0


def test_a_table_and_a_room_are_removed_in_that_order(director, director_client, room):
    add_tables(as_by(director), room, first=7, last=7, chairs=9)
    page = reverse("room", args=[room.pk])
    refused = director_client.post(
        reverse("room_remove", args=[room.pk]), headers={"Referer": f"http://testserver{page}"}, follow=True
    )
    assert "Main room has tables. Remove them first." in text_of(refused)
    assert director_client.post(reverse("house_table_remove", args=[7])).status_code == 302
    assert director_client.post(reverse("room_remove", args=[room.pk])).status_code == 302
    assert (Table.objects.count(), Room.objects.count()) == (0, 0)


def test_a_room_is_renamed(director_client, room):
    page = reverse("room", args=[room.pk])
    assert director_client.post(page, {"name": "Gallery"}).status_code == 302
    assert Room.objects.get().name == "Gallery"
    answer = director_client.post(page, {"name": "x" * 61})
    assert answer.status_code == 422
    assert "at most 60 characters" in text_of(answer)


@pytest.mark.parametrize("name", ["room", "room_tables", "house_table"])
def test_what_is_not_there_is_404(director_client, name):
    assert director_client.get(reverse(name, args=[77])).status_code == 404


def test_who_may_not_change_rooms_sees_them_without_buttons(director, room):
    add_tables(as_by(director), room, first=7, last=7, chairs=9)
    client = Client()
    client.force_login(factories.make_staff("viewer"), backend=BACKEND)
    page = text_of(client.get(reverse("rooms")))
    assert "Main room" in page
    assert reverse("house_table", args=[7]) not in page
    assert "Add a room" not in page


def test_a_name_is_text_on_the_page(director, director_client):
    add_room(as_by(director), name="<b>Main</b>")
    page = text_of(director_client.get(reverse("rooms")))
    assert "<b>Main</b>" not in page
    assert "&lt;b&gt;Main&lt;/b&gt;" in page
