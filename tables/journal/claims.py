"""What must be true of stacks that nobody claimed, and of those that were taken up."""

from collections.abc import Iterator

from tables.models import Bust
from tournaments.journal.invariants import Violation, invariant
from tournaments.models import Entry, Event, Purchase


@invariant
def chips_are_in_play_once_claimed(event: Event) -> Iterator[Violation]:
    """What a paid or seated entry bought is on the tables, but for unclaimed ones by the choice."""
    playing = Purchase.objects.filter(
        event=event, cancelled_at=None, entry__state__in=[Entry.State.PAID, Entry.State.SEATED]
    )
    waits = {"entry__checked_in_at": None} if event.unclaimed == Event.Unclaimed.WHEN_CLAIMED else None
    wrong = playing.filter(in_play=False)
    if waits is not None:
        wrong = wrong.exclude(**waits) | playing.filter(in_play=True, **waits)
    for purchase in wrong.select_related("entry")[:3]:
        words = "Chips of entry {number} are in play before it is claimed."
        if not purchase.in_play:
            words = "Chips of entry {number} are out of play and it is playing."
        yield Violation("chips-in-play", words, {"number": purchase.entry.number})


@invariant
def taken_up_stacks_are_out_of_play(event: Event) -> Iterator[Violation]:
    """No chips of an entry whose stack was taken up are on the tables."""
    taken_up = Bust.objects.filter(event=event, kind=Bust.Kind.TAKEN_UP).values("entry")
    wrong = Purchase.objects.filter(event=event, in_play=True, entry__in=taken_up)
    for purchase in wrong.select_related("entry")[:3]:
        words = "The stack of entry {number} was taken up and its chips are in play."
        yield Violation("taken-up", words, {"number": purchase.entry.number})
