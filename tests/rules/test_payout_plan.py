"""An event's prizes as its column keeps them."""

import json
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.presets.payouts import payout_chart
from tournaments.rules.errors import RuleError
from tournaments.rules.payout_plan import PayoutPlan, plan_from_json, plan_to_json
from tournaments.rules.schemes import Curve, Fixed, Seats

amounts = st.integers(0, 10**10)
schemes = st.one_of(
    st.builds(
        Curve,
        st.sampled_from([1, "0.5", Fraction(3, 4)]),
        permille=st.integers(1, 1000),
        rounding=st.sampled_from(["up", "down", "nearest"]),
    ),
    st.builds(Fixed, st.lists(amounts, max_size=9).map(lambda row: tuple(sorted(row, reverse=True)))),
    st.builds(Seats, st.integers(1, 99), st.integers(1, 10**9)),
    st.just(payout_chart().chart),
)


@given(st.builds(PayoutPlan, schemes, st.integers(1, 10**6), amounts), amounts, st.integers(0, 60))
def test_a_plan_reads_back_to_the_same_prizes(plan, pool, entries):
    kept = json.loads(json.dumps(plan_to_json(plan)))
    again = plan_from_json(kept)
    assert (again.unit, again.minimum, plan_to_json(again)) == (plan.unit, plan.minimum, kept)
    assert _paid(again, pool, entries) == _paid(plan, pool, entries)


def _paid(plan, pool, entries):
    try:
        return plan.amounts(pool, entries)
    except RuleError as error:
        return error.code


def test_an_empty_column_is_no_plan():
    assert plan_from_json({}) is None


@pytest.mark.parametrize(
    ("held", "code"),
    [
        ([], "payout-plan"),
        ({"unit": 1}, "payout-plan"),
        ({"scheme": "lottery"}, "payout-plan"),
        ({"scheme": "curve", "rounding": "never"}, "payout-plan"),
        ({"scheme": "curve", "permille": 1.5}, "payout-plan"),
        ({"scheme": "fixed", "amounts": [True]}, "payout-plan"),
        ({"scheme": "fixed", "amounts": [-1]}, "payout-plan"),
        ({"scheme": "seats", "n": "2"}, "payout-plan"),
        ({"scheme": "curve", "unit": 0}, "unit"),
        ({"scheme": "chart", "chart": "none"}, "chart-list"),
    ],
)
def test_what_is_no_plan_is_refused(held, code):
    with pytest.raises(RuleError) as refused:
        plan_from_json(held)
    assert refused.value.code == code
