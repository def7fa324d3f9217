"""Selling an option on an entry: the purchase, what paid for it, and its lines in the ledger."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Entry, LedgerLine, Option, Purchase, Shift, Ticket
from tournaments.queries.claims import comes_into_play
from tournaments.queries.drawers import open_drawer
from tournaments.queries.sales import Limits, may_sell, may_take_again
from tournaments.queries.tickets import refuse_used
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name
from tournaments.rules.payments import Payment, allocated, check_payments, in_one_way, ticket_number

LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Terms:
    """How something is sold: in one way, or by `payments`, which then hold. override: why against a limit."""

    method: str = "cash"
    payments: Sequence[Payment] = ()
    override: str = ""

    def paid(self, price: int, currency: str) -> tuple[Payment, ...]:
        """What pays a price. RuleError `method`, and those of `check_payments` and `ticket_number`."""
        if not self.payments:
            refuse_method(self.method)
            return in_one_way(self.method, price)
        for paid in self.payments:
            refuse_method(paid.method)
        check_payments(self.payments, price, currency)
        return tuple(
            Payment(paid.method, paid.amount, ticket_number(paid.ticket) if paid.method == "ticket" else "")
            for paid in self.payments
        )


@action("entry.take_option")
def take_option(
    change: Change,
    /,
    entry: Entry,
    option: Option,
    *,
    method: str = "cash",
    payments: Sequence[Payment] = (),
    override: str = "",
) -> Purchase:
    """Sell a rebuy, an add-on or another option on an entry that is in.

    override: why a director sells it against a limit. RuleError: `not-in` for an entry that is not playing;
    `begins-an-entry`; `option-over`, `registration-closed`, `option-limit`, `option-elsewhere`; those of
    `sell`.
    """
    player = entry.player
    facts = {"name": full_name(player.first_name, player.last_name), "option": option.name}
    if option.kind in Option.STARTS_ENTRY:
        raise RuleError("begins-an-entry", "{option} begins an entry; it is not taken on one.", facts)
    limits = Limits(entry.day, change.by.role, reason_of(override))
    limits.ask(may_sell, option, entry.day, change.now, in_line=entry.in_line)
    if entry.state not in {Entry.State.PAID, Entry.State.SEATED}:
        raise RuleError("not-in", "{name} is not playing, so {option} cannot be taken.", facts)
    limits.ask(may_take_again, option, player)
    change.note(**facts, number=entry.number, price=option.price)
    change.note(day=entry.day.code, seated=entry.state == Entry.State.SEATED)
    change.note(currency=change.event.currency, case="paid")
    return sell(change, entry, option, Terms(method, payments, limits.used))


def sell(change: Change, entry: Entry, option: Option, terms: Terms) -> Purchase:
    """One option on one entry, paid.

    RuleError: `method` for a way to pay that there is not; those of `check_payments`; `ticket-number`,
    `ticket-used`.
    """
    payments = terms.paid(option.price, change.event.currency)
    drawer = open_drawer(change.by.staff, change.event.currency)
    purchase = change.create(
        Purchase,
        event_id=entry.event_id,
        entry=entry,
        option=option,
        chips=option.chips,
        at=change.happened_at,
        in_play=comes_into_play(change.event, entry),
        override=terms.override,
    )
    change.create_many(LedgerLine, list(price_lines(change, purchase, option, payments, drawer)))
    _take_tickets(change, purchase, payments)
    change.note(method="+".join(paid.method for paid in payments) or terms.method)
    if terms.override:
        change.note(override=terms.override)
    return purchase


def price_lines(
    change: Change,
    purchase: Purchase,
    option: Option,
    paid: str | Sequence[Payment],
    drawer: Shift | None = None,
) -> Iterator[LedgerLine]:
    """One line per way and part of the price that is not zero; each deduction has its name.

    paid: the one way, or the payments, which are spent on the parts in order.
    """
    payments = in_one_way(paid, option.price) if isinstance(paid, str) else paid
    parts = price_parts(option)
    # By their keys: a row given as an object is set twice, and a sale is three lines.
    cashier = change.by.staff.pk if change.by.staff else None
    shift = drawer.pk if drawer else None
    for index, method, amount in allocated([amount for _kind, _name, amount in parts], payments):
        kind, name, _whole = parts[index]
        yield LedgerLine(
            event_id=purchase.event_id,
            entry_id=purchase.entry_id,
            purchase_id=purchase.pk,
            part=kind,
            name=name,
            amount=amount,
            method=method,
            cashier_id=cashier,
            shift_id=shift,
            at=change.happened_at,
        )


def price_parts(option: Option) -> list[tuple[str, str, int]]:
    """(part, name of the deduction or "", amount) of a price, in the order they are paid."""
    part = LedgerLine.Part
    return [
        (part.PRIZE, "", option.prize),
        (part.FEE, "", option.fee),
        (part.STAFF, "", option.staff),
        (part.BOUNTY, "", option.bounty),
        *((part.DEDUCTION, str(name), int(amount)) for name, amount in option.deductions),
    ]


def refuse_method(method: str) -> None:
    """RuleError `method` for a way to pay that there is not."""
    if method not in LedgerLine.Method.values:
        raise RuleError("method", "There is no way to pay called {method}.", {"method": method[:20]})


def reason_of(typed: str) -> str:
    """A reason as it is kept: one line, no longer than its column."""
    return " ".join(typed.replace("\0", "").split())[:LONGEST_REASON]


def _take_tickets(change: Change, purchase: Purchase, payments: Sequence[Payment]) -> None:
    for paid in payments:
        if paid.ticket:
            refuse_used(paid.ticket)
            change.create(
                Ticket,
                event_id=purchase.event_id,
                purchase=purchase,
                code=paid.ticket,
                amount=paid.amount,
                at=change.happened_at,
            )
