"""Where a player stands in an event: not in, reserved, in a chair, out."""

from tables.models import Seat
from tournaments.models import Entry, Player
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name

LIVE = (Entry.State.RESERVED, Entry.State.PAID, Entry.State.SEATED, Entry.State.BAGGED)


def refuse_live(event_id: int, player: Player) -> None:
    """RuleError `player-in`, saying where he is, if the player has an entry under way."""
    # By key, not by number: an order by number makes SQLite read the whole event.
    entry = Entry.objects.filter(event=event_id, player=player, state__in=LIVE).order_by("pk").first()
    if entry is None:
        return
    facts = {
        "name": full_name(player.first_name, player.last_name),
        "number": entry.number,
        "alternate": entry.alternate,
        "entry": entry.pk,
    }
    seat = Seat.objects.filter(entry=entry, until=None).select_related("table").first()
    if seat is not None:
        words = "{name} is in already and sits at {table}-{chair}."
        facts |= {"table": seat.table.number, "chair": seat.chair}
    elif entry.state == Entry.State.RESERVED:
        words = "{name} has a reservation already, number {number}."
    elif entry.alternate is not None:
        words = "{name} is in already and waits as alternate {alternate}."
    elif entry.state == Entry.State.BAGGED:
        words = "{name} is in already and has bagged."
    else:
        words = "{name} is in already and waits for a seat."
    raise RuleError("player-in", words, facts)
