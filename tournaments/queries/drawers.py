"""Drawers: whose is open, what went through one, and whether it balances. Amounts in minor units."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from django.db.models import BigIntegerField, OuterRef, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce

from tournaments.journal.prepared import Prepared
from tournaments.models import DrawerMovement, Event, House, LedgerLine, Shift, Staff
from tournaments.rules.names import full_name

CASH = LedgerLine.Method.CASH.value


@dataclass(frozen=True, slots=True)
class DrawerLine:
    """One sale or refund (negative) that went through a drawer in one way."""

    at: datetime
    event: str
    player: str
    number: int
    option: str
    way: str
    amount: int


@dataclass(frozen=True, slots=True)
class Movement:
    """Cash put in or taken out (negative), and why."""

    at: datetime
    amount: int
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class Drawer:
    """A drawer with all that went through it. expected: the cash that should be in it now.

    ways, events: the lines summed by way to pay and by event. cash: of the lines, moved: of the movements.
    """

    shift: Shift
    lines: tuple[DrawerLine, ...]
    movements: tuple[Movement, ...]
    ways: tuple[tuple[str, int], ...]
    events: tuple[tuple[str, int], ...]
    cash: int
    moved: int
    expected: int

    @property
    def total(self) -> int:
        """All that was taken, whatever the way."""
        return sum(amount for _way, amount in self.ways)

    @property
    def difference(self) -> int | None:
        """What is over, or short if negative; None until it is counted."""
        return difference(self.shift)


@dataclass(frozen=True, slots=True)
class DrawerRow:
    """A drawer in the list of all."""

    shift: Shift
    expected: int
    difference: int | None


def difference(shift: Shift) -> int | None:
    """What a counted drawer is over, or short if negative; None until it is counted."""
    if shift.counted is None or shift.expected is None:
        return None
    return shift.counted - shift.expected


_OPEN_DRAWERS = Prepared(
    lambda staff: Shift.objects.filter(staff=staff, closed_at=None).select_for_update(of=("self",))
)


def open_drawer(staff: Staff | None, currency: str) -> Shift | None:
    """The open drawer of a clerk in a currency, its row held until the transaction ends; None without one.

    Ask it after the event's or the house's row is locked, and before a line is written: a count of the
    same drawer waits for the sale, or the sale finds it counted.
    """
    if staff is None:
        return None
    return next((drawer for drawer in _OPEN_DRAWERS(staff.pk) if drawer.currency == currency), None)


def drawer_open_in(currency: str, staff: Staff) -> Shift | None:
    """The open drawer of a clerk in a currency, to show; it is not held."""
    return Shift.objects.filter(staff=staff, currency=currency, closed_at=None).first()


def held_drawer(pk: int) -> Shift:
    """A drawer as it is now, its row held until the transaction ends."""
    return Shift.objects.select_for_update(of=("self",)).get(pk=pk)


def expected_cash(shift: Shift) -> int:
    """The cash that should be in a drawer: float, cash lines, and what was put in or taken out."""
    cash = LedgerLine.objects.filter(shift=shift, method=CASH).aggregate(n=Sum("amount"))["n"] or 0
    moved = shift.movements.aggregate(n=Sum("amount"))["n"] or 0
    return shift.opening + cash + moved


def drawer(shift: Shift) -> Drawer:
    """One drawer whole, in a fixed number of queries."""
    lines = _lines(shift)
    moves = DrawerMovement.objects.filter(shift=shift).select_related("by").order_by("pk")
    movements = tuple(Movement(m.at, m.amount, m.reason, m.by.name if m.by else "") for m in moves)
    ways, events = Counter[str](), Counter[str]()
    for line in lines:
        ways[line.way] += line.amount
        events[line.event] += line.amount
    moved = sum(move.amount for move in movements)
    return Drawer(
        shift=shift,
        lines=lines,
        movements=movements,
        ways=tuple((way, ways[way]) for way in LedgerLine.Method.values if way in ways),
        events=tuple(sorted(events.items())),
        cash=ways[CASH],
        moved=moved,
        expected=shift.opening + ways[CASH] + moved,
    )


def my_drawers(staff: Staff) -> list[Shift]:
    """The open drawers of a clerk, by currency."""
    return list(Shift.objects.filter(staff=staff, closed_at=None).order_by("currency"))


def drawer_rows(
    *, is_open: bool | None = None, staff: Staff | None = None, limit: int = 100
) -> list[DrawerRow]:
    """The newest drawers of the house or of one clerk. is_open: only open, or only counted ones."""
    rows = Shift.objects.select_related("staff").order_by("-pk")
    if is_open is not None:
        rows = rows.filter(closed_at__isnull=is_open)
    if staff is not None:
        rows = rows.filter(staff=staff)
    found = with_cash(rows)[:limit]
    return [DrawerRow(row, row.opening + row.cash + row.moved, difference(row)) for row in found]  # type: ignore[attr-defined]


def with_cash(rows: QuerySet[Shift]) -> QuerySet[Shift]:
    """The same drawers, each with the sum of its cash lines (`cash`) and of its movements (`moved`)."""
    cash = LedgerLine.objects.filter(shift=OuterRef("pk"), method=CASH)
    return rows.annotate(cash=_sum(cash), moved=_sum(DrawerMovement.objects.filter(shift=OuterRef("pk"))))


def differing(keys: Collection[int] | QuerySet[LedgerLine]) -> Iterable[Shift]:
    """Of these drawers the counted ones whose lines do not add up to what was expected at the count."""
    counted = with_cash(Shift.objects.filter(pk__in=keys, closed_at__isnull=False).select_related("staff"))
    return (
        row
        for row in counted
        if row.expected != row.opening + row.cash + row.moved  # type: ignore[attr-defined]
    )


def drawer_currencies() -> list[str]:
    """The currencies a drawer may be opened in: the house's first, then those of events not called off."""
    own = House.objects.filter(pk=1).values_list("currency", flat=True).first() or "EUR"
    others = Event.objects.filter(cancelled_at=None).values_list("currency", flat=True).distinct()
    return [own, *sorted(set(others) - {own})]


def _sum(rows: QuerySet[LedgerLine] | QuerySet[DrawerMovement]) -> Coalesce:
    sums = rows.order_by().values("shift").annotate(n=Sum("amount")).values("n")
    return Coalesce(Subquery(sums), Value(0), output_field=BigIntegerField())


def _lines(shift: Shift) -> tuple[DrawerLine, ...]:
    """The ledger's lines put together: one for each purchase, way and direction."""
    rows = LedgerLine.objects.filter(shift=shift).order_by("pk")
    values = rows.values_list(
        "purchase", "method", "at", "amount", "event__name", "entry__number", "purchase__option__name",
        "entry__player__first_name", "entry__player__last_name",
    )  # fmt: skip
    found = []
    for (_purchase, way, at, _back), group in groupby(values, lambda row: (*row[:3], row[3] < 0)):
        parts = list(group)
        _p, _w, _at, _amount, event, number, option, first, last = parts[0]
        amount = sum(row[3] for row in parts)
        found.append(DrawerLine(at, event, full_name(first, last), number, option, way, amount))
    return tuple(found)
