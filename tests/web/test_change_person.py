"""A quick change of person by PIN, and who tries to get in by it."""

from datetime import timedelta

import pytest
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests import factories
from tournaments.journal.change import utc_now
from tournaments.models import Action, Staff, WrongPins
from tournaments.web import signed_in

pytestmark = pytest.mark.django_db

PASSWORD, PIN = "correct horse 7", "4731"


@pytest.fixture
def mia() -> Staff:
    return factories.make_staff("floor", username="mia", name="Mia Wong")


@pytest.fixture
def ivy() -> Staff:
    return factories.make_staff("cashier", username="ivy", name="Ivy Chan", pin=make_password(PIN))


@pytest.fixture
def desk(mia) -> Client:
    return signed_in_as(mia)


def signed_in_as(person: Staff) -> Client:
    client = Client()
    client.post(reverse("login"), {"username": person.username, "password": PASSWORD})
    return client


def change(client: Client, person: Staff, pin: str = PIN, **more: str):
    return client.post(reverse("change_person"), {"person": person.pk, "pin": pin, **more})


def who(client: Client) -> int | None:
    key = client.session.get(SESSION_KEY)
    return int(key) if key else None


def text_of(answer) -> str:
    return " ".join(answer.content.decode().split())


def test_whoever_pressed_by_mistake_goes_back_to_where_he_was(desk, mia, ivy):
    here = reverse("prints")
    stays = f'href="{here}">Mia Wong stays</a>'
    assert stays in text_of(desk.get(reverse("change_person"), {"next": here}))
    refused = change(desk, ivy, "9999", next=here)
    assert (refused.status_code, stays in text_of(refused)) == (422, True)
    elsewhere = text_of(desk.get(reverse("change_person"), {"next": "https://evil.example/"}))
    assert 'href="/floor/">Mia Wong stays</a>' in elsewhere


def test_a_pin_makes_the_session_that_persons_and_leads_back(desk, mia, ivy):
    before = desk.session.session_key
    answer = change(desk, ivy, next=reverse("prints"))
    assert (answer.status_code, answer["Location"]) == (302, reverse("prints"))
    assert who(desk) == ivy.pk
    assert desk.session.session_key != before
    page = text_of(desk.get(reverse("prints")))
    assert ("Ivy Chan" in page, "Mia Wong" in page) == (True, False)


def test_the_old_session_key_opens_nothing(desk, ivy):
    stolen = Client()
    stolen.cookies = desk.cookies.copy()
    change(desk, ivy)
    assert stolen.get(reverse("prints")).status_code == 302


def test_the_role_is_the_persons_own(desk, ivy):
    page = reverse("house")
    boss = factories.make_staff("director", pin=make_password("9302"))
    assert desk.get(page).status_code == 403
    change(desk, boss, "9302")
    assert desk.get(page).status_code == 200
    change(desk, ivy)
    assert desk.get(page).status_code == 403


def test_people_change_on_from_a_changed_session(desk, mia, ivy):
    Staff.objects.filter(pk=mia.pk).update(pin=make_password("9302"))
    change(desk, ivy)
    change(desk, mia, "9302")
    assert who(desk) == mia.pk


def test_a_wrong_pin_is_a_sentence_and_changes_nothing(desk, mia, ivy):
    answer = change(desk, ivy, "4732", next=reverse("prints"))
    assert answer.status_code == 422
    assert "That is not the PIN of Ivy Chan." in text_of(answer)
    assert f'name="next" value="{reverse("prints")}"' in text_of(answer)
    assert ("4732" in text_of(answer), who(desk)) == (False, mia.pk)


def test_five_wrong_ones_and_the_right_one_opens_no_more_but_the_password_does(desk, mia, ivy):
    for _guess in range(5):
        assert "That is not the PIN" in text_of(change(desk, ivy, "9999"))
    assert "Too many wrong PINs" in text_of(change(desk, ivy))
    assert who(desk) == mia.pk
    assert who(signed_in_as(ivy)) == ivy.pk
    change(desk, ivy)
    assert who(desk) == ivy.pk


def test_a_restart_forgets_no_wrong_ones_and_a_quarter_of_an_hour_does(desk, ivy):
    for _guess in range(5):
        change(desk, ivy, "9999")
    cache.clear()
    assert "Too many wrong PINs" in text_of(change(desk, ivy))
    earlier(WrongPins.Kind.FOR, WrongPins.Kind.BY)
    change(desk, ivy)
    assert who(desk) == ivy.pk


def test_twenty_wrong_ones_in_a_day_rest_until_the_day_is_over(desk, ivy):
    for _quarter in range(4):
        for _guess in range(5):
            assert "That is not the PIN" in text_of(change(desk, ivy, "9999"))
        earlier(WrongPins.Kind.FOR, WrongPins.Kind.BY)
    assert "Too many wrong PINs" in text_of(change(desk, ivy))
    earlier(*WrongPins.Kind, hours=24)
    change(desk, ivy)
    assert who(desk) == ivy.pk


def earlier(*kinds: WrongPins.Kind, **ago: int) -> None:
    """What was counted was a while ago."""
    counted = WrongPins.objects.filter(kind__in=kinds)
    assert counted.update(since=utc_now() - timedelta(**ago or {"minutes": 15})) == len(kinds)


def test_a_new_session_of_the_guesser_begins_no_new_count(mia, ivy):
    for _guess in range(5):
        change(signed_in_as(mia), ivy, "9999")
    device = signed_in_as(mia)
    assert "Too many wrong PINs" in text_of(change(device, ivy))


