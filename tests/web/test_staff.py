"""The pages of staff, house, own password and the house's journal."""

import pytest
from django.test import Client
from django.urls import reverse

from tables.actions.room import add_room, add_tables
from tests import factories
from tests.factories import as_by
from tournaments.actions.house import change_house
from tournaments.models import Action, House, Staff

pytestmark = pytest.mark.django_db

BACKEND = "django.contrib.auth.backends.ModelBackend"
OLD, NEW = "correct horse 7", "violet otter 42"
MIA = {"name": "Mia Wong", "username": "mia", "role": "floor", "password": NEW}


@pytest.fixture
def mia(db) -> Staff:
    return factories.make_staff("floor", username="mia", name="Mia Wong")


def text_of(answer) -> str:
    return " ".join(answer.content.decode().split())


def client_of(staff: Staff) -> Client:
    client = Client()
    client.force_login(staff, backend=BACKEND)
    return client


def may_sign_in(username: str, password: str) -> bool:
    answer = Client().post(reverse("login"), {"username": username, "password": password})
    return answer.status_code == 302


# Staff


def test_somebody_is_added_and_signs_in(director_client):
    answer = director_client.post(reverse("staff_list"), MIA)
    assert (answer.status_code, answer["Location"]) == (302, reverse("staff_list"))
    page = text_of(director_client.get(reverse("staff_list")))
    assert "Mia Wong" in page
    assert NEW not in page
    assert may_sign_in("mia", NEW)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"username": "Mia"}, "Somebody signs in as Mia already."),
        ({"username": "mia wong"}, "Letters, digits and . @ + - _ only, without spaces."),
        ({"username": "m" * 61}, "at most 60 characters"),
        ({"name": ""}, "This field is required."),
        ({"name": "M" * 200}, "at most 100 characters"),
        ({"role": "owner"}, "Select a valid choice."),
        ({"username": "ivy", "password": "short"}, "This password is too short."),
        ({"username": "ivy", "password": "password1"}, "This password is too common."),
        ({"username": "ivy-the-second", "password": "ivy-the-second"}, "too similar to the"),
    ],
)
def test_what_is_wrong_is_said_in_place_and_nothing_is_lost(director_client, mia, typed, sentence):
    before = Staff.objects.count()
    answer = director_client.post(reverse("staff_list"), MIA | {"name": "Mia Two"} | typed)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert Staff.objects.count() == before
    if "name" not in typed:
        assert 'value="Mia Two"' in text_of(answer)


def test_role_and_signing_in_are_changed(director_client, mia):
    page = reverse("staff_member", args=[mia.pk])
    assert "Mia Wong" in text_of(director_client.get(page))
    assert director_client.post(page, {"name": "Mia W", "role": "cashier"}).status_code == 302
    mia.refresh_from_db()
    assert (mia.name, mia.role, mia.is_active) == ("Mia W", "cashier", False)
    assert not may_sign_in("mia", OLD)


def test_the_last_director_stays(director, director_client):
    page = reverse("staff_member", args=[director.pk])
    answer = director_client.post(page, {"name": director.name, "role": "floor", "is_active": "on"})
    assert answer.status_code == 422
    assert f"{director.name} is the only director who may sign in." in text_of(answer)
    director.refresh_from_db()
    assert director.role == "director"


def test_a_new_password_ends_old_sessions_and_the_lock(director_client, mia):
    device = client_of(mia)
    for _guess in range(10):
        Client().post(reverse("login"), {"username": "mia", "password": "wrong"})
    assert not may_sign_in("mia", OLD)
    answer = director_client.post(reverse("staff_password", args=[mia.pk]), {"password": NEW})
    assert answer.status_code == 302
    assert may_sign_in("mia", NEW)
    assert device.get(reverse("rooms")).status_code == 302
    assert not may_sign_in("mia", OLD)


def test_a_weak_new_password_is_refused_in_place(director_client, mia):
    answer = director_client.post(reverse("staff_password", args=[mia.pk]), {"password": "mia"})
    assert answer.status_code == 422
    assert "This password is too short." in text_of(answer)
    assert Action.objects.count() == 0


def test_a_directors_own_password_wants_the_old_one(director, director_client):
    answer = director_client.post(reverse("staff_password", args=[director.pk]), {"password": NEW})
    assert (answer.status_code, answer["Location"]) == (302, reverse("password"))
    director.refresh_from_db()
    assert director.check_password(OLD)


@pytest.mark.parametrize("n", [1, 3])
def test_more_staff_ask_no_more_questions(n, director_client, django_assert_num_queries):
    for _staff in range(n):
        factories.make_staff("floor")
    with django_assert_num_queries(4):  # session, staff, house; everybody
        assert director_client.get(reverse("staff_list")).status_code == 200


# Own password


