"""PINs of staff: taken by everybody for himself, taken away by a director. Kept as a hash, in no journal."""

from django.contrib.auth.hashers import make_password

from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Staff
from tournaments.rules.errors import RuleError
from tournaments.rules.pin import clean_pin, refuse_trivial


@action("own.pin", scope="house")
def set_own_pin(change: Change, /, staff: Staff, pin: str) -> Staff:
    """Let somebody of any role take a PIN; his password has been asked for and checked.

    RuleError: `not-your-role` for anybody else's; `pin-form`, `pin-trivial`.
    """
    _refuse_others(change, staff)
    pin = clean_pin(pin)
    refuse_trivial(pin)
    change.note(username=staff.username, name=staff.name)
    return change.update(staff, pin=make_password(pin))


@action("own.clear_pin", scope="house")
def clear_own_pin(change: Change, /, staff: Staff) -> Staff:
    """Let somebody give up his PIN. RuleError: `not-your-role` for anybody else's."""
    _refuse_others(change, staff)
    return clear_pin(change, staff)


@action("staff.clear_pin", scope="house")
def clear_pin(change: Change, /, staff: Staff) -> Staff:
    """Take a person's PIN away: at a shared desk he signs in by password from now on."""
    change.note(username=staff.username, name=staff.name)
    return change.update(staff, pin="")


def _refuse_others(change: Change, staff: Staff) -> None:
    if change.by.staff != staff:
        raise RuleError("not-your-role", "Your role may not do this.")
