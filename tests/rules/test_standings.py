"""Places from the order in which entries went out; ties of one hand; nobody ranked twice."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.errors import RuleError
from tournaments.rules.payouts import split_tie
from tournaments.rules.standings import Out, Place, places


def test_the_fault_of_the_first_out_of_ten_in_eleventh_place() -> None:
    """KNOWN_FAULTS 27."""
    assert places(10, [Out("a", 1)]) == {"a": Place(10)}
    everybody = [Out(n, n) for n in range(1, 11)]
    assert places(10, everybody) == {n: Place(11 - n) for n in range(1, 11)}


def test_the_fault_of_a_player_ranked_twice_after_a_re_entry() -> None:
    """KNOWN_FAULTS 27: four entries of three players; the first of them went out and came back."""
    outs = [Out("a1", 1, player="a"), Out("b1", 2, player="b"), Out("a2", 3, player="a")]
    assert places(4, outs) == {"b1": Place(3), "a2": Place(2)}
    assert places(4, outs[:2], playing={"a", "c"}) == {"b1": Place(3)}


def test_an_entry_listed_twice_counts_where_it_went_out_last() -> None:
    assert places(3, [Out("a", 1), Out("b", 2), Out("a", 3)]) == {"b": Place(3), "a": Place(2)}


def test_two_tables_in_one_hand_tie_whatever_the_stacks() -> None:
    outs = [
        Out("a", 1),
        Out("b", 2, hand=7, table=1, stack_before=5000),
        Out("c", 3, hand=7, table=2, stack_before=100),
        Out("d", 4, hand=7, table=1, stack_before=900),
    ]
    tied = Place(6, tied=True)
    assert places(9, outs) == {"a": Place(9), "b": tied, "c": tied, "d": tied}
    assert places(9, outs)["b"].sharing == 3


def test_one_table_in_one_hand_goes_by_the_stack_before() -> None:
    outs = [
        Out("big", 1, hand=7, table=1, stack_before=5000),
        Out("small", 2, hand=7, table=1, stack_before=100),
    ]
    assert places(9, outs) == {"big": Place(8), "small": Place(9)}


def test_equal_stacks_at_one_table_tie() -> None:
    outs = [
        Out("a", 1, hand=7, table=1, stack_before=500),
        Out("b", 2, hand=7, table=1, stack_before=900),
        Out("c", 3, hand=7, table=1, stack_before=500),
    ]
    assert places(9, outs) == {"a": Place(8, tied=True), "c": Place(8, tied=True), "b": Place(7)}


def test_without_a_stack_the_order_decides() -> None:
    outs = [Out("a", 1, hand=7, table=1, stack_before=900), Out("b", 2, hand=7, table=1)]
    assert places(9, outs) == {"a": Place(9), "b": Place(8)}


def test_a_bust_entered_between_two_of_one_hand_stands_after_it() -> None:
    outs = [Out("a", 1, hand=7, table=1), Out("x", 2), Out("b", 3, hand=7, table=2)]
    assert places(9, outs) == {"a": Place(8, tied=True), "b": Place(8, tied=True), "x": Place(7)}


def test_more_out_than_entered_is_refused() -> None:
    with pytest.raises(RuleError, match="2 are out of an event of 1 entries"):
        places(1, [Out("a", 1), Out("b", 2)])


OUTS = st.lists(
    st.tuples(st.none() | st.integers(1, 6), st.none() | st.integers(1, 3), st.none() | st.integers(1, 4)),
    max_size=25,
)


@settings(max_examples=200, deadline=None)
@given(rows=OUTS, more=st.integers(0, 10), seed=st.randoms(use_true_random=False))
def test_places_are_taken_once_and_prizes_of_ties_add_up(
    rows: list[tuple[int | None, int | None, int | None]], more: int, seed: st.DataObject
) -> None:
    outs = [Out(number, number, hand, table, stack) for number, (hand, table, stack) in enumerate(rows)]
    entries = len(outs) + more
    mixed = list(outs)
    seed.shuffle(mixed)  # type: ignore[attr-defined]
    found = places(entries, mixed)
    assert found == places(entries, outs)
    taken = {(place.place, place.sharing) for place in found.values()}
    covered = sorted(best + index for best, sharing in taken for index in range(sharing))
    assert covered == list(range(more + 1, entries + 1))
    assert all(place.tied == (place.sharing > 1) for place in found.values())
    prizes = [1000 * (entries - index) for index in range(entries)]
    paid = sum(sum(split_tie(prizes, best, sharing, 1)) for best, sharing in taken)
    assert paid == sum(prizes[more:])


@settings(max_examples=200, deadline=None)
@given(rows=OUTS)
def test_within_a_hand_two_tables_tie_and_one_goes_by_stack(
    rows: list[tuple[int | None, int | None, int | None]],
) -> None:
    outs = [Out(number, number, hand, table, stack) for number, (hand, table, stack) in enumerate(rows)]
    found = places(len(outs), outs)
    for hand in range(1, 7):
        together = [out for out in outs if out.hand == hand]
        best = {found[out.entry].place for out in together}
        tables = {out.table for out in together} - {None}
        if len(tables) > 1:
            assert len(best) == 1
        elif all(out.stack_before is not None for out in together):
            assert len(best) == len({out.stack_before for out in together})
        else:
            assert len(best) == len(together)
