"""How a price is paid: in one way or two, each part to the unit, and which part of the price it covers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.rules.errors import RuleError
from tournaments.rules.money import format_money

MOST_WAYS = 2
LONGEST_TICKET = 40

# What is handed back as money; a ticket and a comp go back as what they were.
MONEY = frozenset({"cash", "card", "transfer"})


@dataclass(frozen=True, slots=True)
class Payment:
    """A part of a price: the way it is paid, minor units, and the number of the ticket, "" without one."""

    method: str
    amount: int
    ticket: str = ""


def in_one_way(method: str, price: int) -> tuple[Payment, ...]:
    """The whole price in one way; what is free is not paid.

    >>> in_one_way("cash", 500), in_one_way("cash", 0)
    ((Payment(method='cash', amount=500, ticket=''),), ())
    """
    return (Payment(method, price),) if price else ()


def check_payments(payments: Sequence[Payment], price: int, currency: str) -> None:
    """RuleError unless these payments are the price, to the unit.

    `payment-free` for one of what costs nothing; `payment-ways` for more than two, or the same twice;
    `payment-amount` for a part that is not above zero; `payment-sum` with what is missing or over.
    """
    if payments and not price:
        raise RuleError("payment-free", "This costs nothing, so nothing is paid.")
    if len(payments) > MOST_WAYS:
        raise RuleError("payment-ways", "A price is paid in two ways at most.")
    if len({(paid.method, paid.ticket) for paid in payments}) < len(payments):
        raise RuleError("payment-ways", "Both parts are paid in the same way. Choose another for one.")
    if any(paid.amount <= 0 for paid in payments):
        raise RuleError("payment-amount", "Each part of a payment is above zero.")
    _check_sum(sum(paid.amount for paid in payments), price, currency)


def _check_sum(total: int, price: int, currency: str) -> None:
    if total == price:
        return
    facts = {"price": format_money(price, currency), "currency": currency}
    if total < price:
        words = "{missing} {currency} of the price of {price} {currency} is missing."
        raise RuleError("payment-sum", words, {**facts, "missing": format_money(price - total, currency)})
    words = "{over} {currency} more than the price of {price} {currency} would be paid."
    raise RuleError("payment-sum", words, {**facts, "over": format_money(total - price, currency)})


def allocated(parts: Sequence[int], payments: Sequence[Payment]) -> Iterator[tuple[int, str, int]]:
    """(index of the part, way, amount): the payments spent on the parts in order, each to its last unit.

    >>> list(allocated([300, 200], [Payment("cash", 350), Payment("card", 150)]))
    [(0, 'cash', 300), (1, 'cash', 50), (1, 'card', 150)]
    """
    left = [paid.amount for paid in payments]
    for index, part in enumerate(parts):
        wanted = part
        for at, paid in enumerate(payments):
            spent = min(wanted, left[at])
            if spent:
                yield index, paid.method, spent
                left[at] -= spent
                wanted -= spent


def ticket_number(text: str) -> str:
    """A ticket's number as it is kept: upper case, single spaces; "" for none. RuleError `ticket-number`.

    >>> ticket_number(" sat-17  b ")
    'SAT-17 B'
    """
    plain = " ".join(text.upper().split())
    if not plain.isprintable() or len(plain) > LONGEST_TICKET:
        words = "A ticket's number has at most {most} letters and figures."
        raise RuleError("ticket-number", words, {"most": LONGEST_TICKET})
    return plain
