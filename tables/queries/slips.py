"""What slips say, as facts: a purchase with its lines, a refund, an alternate, chips to hand out, a move.

The options of a job name the rows, fixed when it was asked for: `purchase` of a receipt, `purchases` of
option slips and of a refund slip, `seats` of move slips (the seats moved to), `entries` of
alternates' tickets.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tables.models import Seat
from tournaments.models import Action, Entry, LedgerLine, Option, Purchase, Ticket

# The actions that return money.
REFUNDS = ("entry.cancel", "entry.cancel_option")


@dataclass(frozen=True, slots=True)
class ReceiptLine:
    """A purchase as it was sold. parts: (kind, name, amount); ways: (method, amount); minor units.

    refunded: what was given back of it since, as a positive amount.
    """

    first_name: str
    last_name: str
    card: str
    number: int
    option: str
    at: datetime
    clerk: str
    currency: str
    parts: tuple[tuple[str, str, int], ...]
    ways: tuple[tuple[str, int], ...]
    refunded: int

    @property
    def total(self) -> int:
        """The price."""
        return sum(amount for _, _, amount in self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundLine:
    """What went back to a player at one time. number: of the entry; journal: of the line that did it, 0 where
    none did.

    options: (name, amount) of what was taken back; ways: (method, amount); minor units, as positive amounts.
    tickets: the numbers of those that are free again.
    """

    first_name: str
    last_name: str
    card: str
    number: int
    journal: int
    at: datetime
    clerk: str
    reason: str
    currency: str
    options: tuple[tuple[str, int], ...]
    ways: tuple[tuple[str, int], ...]
    tickets: tuple[str, ...]

    @property
    def total(self) -> int:
        """What was returned."""
        return sum(amount for _, amount in self.ways)


@dataclass(frozen=True, slots=True)
class AlternateLine:
    """An alternate: his place in line and the token of his phone page."""

    first_name: str
    last_name: str
    place: int
    number: int
    at: datetime
    token: str


@dataclass(frozen=True, slots=True)
class OptionLine:
    """Chips to hand out for a purchase. table, chair: where he sits, 0 while he does not."""

    first_name: str
    last_name: str
    option: str
    chips: int
    table: int
    chair: int
    at: datetime
    number: int


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One move: from table and chair to table and chair. draw: its number, 0 where it was not drawn."""

    first_name: str
    last_name: str
    from_table: int
    from_chair: int
    table: int
    chair: int
    room: str
    at: datetime
    draw: int
    number: int


def receipt_line(purchase: int) -> ReceiptLine | None:
    """A purchase with its lines, parts and ways to pay in the order they were taken; None if it is gone."""
    sold = (
        Purchase.objects.filter(pk=purchase).select_related("entry__player", "option", "event").first()
    )  # fmt: skip
    if sold is None:
        return None
    lines = list(LedgerLine.objects.filter(purchase=sold).select_related("cashier"))
    parts: dict[tuple[str, str], int] = defaultdict(int)
    ways: dict[str, int] = defaultdict(int)
    taken = [line for line in lines if line.amount > 0]
    for line in taken:
        parts[line.part, line.name] += line.amount
        ways[line.method] += line.amount
    player = sold.entry.player
    return ReceiptLine(
        first_name=player.first_name,
        last_name=player.last_name,
        card=player.card or "",
        number=sold.entry.number,
        option=sold.option.name,
        at=sold.at,
        clerk=next((line.cashier.name for line in taken if line.cashier), ""),
        currency=sold.event.currency,
        parts=tuple((part, name, amount) for (part, name), amount in parts.items()),
        ways=tuple(ways.items()),
        refunded=-sum(line.amount for line in lines if line.amount < 0),
    )


def refund_line(purchases: Sequence[int]) -> RefundLine | None:
    """What taking these purchases of one entry back returned; None if it is undone, or nothing was paid."""
    also = ("cashier", "purchase__option", "purchase__entry__player", "purchase__event")
    lines = list(refund_lines(purchases).select_related(*also))
    if not lines:
        return None
    last = lines[-1]
    entry, names = last.purchase.entry, {line.purchase_id: line.purchase.option.name for line in lines}
    options: dict[int, int] = defaultdict(int)
    ways: dict[str, int] = defaultdict(int)
    for line in lines:
        options[line.purchase_id] -= line.amount
        ways[line.method] -= line.amount
    done = Action.objects.filter(event=entry.event_id, kind__in=REFUNDS, happened_at=last.at, undone_by=None)
    row = done.filter(facts__number=entry.number).first()
    freed = Ticket.objects.filter(purchase__in=names, released_at=last.at)
    return RefundLine(
        first_name=entry.player.first_name,
        last_name=entry.player.last_name,
        card=entry.player.card or "",
        number=entry.number,
        journal=row.seq if row else 0,
        at=last.at,
        clerk=last.cashier.name if last.cashier else "",
        reason=str(row.facts.get("reason", "")) if row else "",
        currency=last.purchase.event.currency,
        options=tuple((names[pk], amount) for pk, amount in options.items()),
        ways=tuple(ways.items()),
        tickets=tuple(freed.values_list("code", flat=True)),
    )


