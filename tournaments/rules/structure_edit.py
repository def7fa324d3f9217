"""Small steps of an editor and of a Day on a structure: fill, renumber, schedule, end of registration."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from tournaments.rules import clock
from tournaments.rules.errors import RuleError
from tournaments.rules.structure_items import AnteKind, Break, Item, Level

DEFAULT_LEVEL_MS = 20 * 60_000


def fill_row(
    small_blind: int,
    previous_level: Level | None = None,
    ante_kind: AnteKind = "big-blind",
    chips: Sequence[int] = (),
    *,
    id: int = 0,
) -> Level:
    """The level that "typing the small blind fills the rest" makes: twice it as big blind, the ante by
    its kind, and game, limit and duration of the level before. RuleError "small-blind" if below 1.

    >>> row = fill_row(75, None, "all", (25, 100, 500))
    >>> row.big_blind, row.ante
    (150, 25)
    """
    if small_blind < 1:
        raise RuleError("small-blind", "The small blind is at least 1.")
    big = 2 * small_blind
    base = previous_level or Level(id=0, number=0, duration_ms=DEFAULT_LEVEL_MS)
    limited = base.limit in ("fixed-limit", "spread-limit")
    return Level(
        id=id,
        number=base.number + 1,
        duration_ms=base.duration_ms,
        game=base.game,
        limit=base.limit,
        small_blind=small_blind,
        big_blind=big,
        ante=usual_ante(big, ante_kind, chips),
        ante_kind=ante_kind,
        small_bet=big if limited else 0,
        big_bet=2 * big if limited else 0,
    )


def usual_ante(big_blind: int, ante_kind: AnteKind, chips: Sequence[int] = ()) -> int:
    """The ante that goes with a big blind: the same for one payer, about an eighth when all pay.

    >>> [usual_ante(big, "all", (25, 100, 500, 1000)) for big in (150, 300, 500, 1000, 2000)]
    [25, 50, 75, 100, 300]
    """
    if ante_kind == "none":
        return 0
    if ante_kind != "all":
        return big_blind
    sizes = sorted(set(chips)) or [1]
    step = max((chip for chip in sizes if 8 * chip <= big_blind), default=sizes[0])
    # Nearest multiple of the chip, halves up, at least one chip.
    return max(1, (big_blind + 4 * step) // (8 * step)) * step


def limit_blinds(small_bet: int, chips: Sequence[int] = ()) -> tuple[int, int]:
    """The blinds of a fixed-limit level: half the small bet, down to a chip if need be, and the small bet.

    >>> limit_blinds(150), limit_blinds(150, (50, 100))
    ((75, 150), (50, 150))
    """
    smallest = min(chips, default=1)
    half = small_bet // 2
    return max(half - half % smallest, min(smallest, small_bet)), small_bet


def renumber(items: Sequence[Item]) -> tuple[Item, ...]:
    """The same items with the levels numbered 1 to n in their order; ids stay."""
    found: list[Item] = []
    number = 0
    for item in items:
        if isinstance(item, Level):
            number += 1
            found.append(replace(item, number=number))
        else:
            found.append(item)
    return tuple(found)


def with_new_ids(items: Sequence[Item]) -> tuple[Item, ...]:
    """The same items, those with id 0 given ids above all others, in order.

    >>> [item.id for item in with_new_ids([Break(id=0, duration_ms=1), Break(id=7, duration_ms=1)])]
    [8, 7]
    """
    fresh = count(max((item.id for item in items), default=0) + 1)
    return tuple(item if item.id else replace(item, id=next(fresh)) for item in items)


def schedule(items: Sequence[Item]) -> tuple[clock.Item, ...]:
    """The items as the clock knows them."""
    return tuple(_clock_item(item) for item in items)


def _clock_item(item: Item) -> clock.Item:
    kind: clock.Kind = "break"
    if not isinstance(item, Break):
        kind = "level" if isinstance(item, Level) else "countdown"
    return clock.Item(id=item.id, kind=kind, duration_ms=item.duration_ms, stop_at_end=item.stop_at_end)


def registration_closes(items: Sequence[Item], level: int) -> int | None:
    """The id of the item whose beginning closes registration that is open until the end of level n.

    It is the next level, so a break that follows level n belongs to the open time. Level 0: the first
    level, no late registration. None: no level above n, so the clock never closes it.
    """
    index = _first_above(items, level)
    return None if index is None else items[index].id


def close_of_registration_index(items: Sequence[Item], level: int) -> int | None:
    """The index of the last item in which registration is open; None if it is not open in any."""
    index = _first_above(items, level)
    last = len(items) - 1 if index is None else index - 1
    return last if last >= 0 else None


def _first_above(items: Sequence[Item], level: int) -> int | None:
    found = (index for index, item in enumerate(items) if isinstance(item, Level) and item.number > level)
    return next(found, None)
