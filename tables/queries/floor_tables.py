"""The tables of a Day as play has them: how full, stopped, locked, filled, and when each breaks."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q

from tables.models import Apart, DayTable
from tables.queries.balance import played_floor
from tables.queries.halts import halts
from tournaments.models import Day, Event
from tournaments.rules.names import listed_name


@dataclass(frozen=True, slots=True)
class TableInPlay:
    """One table given to a Day. breaks: its place in the order of breaking, 0 where it is not open.

    halt: the kind of tables/queries/halts.py, "" where play goes on. by_hand: its place was set by staff.
    """

    number: int
    room: str
    state: str
    players: int
    chairs: int
    stopped: str
    halt: str
    padlocked: bool
    fill: int
    breaks: int
    by_hand: bool
    big_blind: int | None
    button: int | None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who are kept apart."""

    pk: int
    first: str
    second: str


def tables_in_play(day: Day, now: datetime) -> tuple[TableInPlay, ...]:
    """Every table of a Day by number. Six queries, however many there are."""
    floor = played_floor(day, now)
    place = {number: at for at, number in enumerate(floor.order, start=1)}
    kinds = {halt.table: halt.kind for halt in halts(day, now, floor)}
    sitting = Count("table__seats", filter=Q(table__seats__day=day, table__seats__until=None))
    rows = DayTable.objects.filter(day=day).select_related("table__room").annotate(players=sitting)
    return tuple(
        _table(row, place.get(row.table.number, 0), kinds.get(row.table.number, ""))
        for row in rows.order_by("table__number")
    )


def pairs_apart(event: Event) -> tuple[Pair, ...]:
    """The pairs of an event, by name. One query."""
    rows = Apart.objects.filter(event=event).select_related("first", "second")
    made = (
        Pair(
            row.pk,
            listed_name(row.first.first_name, row.first.last_name),
            listed_name(row.second.first_name, row.second.last_name),
        )
        for row in rows
    )
    return tuple(sorted(made, key=lambda pair: (pair.first, pair.second)))


def _table(row: DayTable, place: int, halt: str) -> TableInPlay:
    positions = row.positions or {}
    is_open = row.state == DayTable.State.OPEN
    return TableInPlay(
        number=row.table.number,
        room=row.table.room.name,
        state=row.state,
        players=row.players,  # type: ignore[attr-defined]
        chairs=row.chairs,
        stopped=row.stopped,
        halt=halt,
        padlocked=row.padlocked,
        fill=row.fill,
        breaks=place if is_open else 0,
        by_hand=row.break_order is not None,
        big_blind=positions.get("big_blind"),
        button=positions.get("button"),
    )
