"""The draws for seats themselves, on plain values: what is chosen from, what comes out, in which order.

`tables/rules/seating.py` works out what is chosen from; a recorded draw is done again from these values alone
(`tables/rules/replay.py`, and `static/js/draw.js` in a browser).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace

from tables.rules.draw import Draw
from tournaments.rules.errors import RuleError

Seat = tuple[str, int, int]  # entry, table, chair


@dataclass(frozen=True, slots=True)
class OpenTable:
    """What a draw needs to know of a table: its open chairs in order, and how many sit there already."""

    number: int
    chairs: tuple[int, ...]
    players: int


def deal_all(entries: Sequence[str], tables: Sequence[OpenTable], draw: Draw) -> tuple[Seat, ...]:
    """A seat for every entry: (entry, table, chair), in the order of the tables, then by chair.

    The order of the draws is part of what is proved. First, table by table in the order given, its open
    chairs are shuffled, and as many from the front are used as the table receives players. Then the
    entries are shuffled, and sit down in the used chairs, table by table, lowest chair first.
    RuleError `room-full`.
    """
    seats: list[tuple[int, int]] = []
    for table, received in zip(tables, players_received(len(entries), tables), strict=True):
        used = draw.shuffle(table.chairs)[:received]
        seats += [(table.number, chair) for chair in sorted(used)]
    return tuple(
        (entry, table, chair) for entry, (table, chair) in zip(draw.shuffle(entries), seats, strict=True)
    )


def players_received(entries: int, tables: Sequence[OpenTable]) -> tuple[int, ...]:
    """How many of the entries each table gets, in the order of the tables.

    One after another goes to the table with the fewest players that has a chair left, of equals to the
    first. RuleError `room-full`.

    >>> players_received(4, [OpenTable(1, (1, 2, 3), 2), OpenTable(2, (4,), 0), OpenTable(3, (5, 6, 7), 0)])
    (1, 1, 2)
    """
    room = sum(len(table.chairs) for table in tables)
    if entries > room:
        words = "{entries} players do not fit: {chairs} chairs are open, {missing} too few."
        raise RuleError("room-full", words, {"entries": entries, "chairs": room, "missing": entries - room})
    received = [0] * len(tables)
    fewest = [(table.players, place) for place, table in enumerate(tables) if table.chairs]
    heapify(fewest)
    for _ in range(entries):
        players, place = fewest[0]
        received[place] += 1
        if received[place] < len(tables[place].chairs):
            heapreplace(fewest, (players + 1, place))
        else:
            heappop(fewest)
    return tuple(received)


def deal_late(tables: Sequence[OpenTable], draw: Draw) -> tuple[int, int] | None:
    """(table, chair) for one entry: a pick from all the chairs listed, each as likely as any other.

    The chairs are listed table by table in the order given. None when there is none; nothing is drawn then.
    """
    left = sum(len(table.chairs) for table in tables)
    if not left:
        return None
    place = draw.below(left)
    for table in tables:
        if place < len(table.chairs):
            return table.number, table.chairs[place]
        place -= len(table.chairs)
    raise AssertionError("unreachable")
