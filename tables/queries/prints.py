"""What the paper says, as facts: who sits where for cards and lists, which tables, which cards are new.

The *options* of a print job say what is on it, as plain values:

- `day`: the Day's key. `which`: "all", "new", "table" or "one".
- `entries`: keys, for "one", and for "new" once something was printed before. `tables`: numbers, for "table".
- `last_seat`: the highest key of a seat when it was asked for; later seats are the next job's.
- `order`: "name" or "table". `language`, `base` (the address the codes lead to), `reprint`: how it reads.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max, QuerySet

from tables.models import DayTable, PrintJob, Seat
from tournaments.models import Entry

Options = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat with all that a card says of it.

    reentry: 0 for a first entry, else which of the player's re-entries. chips: the starting stack.
    commitment8: empty where the seat was not drawn.
    """

    table: int
    chair: int
    room: str
    since: datetime
    first_name: str
    last_name: str
    card: str
    number: int
    option: str
    reentry: int
    chips: int
    commitment8: str
    token: str


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table of a Day, and who sits there: (chair, first name, last name) by chair."""

    number: int
    room: str
    chairs: int
    blocked: tuple[int, ...]
    seats: tuple[tuple[int, str, str], ...]


def seats_to_print(options: Options) -> tuple[SeatLine, ...]:
    """The seats that a job's options name and that are still taken, by table and chair."""
    day = options["day"]
    rows = seats_of(options).values_list(
        "entry_id", "table__number", "chair", "table__room__name", "since", "entry__player__first_name",
        "entry__player__last_name", "entry__player__card", "entry__number", "entry__option__name",
        "entry__option__chips", "draw__seed__commitment", "entry__token",
    )  # fmt: skip
    again = _reentries(day)
    return tuple(
        SeatLine(
            table, chair, room, since, first, last, card or "", number, option,
            again.get(entry, 0), chips, (commitment or "")[:8], token,
        )
        for entry, table, chair, room, since, first, last, card, number, option, chips, commitment, token
        in rows.order_by("table__number", "chair")
    )  # fmt: skip


def tables_to_print(options: Options) -> tuple[TableLine, ...]:
    """The tables that a job's options name (for "all": those not closed), by number."""
    seated: dict[int, list[tuple[int, str, str]]] = defaultdict(list)
    people = Seat.objects.filter(day=options["day"], until=None).order_by("chair")
    for table, chair, first, last in people.values_list(
        "table__number", "chair", "entry__player__first_name", "entry__player__last_name"
    ):
        seated[table].append((chair, first, last))
    rows = tables_of(options).values_list(
        "table__number", "table__room__name", "chairs", "table__blocked"
    )  # fmt: skip
    return tuple(
        TableLine(number, room, chairs, tuple(c for c in blocked if c <= chairs), tuple(seated[number]))
        for number, room, chairs, blocked in rows.order_by("table__number")
    )


def seats_of(options: Options) -> QuerySet[Seat]:
    """The seats that a job's options name and that are still taken."""
    seats = Seat.objects.filter(day=options["day"], until=None)
    if "last_seat" in options:
        seats = seats.filter(pk__lte=options["last_seat"])
    if "entries" in options:
        seats = seats.filter(entry__in=options["entries"])
    if "tables" in options:
        seats = seats.filter(table__number__in=options["tables"])
    return seats


def tables_of(options: Options) -> QuerySet[DayTable]:
    """The Day's tables that a job's options name."""
    tables = DayTable.objects.filter(day=options["day"]).exclude(state=DayTable.State.CLOSED)
    return tables.filter(table__number__in=options["tables"]) if "tables" in options else tables


def last_seat(day: int) -> int:
    """The highest key of a seat of a Day; 0 before the first."""
    return Seat.objects.filter(day=day).aggregate(last=Max("pk"))["last"] or 0


def new_entries(day: int) -> tuple[int, ...] | None:
    """The entries whose seats are on no seat card yet; None when no card of the Day was ever asked for.

    A print that failed does not count, nor one of another Day.
    """
    jobs = PrintJob.objects.filter(document="seat_cards", options__day=day).exclude(
        state=PrintJob.State.FAILED
    )
    printed = [_Printed(options) for options in jobs.values_list("options", flat=True)]
    if not printed:
        return None
    whole = max((one.last_seat for one in printed if one.is_whole), default=0)
    by_entry: dict[int, int] = defaultdict(int)
    by_table: dict[int, int] = defaultdict(int)
    for one in printed:
        for entry in one.entries:
            by_entry[entry] = max(by_entry[entry], one.last_seat)
        for table in one.tables:
            by_table[table] = max(by_table[table], one.last_seat)
    later = Seat.objects.filter(day=day, until=None, pk__gt=whole).order_by("pk")
    return tuple(
        entry
        for pk, entry, table in later.values_list("pk", "entry_id", "table__number")
        if pk > by_entry[entry] and pk > by_table[table]
    )


class _Printed:
    """What an earlier job of seat cards covered."""

    __slots__ = ("entries", "is_whole", "last_seat", "tables")

    def __init__(self, options: Options) -> None:
        self.last_seat: int = options.get("last_seat", 0)
        self.entries: list[int] = options.get("entries", [])
        self.tables: list[int] = options.get("tables", [])
        self.is_whole = "entries" not in options and "tables" not in options


def _reentries(day: int) -> dict[int, int]:
    """For each re-entry of the Day's event its number among the re-entries of its player."""
    found: dict[int, int] = {}
    counts: dict[int, int] = defaultdict(int)
    rows = Entry.objects.filter(event__days=day, reentry=True).exclude(state=Entry.State.CANCELLED)
    for entry, player in rows.order_by("number").values_list("pk", "player_id"):
        counts[player] += 1
        found[entry] = counts[player]
    return found
