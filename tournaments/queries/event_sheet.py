"""The event's sheet: all money that was taken and given back, summed in every way, which must agree.

Each sum is asked of the database on its own; what the purchases should have brought is reckoned from their
number and price, not from the ledger's total. Amounts in minor units.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from tournaments.models import Event, LedgerLine, Purchase, Ticket
from tournaments.rules.names import full_name

MOST_LISTED = 500
MONEY_WAYS = ("cash", "card", "transfer")


@dataclass(frozen=True, slots=True)
class SumLine:
    """What was taken and given back (negative) under one heading. key: "" where there is none."""

    key: str
    name: str
    taken: int
    back: int

    @property
    def total(self) -> int:
        """What stayed."""
        return self.taken + self.back


@dataclass(frozen=True, slots=True)
class OptionLine:
    """One option at one price. is_old_price: the option costs something else now."""

    name: str
    kind: str
    price: int
    sold: int
    cancelled: int
    is_old_price: bool

    @property
    def stay(self) -> int:
        """Those not taken back."""
        return self.sold - self.cancelled

    @property
    def amount(self) -> int:
        """What they should have brought."""
        return self.stay * self.price


@dataclass(frozen=True, slots=True)
class NamedLine:
    """One thing that is listed by name. what: an option, a reason, a ticket's number."""

    at: datetime
    number: int
    player: str
    option: str
    what: str
    amount: int
    is_back: bool
    clerk: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """A total that was summed in one way. difference: from what was taken in all; 0 if it agrees."""

    key: str
    total: int
    difference: int


@dataclass(frozen=True, slots=True)
class EventSheet:
    """Everything on the sheet. total: taken less given back, over all lines."""

    taken: int
    back: int
    options: tuple[OptionLine, ...]
    parts: tuple[SumLine, ...]
    ways: tuple[SumLine, ...]
    clerks: tuple[SumLine, ...]
    drawers: tuple[SumLine, ...]
    prize: int
    added: int
    overrides: tuple[NamedLine, ...]
    comps: tuple[NamedLine, ...]
    tickets: tuple[NamedLine, ...]
    loose: tuple[NamedLine, ...]

    @property
    def total(self) -> int:
        """What stayed in all."""
        return self.taken + self.back

    @property
    def returned(self) -> int:
        """What was given back, as a sentence has it: without its sign."""
        return -self.back

    @property
    def checks(self) -> tuple[Check, ...]:
        """The totals that must agree, each with what it is off by."""
        totals = {
            "price": sum(line.amount for line in self.options),
            "part": sum(line.total for line in self.parts),
            "way": sum(line.total for line in self.ways),
            "clerk": sum(line.total for line in self.clerks),
            "drawer": sum(line.total for line in self.drawers),
        }
        return tuple(Check(key, total, total - self.total) for key, total in totals.items())

    @property
    def balances(self) -> bool:
        """Whether all totals agree."""
        return all(check.difference == 0 for check in self.checks)

    @property
    def money(self) -> int:
        """What came in as money; the rest are tickets and comps."""
        return sum(line.total for line in self.ways if line.key in MONEY_WAYS)


def event_sheet(event: Event) -> EventSheet:
    """The sheet of an event as it is now, in a fixed number of queries."""
    lines = LedgerLine.objects.filter(event=event).order_by()
    whole = lines.aggregate(taken=_taken(), back=_back())
    parts = _sums(lines, "part", "name", order=list(LedgerLine.Part.values))
    prize = sum(line.total for line in parts if line.key == LedgerLine.Part.PRIZE)
    return EventSheet(
        taken=whole["taken"],
        back=whole["back"],
        options=_options(event),
        parts=parts,
        ways=_sums(lines, "method", order=list(LedgerLine.Method.values)),
        clerks=_sums(lines, "cashier", "cashier__name"),
        drawers=_sums(lines, "shift", "shift__staff__name"),
        prize=prize,
        added=max(0, event.guarantee - prize),
        overrides=_overrides(event),
        comps=_listed(lines.filter(method=LedgerLine.Method.COMP)),
        tickets=_tickets(event),
        loose=_listed(lines.filter(shift=None)),
    )


