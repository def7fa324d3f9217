"""A player was seen here: his stack is claimed, and its chips are in play whatever the event's choice was."""

from collections.abc import Sequence

from tournaments.journal.change import Change
from tournaments.models import Entry, Event, Purchase
from tournaments.queries.claims import UNCLAIMED


def claim(change: Change, entry: Entry) -> None:
    """Keep when an entry's player was first seen, as part of the action under way; his chips are in play."""
    if entry.checked_in_at is not None:
        return
    change.update(entry, checked_in_at=change.happened_at)
    change.update_many(entry.purchases.filter(cancelled_at=None, in_play=False), in_play=True)


def claim_all(change: Change, entries: Sequence[int]) -> None:
    """The same for several entries, by key; those that were claimed already stay as they were."""
    unclaimed = list(Entry.objects.filter(UNCLAIMED, pk__in=entries).values_list("pk", flat=True))
    if unclaimed:
        change.update_many(Entry.objects.filter(pk__in=unclaimed), checked_in_at=change.happened_at)
        bought = Purchase.objects.filter(entry__in=unclaimed, cancelled_at=None)
        change.update_many(bought.filter(in_play=False), in_play=True)


def follow_choice(change: Change, event: Event) -> None:
    """Bring the unclaimed stacks into play, or take them out of it, as the event has it now."""
    are_in = event.unclaimed != Event.Unclaimed.WHEN_CLAIMED
    unclaimed = Entry.objects.filter(UNCLAIMED, event=event).values("pk")
    bought = Purchase.objects.filter(event=event, entry__in=unclaimed, cancelled_at=None)
    change.update_many(bought.filter(in_play=not are_in), in_play=are_in)
