"""PINs of staff: a hash, in no journal, not undone."""

import pytest
from django.contrib.auth.hashers import check_password

from tables.actions.house_undo import take_back
from tests import factories
from tests.factories import as_by
from tournaments.actions.pin import clear_own_pin, clear_pin, set_own_pin
from tournaments.models import Action, Staff
from tournaments.rules.errors import RuleError

pytestmark = pytest.mark.django_db


def refused(function, *args) -> str:
    before = Action.objects.count(), list(Staff.objects.values_list("pin"))
    with pytest.raises(RuleError) as caught:
        function(*args)
    assert (Action.objects.count(), list(Staff.objects.values_list("pin"))) == before
    return caught.value.code


def test_a_pin_is_kept_as_a_hash_and_in_no_journal():
    ivy = factories.make_staff("cashier")
    set_own_pin(as_by(ivy), ivy, "4731")
    ivy.refresh_from_db()
    row = Action.objects.get()
    assert check_password("4731", ivy.pin)
    recorded = str([row.facts, row.writes, row.answer])
    assert ("4731" in recorded, ivy.pin in recorded) == (False, False)


@pytest.mark.parametrize("role", ["director", "floor", "cashier"])
def test_nobody_gives_or_takes_anothers_pin_by_the_own_door(role):
    ivy, other = factories.make_staff("cashier"), factories.make_staff(role)
    assert refused(set_own_pin, as_by(other), ivy, "4731") == "not-your-role"
    assert refused(clear_own_pin, as_by(other), ivy) == "not-your-role"


def test_a_director_takes_a_pin_away_and_others_do_not():
    ivy = factories.make_staff("cashier")
    set_own_pin(as_by(ivy), ivy, "4731")
    for role in ("floor", "registration", "cashier", "viewer"):
        assert refused(clear_pin, as_by(factories.make_staff(role)), ivy) == "not-your-role"
    clear_pin(as_by(), ivy)
    ivy.refresh_from_db()
    assert ivy.pin == ""


def test_pins_are_not_taken_back():
    ivy = factories.make_staff("cashier")
    set_own_pin(as_by(ivy), ivy, "4731")
    clear_own_pin(as_by(ivy), ivy)
    director = as_by()
    for done in Action.objects.order_by("-seq"):
        assert refused(take_back, director, done) == "password-kept"
