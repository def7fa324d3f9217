"""The button over random busts and arrivals, beside a model that slides markers as dealers do."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.rules.button import (
    Positions,
    dealt_in,
    first_button,
    first_positions,
    next_hand,
    position_names,
)
from tournaments.rules.errors import RuleError
from tournaments.rules.house import HouseRules


class Model:
    """The dead button as dealers do it: markers lie in front of chairs, and each hand slide to the next.

    Three markers: button, small, big. The big one is pushed on chair by chair to the first player; the small
    one is put where the big one lay, the button where the small one lay. Should the button then lie past the
    small one (only newcomers sit before it), it goes back to the first player before the small one.
    """

    def __init__(self, chairs: int, button: int, small: int, big: int) -> None:
        self.chairs, self.button, self.small, self.big = chairs, button, small, big

    def push_on(self, chair: int, live: set[int]) -> int:
        chair = chair % self.chairs + 1
        while chair not in live:
            chair = chair % self.chairs + 1
        return chair

    def deal(self, live: set[int]) -> None:
        self.button, self.small, self.big = self.small, self.big, self.push_on(self.big, live)
        if len(live) == 2:
            self.button = self.small = self.push_on(self.big, live)
            return
        chair = self.small
        while chair != self.big:
            chair = chair % self.chairs + 1
            if chair == self.button:
                self.button = self.push_back(self.small, live)

    def push_back(self, chair: int, live: set[int]) -> int:
        chair = (chair - 2) % self.chairs + 1
        while chair not in live:
            chair = (chair - 2) % self.chairs + 1
        return chair


@st.composite
def evenings(draw: st.DrawFn) -> tuple[int, list[set[int]]]:
    """A table, and who is in at each of some hands: busts and arrivals, never fewer than two players."""
    chairs = draw(st.integers(2, 10))
    live = set(draw(st.sets(st.integers(1, chairs), min_size=2)))
    hands = [live]
    for _ in range(draw(st.integers(1, 12))):
        out = draw(st.sets(st.sampled_from(sorted(live)), max_size=len(live) - 2))
        come = draw(st.sets(st.integers(1, chairs), max_size=1))
        live = (live - out) | come
        hands.append(live)
    return chairs, hands


def played(chairs: int, hands: list[set[int]]) -> list[Positions]:
    """The positions of each hand, from the first button on."""
    hand = first_positions(chairs, hands[0], max(hands[0]))
    answer = [hand]
    for live in hands[1:]:
        hand = next_hand(chairs, live, hand)
        answer.append(hand)
    return answer


@given(evenings())
@settings(max_examples=120, deadline=None)
def test_positions_are_those_of_the_markers(evening: tuple[int, list[set[int]]]) -> None:
    chairs, hands = evening
    first, *following = played(chairs, hands)
    assert first.small_blind is not None
    model = Model(chairs, first.button, first.small_blind, first.big_blind)
    for live, hand in zip(hands[1:], following, strict=True):
        model.deal(live)
        dead = model.small not in live
        assert hand == Positions(
            model.button,
            None if dead else model.small,
            model.big,
            model.button in live,
            model.small if dead else None,
        )


@given(evenings())
@settings(max_examples=120, deadline=None)
def test_the_big_blind_skips_nobody_and_comes_never_twice_running(
    evening: tuple[int, list[set[int]]],
) -> None:
    chairs, hands = evening
    hand, *following = played(chairs, hands)
    for live, now in zip(hands[1:], following, strict=True):
        between = []
        chair = hand.big_blind % chairs + 1
        while chair != now.big_blind:
            between.append(chair)
            chair = chair % chairs + 1
        assert live.isdisjoint(between)
        assert now.big_blind != hand.big_blind
        assert now.big_blind in live
        hand = now


@given(evenings())
@settings(max_examples=80, deadline=None)
def test_everybody_has_a_name_but_those_who_wait(evening: tuple[int, list[set[int]]]) -> None:
    chairs, hands = evening
    for live, hand in zip(hands, played(chairs, hands), strict=True):
        names = position_names(live, hand)
        waiting = {chair for chair in live if not dealt_in(chair, hand, live)}
        assert set(names) == live - waiting
        assert len(set(names.values())) == len(names)
        assert names[hand.big_blind] == "BB"


def test_names_of_every_size_of_table() -> None:
    def named(count: int) -> str:
        live = range(1, count + 1)
        return " ".join(position_names(live, first_positions(10, live, 1)).values())

    assert [named(count) for count in (2, 3, 4, 5, 6, 9, 10)] == [
        "BTN BB",
        "BTN SB BB",
        "BTN SB BB UTG",
        "BTN SB BB UTG CO",
        "BTN SB BB UTG HJ CO",
        "BTN SB BB UTG UTG+1 UTG+2 LJ HJ CO",
        "BTN SB BB UTG UTG+1 UTG+2 UTG+3 LJ HJ CO",
    ]


def test_a_hand_whose_small_blind_nobody_knows_puts_the_button_before_the_next() -> None:
    assert next_hand(9, {1, 3, 6}, Positions(1, None, 3, True)) == Positions(1, 3, 6, True)
    assert next_hand(9, {1, 5, 6}, Positions(1, None, 3, True)) == Positions(1, None, 5, True, 3)


def test_names_with_a_dead_button_and_a_dead_small_blind() -> None:
    hand = Positions(2, None, 4, False, 3)
    assert position_names({1, 4, 5, 6}, hand) == {4: "BB", 5: "UTG", 6: "HJ", 1: "CO"}


def test_a_third_player_joins_two() -> None:
    heads_up = Positions(1, 1, 5, True)
    assert next_hand(9, {1, 5, 7}, heads_up) == Positions(1, 5, 7, True)
    assert next_hand(9, {1, 3, 5}, heads_up) == Positions(3, 5, 1, True)
    assert next_hand(9, {1, 3, 5, 7}, heads_up) == Positions(1, 5, 7, True), "chair 3 waits, for one hand"
    assert not dealt_in(3, Positions(1, 5, 7, True), {1, 5, 7})


def test_who_comes_between_button_and_small_blind_waits() -> None:
    live = {2, 5, 7}
    around = Positions(9, 2, 5, False)
    assert [chair for chair in range(1, 10) if not dealt_in(chair, around, live)] == [1]
    dead = Positions(7, None, 2, True, 9)
    assert [chair for chair in range(1, 10) if not dealt_in(chair, dead, live)] == [8]
    unknown = Positions(5, None, 2, True)
    assert [chair for chair in range(1, 10) if not dealt_in(chair, unknown, live - {7})] == [1, 6, 7, 8, 9]
    assert all(dealt_in(chair, Positions(3, 3, 6, True), {3, 6}) for chair in range(1, 10))


def test_the_first_button_by_house() -> None:
    live = {2, 4, 7}
    assert first_button(live, HouseRules()) == 7
    assert first_button(live, HouseRules(first_button="chair-1")) == 2
    high = HouseRules(first_button="high-card")
    assert first_button(live, high) == (2, 4, 7)
    assert first_button(live, high, {2: "9s", 4: "Ah", 7: "Kd"}) == 4
    assert first_button(live, high, {2: "As", 4: "Ah", 7: "Kd"}) == (2, 4)
    assert first_button(live, high, {2: "3c", 4: "4c"}) == 4, "those who drew again"


def test_two_players_start_with_the_button_on_the_small_blind() -> None:
    assert first_positions(9, {3, 8}, 8) == Positions(8, 8, 3, True)
    assert first_positions(9, {3, 8}, 5) == Positions(3, 3, 8, True)
    assert first_positions(9, {3, 6, 8}, 5) == Positions(5, 6, 8, False)


@pytest.mark.parametrize(
    ("live", "code"), [(set(), "too-few-players"), ({3}, "too-few-players"), ({3, 10}, "no-such-chair")]
)
def test_a_hand_that_cannot_be_is_refused(live: set[int], code: str) -> None:
    with pytest.raises(RuleError) as caught:
        next_hand(9, live, Positions(1, 2, 3, True))
    assert caught.value.code == code
    with pytest.raises(RuleError) as caught:
        first_positions(9, live, 3)
    assert caught.value.code == code


def test_a_button_draw_that_cannot_be_is_refused() -> None:
    high = HouseRules(first_button="high-card")
    with pytest.raises(RuleError) as caught:
        first_button(set(), high)
    assert caught.value.code == "nobody-live"
    with pytest.raises(RuleError) as caught:
        first_button({1, 2}, high, {3: "9s"})
    assert caught.value.code == "chair-not-live"
