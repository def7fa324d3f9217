"""Who finished where, from the order in which the entries went out.

While registration is open nobody has a place yet: a bust is "6th out". The caller asks once it has closed.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Generic, TypeVar

from tournaments.rules.errors import RuleError

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Out(Generic[Key]):
    """An entry that went out.

    order: rises with time. hand: the same for all that went out in one hand of a table, or of hand for hand.
    stack_before: chips at the start of that hand. player: the same for all entries of one player, when known.
    """

    entry: Key
    order: int
    hand: int | None = None
    table: int | None = None
    stack_before: int | None = None
    player: Hashable = None


@dataclass(frozen=True, slots=True)
class Place:
    """A place; when tied, the best of those that `sharing` entries take up together."""

    place: int
    tied: bool = False
    sharing: int = field(default=1, compare=False)


def places(
    entries_total: int, outs: Sequence[Out[Key]], playing: Collection[Hashable] = ()
) -> dict[Key, Place]:
    """The place of each entry that is out; the first out of ten is 10th.

    Busts of one hand at two or more tables all tie; at one table the bigger stack before the hand is ahead,
    equal stacks tie, and where a stack is not known the order decides. An entry that is listed twice counts
    where it went out last. Where players are given, only a player's last entry has a place and the others are
    not counted, nor any of those in `playing`, who are in again: nobody is ranked twice, no place left out.
    RuleError `too-many-out`. Poker TDA RP-8-A, WSOP 126.

    >>> found = places(10, [Out("Ann", 1), Out("Bo", 2, 9, 1), Out("Cy", 3, 9, 2)])
    >>> [(entry, place.place, place.tied) for entry, place in found.items()]
    [('Ann', 10, False), ('Bo', 8, True), ('Cy', 8, True)]
    """
    last = {out.entry: out for out in sorted(outs, key=_order)}
    ranked = _last_of_each_player(sorted(last.values(), key=_order), playing)
    left = entries_total - (len(last) - len(ranked))
    if len(ranked) > left:
        words = "{out} are out of an event of {entries} entries."
        raise RuleError("too-many-out", words, {"out": len(last), "entries": entries_total})
    found = {}
    for together in _groups(ranked):
        left -= len(together)
        place = Place(place=left + 1, tied=len(together) > 1, sharing=len(together))
        found.update({out.entry: place for out in together})
    return found


def _last_of_each_player(outs: Sequence[Out[Key]], playing: Collection[Hashable]) -> list[Out[Key]]:
    """Without the entries whose player went out again later, or plays on; in order."""
    latest = {out.player: None if out.player in playing else out.entry for out in outs}
    return [out for out in outs if out.player is None or latest[out.player] == out.entry]


def _groups(outs: Sequence[Out[Key]]) -> list[list[Out[Key]]]:
    """Entries that share a place, worst place first. One hand goes out where its first bust stands."""
    hands: Mapping[object, list[Out[Key]]] = defaultdict(list)
    for index, out in enumerate(outs):
        # Without a hand each bust is a hand of its own.
        hands[("alone", index) if out.hand is None else ("hand", out.hand)].append(out)
    return [together for hand in hands.values() for together in _within_one_hand(hand)]


def _within_one_hand(outs: list[Out[Key]]) -> list[list[Out[Key]]]:
    tables = {out.table for out in outs if out.table is not None}
    if len(tables) > 1:
        return [outs]
    if any(out.stack_before is None for out in outs):
        return [[out] for out in outs]
    by_stack = sorted(outs, key=_stack)
    return [list(same) for _, same in groupby(by_stack, key=_stack)]


def _order(out: Out[Key]) -> int:
    return out.order


def _stack(out: Out[Key]) -> int:
    return out.stack_before or 0
