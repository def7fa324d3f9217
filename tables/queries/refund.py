"""What would be returned if a sale were taken back, and who may do it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from tables.models import Bust
from tournaments.models import Entry, LedgerLine, Option, Purchase, Ticket
from tournaments.rules.payments import MONEY
from tournaments.rules.roles import DIRECTOR_ONLY

CANCELLABLE = (Entry.State.RESERVED, Entry.State.PAID, Entry.State.SEATED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """What is returned in one way, in minor units. is_money: another way may be chosen for it."""

    method: str
    amount: int
    is_money: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundSheet:
    """What taking back an entry, or one option of it, would return.

    in_play: its chips are on a table that plays, so that a director says where they go. taken_up: they were
    taken off it, since nobody claimed them. may: whether the reader may do it.
    """

    due: tuple[Due, ...]
    tickets: tuple[str, ...]
    chips: int
    in_play: bool
    taken_up: bool
    may: bool

    @property
    def total(self) -> int:
        return sum(due.amount for due in self.due)

    @property
    def has_money(self) -> bool:
        return any(due.is_money for due in self.due)


def is_in_play(entry: Entry) -> bool:
    """Whether the entry's stack is one that others play against: it has a chair, and its Day has begun."""
    return entry.state == Entry.State.SEATED and entry.day.clock_started


def taken_up(entry: Entry) -> Bust | None:
    """How the entry went out, if its stack was taken up because nobody claimed it."""
    if entry.state != Entry.State.OUT:
        return None
    return Bust.objects.select_related("table").filter(entry=entry, kind=Bust.Kind.TAKEN_UP).first()


def taken_up_at(entry: int) -> datetime | None:
    """When the stack of an entry that is out was taken up; None where it was not."""
    return Bust.objects.filter(entry=entry, kind=Bust.Kind.TAKEN_UP).values_list("at", flat=True).first()


def may_be_cancelled(entry: Entry) -> bool:
    """Whether an entry can still be taken back: its player is not out, or never came to play."""
    return entry.state in CANCELLABLE or taken_up(entry) is not None


def live_purchases(entry: Entry, one: int | None = None) -> list[Purchase]:
    """What the entry has bought and not given back; of it only the purchase `one`, if that may go alone."""
    rows = entry.purchases.filter(cancelled_at=None).select_related("option").order_by("pk")
    if one is not None:
        rows = rows.filter(pk=one).exclude(option__kind__in=Option.STARTS_ENTRY)
    return list(rows)


def refund_sheet(entry: Entry, purchases: Iterable[Purchase], role: str) -> RefundSheet:
    """What would be returned for these purchases, by way; role: of the reader."""
    bought = list(purchases)
    lines = LedgerLine.objects.filter(purchase__in=bought)
    sums = {row["method"]: row["total"] for row in lines.values("method").annotate(total=Sum("amount"))}
    held = Ticket.objects.filter(purchase__in=bought, released_at=None)
    in_play, is_taken_up = is_in_play(entry), taken_up(entry) is not None
    return RefundSheet(
        due=tuple(
            Due(method=way, amount=sums[way], is_money=way in MONEY)
            for way in LedgerLine.Method.values
            if sums.get(way)
        ),
        tickets=tuple(held.values_list("code", flat=True)),
        chips=sum(one.chips for one in bought),
        in_play=in_play,
        taken_up=is_taken_up,
        may=not (in_play or is_taken_up) or role in DIRECTOR_ONLY,
    )
