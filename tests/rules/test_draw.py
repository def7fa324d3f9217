"""The generator of draws: fair, apart from draw to draw, the same again for the same draw."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.rules.draw import Draw, commitment

SEED = bytes(range(32))
FAR_OUT = {5: 20.5, 6: 22.5, 119: 173.6, 199: 267.5}  # chi-square at 0.1 %, by degrees of freedom

texts = st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=6)
messages = st.tuples(st.integers(0, 999), texts, texts)


def chi_square(counts: Counter, kinds: int) -> float:
    """How far the counts are from equal ones over so many kinds."""
    expected = counts.total() / kinds
    unseen = (kinds - len(counts)) * expected
    return unseen + sum((count - expected) ** 2 / expected for count in counts.values())


@pytest.mark.parametrize("n", [6, 7, 200])
def test_each_number_comes_equally_often(n: int) -> None:
    """200 of 256: a remainder without rejection would give 0 to 55 twice as often."""
    draw = Draw(SEED, 1, "numbers")
    counts = Counter(draw.below(n) for _ in range(100 * n))
    assert chi_square(counts, n) < FAR_OUT[n - 1]


def test_each_order_comes_equally_often() -> None:
    draw = Draw(SEED, 2, "orders")
    counts = Counter(draw.shuffle("abcde") for _ in range(12_000))
    assert set(counts) == set(permutations("abcde"))
    assert chi_square(counts, 120) < FAR_OUT[119]


def test_each_draw_begins_anywhere() -> None:
    """Draws that follow one another do not lean to one first number."""
    counts = Counter(Draw(SEED, number, "late-seat").below(6) for number in range(1, 3_001))
    assert chi_square(counts, 6) < FAR_OUT[5]


@given(st.lists(st.integers(), max_size=300), messages)
@settings(max_examples=150)
def test_a_shuffle_keeps_every_item(items: list[int], message: tuple[int, str, str]) -> None:
    assert Counter(Draw(SEED, *message).shuffle(items)) == Counter(items)


@given(st.integers(1, 2**70), messages)
@settings(max_examples=200)
def test_a_number_is_below_its_bound(n: int, message: tuple[int, str, str]) -> None:
    assert 0 <= Draw(SEED, *message).below(n) < n


@given(messages, messages)
@settings(max_examples=200)
def test_two_draws_agree_only_when_they_are_one(
    one: tuple[int, str, str], other: tuple[int, str, str]
) -> None:
    same = Draw(SEED, *one).below(2**128) == Draw(SEED, *other).below(2**128)
    assert same == (one == other)


def test_no_part_of_a_message_runs_into_the_next() -> None:
    messages = [
        (1, "1a", "b"),
        (11, "a", "b"),
        (1, "1", "ab"),
        (1, "1ab", ""),
        (1, "", "1ab"),
        (111, "ab", ""),
    ]
    assert len({Draw(SEED, *message).below(2**128) for message in messages}) == len(messages)


def test_another_seed_is_another_draw() -> None:
    assert Draw(SEED, 1, "seats").below(2**128) != Draw(bytes(32), 1, "seats").below(2**128)


@given(st.lists(st.integers(1, 2**20), min_size=1, max_size=60), st.integers(0, 60))
@settings(max_examples=100)
def test_what_is_drawn_first_does_not_depend_on_what_follows(bounds: list[int], cut_off: int) -> None:
    whole, part = Draw(SEED, 1, "seats"), Draw(SEED, 1, "seats")
    drawn = [whole.below(n) for n in bounds]
    assert [part.below(n) for n in bounds[:cut_off]] == drawn[:cut_off]


def test_one_of_one_draws_nothing() -> None:
    used, fresh = Draw(SEED, 1, "seats"), Draw(SEED, 1, "seats")
    assert (used.below(1), used.pick("x"), used.shuffle("x")) == (0, "x", ("x",))
    assert used.below(2**64) == fresh.below(2**64)


@pytest.mark.parametrize("n", [0, -1])
def test_nothing_is_below_nothing(n: int) -> None:
    with pytest.raises(ValueError):
        Draw(SEED, 1, "seats").below(n)


def test_nothing_is_picked_from_nothing() -> None:
    with pytest.raises(ValueError):
        Draw(SEED, 1, "seats").pick([])


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    """FIPS 180-2, appendix B.1."""
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
