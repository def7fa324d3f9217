"""Taking back what was done to the house: rooms, tables, staff, settings."""

from tables.models import Seat
from tournaments.actions.house import director_remains
from tournaments.journal import invariants, record
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.journal.undo import undo
from tournaments.models import Action, Event, Shift
from tournaments.queries.drawers import differing
from tournaments.rules.errors import RuleError

# A password or PIN is in no journal, so there is nothing to play backwards.
NEVER_UNDONE = frozenset(
    {"staff.set_password", "staff.clear_pin", "own.password", "own.pin", "own.clear_pin"}
)


@action("journal.undo")
def take_back(change: Change, /, done: Action) -> None:
    """Undo one action of the house, where every event that is not over stays in order.

    RuleError as `undo`; `password-kept`, `last-director`, `chair-in-use`, `drawer-counted`, and whatever
    invariant of an event would break.
    """
    if done.kind in NEVER_UNDONE:
        raise RuleError("password-kept", "A password or PIN cannot be taken back. Set a new one.")
    undo(change, done)
    drawers = [pk for model, pk in record.keys_of(done.writes) if model == Shift._meta.label_lower]
    for shift in differing(drawers):
        words = "The drawer of {name} has other lines since: count it instead."
        raise RuleError("drawer-counted", words, {"name": shift.staff.name})
    if not director_remains():
        raise RuleError("last-director", "Then no director could sign in any more.")
    for event in Event.objects.filter(cancelled_at=None, days__over_at=None).distinct():
        invariants.hold(event)
    for seat in Seat.objects.filter(until=None).select_related("table"):
        if seat.chair in seat.table.blocked or seat.chair > seat.table.chairs:
            facts = {"table": seat.table.number, "chair": seat.chair}
            raise RuleError("chair-in-use", "Somebody sits in chair {table}-{chair}.", facts)
