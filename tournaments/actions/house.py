"""The house and its staff."""

from typing import Any
from zoneinfo import available_timezones

from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import House, Staff
from tournaments.rules.currency import is_currency
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import Role

OLDEST_MINIMUM = 99


@action("house.change", scope="house")
def change_house(
    change: Change, /, *, name: str, timezone: str, currency: str, minimum_age: int | None = None
) -> House:
    """Name the house, its time zone and its usual currency; minimum_age None leaves it.

    RuleError: `no-such-zone`, `no-such-currency`, `no-such-age`.
    """
    if timezone not in available_timezones():
        raise RuleError(
            "no-such-zone",
            "There is no time zone called {zone}. Write it as Europe/Paris or Asia/Macau.",
            {"zone": timezone},
        )
    if not is_currency(currency):
        raise RuleError(
            "no-such-currency",
            "There is no currency {currency}. Write its three letters, as EUR or USD.",
            {"currency": currency},
        )
    house = change.scope
    if not isinstance(house, House):
        raise TypeError("the house is changed in its own scope")
    age = house.minimum_age if minimum_age is None else minimum_age
    if not 0 <= age <= OLDEST_MINIMUM:
        raise RuleError("no-such-age", "The least age is from 0 to {most} years.", {"most": OLDEST_MINIMUM})
    change.note(name=name, timezone=timezone, currency=currency, minimum_age=age)
    return change.update(house, name=name, timezone=timezone, currency=currency, minimum_age=age)


@action("staff.add", scope="house")
def add_staff(change: Change, /, *, username: str, name: str, role: Role, password: str) -> Staff:
    """Give somebody a name and a password. RuleError: `username-taken`."""
    if Staff.objects.filter(username__iexact=username).exists():
        raise RuleError("username-taken", "Somebody signs in as {username} already.", {"username": username})
    change.note(username=username, name=name, role=role)
    staff = Staff(username=username)
    staff.set_password(password)
    return change.create(Staff, username=username, name=name, role=role, password=staff.password)


@action("staff.change", scope="house")
def change_staff(change: Change, /, staff: Staff, **values: Any) -> Staff:
    """Change name, role or whether he may sign in. RuleError: `last-director`."""
    leaves = values.get("role", staff.role) != Role.DIRECTOR or not values.get("is_active", staff.is_active)
    others = Staff.objects.filter(role=Role.DIRECTOR, is_active=True).exclude(pk=staff.pk)
    if staff.role == Role.DIRECTOR and leaves and not others.exists():
        raise RuleError("last-director", "{name} is the only director who may sign in.", {"name": staff.name})
    change.note(username=staff.username, name=values.get("name", staff.name))
    return change.update(staff, **values)


@action("staff.set_password", scope="house")
def set_password(change: Change, /, staff: Staff, password: str) -> Staff:
    """Set a new password. It is kept as a hash, and in no journal."""
    staff.set_password(password)
    hashed = staff.password
    staff.password = ""
    change.note(username=staff.username, name=staff.name)
    return change.update(staff, password=hashed)


@action("own.password", scope="house")
def set_own_password(change: Change, /, staff: Staff, password: str) -> Staff:
    """Let somebody of any role replace the own password, which has been asked for and checked.

    RuleError: `not-your-role` for anybody else's.
    """
    if change.by.staff != staff:
        raise RuleError("not-your-role", "Your role may not do this.")
    return set_password(change, staff, password)


def director_remains() -> bool:
    """Whether somebody who may sign in may still give others their roles."""
    return Staff.objects.filter(role=Role.DIRECTOR, is_active=True).exists()