def test_one_guess_for_each_of_many_names_is_counted_too(desk, mia):
    staff = [factories.make_staff("cashier", pin=make_password(PIN)) for _ in range(11)]
    for one in staff[:10]:
        change(desk, one, "9999")
    assert "Too many wrong PINs" in text_of(change(desk, staff[10]))
    assert who(desk) == mia.pk


def test_four_slips_are_forgiven(desk, mia, ivy):
    Staff.objects.filter(pk=mia.pk).update(pin=make_password("9302"))
    for _round in range(2):
        for _guess in range(4):
            change(desk, ivy, "9999")
        change(desk, ivy)
        assert who(desk) == ivy.pk
        change(desk, mia, "9302")


def test_without_a_password_given_here_no_pin_does(mia, ivy):
    client = Client()
    client.force_login(mia, backend=signed_in.BACKEND)
    page = text_of(client.get(reverse("change_person")))
    assert ("Nobody gave a password at this device" in page, "Ivy Chan" in page) == (True, False)
    assert change(client, ivy).status_code == 422
    assert who(client) == mia.pk


def test_sixteen_hours_after_the_password_no_pin_does(desk, mia, ivy):
    session = desk.session
    session["signed_in_by_password"]["at"] = (utc_now() - timedelta(hours=16, seconds=1)).isoformat()
    session.save()
    assert change(desk, ivy).status_code == 422
    assert who(desk) == mia.pk


@pytest.mark.parametrize("what", [{"is_active": False}, {"password": make_password("violet otter 42")}])
def test_who_gave_the_password_must_still_be_let_in(desk, mia, ivy, what):
    factories.make_staff("cashier", username="may", pin=make_password("9302"))
    change(desk, ivy)
    Staff.objects.filter(pk=mia.pk).update(**what)
    answer = change(desk, Staff.objects.get(username="may"), "9302")
    assert (answer.status_code, who(desk)) == (422, ivy.pk)


def test_strangers_see_no_names_and_get_nowhere(ivy):
    client = Client()
    answer = client.get(reverse("change_person"))
    assert (answer.status_code, answer["Location"].startswith("/login/")) == (302, True)
    answer = change(client, ivy)
    assert (answer.status_code, "Ivy" in text_of(answer), who(client)) == (302, False, None)


@pytest.mark.parametrize("what", [{"is_active": False}, {"pin": ""}])
def test_who_may_not_sign_in_or_has_no_pin_is_no_choice(desk, mia, ivy, what):
    Staff.objects.filter(pk=ivy.pk).update(**what)
    assert "Ivy Chan" not in text_of(desk.get(reverse("change_person")))
    assert change(desk, ivy).status_code == 422
    assert change(desk, ivy, "").status_code == 422
    assert who(desk) == mia.pk


def test_lately_here_come_first(desk, mia, ivy):
    names = ["Ada", "Bea", "Zoe"]
    staff = {n: factories.make_staff("cashier", name=n, pin=make_password("9302")) for n in names}
    change(desk, staff["Zoe"], "9302")
    change(desk, ivy)
    page = text_of(desk.get(reverse("change_person")))
    places = [page.index(f"> {name}</label>") for name in ("Zoe", "Ada", "Bea")]
    assert places == sorted(places)


@pytest.mark.parametrize(
    "elsewhere", ["http://elsewhere.example/", "//elsewhere.example", "javascript:x", "/no/such"]
)
def test_it_never_leads_elsewhere(desk, ivy, elsewhere):
    assert change(desk, ivy, next=elsewhere)["Location"] == reverse("floor")


def test_it_leads_to_no_page_of_another_role(ivy):
    desk = signed_in_as(factories.make_staff("director", username="boss"))
    assert change(desk, ivy, next=reverse("house"))["Location"] == reverse("floor")


def test_a_form_without_the_token_is_refused(mia, ivy):
    client = Client(enforce_csrf_checks=True)
    client.force_login(mia, backend=signed_in.BACKEND)
    assert change(client, ivy).status_code == 403


# The own PIN


def take(client: Client, pin: str = PIN, again: str | None = None, password: str = PASSWORD):
    typed = {"pin": pin, "pin_again": pin if again is None else again, "password": password}
    return client.post(reverse("own_pin"), typed | {"request_id": "r1"})


def test_everybody_takes_a_pin_with_the_password(desk, mia):
    assert take(desk).status_code == 302
    other = signed_in_as(factories.make_staff("viewer", username="val"))
    change(other, mia)
    assert who(other) == mia.pk


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"pin": "1234"}, "Everybody tries this PIN first. Choose another."),
        ({"pin": "47"}, "A PIN has 4 to 8 figures."),
        ({"again": "4732"}, "The two PINs differ."),
        ({"password": "wrong"}, "That is not your password."),
    ],
)
def test_what_is_wrong_with_a_pin_is_said_in_place(desk, mia, typed, sentence):
    answer = take(desk, **typed)
    assert (answer.status_code, sentence in text_of(answer)) == (422, True)
    assert (Staff.objects.get(pk=mia.pk).pin, Action.objects.count()) == ("", 0)


def test_the_page_is_no_way_around_the_lock_of_the_password(desk, mia):
    for _guess in range(10):
        take(desk, password="wrong")
    assert take(desk).status_code in {422, 429}
    assert Staff.objects.get(pk=mia.pk).pin == ""


def test_a_pin_is_given_up_and_taken_away(desk, ivy, director_client):
    take(desk)
    desk.post(reverse("own_pin_give_up"))
    assert "Take the PIN away" in text_of(director_client.get(reverse("staff_member", args=[ivy.pk])))
    director_client.post(reverse("staff_take_pin", args=[ivy.pk]))
    assert set(Staff.objects.values_list("pin", flat=True)) == {""}
