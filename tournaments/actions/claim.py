"""A player was seen here: his stack is claimed, and its chips are in play whatever the event's choice was."""

from tournaments.journal.change import Change
from tournaments.models import Entry, Event, Purchase
from tournaments.queries.claims import UNCLAIMED


def claim(change: Change, entry: Entry) -> None:
    """Keep when an entry's player was first seen, as part of the action under way; his chips are in play."""
    if entry.checked_in_at is not None:
        return
    change.update(entry, checked_in_at=change.happened_at)
    change.update_many(entry.purchases.filter(cancelled_at=None, in_play=False), in_play=True)


def follow_choice(change: Change, event: Event) -> None:
    """Bring the unclaimed stacks into play, or take them out of it, as the event has it now."""
    are_in = event.unclaimed != Event.Unclaimed.WHEN_CLAIMED
    unclaimed = Entry.objects.filter(UNCLAIMED, event=event).values("pk")
    bought = Purchase.objects.filter(event=event, entry__in=unclaimed, cancelled_at=None)
    change.update_many(bought.filter(in_play=not are_in), in_play=are_in)
