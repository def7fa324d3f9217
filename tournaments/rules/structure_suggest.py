"""A structure to begin with, for so many entries, stacks, levels and hours, and when one will end."""

from collections.abc import Sequence

from tournaments.rules.color_up import with_color_ups
from tournaments.rules.errors import RuleError
from tournaments.rules.house import HouseRules
from tournaments.rules.structure_edit import usual_ante
from tournaments.rules.structure_items import AnteKind, Break, Item, Level, unit

# Digits of the big blinds that sheets use; the finer rows only where a long evening needs small steps.
PLAIN = (10, 12, 16, 20, 25, 30, 40, 50, 60, 80)
MIDDLE = (10, 12, 14, 16, 18, 20, 22, 25, 28, 30, 35, 40, 45, 50, 60, 70, 80, 90)
FINE = tuple(range(10, 100))
DEPTHS = (300, 200, 150, 100, 75, 50, 40, 30, 20)
STEEPEST = 1.5
SPARE_LEVELS = 4
MOST_LEVELS = 1_000
PLAY_BETWEEN_BREAKS_MS = 2 * 3_600_000
LONG_BREAK_MS, SHORT_BREAK_MS, SHORT_LEVEL_MS = 15 * 60_000, 10 * 60_000, 20 * 60_000


def expected_end(items: Sequence[Item], entries: int, stack: int, house: HouseRules) -> int:
    """Milliseconds of play, breaks left out, until all chips are `house.end_figure_bb` big blinds.

    That is the beginning of the first level so high; the end of the last level if none is.

    >>> blinds = (100, 200, 300)
    >>> levels = [Level(id=n, number=n, duration_ms=1000, big_blind=n) for n in blinds]
    >>> expected_end(levels, 6, 1000, HouseRules(end_figure_bb=30))
    1000
    """
    played = 0
    for item in items:
        if isinstance(item, Level):
            if unit(item) * house.end_figure_bb >= entries * stack:
                break
            played += item.duration_ms
    return played


