"""Starting stacks out of the chips that a house owns: enough small ones to make change, few in all."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import gcd
from operator import mul

from tournaments.rules.errors import RuleError

# So many chips of a size for each that the next size is worth, as in published stacks: twelve 25s, twelve
# 100s, five 500s.
CHANGE = 5, 2
FEWEST_OF_A_SIZE = 5


def starting_stacks(inventory: Mapping[int, int], entries: int, stack: int) -> tuple[Mapping[int, int], ...]:
    """One stack for each entry, as chips by value, smallest first: of the same worth, out of the inventory.

    Everybody gets the same chips where that can be; where it cannot, the first entries do and the others
    get the stack in what is left, as with late entries on the floor. `inventory`: number of chips by value.
    RuleError `chips`, `chips-short`, `chips-do-not-fit`.

    >>> starting_stacks({25: 120, 100: 120, 500: 50, 1000: 75, 5000: 35}, 10, 10_000)[0]
    {25: 12, 100: 12, 500: 5, 1000: 6}
    """
    _check(inventory, entries, stack)
    left = dict(inventory)
    found: list[Mapping[int, int]] = []
    while len(found) < entries:
        many, chips = _for_as_many_as_can_be(left, entries - len(found), stack)
        found += [chips] * many
        left = chips_left(left, [chips] * many)
    return tuple(found)


def stack_choices(inventory: Mapping[int, int], entries: int, stack: int) -> tuple[Mapping[int, int], ...]:
    """Different stacks that everybody could get, the one with most small chips first; none if there is none.

    >>> stack_choices({25: 400, 100: 400, 500: 400}, 20, 1000)
    ({25: 12, 100: 7}, {100: 10}, {500: 2})
    """
    _check(inventory, entries, stack)
    sizes = sorted(inventory)
    choices = [
        _stack_in({size: inventory[size] for size in sizes[i:]}, entries, stack) for i in range(len(sizes))
    ]
    return tuple(_different(choice for choice in choices if choice is not None))


def chips_left(inventory: Mapping[int, int], stacks: Iterable[Mapping[int, int]]) -> dict[int, int]:
    """What stays in the house, by value, when these stacks are handed out. RuleError `chips-short`.

    >>> chips_left({25: 30, 1000: 5}, [{25: 12}, {25: 12}])
    {25: 6, 1000: 5}
    """
    left = dict(inventory)
    for chips in stacks:
        for value, count in chips.items():
            left[value] = left.get(value, 0) - count
    short = [value for value, count in left.items() if count < 0]
    if short:
        words = "There are {missing} chips of {value} too few."
        raise RuleError("chips-short", words, {"missing": -left[short[0]], "value": short[0]})
    return left


def _check(inventory: Mapping[int, int], entries: int, stack: int) -> None:
    if any(value < 1 or count < 0 for value, count in inventory.items()):
        raise RuleError("chips", "Nobody has fewer than no chips.")
    if entries < 0 or stack < 1:
        words = "{entries} stacks of {stack} cannot be made."
        raise RuleError("stack", words, {"entries": entries, "stack": stack})
    worth = sum(value * count for value, count in inventory.items())
    if worth < entries * stack:
        words = "{entries} stacks of {stack} need {need}; the chips are worth {worth}."
        facts = {"entries": entries, "stack": stack, "need": entries * stack, "worth": worth}
        raise RuleError("chips-short", words, facts)


def _for_as_many_as_can_be(
    inventory: Mapping[int, int], entries: int, stack: int
) -> tuple[int, Mapping[int, int]]:
    """The most entries, up to so many, that can get the same stack, and that stack."""
    best: tuple[int, Mapping[int, int]] | None = None
    low, high = 1, entries
    many = entries
    while low <= high:
        chips = _stack_in(inventory, many, stack)
        if chips is None:
            high = many - 1
        else:
            best, low = (many, chips), many + 1
        many = (low + high) // 2
    if best is None:
        words = "The chips cannot be made up into {entries} more stacks of {stack}."
        raise RuleError("chips-do-not-fit", words, {"entries": entries, "stack": stack})
    return best


def _stack_in(inventory: Mapping[int, int], entries: int, stack: int) -> Mapping[int, int] | None:
    """A stack that so many can get, the counts of small chips as near to the usual as can be, or None."""
    sizes = sorted(value for value, count in inventory.items() if count >= entries)
    limits = [inventory[value] // entries for value in sizes]
    usual = _usual_counts(sizes)

    @cache
    def fill(index: int, rest: int) -> tuple[int, ...] | None:
        if not rest or index == len(sizes):
            return None if rest else (0,) * (len(sizes) - index)
        for count in _counts(sizes, limits, index, rest, usual[index]):
            larger = fill(index + 1, rest - count * sizes[index])
            if larger is not None:
                return (count, *larger)
        return None

    found = fill(0, stack)
    return None if found is None else {size: count for size, count in zip(sizes, found, strict=True) if count}


def _usual_counts(sizes: Sequence[int]) -> list[int]:
    many, of = CHANGE
    return [max(FEWEST_OF_A_SIZE, many * larger // (of * size)) for size, larger in pairwise(sizes)] + [0]


def _counts(sizes: Sequence[int], limits: Sequence[int], index: int, rest: int, usual: int) -> list[int]:
    """How many chips of a size can be taken, nearest to the usual first, of two as near the larger."""
    size = sizes[index]
    larger = sizes[index + 1 :]
    step = gcd(*larger) or rest + 1
    least = max(0, -(-(rest - sum(map(mul, larger, limits[index + 1 :]))) // size))
    possible = range(least, min(limits[index], rest // size) + 1)
    return sorted(
        (count for count in possible if (rest - count * size) % step == 0),
        key=lambda count: (abs(count - usual), -count),
    )


def _different(choices: Iterable[Mapping[int, int]]) -> list[Mapping[int, int]]:
    found: list[Mapping[int, int]] = []
    for choice in choices:
        if choice not in found:
            found.append(choice)
    return found
