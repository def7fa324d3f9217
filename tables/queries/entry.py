"""One entry whole: what it bought, what was paid, where it sat."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from tables.models import Seat
from tables.queries.entries import EntryLine, entry_line, with_turns
from tournaments.models import Entry, LedgerLine, Option, Purchase


@dataclass(frozen=True, slots=True)
class Bought:
    """An option taken. paid: the sum of its ledger lines, nothing once it was given back.

    is_extra: it did not begin the entry, so that it may be taken back alone. override: why it was sold
    against a limit.
    """

    pk: int
    option: str
    chips: int
    paid: int
    at: datetime
    is_cancelled: bool
    is_extra: bool
    override: str


@dataclass(frozen=True, slots=True)
class Sat:
    """A chair it had; until None while it has it."""

    table: int
    chair: int
    since: datetime
    until: datetime | None


@dataclass(frozen=True, slots=True)
class EntrySheet:
    """An entry with its history, each in order of time."""

    line: EntryLine
    made_at: datetime
    paid_at: datetime | None
    bought: tuple[Bought, ...]
    parts: tuple[tuple[str, int], ...]
    sat: tuple[Sat, ...]

    @property
    def paid(self) -> int:
        """What the house holds of his money for it."""
        return sum(bought.paid for bought in self.bought)


def entry_sheet(entry: Entry) -> EntrySheet:
    """One entry whole."""
    purchases = entry.purchases.select_related("option").annotate(paid=Sum("ledger__amount")).order_by("pk")
    seats = Seat.objects.filter(entry=entry).select_related("table").order_by("pk")
    (line,) = with_turns([entry], [entry_line(entry)])
    return EntrySheet(
        line=line,
        made_at=entry.made_at,
        paid_at=entry.paid_at,
        bought=tuple(map(_bought, purchases)),
        parts=_parts(entry),
        sat=tuple(Sat(s.table.number, s.chair, s.since, s.until) for s in seats),
    )


def _bought(purchase: Purchase) -> Bought:
    return Bought(
        pk=purchase.pk,
        option=purchase.option.name,
        chips=purchase.chips,
        paid=purchase.paid or 0,  # type: ignore[attr-defined]
        at=purchase.at,
        is_cancelled=purchase.cancelled_at is not None,
        is_extra=purchase.option.kind not in Option.STARTS_ENTRY,
        override=purchase.override,
    )


def _parts(entry: Entry) -> tuple[tuple[str, int], ...]:
    """(name of the part, sum) of all that is held, without the parts that came to nothing."""
    sums: dict[str, int] = {}
    for part, name, amount in entry.ledger.order_by("pk").values_list("part", "name", "amount"):
        label = name or str(LedgerLine.Part(part).label)
        sums[label] = sums.get(label, 0) + amount
    return tuple((label, amount) for label, amount in sums.items() if amount)
