"""What must be true of clocks: asked by undo and by the tests, of one event."""

from collections.abc import Iterator

from tournaments.journal.invariants import Violation, invariant
from tournaments.models import Event


@invariant
def the_clock_stands_in_its_structure(event: Event) -> Iterator[Violation]:
    """A started clock's item is in its Day's structure; ids there are unique and below the next."""
    for day in event.days.all():
        ids = [item["id"] for item in day.structure]
        if day.clock_started and day.clock_item not in ids:
            yield Violation(
                "clock-unknown-item",
                "The clock of day {day} would stand at an item that is gone.",
                {"day": day.code},
            )
        if len(set(ids)) < len(ids) or any(item >= day.next_item_id for item in ids):
            yield Violation("item-ids", "Two items of day {day} would have the same id.", {"day": day.code})
