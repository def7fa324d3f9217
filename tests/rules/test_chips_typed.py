"""Stacks as they are typed."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.rules.chips_typed import MOST_CHIPS, chips_typed
from tournaments.rules.errors import RuleError


def code(text, **kwargs):
    with pytest.raises(RuleError) as refused:
        chips_typed(text, **kwargs)
    return refused.value.code


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        ("0", 0),
        (" 43500 ", 43_500),
        ("43.5K", 43_500),
        ("43,5k", 43_500),
        ("43.5 k", 43_500),
        ("1.2M", 1_200_000),
        ("1.25m", 1_250_000),
        ("1,234,500", 1_234_500),
        ("1.234.500", 1_234_500),
        ("43\u00a0500", 43_500),
        ("43\u202f500", 43_500),
        ("43'500", 43_500),
        ("43’500", 43_500),
        ("４３５００", 43_500),
        ("120k", 120_000),
        ("4.350万", 43_500),
        ("12 萬", 120_000),
        ("1234.567k", 1_234_567),
    ],
)
def test_read(text, chips):
    assert chips_typed(text) == chips


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("", "chips-empty"),
        ("   ", "chips-empty"),
        ("k", "chips-unreadable"),
        ("abc", "chips-unreadable"),
        ("-5", "chips-unreadable"),
        ("43.5", "chips-not-whole"),
        ("43,50", "chips-not-whole"),
        ("1.2345k", "chips-not-whole"),
        ("1.234,500", "chips-unreadable"),
        ("1234,500,000", "chips-unreadable"),
        ("43 5", "chips-unreadable"),
        ("5kk", "chips-unreadable"),
        ("9" * 30, "chips-too-many"),
        ("9" * 5000, "chips-too-many"),
        ("1,200k", "chips-ambiguous"),
    ],
)
def test_refused(text, refused):
    assert code(text) == refused


def test_a_thousand_thousands_or_one_and_a_bit_is_for_the_house_to_say():
    assert chips_typed("43.500k", ".") == 43_500
    assert chips_typed("43,500k", ",") == 43_500
    assert code("43,500k", decimal=".") == code("43.500k", decimal=",") == "chips-ambiguous"


@given(st.integers(0, MOST_CHIPS), st.sampled_from([",", ".", " ", "'", ""]))
def test_every_number_reads_back_however_it_is_grouped(chips, sign):
    assert chips_typed(f"{chips:,}".replace(",", sign)) == chips


@given(st.integers(1, 10**9), st.sampled_from(".,"), st.sampled_from([("k", 3), ("m", 6), ("万", 4)]))
def test_tenths_of_a_unit_are_exact(tenths, sign, unit):
    letter, zeros = unit
    typed, chips = f"{tenths // 10}{sign}{tenths % 10}{letter}", tenths * 10 ** (zeros - 1)
    if chips <= MOST_CHIPS:
        assert chips_typed(typed) == chips
    else:
        assert code(typed) == "chips-too-many"


@given(st.one_of(st.text(max_size=20), st.from_regex(r"[\d ., kmKM'万]{0,12}", fullmatch=True)))
def test_whatever_is_typed_is_a_number_or_a_refusal(text):
    with suppress(RuleError):
        assert 0 <= chips_typed(text) <= MOST_CHIPS
