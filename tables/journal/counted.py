"""What must be true of a Day that is run by counts alone."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef

from tables.models import DayFloor
from tournaments.journal.invariants import Violation, invariant
from tournaments.models import Entry, Event, Option


@invariant
def counts_add_up(event: Event) -> Iterator[Violation]:
    """Entries and rebuys are the sums by option; of those who entered one or more are left."""
    for floor in DayFloor.objects.filter(day__event=event, by_counts=True).select_related("day"):
        starts = {
            str(pk): kind in Option.STARTS_ENTRY
            for pk, kind in Option.objects.filter(event=event).values_list("pk", "kind")
        }
        entries = sum(n for key, n in floor.counted.items() if starts.get(key))
        others = sum(n for key, n in floor.counted.items() if not starts.get(key))
        least = 1 if entries else 0
        sums = (floor.counted_entries, floor.counted_rebuys) == (entries, others)
        if not sums or not least <= floor.players_left <= entries:
            yield Violation(
                "counts",
                "{day}: {entries} entries, {left} left, which cannot be.",
                {"day": floor.day.label, "entries": floor.counted_entries, "left": floor.players_left},
            )


@invariant
def counts_or_names(event: Event) -> Iterator[Violation]:
    """A Day by counts alone has no entries with names."""
    named = Entry.objects.filter(day=OuterRef("day")).exclude(state=Entry.State.CANCELLED)
    wrong = DayFloor.objects.filter(day__event=event, by_counts=True).filter(Exists(named))
    for floor in wrong.select_related("day")[:1]:
        yield Violation(
            "counts-and-names", "{day} is run by counts, and has names.", {"day": floor.day.label}
        )
