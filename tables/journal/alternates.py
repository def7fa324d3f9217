"""What must be true of alternates lists."""

from collections.abc import Iterator

from django.db.models import Count, Max, Q

from tournaments.journal.invariants import Violation, invariant
from tournaments.models import Entry, Event


@invariant
def alternates_are_numbered_without_a_gap(event: Event) -> Iterator[Violation]:
    """On each Day the alternates, also of long ago, have the numbers 1 to n: a number once given is kept."""
    rows = Entry.objects.filter(event=event, alternate__isnull=False).values("day__label")
    for row in rows.annotate(n=Count("pk"), each=Count("alternate", distinct=True), last=Max("alternate")):
        if not row["n"] == row["each"] == row["last"]:
            words = "A number on the alternates list of {day} would be missing. Cancel the entry instead."
            yield Violation("alternate-gap", words, {"day": row["day__label"]})


@invariant
def only_alternates_are_called(event: Event) -> Iterator[Violation]:
    """Whoever was called or skipped is on the list."""
    marked = Q(called_at__isnull=False) | Q(skipped_at__isnull=False)
    for entry in Entry.objects.filter(marked, event=event, alternate=None)[:3]:
        words = "Entry {number} was called and is on no alternates list."
        yield Violation("called-no-alternate", words, {"number": entry.number})
