"""The options of slips, fixed at the moment they are asked for: which rows they are about."""

from typing import Any

from tables.queries.slips import extra_purchases, last_refund, moved_seats, refund_lines
from tournaments.models import Entry, Event, Purchase
from tournaments.rules.errors import RuleError

SLIPS = frozenset({"receipt", "refund_slip", "alternate_ticket", "option_slip", "move_slip"})
COPIES = ("customer", "house")


def settled_slips(event: Event, document: str, options: dict[str, Any]) -> dict[str, Any]:
    """What of a slip's options names its rows, and `items`.

    In: `entries`, or of a receipt `purchase` and `copies`, of a refund slip `purchases` or `entries`, and
    `copies`, of option slips also `purchases`; what a job had
    kept (`seats`, `purchases`) is taken as it is. RuleError: `no-such-choice`, `nothing-to-print`.
    """
    if document == "receipt":
        return _receipt(event, options)
    if document == "refund_slip":
        return _refund(event, options)
    if document == "option_slip" and options.get("purchases"):
        rows = Purchase.objects.filter(event=event, pk__in=options["purchases"], cancelled_at=None)
        return _named("purchases", list(rows.values_list("pk", flat=True)), document)
    if document == "move_slip" and options.get("seats"):
        return _named("seats", list(options["seats"]), document)
    entries = options.get("entries")
    if not entries:
        raise RuleError("no-such-choice", "Say whose slip.")
    if document == "alternate_ticket":
        line = Entry.objects.filter(event=event, pk__in=entries, alternate__isnull=False)
        return _named("entries", list(line.order_by("alternate").values_list("pk", flat=True)), document)
    if document == "option_slip":
        return _named("purchases", list(extra_purchases(event.pk, entries)), document)
    return _named("seats", list(moved_seats(options["day"], entries)), document)


def _receipt(event: Event, options: dict[str, Any]) -> dict[str, Any]:
    purchase = options.get("purchase")
    if not Purchase.objects.filter(event=event, pk=purchase or 0).exists():
        raise RuleError("nothing-to-print", "There is no such sale to give a receipt for.")
    return {"purchase": purchase} | _copies(options)


def _refund(event: Event, options: dict[str, Any]) -> dict[str, Any]:
    keys = options.get("purchases")
    if not keys:
        entry = Entry.objects.filter(event=event, pk__in=options.get("entries") or ()).first()
        keys = last_refund(entry) if entry else ()
    returned = refund_lines(keys).filter(event=event).values_list("purchase", flat=True)
    known = sorted(set(returned.order_by()))
    if not known:
        raise RuleError("nothing-to-print", "Nothing was returned, so there is no refund to print.")
    return {"purchases": known} | _copies(options)


def _copies(options: dict[str, Any]) -> dict[str, Any]:
    copies = [copy for copy in options.get("copies", COPIES) if copy in COPIES]
    if not copies:
        raise RuleError("no-such-choice", "Say whose copy.")
    return {"copies": copies, "items": len(copies)}


def _named(name: str, keys: list[int], document: str) -> dict[str, Any]:
    if not keys:
        raise RuleError("nothing-to-print", _WHY_NOTHING[document])
    return {name: keys, "items": len(keys)}


_WHY_NOTHING = {
    "alternate_ticket": "This player is not on the alternates list.",
    "option_slip": "There are no chips to hand out for this.",
    "move_slip": "This player has not been moved on this Day.",
}
