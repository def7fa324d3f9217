"""Where a player stands in an event: not in, reserved, in a chair, out."""

from collections.abc import Sequence

from tables.models import Seat
from tournaments.models import Entry, Player
from tournaments.queries.sales import entries_of
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name

LIVE = (Entry.State.RESERVED, Entry.State.PAID, Entry.State.SEATED, Entry.State.BAGGED)


def refuse_live(event_id: int, player: Player, mine: Sequence[Entry] | None = None) -> None:
    """RuleError `player-in`, saying where he is, if the player has an entry under way.

    mine: his entries in this event, if they are at hand.
    """
    known = entries_of(player, event_id) if mine is None else mine
    entry = next((entry for entry in known if entry.state in LIVE), None)
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
