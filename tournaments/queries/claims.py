"""Stacks that nobody has claimed: whose they are, and whether their chips are on the tables."""

from django.db.models import Q

from tournaments.models import Entry, Event

# Paid for, and its player was not seen here yet.
UNCLAIMED = Q(state__in=(Entry.State.PAID, Entry.State.SEATED), checked_in_at=None)

# Of those, the ones whose chips come to the table with the player, by their event's choice.
OUT_OF_PLAY = UNCLAIMED & Q(event__unclaimed=Event.Unclaimed.WHEN_CLAIMED)


def is_unclaimed(entry: Entry) -> bool:
    """Whether an entry is paid for and its player was not seen here yet."""
    return entry.checked_in_at is None and entry.state in (Entry.State.PAID, Entry.State.SEATED)


def comes_into_play(event: Event, entry: Entry) -> bool:
    """Whether chips bought on this entry are on the tables at once, and not only when it is claimed."""
    return event.unclaimed != Event.Unclaimed.WHEN_CLAIMED or entry.checked_in_at is not None