def _taken() -> Coalesce:
    return Coalesce(Sum("amount", filter=Q(amount__gt=0)), 0)


def _back() -> Coalesce:
    return Coalesce(Sum("amount", filter=Q(amount__lt=0)), 0)


def _sums(lines: QuerySet[LedgerLine], *names: str, order: list[str] | None = None) -> tuple[SumLine, ...]:
    """The lines summed by the first name; the last one is what it is called."""
    rows = lines.values_list(*names).annotate(taken=_taken(), back=_back())
    found = [
        SumLine("" if row[0] is None else str(row[0]), row[len(names) - 1] or "", *row[len(names) :])
        for row in rows
    ]
    place = {key: n for n, key in enumerate(order or [])}
    return tuple(sorted(found, key=lambda one: (place.get(one.key, 0), one.key == "", one.name, one.key)))


def _options(event: Event) -> tuple[OptionLine, ...]:
    """The purchases by option and price. What one cost is what was first taken for it."""
    options = {option.pk: option for option in event.options.all()}
    rows = Purchase.objects.filter(event=event).order_by()
    bought = rows.annotate(
        price=Coalesce(Sum("ledger__amount", filter=Q(ledger__amount__gt=0)), 0), over=F("cancelled_at")
    ).values_list("option", "price", "over")
    sold: Counter[tuple[int, int]] = Counter()
    cancelled: Counter[tuple[int, int]] = Counter()
    for option, price, over in bought:
        sold[option, price] += 1
        cancelled[option, price] += over is not None
    places = {pk: n for n, pk in enumerate(options)}
    return tuple(
        OptionLine(
            name=options[pk].name,
            kind=options[pk].kind,
            price=price,
            sold=n,
            cancelled=cancelled[pk, price],
            is_old_price=options[pk].price != price,
        )
        for (pk, price), n in sorted(sold.items(), key=lambda item: (places[item[0][0]], -item[0][1]))
    )


_PERSON = (
    "entry__number", "entry__player__first_name", "entry__player__last_name",
)  # fmt: skip


def _listed(lines: QuerySet[LedgerLine]) -> tuple[NamedLine, ...]:
    """The lines put together by purchase, way and direction; the first few hundred."""
    rows = lines.values_list("purchase", "method", "at", *_PERSON, "purchase__option__name", "cashier__name")
    summed = rows.annotate(taken=_taken(), back=_back()).order_by("at", "purchase", "method")
    found = []
    for _pk, way, at, number, first, last, option, clerk, taken, back in summed[:MOST_LISTED]:
        name = full_name(first, last)
        found += [
            NamedLine(at, number, name, option, way, amount, amount < 0, clerk or "")
            for amount in (taken, back)
            if amount
        ]
    return tuple(found)


def _overrides(event: Event) -> tuple[NamedLine, ...]:
    """What a director sold although a limit said no, and why."""
    rows = Purchase.objects.filter(event=event).exclude(override="").order_by("pk")
    clerks: dict[int, str] = defaultdict(str)
    sellers = LedgerLine.objects.filter(purchase__in=rows.order_by(), amount__gt=0)
    clerks |= dict(sellers.values_list("purchase", "cashier__name"))
    return tuple(
        NamedLine(
            row.at,
            row.entry.number,
            full_name(row.entry.player.first_name, row.entry.player.last_name),
            row.option.name,
            row.override,
            row.option.price,
            row.cancelled_at is not None,
            clerks[row.pk] or "",
        )
        for row in rows.select_related("entry__player", "option")
    )


def _tickets(event: Event) -> tuple[NamedLine, ...]:
    """Tickets that paid; is_back: released with their purchase."""
    rows = Ticket.objects.filter(event=event).order_by("pk")
    rows = rows.select_related("purchase__entry__player", "purchase__option")
    return tuple(
        NamedLine(
            row.at,
            row.purchase.entry.number,
            full_name(row.purchase.entry.player.first_name, row.purchase.entry.player.last_name),
            row.purchase.option.name,
            row.code,
            row.amount,
            row.released_at is not None,
        )
        for row in rows
    )
