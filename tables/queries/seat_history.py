"""Who put somebody in a seat, or did something else to a row, as the journal has it."""

from datetime import datetime

from tables.models import Seat
from tournaments.journal.record import keys_of
from tournaments.models import Action

HOUSE = "Floorman"


def who_seated(seat: Seat) -> str:
    """The name of the member of staff whose action began a seat; the house's own, if nobody's did."""
    return who_wrote(seat.day.event_id, ("tables.seat", seat.pk), seat.since)


def who_wrote(event: int, key: tuple[str, int], at: datetime) -> str:
    """The name of the member of staff who wrote the row at that instant; the house's own, if nobody did."""
    for done in Action.objects.filter(event=event, at=at).select_related("actor").order_by("-seq"):
        if key in keys_of(done.writes):
            return done.actor.name if done.actor else HOUSE
    return HOUSE
