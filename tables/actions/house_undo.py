"""Taking back what was done to the house: rooms, tables, staff, settings."""

from tables.models import Seat
from tournaments.actions.house import director_remains
from tournaments.journal import invariants
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.journal.undo import undo
from tournaments.models import Action, Event
from tournaments.rules.errors import RuleError

# A password is in no journal, so there is nothing to play backwards.
NEVER_UNDONE = frozenset({"staff.set_password", "own.password"})


@action("journal.undo")
def take_back(change: Change, /, done: Action) -> None:
    """Undo one action of the house, where every event that is not over stays in order.

    RuleError as `undo`; `password-kept`, `last-director`, `chair-in-use`, and whatever invariant of an
    event would break.
    """
    if done.kind in NEVER_UNDONE:
        raise RuleError("password-kept", "A password cannot be taken back. Set a new one.")
    undo(change, done)
    if not director_remains():
        raise RuleError("last-director", "Then no director could sign in any more.")
    for event in Event.objects.filter(cancelled_at=None, days__over_at=None).distinct():
        invariants.hold(event)
    for seat in Seat.objects.filter(until=None).select_related("table"):
        if seat.chair in seat.table.blocked or seat.chair > seat.table.chairs:
            facts = {"table": seat.table.number, "chair": seat.chair}
            raise RuleError("chair-in-use", "Somebody sits in chair {table}-{chair}.", facts)
