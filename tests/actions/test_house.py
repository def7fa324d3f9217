"""The house and its staff."""

import pytest

from tables.actions.house_undo import take_back
from tests import factories
from tests.factories import as_by
from tournaments.actions.house import add_staff, change_house, change_staff, set_own_password, set_password
from tournaments.models import Action, House, Staff
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import Role

pytestmark = pytest.mark.django_db

SECRET = "violet otter 42"


@pytest.fixture
def by(director, clock):
    return as_by(director, clock)


def refused(function, *args, **kwargs) -> str:
    """The code of the refusal, after which nothing is written."""
    before = Action.objects.count()
    with pytest.raises(RuleError) as caught:
        function(*args, **kwargs)
    assert Action.objects.count() == before
    return caught.value.code


def test_the_house_has_a_name_a_zone_and_a_currency(by):
    change_house(by, name="Casino Lisboa", timezone="Asia/Macau", currency="MOP")
    assert House.objects.values_list("name", "timezone", "currency").get() == (
        "Casino Lisboa",
        "Asia/Macau",
        "MOP",
    )
    take_back(by, Action.objects.get())
    assert House.objects.values_list("name", "timezone", "currency").get() == ("Floorman", "UTC", "EUR")


@pytest.mark.parametrize("zone", ["", "Macau/Asia", "../etc/passwd", "europe/paris", "CEST+2"])
def test_a_time_zone_is_one_there_is(by, zone):
    assert refused(change_house, by, name="House", timezone=zone, currency="EUR") == "no-such-zone"


@pytest.mark.parametrize("currency", ["", "EU", "eur", "XYZ", "€"])
def test_a_currency_is_one_there_is(by, currency):
    assert refused(change_house, by, name="House", timezone="UTC", currency=currency) == "no-such-currency"


def test_staff_are_added_with_a_password_that_is_in_no_journal(by):
    added = add_staff(by, username="mia", name="Mia Wong", role=Role.FLOOR, password=SECRET)
    assert (added.username, added.name, added.role, added.is_active) == ("mia", "Mia Wong", "floor", True)
    assert added.check_password(SECRET)
    row = Action.objects.get()
    assert SECRET not in str([row.facts, row.writes, row.answer])
    assert added.password not in str([row.facts, row.writes, row.answer])


@pytest.mark.parametrize("username", ["mia", "MIA"])
def test_a_user_name_is_given_once_however_it_is_written(by, username):
    add_staff(by, username="mia", name="Mia Wong", role=Role.FLOOR, password=SECRET)
    assert refused(add_staff, by, username=username, name="M", role=Role.FLOOR, password=SECRET) == (
        "username-taken"
    )


def test_a_director_always_remains(by, director):
    assert refused(change_staff, by, director, role="floor") == "last-director"
    assert refused(change_staff, by, director, is_active=False) == "last-director"
    second = factories.make_staff("director")
    assert change_staff(by, director, role="floor").role == "floor"
    assert refused(change_staff, as_by(second), second, is_active=False) == "last-director"


def test_a_director_who_may_not_sign_in_does_not_count(by, director):
    factories.make_staff("director", is_active=False)
    assert refused(change_staff, by, director, role="floor") == "last-director"


def test_undo_does_not_take_the_last_director(by, director):
    mia = factories.make_staff("floor")
    change_staff(by, mia, role="director")
    promoted = Action.objects.get()
    mia.refresh_from_db()
    change_staff(as_by(mia), director, role="floor")
    assert refused(take_back, as_by(mia), promoted) == "last-director"
    mia.refresh_from_db()
    assert mia.role == "director"


def test_undo_takes_somebody_new_away_until_they_did_something(by):
    mia = add_staff(by, username="mia", name="Mia Wong", role=Role.DIRECTOR, password=SECRET)
    added = Action.objects.get()
    take_back(by, added)
    assert not Staff.objects.filter(username="mia").exists()
    take_back(by, Action.objects.latest("pk"))
    again = Staff.objects.get(username="mia")
    assert (again.pk, again.name, again.check_password("")) == (mia.pk, "Mia Wong", False)
    change_house(as_by(again), name="Hers", timezone="UTC", currency="EUR")
    added.refresh_from_db()
    assert refused(take_back, by, added) == "changed-since"


def test_a_new_password_is_in_no_journal_and_is_not_taken_back(by):
    mia = factories.make_staff("floor")
    set_password(by, mia, SECRET)
    mia.refresh_from_db()
    assert mia.check_password(SECRET)
    row = Action.objects.get()
    assert SECRET not in str([row.facts, row.writes])
    assert mia.password not in str([row.facts, row.writes])
    assert refused(take_back, by, row) == "password-kept"
    set_own_password(as_by(mia), mia, "another otter 43")
    assert refused(take_back, by, Action.objects.latest("pk")) == "password-kept"


@pytest.mark.parametrize("role", ["floor", "registration", "cashier", "viewer"])
def test_staff_and_house_are_the_directors(role):
    someone = factories.make_staff(role)
    by = as_by(someone)
    assert refused(change_staff, by, someone, role="director") == "not-your-role"
    assert refused(set_password, by, factories.make_staff(), SECRET) == "not-your-role"
    assert refused(change_house, by, name="Mine", timezone="UTC", currency="EUR") == "not-your-role"
    assert refused(add_staff, by, username="x", name="X", role=Role.DIRECTOR, password=SECRET) == (
        "not-your-role"
    )
