"""Taking the smallest chips out of play: change what makes whole chips, race the rest. TDA 24, WSOP 77."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from tables.rules.card_ranks import height_of
from tournaments.rules.errors import RuleError

DECK = 52

# The key of a chair; any hashable that the caller uses.
Chair = TypeVar("Chair", int, str)


@dataclass(frozen=True, slots=True)
class Race(Generic[Chair]):
    """Large chips that each chair with odd chips won, and those it keeps lest it be out; `change` in chips
    in play, to be booked."""

    awarded: Mapping[Chair, int]
    kept: Mapping[Chair, int]
    change: int


def color_up(chips: int, small: int, large: int) -> tuple[int, int]:
    """Whole large chips for so many small ones, and the odd small ones left. RuleError `chip-sizes`, `chips`.

    >>> color_up(13, 100, 500), color_up(3, 25, 100)
    ((2, 3), (0, 3))
    """
    if chips < 0:
        raise RuleError("chips", "Nobody has fewer than no chips.")
    return divmod(chips, _ratio(small, large))


def chips_to_award(odd: int, small: int, large: int) -> int:
    """Large chips raced for: what so many odd chips are worth, half a chip or more counting as one.

    >>> chips_to_award(9, 5, 25), chips_to_award(9, 25, 100), chips_to_award(4, 100, 500)
    (2, 2, 1)
    """
    whole, rest = color_up(odd, small, large)
    return whole + (2 * rest * small >= large)


def race(
    odd: Mapping[Chair, int],
    small: int,
    large: int,
    cards: Mapping[Chair, Sequence[str]],
    last_chips: Collection[Chair] = frozenset(),
) -> Race[Chair]:
    """The race for the odd chips: one card for each, the best cards win, at most one large chip a chair.

    Ranks count, then spades over hearts over diamonds over clubs. A chair whose odd chips are its last is
    never raced out: it gets a large chip all the same, and the chips in play grow. TDA 24-A.
    RuleError `chip-sizes`, `race-odd` (not colored up yet), `race-cards`, `card-twice`, `not-a-card`.

    >>> race({2: 2, 5: 3}, 100, 500, {2: ["5d", "4h"], 5: ["9d", "2c", "3c"]}, frozenset({2}))
    Race(awarded={2: 0, 5: 1}, kept={2: 1, 5: 0}, change=500)
    """
    _check_odd(odd, small, large)
    best = _best_cards(odd, cards)
    ranked = sorted(best, key=lambda chair: best[chair], reverse=True)
    winners = set(ranked[: chips_to_award(sum(odd.values()), small, large)])
    awarded = {chair: int(chair in winners) for chair in odd}
    kept = {chair: int(odd[chair] > 0 and chair in last_chips and chair not in winners) for chair in odd}
    return _raced(odd, small, large, awarded, kept)


def round_up(odd: Mapping[Chair, int], small: int, large: int) -> Race[Chair]:
    """Instead of a race: a large chip for everybody with odd chips. The chips in play grow by `change`.

    >>> round_up({1: 1, 2: 3, 3: 2}, 100, 500).change
    900
    """
    _check_odd(odd, small, large)
    awarded = {chair: int(count > 0) for chair, count in odd.items()}
    return _raced(odd, small, large, awarded, dict.fromkeys(odd, 0))


def exchange_removed(chips: Mapping[int, int], smallest: int) -> tuple[int, int]:
    """For chips found after they left play, by value: what is exchanged, and what is lost. TDA 24-C.

    Only what adds up to the smallest chip still in play is exchanged. RuleError `chips`, `chip-size`.

    >>> exchange_removed({100: 4}, 500), exchange_removed({100: 4, 25: 8}, 500)
    ((0, 400), (500, 100))
    """
    if smallest < 1:
        raise RuleError("chip-size", "There is no chip of {value}.", {"value": smallest})
    value = stack_of(chips)
    lost = value % smallest
    return value - lost, lost


def stack_of(chips: Mapping[int, int]) -> int:
    """The worth of a stack of so many chips of each value. RuleError `chips`.

    >>> stack_of({25: 12, 100: 12, 500: 5, 1000: 6})
    10000
    """
    if any(value < 1 or count < 0 for value, count in chips.items()):
        raise RuleError("chips", "Nobody has fewer than no chips.")
    return sum(value * count for value, count in chips.items())


def _ratio(small: int, large: int) -> int:
    if small < 1 or large <= small or large % small:
        words = "{small} cannot be changed for {large}."
        raise RuleError("chip-sizes", words, {"small": small, "large": large})
    return large // small


def _raced(
    odd: Mapping[Chair, int],
    small: int,
    large: int,
    awarded: Mapping[Chair, int],
    kept: Mapping[Chair, int],
) -> Race[Chair]:
    given = sum(awarded.values()) + sum(kept.values())
    return Race(awarded, kept, given * large - sum(odd.values()) * small)


def _check_odd(odd: Mapping[Chair, int], small: int, large: int) -> None:
    most = _ratio(small, large) - 1
    for chair, count in odd.items():
        if not 0 <= count <= most:
            words = "Chair {chair} has {count} odd chips: change what makes whole chips first."
            raise RuleError("race-odd", words, {"chair": chair, "count": count})


def _best_cards(
    odd: Mapping[Chair, int], cards: Mapping[Chair, Sequence[str]]
) -> dict[Chair, tuple[int, int]]:
    """The best card of each chair with odd chips; of equal ones, from two decks, the earlier chair's."""
    dealt = {chair: [height_of(card) for card in cards.get(chair, ())] for chair in {**odd, **cards}}
    for chair, heights in dealt.items():
        if len(heights) != odd.get(chair, 0):
            words = "Chair {chair} gets one card for each odd chip: {count}, not {cards}."
            facts = {"chair": chair, "count": odd.get(chair, 0), "cards": len(heights)}
            raise RuleError("race-cards", words, facts, "TDA 24-A")
    if sum(odd.values()) <= DECK:
        _check_dealt_once(cards.values())
    return {chair: max(heights) for chair, heights in dealt.items() if heights}


def _check_dealt_once(hands: Iterable[Sequence[str]]) -> None:
    seen = set()
    for card in (card for hand in hands for card in hand):
        if height_of(card) in seen:
            raise RuleError("card-twice", "The {card} was dealt twice.", {"card": card})
        seen.add(height_of(card))