@pytest.mark.parametrize("role", ["director", "floor", "registration", "cashier", "viewer"])
def test_everybody_changes_the_own_password_and_stays_signed_in(role):
    someone = factories.make_staff(role)
    here, elsewhere = client_of(someone), client_of(someone)
    answer = here.post(reverse("password"), {"old_password": OLD, "new_password1": NEW, "new_password2": NEW})
    assert (answer.status_code, answer["Location"]) == (302, reverse("password"))
    someone.refresh_from_db()
    assert someone.check_password(NEW)
    assert here.get(reverse("password")).status_code == 200
    assert elsewhere.get(reverse("password")).status_code == 302
    assert Action.objects.get().facts["name"] == someone.name


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"old_password": "wrong"}, "Your old password was entered incorrectly."),
        ({"new_password2": "violet otter 43"}, "password fields didn"),
        ({"new_password1": "12", "new_password2": "12"}, "This password is too short."),
    ],
)
def test_a_wrong_own_password_is_said_in_place(mia, typed, sentence):
    good = {"old_password": OLD, "new_password1": NEW, "new_password2": NEW}
    answer = client_of(mia).post(reverse("password"), good | typed)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    mia.refresh_from_db()
    assert mia.check_password(OLD)


# House


def test_the_house_is_named(director_client):
    page = reverse("house")
    answer = director_client.post(
        page, {"name": "Casino Lisboa", "timezone": "Asia/Macau", "currency": "mop"}
    )
    assert answer.status_code == 302
    assert House.objects.values_list("name", "timezone", "currency").get() == (
        "Casino Lisboa",
        "Asia/Macau",
        "MOP",
    )
    assert "Casino Lisboa" in text_of(director_client.get(page))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            {"timezone": "Macau"},
            "There is no time zone called Macau. Write it as Europe/Paris",
        ),
        ({"currency": "XYZ"}, "There is no currency XYZ. Write its three letters, as EUR or USD."),
        ({"name": ""}, "This field is required."),
    ],
)
def test_a_wrong_setting_is_said_in_place_and_kept(director_client, typed, sentence):
    good = {"name": "Casino Lisboa", "timezone": "Asia/Macau", "currency": "MOP"}
    answer = director_client.post(reverse("house"), good | typed)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    for value in (good | typed).values():
        assert not value or f'value="{value}"' in text_of(answer)
    assert Action.objects.count() == 0


# The house's journal


def test_the_journal_tells_what_was_done_and_undoes_it(director, director_client):
    add_room(as_by(director), name="Main room")
    page = text_of(director_client.get(reverse("house_journal")))
    assert "Room added: Main room" in page
    done = Action.objects.get()
    assert reverse("house_undo", args=[done.pk]) in page
    answer = director_client.post(reverse("house_undo", args=[done.pk]))
    assert (answer.status_code, answer["Location"]) == (302, reverse("house_journal"))
    assert "Undone: Room added: Main room" in text_of(director_client.get(reverse("house_journal")))


def test_what_cannot_be_undone_says_why(director, director_client):
    room = add_room(as_by(director), name="Main room")
    added = Action.objects.get()
    add_tables(as_by(director), room, first=1, last=2, chairs=9)
    journal = reverse("house_journal")
    answer = director_client.post(
        reverse("house_undo", args=[added.pk]),
        headers={"Referer": f"http://testserver{journal}"},
        follow=True,
    )
    assert "Later actions stand in the way: 2. Undo them first, newest first." in text_of(answer)


def test_a_password_has_no_undo(director_client, mia):
    director_client.post(reverse("staff_password", args=[mia.pk]), {"password": NEW})
    done = Action.objects.get()
    page = text_of(director_client.get(reverse("house_journal")))
    assert "New password for Mia Wong" in page
    assert reverse("house_undo", args=[done.pk]) not in page
    assert director_client.post(reverse("house_undo", args=[done.pk])).status_code == 422


def test_an_events_action_is_not_the_houses_to_undo(director, director_client):
    event = factories.make_event()
    row = Action.objects.create(
        event=event, seq=1, kind="event.change", at=factories.START, happened_at=factories.START
    )
    assert director_client.post(reverse("house_undo", args=[row.pk])).status_code == 404


def test_undo_is_offered_by_role(director, mia):
    add_room(as_by(director), name="Main room")
    page = text_of(client_of(mia).get(reverse("house_journal")))
    assert "Room added: Main room" in page
    assert reverse("house_undo", args=[Action.objects.get().pk]) not in page
    answer = client_of(mia).post(reverse("house_undo", args=[Action.objects.get().pk]))
    assert answer.status_code == 422


def test_the_journal_is_told_in_the_houses_time(director, director_client, clock):
    by = as_by(director, clock)
    change_house(by, name="Casino Lisboa", timezone="Asia/Macau", currency="MOP")
    page = text_of(director_client.get(reverse("house_journal")))
    assert "29 Nov 02:00" in page


def test_the_journal_has_pages(director, director_client):
    for n in range(102):
        add_room(as_by(director), name=f"Room {n}")
    page = text_of(director_client.get(reverse("house_journal")))
    assert "Room added: Room 101" in page
    assert "?before=3" in page
    older = text_of(director_client.get(reverse("house_journal"), {"before": "3"}))
    assert ("Room added: Room 1<" in older, "Room added: Room 2<" in older) == (True, False)
    assert director_client.get(reverse("house_journal"), {"before": "drop table"}).status_code == 200


@pytest.mark.parametrize("n", [1, 3])
def test_a_longer_journal_asks_no_more_questions(n, director, director_client, django_assert_num_queries):
    for i in range(n):
        add_room(as_by(director), name=f"Room {i}")
    # session, staff, house; zone, lines, those that last
    with django_assert_num_queries(6):
        assert director_client.get(reverse("house_journal")).status_code == 200
