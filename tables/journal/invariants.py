"""What must be true of chairs: asked by undo and by the tests, of one event."""

from collections.abc import Iterator

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

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


@invariant
def the_house_has_the_chairs(event: Event) -> Iterator[Violation]:
    """No open table is lent to cash games; no chair that was taken away is drawn, and nobody sits in one.

    Nor in a blocked one.
    """
    lent = DayTable.objects.filter(day__event=event, state=DayTable.State.OPEN, table__lent=True)
    for number in lent.values_list("table__number", flat=True)[:1]:
        yield Violation("lent-table", "Table {table} is lent to cash games.", {"table": number})
    given = DayTable.objects.filter(day__event=event, chairs__gt=F("table__chairs"))
    for number, chairs in given.exclude(state=DayTable.State.CLOSED).values_list(
        "table__number", "table__chairs"
    )[:1]:
        words = "Table {table} has {chairs} chairs by now, and would be played at with more."
        yield Violation("table-chairs", words, {"table": number, "chairs": chairs})
    odd = _taken(event).filter(Q(chair__gt=F("table__chairs")) | ~Q(table__blocked=[])).order_by("pk")
    for number, chair, chairs, blocked in odd.values_list(
        "table__number", "chair", "table__chairs", "table__blocked"
    ):
        if chair > chairs or chair in blocked:
            facts = {"table": number, "chair": chair}
            words = "Somebody would sit in chair {table}-{chair}, which is blocked or not there any more."
            yield Violation("chair-in-use", words, facts)
            return
