"""Who is absent or under a penalty on a Day, with the stack that is blinded off meanwhile."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Subquery

from tables.models import ChipCount, Mark, Seat
from tournaments.models import Day, Entry
from tournaments.rules.names import listed_name


@dataclass(frozen=True, slots=True)
class Marked:
    """A mark in force. hands: left to sit out. chips: his newest count as of when; None if never counted."""

    mark: int
    entry: int
    name: str
    table: int | None
    chair: int | None
    kind: str
    rounds: int
    hands: int
    reason: str
    since: datetime
    chips: int | None
    as_of: datetime | None


def marks(day: Day) -> tuple[Marked, ...]:
    """The marks of those who still play, by table and chair. One query.

    Every one of these stacks pays blinds and antes while its player is away.
    """
    seats = Seat.objects.filter(entry=OuterRef("entry"), until=None)
    counts = ChipCount.objects.filter(entry=OuterRef("entry")).order_by("-at", "-pk")
    rows = (
        Mark.objects.filter(entry__day=day, until=None, entry__state__in=Entry.PLAYING)
        .select_related("entry__player")
        .annotate(
            table_number=Subquery(seats.values("table__number")[:1]),
            chair_number=Subquery(seats.values("chair")[:1]),
            chips=Subquery(counts.values("chips")[:1]),
            as_of=Subquery(counts.values("at")[:1]),
        )
        .order_by("table_number", "chair_number", "pk")
    )
    return tuple(_marked(row) for row in rows)


def _marked(row: Mark) -> Marked:
    player = row.entry.player
    return Marked(
        mark=row.pk,
        entry=row.entry_id,
        name=listed_name(player.first_name, player.last_name),
        table=row.table_number,  # type: ignore[attr-defined]
        chair=row.chair_number,  # type: ignore[attr-defined]
        kind=row.kind,
        rounds=row.rounds,
        hands=row.hands,
        reason=row.reason,
        since=row.since,
        chips=row.chips,  # type: ignore[attr-defined]
        as_of=row.as_of,  # type: ignore[attr-defined]
    )