def refund_lines(purchases: Sequence[int]) -> QuerySet[LedgerLine]:
    """What was returned of these purchases, as it stands in the ledger."""
    taken_back = LedgerLine.objects.filter(purchase__cancelled_at__isnull=False, amount__lt=0)
    return taken_back.filter(purchase__in=purchases)


def last_refund(entry: Entry, at: datetime | None = None) -> tuple[int, ...]:
    """The purchases of an entry that were taken back together for money: last of all, or at that time."""
    rows = entry.purchases.filter(cancelled_at__isnull=False, ledger__amount__lt=0).distinct()
    when = at or rows.order_by("-cancelled_at").values_list("cancelled_at", flat=True).first()
    return tuple(rows.filter(cancelled_at=when).order_by("pk").values_list("pk", flat=True))


def alternate_lines(entries: Sequence[int]) -> tuple[AlternateLine, ...]:
    """The alternates among these entries, by place in line."""
    rows = Entry.objects.filter(pk__in=entries, alternate__isnull=False).order_by("alternate")
    return tuple(
        AlternateLine(first, last, place or 0, number, at, token)
        for first, last, place, number, at, token in rows.values_list(
            "player__first_name", "player__last_name", "alternate", "number", "made_at", "token"
        )
    )


def option_lines(purchases: Sequence[int]) -> tuple[OptionLine, ...]:
    """What these purchases hand out, unless cancelled; with where the player sits now."""
    rows = Purchase.objects.filter(pk__in=purchases, cancelled_at=None)
    found = list(rows.select_related("entry__player", "option"))
    seats = {
        entry: (table, chair)
        for entry, table, chair in Seat.objects.filter(
            entry__in=[row.entry_id for row in found], until=None
        ).values_list("entry_id", "table__number", "chair")
    }
    return tuple(
        OptionLine(
            row.entry.player.first_name, row.entry.player.last_name, row.option.name, row.chips,
            *seats.get(row.entry_id, (0, 0)), row.at, row.entry.number,
        )
        for row in found
    )  # fmt: skip


def move_lines(seats: Sequence[int]) -> tuple[MoveLine, ...]:
    """The moves that led to these seats, by table and chair; a seat that is the first is no move."""
    found = list(
        Seat.objects.filter(pk__in=seats)
        .select_related("entry__player", "table__room", "draw")
        .order_by("table__number", "chair", "pk")
    )
    before = _before(found)
    return tuple(
        MoveLine(
            seat.entry.player.first_name, seat.entry.player.last_name, *before[seat.pk],
            seat.table.number, seat.chair, seat.table.room.name, seat.since,
            seat.draw.number if seat.draw else 0, seat.entry.number,
        )
        for seat in found
        if seat.pk in before
    )  # fmt: skip


def moved_seats(day: int, entries: Sequence[int]) -> tuple[int, ...]:
    """The seats that these entries have now on a Day and that they were moved to."""
    rows = Seat.objects.filter(day=day, entry__in=entries, until=None)
    found = list(rows.only("pk", "day_id", "entry_id"))
    before = _before(found)
    return tuple(seat.pk for seat in found if seat.pk in before)


def extra_purchases(event: int, entries: Sequence[int]) -> tuple[int, ...]:
    """For each entry its last purchase that hands out chips at the table: no entry, and not cancelled."""
    rows = Purchase.objects.filter(event=event, entry__in=entries, cancelled_at=None).exclude(
        option__kind__in=Option.STARTS_ENTRY
    )
    return tuple(dict(rows.order_by("pk").values_list("entry_id", "pk")).values())


def _before(seats: Sequence[Seat]) -> dict[int, tuple[int, int]]:
    """For each seat the table and chair its entry had on that Day before."""
    earlier: dict[tuple[int, int], list[tuple[int, int, int]]] = defaultdict(list)
    rows = Seat.objects.filter(
        entry__in={seat.entry_id for seat in seats}, day__in={seat.day_id for seat in seats}
    ).order_by("pk")
    columns = ("pk", "entry_id", "day_id", "table__number", "chair")
    for pk, entry, day, table, chair in rows.values_list(*columns):
        earlier[entry, day].append((pk, table, chair))
    found = {}
    for seat in seats:
        own = [(table, chair) for pk, table, chair in earlier[seat.entry_id, seat.day_id] if pk < seat.pk]
        if own:
            found[seat.pk] = own[-1]
    return found
