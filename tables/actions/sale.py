"""Selling an option on an entry: the purchase, its lines in the ledger, and taking both back."""

from collections.abc import Iterable, Iterator

from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Entry, LedgerLine, Option, Purchase
from tournaments.queries.sales import may_sell, may_take_again
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name


@action("entry.take_option")
def take_option(change: Change, /, entry: Entry, option: Option, *, method: str = "cash") -> Purchase:
    """Sell a rebuy, an add-on or another option on an entry that is in.

    RuleError: `not-in` for an entry that is not playing; `begins-an-entry`; `option-over`,
    `registration-closed`, `option-limit`, `option-elsewhere`; `method`.
    """
    player = entry.player
    facts = {"name": full_name(player.first_name, player.last_name), "option": option.name}
    if option.kind in Option.STARTS_ENTRY:
        raise RuleError("begins-an-entry", "{option} begins an entry; it is not taken on one.", facts)
    may_sell(option, entry.day, change.now, in_line=entry.in_line)
    if entry.state not in {Entry.State.PAID, Entry.State.SEATED}:
        raise RuleError("not-in", "{name} is not playing, so {option} cannot be taken.", facts)
    may_take_again(option, player)
    change.note(**facts, number=entry.number, price=option.price, method=method)
    return sell(change, entry, option, method)


def sell(change: Change, entry: Entry, option: Option, method: str) -> Purchase:
    """One option on one entry, paid. RuleError `method` for a way to pay that there is not."""
    refuse_method(method)
    purchase = change.create(
        Purchase,
        event_id=entry.event_id,
        entry=entry,
        option=option,
        chips=option.chips,
        at=change.happened_at,
    )
    change.create_many(LedgerLine, list(price_lines(change, purchase, option, method)))
    return purchase


def price_lines(change: Change, purchase: Purchase, option: Option, method: str) -> Iterator[LedgerLine]:
    """One line per part of the price that is not zero; each deduction has its name."""
    part = LedgerLine.Part
    parts = [
        (part.PRIZE, "", option.prize),
        (part.FEE, "", option.fee),
        (part.STAFF, "", option.staff),
        (part.BOUNTY, "", option.bounty),
        *((part.DEDUCTION, str(name), int(amount)) for name, amount in option.deductions),
    ]
    for kind, name, amount in parts:
        if amount:
            yield LedgerLine(
                event_id=purchase.event_id,
                entry_id=purchase.entry_id,
                purchase=purchase,
                part=kind,
                name=name,
                amount=amount,
                method=method,
                cashier=change.by.staff,
                at=change.happened_at,
            )


def give_back(change: Change, purchases: Iterable[Purchase]) -> int:
    """Cancel purchases and return their price by lines that mirror theirs; the sum, in minor units."""
    live = [purchase for purchase in purchases if purchase.cancelled_at is None]
    sold = LedgerLine.objects.filter(purchase__in=live).order_by("pk")
    returned = [
        LedgerLine(
            event_id=line.event_id,
            entry_id=line.entry_id,
            purchase_id=line.purchase_id,
            part=line.part,
            name=line.name,
            amount=-line.amount,
            method=line.method,
            cashier=change.by.staff,
            at=change.happened_at,
        )
        for line in sold
    ]
    for purchase in live:
        change.update(purchase, cancelled_at=change.happened_at, in_play=False)
    change.create_many(LedgerLine, returned)
    return -sum(line.amount for line in returned)


def refuse_method(method: str) -> None:
    """RuleError `method` for a way to pay that there is not."""
    if method not in LedgerLine.Method.values:
        raise RuleError("method", "There is no way to pay called {method}.", {"method": method[:20]})