def suggest(
    entries: int,
    stack: int,
    level_ms: int,
    total_ms: int,
    chips: Sequence[int],
    *,
    ante_kind: AnteKind = "big-blind",
    house: HouseRules | None = None,
) -> tuple[Level | Break, ...]:
    """Levels that rise all the way, breaks every two hours, and `expected_end` near `total_ms`.

    It ends sooner only where chips and stacks leave no room for so many steps. Some levels more follow,
    for the night that runs long. RuleError "suggest-input" or "suggest-too-long".
    """
    if min(entries, stack, level_ms, total_ms) < 1 or not chips or min(chips) < 1:
        raise RuleError("suggest-input", "Entries, stack, durations and chips are all above zero.")
    count = max(1, (total_ms + level_ms // 2) // level_ms)
    if count > MOST_LEVELS:
        raise RuleError("suggest-too-long", "That is more than {most} levels.", {"most": MOST_LEVELS})
    figure = (house or HouseRules()).end_figure_bb
    goal = max(1, -(-entries * stack // figure))
    sizes = tuple(sorted(set(chips)))
    levels = _levels(_big_blinds(goal, count, stack, sizes), level_ms, ante_kind, sizes)
    return _typed(with_color_ups(_with_breaks(levels, level_ms), sizes))


def _typed(items: Sequence[Item]) -> tuple[Level | Break, ...]:
    return tuple(item for item in items if isinstance(item, Level | Break))


def _big_blinds(goal: int, count: int, stack: int, chips: Sequence[int]) -> list[int]:
    """Big blinds of `count` levels below the goal, one at it or above, and the spare ones."""
    chip = chips[0]
    first = _first(goal, count, stack, chip)
    choices = _choices(first, goal, count, chip)
    if len(choices) < count:
        # No room for so many steps below the goal: the smallest steps that the chips allow.
        return [first + chip * number for number in range(count + 1 + SPARE_LEVELS)]
    rising = _spread(choices, first, goal, count)
    rising.append(_round_up(max(goal, _next(rising[-1], chip)), chip))
    for _ in range(SPARE_LEVELS):
        rising.append(_round_up(_next(rising[-1], chip), chip))
    return rising


def _next(value: int, chip: int) -> int:
    return max(value * 5 // 4, value + chip)


def _first(goal: int, count: int, stack: int, chip: int) -> int:
    """The first big blind: the deepest start from which the goal is reached without steep steps."""
    starts = [_round_down(stack // depth, chip) for depth in DEPTHS]
    smooth = (start for start in starts if goal <= start * STEEPEST**count)
    return max(2 * chip, next(smooth, starts[-1]))


def _choices(first: int, goal: int, count: int, chip: int) -> list[int]:
    """Values from the first up to below the goal: plain ones if they are enough, else finer ones."""
    for digits in (PLAIN, MIDDLE, FINE):
        found = _values(digits, first, goal, chip)
        if len(found) >= count:
            return found
    every = range(first, min(goal, first + count * chip), chip)
    return sorted({*_values(FINE, first, goal, chip), *every})


def _values(digits: Sequence[int], first: int, goal: int, chip: int) -> list[int]:
    found = {first} if first < goal else set()
    scale = 1
    while scale <= goal:
        found |= {
            value for digit in digits if first <= (value := digit * scale // 10) < goal and value % chip == 0
        }
        scale *= 10
    return sorted(found)


def _spread(choices: Sequence[int], first: int, goal: int, count: int) -> list[int]:
    """`count` of the choices, each as near as can be to an even growth, strictly rising."""
    growth = (goal / first) ** (1 / count)
    found: list[int] = []
    low = 0
    for number in range(count):
        # Leave enough choices for the levels that follow.
        window = choices[low : len(choices) - (count - number - 1)]
        # A float only picks among whole values; it is not kept.
        best = min(range(len(window)), key=lambda index: abs(window[index] - first * growth**number))
        found.append(window[best])
        low += best + 1
    return found


def _round_up(value: int, chip: int) -> int:
    """The next plain value that the smallest chip pays, or the next multiple of that chip."""
    scale = 1
    while scale * 10 <= value:
        scale *= 10
    plain = (digit * scale // 10 for digit in (*PLAIN, 100))
    return next((found for found in plain if found >= value and found % chip == 0), -(-value // chip) * chip)


def _round_down(value: int, chip: int) -> int:
    scale = 1
    while scale * 10 <= value:
        scale *= 10
    plain = (digit * scale // 10 for digit in reversed(PLAIN))
    return next((found for found in plain if found <= value and found % chip == 0), value // chip * chip)


def _levels(big_blinds: Sequence[int], level_ms: int, kind: AnteKind, chips: Sequence[int]) -> list[Level]:
    found: list[Level] = []
    small = ante = 0
    for number, big in enumerate(big_blinds, start=1):
        small = max(small, _small_blind(big, chips))
        ante = max(ante, usual_ante(big, kind, chips))
        found.append(
            Level(
                id=number,
                number=number,
                duration_ms=level_ms,
                small_blind=small,
                big_blind=big,
                ante=ante,
                ante_kind=kind,
            )
        )
    return found


def _small_blind(big: int, chips: Sequence[int]) -> int:
    """Half the big blind, or the next chip above, in chips large enough that small ones can leave.

    >>> [_small_blind(big, (100, 500, 1000)) for big in (200, 300, 500, 1500, 2000)]
    [100, 200, 300, 1000, 1000]
    """
    step = max((chip for chip in chips if 3 * chip <= big and big % chip == 0), default=chips[0])
    return -(-big // (2 * step)) * step


def _with_breaks(levels: Sequence[Level], level_ms: int) -> list[Item]:
    length = SHORT_BREAK_MS if level_ms <= SHORT_LEVEL_MS else LONG_BREAK_MS
    found: list[Item] = []
    played = 0
    for level in levels:
        if played and played + level_ms > PLAY_BETWEEN_BREAKS_MS:
            found.append(Break(id=len(levels) + len(found) + 1, duration_ms=length))
            played = 0
        found.append(level)
        played += level_ms
    return found
