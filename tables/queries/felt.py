"""One table as it lies before whoever stands at it: chairs, stacks as counted, marks, the clock called."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, QuerySet, Subquery

from tables.models import ChipCount, DayTable, Mark, Seat, ShotClock
from tables.rules.shot_clock import ShotReading, read_shot_clock
from tournaments.models import Day
from tournaments.rules.names import listed_name


@dataclass(frozen=True, slots=True)
class SeatMark:
    """A mark in force: "absent" or "penalty". hands: left to sit out."""

    key: int
    kind: str
    hands: int
    reason: str


@dataclass(frozen=True, slots=True)
class FeltSeat:
    """A chair. entry and what follows: None, empty or False where nobody sits.

    chips, as_of: the newest count, None before the first. seen: by staff, here. locked: no plan moves him.
    """

    chair: int
    is_blocked: bool = False
    is_accessible: bool = False
    entry: int | None = None
    number: int | None = None
    player: int | None = None
    name: str = ""
    chips: int | None = None
    as_of: datetime | None = None
    seen: bool = False
    locked: bool = False
    since: datetime | None = None
    marks: tuple[SeatMark, ...] = ()


@dataclass(frozen=True, slots=True)
class Shot:
    """The clock that was called here and not ended."""

    key: int
    called_at: datetime
    reading: ShotReading


@dataclass(frozen=True, slots=True)
class Felt:
    """A table of a Day. key: of its DayTable. seats: every chair in order. stopped: why it stands still."""

    key: int
    number: int
    state: str
    chairs: int
    room: str
    padlocked: bool
    stopped: str
    fill: int
    seats: tuple[FeltSeat, ...]
    shot: Shot | None = None

    @property
    def taken(self) -> tuple[FeltSeat, ...]:
        """The chairs somebody sits in."""
        return tuple(seat for seat in self.seats if seat.entry)

    @property
    def hollow(self) -> tuple[FeltSeat, ...]:
        """Those whom staff have not seen in their chairs."""
        return tuple(seat for seat in self.taken if not seat.seen)

    @property
    def as_of(self) -> datetime | None:
        """When the oldest of the counts was made; None unless all are counted."""
        counted = [seat.as_of for seat in self.taken if seat.as_of]
        return min(counted) if counted and len(counted) == len(self.taken) else None

    @property
    def chips(self) -> int:
        """What the counts here add up to."""
        return sum(seat.chips or 0 for seat in self.taken)

    def seat_of(self, entry: int) -> FeltSeat | None:
        """Where an entry sits here."""
        return next((seat for seat in self.seats if seat.entry == entry), None)


def felt(day: Day, number: int, now: datetime) -> Felt | None:
    """A table of a Day by its number; None where the Day has no such table. Four queries."""
    rows = DayTable.objects.filter(day=day, table__number=number).select_related("table__room")
    row = rows.first()
    if row is None:
        return None
    sitting = {seat.chair: seat for seat in _sitting(row)}
    marks = _marks([seat.entry_id for seat in sitting.values()])
    shot = ShotClock.objects.filter(table=row.table_id, day=day, ended_at=None).first()
    return Felt(
        key=row.pk,
        number=number,
        state=row.state,
        chairs=row.chairs,
        room=row.table.room.name,
        padlocked=row.padlocked,
        stopped=row.stopped,
        fill=row.fill,
        seats=tuple(
            _seat(row, chair, sitting.get(chair), marks)
            for chair in range(1, max([row.chairs, *sitting]) + 1)
        ),
        shot=Shot(shot.pk, shot.called_at, read_shot_clock(shot.called_at, now)) if shot else None,
    )


def _sitting(row: DayTable) -> QuerySet[Seat]:
    counts = ChipCount.objects.filter(entry=OuterRef("entry")).order_by("-at", "-pk")
    return (
        Seat.objects.filter(day=row.day_id, table=row.table_id, until=None)
        .select_related("entry__player")
        .annotate(chips=Subquery(counts.values("chips")[:1]), counted_at=Subquery(counts.values("at")[:1]))
    )


def _marks(entries: Sequence[int]) -> Mapping[int, list[SeatMark]]:
    found: dict[int, list[SeatMark]] = defaultdict(list)
    for mark in Mark.objects.filter(entry__in=entries, until=None).order_by("pk"):
        found[mark.entry_id].append(SeatMark(mark.pk, mark.kind, mark.hands, mark.reason))
    return found


def _seat(row: DayTable, chair: int, seat: Seat | None, marks: Mapping[int, list[SeatMark]]) -> FeltSeat:
    accessible = chair in row.table.accessible
    if seat is None:
        return FeltSeat(chair, is_blocked=chair in row.table.blocked, is_accessible=accessible)
    player = seat.entry.player
    return FeltSeat(
        chair=chair,
        is_accessible=accessible,
        entry=seat.entry_id,
        number=seat.entry.number,
        player=player.pk,
        name=listed_name(player.first_name, player.last_name),
        chips=seat.chips,  # type: ignore[attr-defined]
        as_of=seat.counted_at,  # type: ignore[attr-defined]
        seen=seat.seen_at is not None,
        locked=seat.locked,
        since=seat.since,
        marks=tuple(marks.get(seat.entry_id, ())),
    )
