"""Deals at a final table: what each player takes by chips, with an amount left to play for.

The model of chips is in `icm`, the rounding in `shares`; all of it can be imported from here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tournaments.rules.errors import RuleError
from tournaments.rules.icm import icm, read_deal
from tournaments.rules.shares import Amount, settle

__all__ = ["Deal", "Method", "chip_chop", "deal", "even_chop", "icm", "prizes_without", "settle"]

Method = Literal["icm", "chip-chop", "even"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What each player takes now, in the order of the stacks, and what the winner gets besides."""

    amounts: tuple[int, ...]
    left: int


def chip_chop(stacks: Sequence[Amount], prizes: Sequence[Amount]) -> tuple[Fraction, ...]:
    """Everybody gets the lowest prize left; the rest is shared by chips. Together exactly the prizes.

    With fewer prizes than players the lowest is nothing; without any chips the rest is shared evenly. The
    leader may get more than the first prize: that is the weakness of this method. Errors as `icm`.

    >>> [int(share) for share in chip_chop((200000, 120000, 80000), (50000, 30000, 20000))]
    [40000, 32000, 28000]
    """
    chips, paid = read_deal(stacks, prizes)
    if not chips:
        return ()
    lowest, in_play = min(paid), sum(chips, Fraction(0))
    if not in_play:
        return even_chop(stacks, prizes)
    rest = sum(paid, Fraction(0)) - lowest * len(chips)
    return tuple(lowest + rest * stack / in_play for stack in chips)


def even_chop(stacks: Sequence[Amount], prizes: Sequence[Amount]) -> tuple[Fraction, ...]:
    """Everybody gets the same, whatever the stack.

    >>> even_chop((5, 1), (70, 30))
    (Fraction(50, 1), Fraction(50, 1))
    """
    chips, paid = read_deal(stacks, prizes)
    return (sum(paid, Fraction(0)) / len(chips),) * len(chips) if chips else ()


def prizes_without(prizes: Sequence[int], left: int) -> tuple[int, ...]:
    """The prizes to deal about when `left` of the first stays for the winner, best first.

    RuleError `left-to-play` when the first prize is smaller than that.

    >>> prizes_without((5000, 3000, 2000), 500), prizes_without((5000, 3000), 2500)
    ((4500, 3000, 2000), (3000, 2500))
    """
    if not 0 <= left <= max(prizes, default=0):
        words = "{left} cannot be left to play for: the first prize is {first}."
        raise RuleError("left-to-play", words, {"left": left, "first": max(prizes, default=0)})
    first, *others = sorted(prizes, reverse=True) if prizes else [0]
    return tuple(sorted((first - left, *others), reverse=True)) if prizes else ()


def deal(stacks: Sequence[int], prizes: Sequence[int], method: Method, unit: int = 1, left: int = 0) -> Deal:
    """A deal in whole units: the amounts and what is left to play for add up to the prizes.

    >>> deal((200000, 120000, 80000), (50000, 30000, 20000), "chip-chop", left=1000)
    Deal(amounts=(39500, 31700, 27800), left=1000)
    """
    shared = prizes_without(prizes, left)
    share = {"icm": icm, "chip-chop": chip_chop, "even": even_chop}[method]
    return Deal(amounts=settle(share(stacks, shared), unit, sum(shared)), left=left)
