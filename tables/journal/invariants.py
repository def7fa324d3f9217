"""What must be true of chairs: asked by undo and by the tests, of one event."""

from collections.abc import Iterator

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tables.models import DayTable, Seat
from tournaments.journal.invariants import Violation, invariant
from tournaments.models import Entry, Event


def _taken(event: Event) -> QuerySet[Seat]:
    return Seat.objects.filter(day__event=event, until=None)


@invariant
def no_entry_and_no_chair_twice(event: Event) -> Iterator[Violation]:
    """An entry sits in one chair; a chair holds one entry."""
    for row in _taken(event).values("entry").annotate(n=Count("pk")).filter(n__gt=1)[:3]:
        yield Violation("seated-twice", "Entry {entry} sits in two chairs.", {"entry": row["entry"]})
    for row in _taken(event).values("table__number", "chair").annotate(n=Count("pk")).filter(n__gt=1)[:3]:
        yield Violation(
            "chair-twice",
            "Chair {table}-{chair} holds two.",
            {"table": row["table__number"], "chair": row["chair"]},
        )


@invariant
def seated_entries_sit(event: Event) -> Iterator[Violation]:
    """An entry is seated exactly while it has a chair."""
    sitting = _taken(event).values("entry")
    wrong = Entry.objects.filter(event=event).filter(
        Q(state="seated") & ~Q(pk__in=sitting) | ~Q(state="seated") & Q(pk__in=sitting)
    )
    for entry in wrong[:3]:
        yield Violation(
            "seat-state",
            "Entry {number} is {state}, which its chair contradicts.",
            {"number": entry.number, "state": entry.state},
        )


@invariant
def nobody_sits_at_a_closed_table(event: Event) -> Iterator[Violation]:
    """Everyone sits at a table that is open on his Day, in a chair that it has."""
    here = DayTable.objects.filter(day=OuterRef("day"), table=OuterRef("table"), state=DayTable.State.OPEN)
    wrong = _taken(event).filter(~Exists(here.filter(chairs__gte=OuterRef("chair"))))
    for seat in wrong.select_related("table")[:1]:
        yield Violation(
            "closed-table",
            "Chair {table}-{chair} is taken and its table is not open here.",
            {"table": seat.table.number, "chair": seat.chair},
        )
