"""Payments add up to the price, and are spent on its parts to the unit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.errors import RuleError
from tournaments.rules.payments import Payment, allocated, check_payments, ticket_number

CASH, CARD = Payment("cash", 30_000), Payment("card", 25_000)


@pytest.mark.parametrize(
    ("payments", "price", "code", "said"),
    [
        ([CASH], 55_000, "payment-sum", "250 EUR of the price of 550 EUR is missing."),
        ([CASH, CARD], 54_950, "payment-sum", "0.50 EUR more than the price of 549.50 EUR would be paid."),
        ([CASH, Payment("card", 0)], 30_000, "payment-amount", "Each part of a payment is above zero."),
        ([CASH, Payment("card", -1)], 29_999, "payment-amount", "Each part of a payment is above zero."),
        ([CASH], 0, "payment-free", "This costs nothing, so nothing is paid."),
        (
            [CASH, CARD, Payment("comp", 1)],
            55_001,
            "payment-ways",
            "A price is paid in two ways at most.",
        ),
        (
            [CASH, Payment("cash", 1)],
            30_001,
            "payment-ways",
            "Both parts are paid in the same way. Choose another for one.",
        ),
    ],
    ids=["missing", "over", "nothing", "negative", "free", "three", "alike"],
)
def test_what_does_not_add_up_is_named(payments, price, code, said):
    with pytest.raises(RuleError) as caught:
        check_payments(payments, price, "EUR")
    assert (caught.value.code, str(caught.value)) == (code, said)


def test_two_ways_and_two_tickets_may_pay():
    check_payments([CASH, CARD], 55_000, "EUR")
    check_payments([Payment("ticket", 1, "A"), Payment("ticket", 2, "B")], 3, "EUR")
    check_payments([], 0, "EUR")


amounts = st.integers(0, 10**9)


@given(st.lists(amounts, max_size=6), st.integers(0, 10**9))
def test_allocation_is_exact_by_part_and_by_way(parts, first):
    price = sum(parts)
    first = min(first, price)
    payments = [Payment("cash", first), Payment("card", price - first)]
    lines = list(allocated(parts, payments))
    by_part = [sum(amount for index, _way, amount in lines if index == part) for part in range(len(parts))]
    by_way = {way: sum(amount for _part, paid, amount in lines if paid == way) for way in ("cash", "card")}
    assert by_part == parts
    assert by_way == {"cash": first, "card": price - first}
    assert all(amount > 0 for _part, _way, amount in lines)
    assert len(lines) <= len([part for part in parts if part]) + 1


@pytest.mark.parametrize("typed", ["x" * 41, "12\0", "12\x1b3"])
def test_what_no_ticket_can_be_called_is_refused(typed):
    with pytest.raises(RuleError, match="at most 40 letters and figures"):
        ticket_number(typed)


@pytest.mark.parametrize(("typed", "kept"), [("", ""), ("  ", ""), ("x" * 40, "X" * 40), (" a \t b", "A B")])
def test_a_tickets_number_is_kept_as_it_is_compared(typed, kept):
    assert ticket_number(typed) == kept
