"""Prizes along a curve that ends no lower than the minimum, in groups of places paid the same."""

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import chain, repeat
from math import lcm

from tournaments.rules.errors import RuleError
from tournaments.rules.schemes import Curve, Group
from tournaments.rules.shares import exact

STEEPEST = 10
MOST_EXACT = 2000  # places: the common denominator grows by a bit and a half with each
_DIGITS = 40
_SCALE = 10**30


def check_curve(curve: Curve) -> None:
    """RuleError `curve-shape` or `curve-groups` when a curve cannot be followed."""
    if not 0 <= exact(curve.shape) <= STEEPEST:
        raise RuleError("curve-shape", "The shape of a curve is from 0 to {most}.", {"most": STEEPEST})
    expected = 1
    for group in curve.bands:
        first, last = group if isinstance(group, tuple) else (expected, expected + group - 1)
        if first != expected or last < first:
            words = "The groups of a curve must follow each other; one begins at place {place}."
            raise RuleError("curve-groups", words, {"place": first})
        expected = last + 1


def group_sizes(bands: Sequence[Group], places: int) -> list[int]:
    """Sizes of the groups that so many places fall into; the last size goes on, the last group may be cut.

    >>> group_sizes((1, 1, 3), 9), group_sizes(((1, 1), (2, 4)), 3), group_sizes((), 2)
    ([1, 1, 3, 3, 1], [1, 2], [1, 1])
    """
    sizes = [group[1] - group[0] + 1 if isinstance(group, tuple) else group for group in bands] or [1]
    found = []
    for size in chain(sizes, repeat(sizes[-1])):
        if places <= 0:
            break
        found.append(min(size, places))
        places -= size
    return found


def curve_prizes(pool: int, places: int, curve: Curve, unit: int, least: int) -> list[int]:
    """So many prizes, best first, that add up to the pool; all but the first are multiples of the unit.

    The pool must hold `least`, a multiple of the unit, for each. What rounding cuts off a group is added to
    the group above before that is rounded, as far as nobody then overtakes: little is left for the first.
    """
    check_curve(curve)
    sizes = group_sizes(curve.bands, places)
    exactly = _amounts(pool, sizes, exact(curve.shape), least)
    prizes: list[int] = []
    carried = Fraction(0)
    for index in range(len(sizes) - 1, -1, -1):
        size, amount = sizes[index], exactly[index]
        most = exactly[index - 1] if index else Fraction(pool)
        rounded = int(min(amount + carried / size, most) // unit) * unit
        carried += (amount - rounded) * size
        prizes[:0] = [rounded] * size
    return [pool - sum(prizes[1:]), *prizes[1:]]


def _amounts(pool: int, sizes: Sequence[int], shape: Fraction, least: int) -> list[Fraction]:
    """The exact prize of each place of a group, by group.

    Where the last would be below `least`, that much is paid to all and the curve above it ends at nothing:
    the last group gets just the minimum, without a long flat end.
    """
    places = sum(sizes)
    weights = _weights(places, shape)
    heights, start = [], 0
    for size in sizes:
        heights.append(Fraction(sum(weights[start : start + size]), size))
        start += size
    low = heights[-1]
    if low * pool >= least * sum(weights):
        return [pool * height / sum(weights) for height in heights]
    scale = (pool - least * places) / (sum(weights) - low * places)
    return [least + scale * (height - low) for height in heights]


def _weights(places: int, shape: Fraction) -> list[int]:
    """1 / place ** shape for each place, scaled: exact for 0, 1 and 2 while that is quick.

    Else decimal, never binary, so that every machine finds the same digits.
    """
    if shape in (0, 1, 2) and places <= MOST_EXACT:
        scale = lcm(*range(1, places + 1)) ** int(shape)
        return [scale // place ** int(shape) for place in range(1, places + 1)]
    with localcontext() as context:
        context.prec = _DIGITS
        power = Decimal(shape.numerator) / Decimal(shape.denominator)
        return [int((-power * Decimal(place).ln()).exp() * _SCALE) for place in range(1, places + 1)]
