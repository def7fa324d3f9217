"""Ending a seat. A chair that is freed is never handed on: the next player is drawn to it."""

from tables.models import Seat
from tournaments.journal.change import Change
from tournaments.models import Entry


def unseat(change: Change, entry: Entry) -> Seat | None:
    """End the entry's seat now, as part of the action under way: the seat, or None if it had none."""
    seat = Seat.objects.filter(entry=entry, until=None).first()
    return change.update(seat, until=change.now) if seat else None
