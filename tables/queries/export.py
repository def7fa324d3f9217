"""An event's entries as a list that the importer, and the takeover, read back."""

from collections.abc import Iterator
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from tables.models import ChipCount, Seat
from tournaments.models import Entry, Event

HEAD = (
    "card",
    "first_name",
    "last_name",
    "alias",
    "country",
    "birth_date",
    "note",
    "state",
    "option",
    "reentry",
    "table",
    "chair",
    "chips",
    "out",
)


def export_rows(event: Event) -> Iterator[tuple[str, ...]]:
    """The headings, then a row for each entry that is not cancelled, in order of entry. One query."""
    yield HEAD
    for entry in _entries(event).iterator(2000):
        player = entry.player
        kept = entry.chips if entry.state != Entry.State.OUT else None
        bust = getattr(entry, "bust", None)
        values = (
            player.card,
            player.first_name,
            player.last_name,
            player.alias,
            player.country,
            player.birth_date,
            player.note,
            entry.state,
            entry.option.name,
            "yes" if entry.reentry else "",
            entry.table,
            entry.chair,
            kept,
            bust.order if bust else None,
        )
        yield tuple("" if value is None else str(value) for value in values)


def _entries(event: Event) -> QuerySet[Any]:
    seat = Seat.objects.filter(entry=OuterRef("pk"), until=None)
    counted = ChipCount.objects.filter(entry=OuterRef("pk")).order_by("-at", "-pk")
    return (
        Entry.objects.filter(event=event)
        .exclude(state=Entry.State.CANCELLED)
        .select_related("player", "option", "bust")
        .annotate(
            table=Subquery(seat.values("table__number")[:1]),
            chair=Subquery(seat.values("chair")[:1]),
            chips=Subquery(counted.values("chips")[:1]),
        )
        .order_by("number")
    )
