"""What must be true of an event at any time. Undo and the tests ask the same questions."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum

from tournaments.models import DrawerMovement, Entry, Event, LedgerLine, Purchase, Shift
from tournaments.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that must not be. `words` is a constant template, `facts` fill it."""

    code: str
    words: str
    facts: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.words.format(**self.facts)


Invariant = Callable[[Event], Iterator[Violation]]
_INVARIANTS: list[Invariant] = []


def invariant(function: Invariant) -> Invariant:
    """Add a question to those asked of every event."""
    _INVARIANTS.append(function)
    return function


def violations(event: Event) -> list[Violation]:
    """Everything that is wrong with an event: nothing, in a house that is in order."""
    return [found for ask in _INVARIANTS for found in ask(event)]


def hold(event: Event) -> None:
    """RuleError `invariant` with the first thing that would be wrong."""
    found = violations(event)
    if found:
        raise RuleError(found[0].code, found[0].words, found[0].facts)


@invariant
def numbers_are_given_once(event: Event) -> Iterator[Violation]:
    """A player is in the event once at a time."""
    twice = (
        Entry.objects.filter(event=event, state__in=["reserved", "paid", "seated", "bagged"])
        .values("player")
        .annotate(n=Count("pk"))
        .filter(n__gt=1)
    )
    for row in twice:
        yield Violation("player-twice", "Player {player} is in the event twice.", {"player": row["player"]})


@invariant
def every_paid_entry_bought_something(event: Event) -> Iterator[Violation]:
    """Entries that are in have a live purchase; reserved and cancelled ones have none."""
    live = Purchase.objects.filter(event=event, cancelled_at=None).values("entry")
    for entry in Entry.objects.filter(event=event, state__in=Entry.IN).exclude(pk__in=live)[:3]:
        yield Violation("not-bought", "Entry {number} is in without a purchase.", {"number": entry.number})
    not_in = [Entry.State.RESERVED, Entry.State.CANCELLED]
    for entry in Entry.objects.filter(event=event, state__in=not_in, pk__in=live)[:3]:
        yield Violation(
            "bought-not-in", "Entry {number} bought chips and is not in.", {"number": entry.number}
        )


@invariant
def ledger_matches_purchases(event: Event) -> Iterator[Violation]:
    """The lines of every cancelled purchase add up to nothing, those of every live one to its price."""
    cancelled = (
        LedgerLine.objects.filter(event=event, purchase__cancelled_at__isnull=False)
        .values("purchase")
        .annotate(total=Sum("amount"))
        .exclude(total=0)
    )
    for row in cancelled[:3]:
        yield Violation(
            "refund-differs", "Purchase {purchase} was cancelled and {total} was not returned.", dict(row)
        )
    negative = (
        LedgerLine.objects.filter(event=event)
        .values("purchase")
        .annotate(total=Sum("amount"))
        .filter(total__lt=0)
    )
    for row in negative[:3]:
        yield Violation("refund-twice", "Purchase {purchase} was refunded beyond its price.", dict(row))


@invariant
def counted_drawers_keep_their_cash(event: Event) -> Iterator[Violation]:
    """The lines of a counted drawer add up to what was expected at its count, and are in its currency."""
    mine = LedgerLine.objects.filter(event=event).exclude(shift=None)
    drawers = Shift.objects.filter(pk__in=mine.order_by().values("shift"))
    for shift in drawers.exclude(currency=event.currency).select_related("staff")[:1]:
        yield Violation("drawer-currency", "The drawer of {name} is in another currency.", _whose(shift))
    counted = drawers.filter(closed_at__isnull=False).select_related("staff")
    cash = _by_drawer(LedgerLine.objects.filter(shift__in=counted, method=LedgerLine.Method.CASH))
    moved = _by_drawer(DrawerMovement.objects.filter(shift__in=counted))
    for shift in counted:
        if shift.expected != shift.opening + cash.get(shift.pk, 0) + moved.get(shift.pk, 0):
            yield Violation("drawer-counted", "The drawer of {name} was counted.", _whose(shift))


def _whose(shift: Shift) -> dict[str, Any]:
    return {"name": shift.staff.name}


def _by_drawer(rows: QuerySet[Any]) -> dict[int, int]:
    sums = rows.order_by().values_list("shift").annotate(n=Sum("amount"))
    return dict(sums)


@invariant
def tickets_go_with_what_they_paid_for(event: Event) -> Iterator[Violation]:
    """A ticket is in use exactly while its purchase holds, for no more than the ledger says it paid."""
    for ticket in event.tickets.filter(
        Q(released_at=None, purchase__cancelled_at__isnull=False)
        | Q(released_at__isnull=False, purchase__cancelled_at=None)
    )[:3]:
        words = "Ticket {ticket} and what it paid for disagree about whether it is used."
        yield Violation("ticket-use", words, {"ticket": ticket.code})
    lines = LedgerLine.objects.filter(event=event, method=LedgerLine.Method.TICKET).order_by()
    paid = dict(lines.values_list("purchase").annotate(total=Sum("amount")))
    used = event.tickets.filter(released_at=None).order_by()
    for purchase, total in used.values_list("purchase").annotate(total=Sum("amount")):
        if total > paid.get(purchase, 0):
            words = "Purchase {purchase} holds tickets for more than they paid."
            yield Violation("ticket-sum", words, {"purchase": purchase})
