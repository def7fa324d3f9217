"""Who put somebody in a seat, as the journal has it."""

from tables.models import Seat
from tournaments.journal.record import keys_of
from tournaments.models import Action

HOUSE = "Floorman"


def who_seated(seat: Seat) -> str:
    """The name of the member of staff whose action began a seat; the house's own, if nobody's did."""
    rows = (
        Action.objects.filter(event=seat.day.event_id, at=seat.since).select_related("actor").order_by("-seq")
    )
    for done in rows:
        if ("tables.seat", seat.pk) in keys_of(done.writes):
            return done.actor.name if done.actor else HOUSE
    return HOUSE
