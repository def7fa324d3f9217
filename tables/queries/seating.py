"""Who sits where on a Day, as people read it: the board of tables, a seat by what was typed, who waits."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from tables.models import DayTable, Seat
from tournaments.models import Day, Entry
from tournaments.queries.name_search import named
from tournaments.rules.names import listed_name, typed_words

MOST_FOUND = 20
_SPOT = re.compile(r"\s*(\d{1,5})\s*[-–./ ]\s*(\d{1,2})\s*")


@dataclass(frozen=True, slots=True)
class BoardSeat:
    """One chair of a table. `entry_id` and what follows are None or empty where nobody sits."""

    chair: int
    entry_id: int | None = None
    entry_number: int | None = None
    name: str = ""
    since: datetime | None = None
    draw_number: int | None = None
    is_blocked: bool = False


@dataclass(frozen=True, slots=True)
class BoardTable:
    """One table of a Day. `seats` are the taken chairs, by chair; `blocked` those nobody is sent to."""

    number: int
    state: str
    chairs: int
    blocked: tuple[int, ...]
    accessible: tuple[int, ...]
    room: str
    seats: tuple[BoardSeat, ...]

    @property
    def taken(self) -> int:
        """How many sit here."""
        return len(self.seats)

    @property
    def open(self) -> int:
        """How many more could sit here."""
        return sum(not seat.entry_id and not seat.is_blocked for seat in self.around)

    @property
    def around(self) -> tuple[BoardSeat, ...]:
        """Every chair in order, also empty and blocked ones."""
        taken = {seat.chair: seat for seat in self.seats}
        last = max([self.chairs, *taken])
        return tuple(
            taken.get(chair, BoardSeat(chair, is_blocked=chair in self.blocked))
            for chair in range(1, last + 1)
        )


@dataclass(frozen=True, slots=True)
class Board:
    """A Day's tables by number."""

    tables: tuple[BoardTable, ...]

    @property
    def taken(self) -> int:
        """How many sit at all the tables."""
        return sum(table.taken for table in self.tables)

    @property
    def open(self) -> int:
        """How many chairs are open at the open tables."""
        return sum(table.open for table in self.tables if table.state == DayTable.State.OPEN)


@dataclass(frozen=True, slots=True)
class FoundSeat:
    """Somebody who sits on this Day, by what was typed."""

    entry_id: int
    entry_number: int
    name: str
    table: int
    chair: int


@dataclass(frozen=True, slots=True)
class WaitingEntry:
    """An entry that waits for a draw; `alternate` is its place on the list, if it is on it."""

    entry_id: int
    number: int
    name: str
    alternate: int | None
    paid_at: datetime | None


def seating_board(day: Day, numbers: Sequence[int] | None = None) -> Board:
    """The tables of a Day (or those of these numbers) with who sits at them. Two queries."""
    rows = DayTable.objects.filter(day=day).select_related("table__room").order_by("table__number")
    if numbers is not None:
        rows = rows.filter(table__number__in=numbers)
    found = list(rows)
    seats: dict[int, list[BoardSeat]] = defaultdict(list)
    for seat in _sitting(day).filter(table__in=[row.table_id for row in found]).order_by("chair"):
        seats[seat.table_id].append(_board_seat(seat))
    return Board(tuple(_board_table(row, seats[row.table_id]) for row in found))


def find_seat(day: Day, text: str) -> tuple[FoundSeat, ...]:
    """Who sits at "12-4", at table "12", or whose name, alias, card or entry number was typed; at most 20.

    Every word must be found; accents and case do not count. By name.
    """
    seats = _sitting(day)
    spot = _SPOT.fullmatch(text)
    if spot and (at := _found(seats.filter(table__number=int(spot[1]), chair=int(spot[2])))):
        return at
    words = typed_words(text)
    if not words:
        return ()
    if len(words) == 1 and words[0].isascii() and words[0].isdigit() and len(words[0]) < 6:
        return _by_figure(seats, words[0])
    seats = named(seats, text, "entry__player__")
    return _found(seats.order_by("entry__player__last_name", "entry__player__first_name", "entry__number"))


def waiting(day: Day) -> tuple[WaitingEntry, ...]:
    """The entries of a Day that wait for a draw, skipped alternates apart, by number. One query."""
    paid = Entry.objects.filter(day=day, state=Entry.State.PAID, skipped_at=None)
    rows = paid.select_related("player").order_by("number")
    return tuple(
        WaitingEntry(
            row.pk,
            row.number,
            listed_name(row.player.first_name, row.player.last_name),
            row.alternate,
            row.paid_at,
        )
        for row in rows
    )


def _sitting(day: Day) -> QuerySet[Seat]:
    return (
        Seat.objects.filter(day=day, until=None)
        .select_related("entry__player", "draw", "table")
        .defer("draw__candidates", "draw__outcome")
    )


def _by_figure(seats: QuerySet[Seat], figure: str) -> tuple[FoundSeat, ...]:
    """A table's seats by chair; else an entry number or a card."""
    number = int(figure)
    at_table = _found(seats.filter(table__number=number).order_by("chair"))
    other = Q(entry__number=number) | Q(entry__player__search__contains=figure)
    return at_table or _found(seats.filter(other).order_by("entry__number"))


def _found(seats: QuerySet[Seat]) -> tuple[FoundSeat, ...]:
    return tuple(
        FoundSeat(seat.entry_id, seat.entry.number, _name(seat), seat.table.number, seat.chair)
        for seat in seats[:MOST_FOUND]
    )


def _board_seat(seat: Seat) -> BoardSeat:
    return BoardSeat(
        chair=seat.chair,
        entry_id=seat.entry_id,
        entry_number=seat.entry.number,
        name=_name(seat),
        since=seat.since,
        draw_number=seat.draw.number if seat.draw else None,
    )


def _board_table(row: DayTable, seats: list[BoardSeat]) -> BoardTable:
    return BoardTable(
        number=row.table.number,
        state=row.state,
        chairs=row.chairs,
        blocked=tuple(chair for chair in row.table.blocked if chair <= row.chairs),
        accessible=tuple(chair for chair in row.table.accessible if chair <= row.chairs),
        room=row.table.room.name,
        seats=tuple(seats),
    )


def _name(seat: Seat) -> str:
    player = seat.entry.player
    return listed_name(player.first_name, player.last_name)
