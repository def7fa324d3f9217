"""A recorded draw done again: what a Draw row stores, as JSON, and the answer it must give.

`kind` says how the stream is used; `candidates` and `outcome` have a shape by kind, where an entry is its id:

- `seats`: {"entries": [entry, ...], "tables": [{"number", "chairs": [open chairs], "taken": players}, ...]}
  gives [[entry, table, chair], ...] (`seat_draw.deal_all`).
- `late-seat`: {"entry": entry, "tables": [{"number", "open": [open chairs], "players": n}, ...]}, the tables
  chosen by the house's rule already, gives [entry, table, chair], or null without a chair
  (`seat_draw.deal_late`).
- `shuffle`: [item, ...] gives the items in the drawn order. `pick`: [item, ...] gives one of them.
- `last-hands`: [card, ...], the cards that count, gives the one turned up (`end_of_day.last_hands`).

`static/js/draw.js` has the same, and both run tests/vectors/draw.json.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypedDict

from tables.rules.draw import Draw
from tables.rules.seat_draw import OpenTable, Seat, deal_all, deal_late
from tables.rules.seating import Table, seating_candidates


class SeatsTable(TypedDict):
    """A table in a draw for all."""

    number: int
    chairs: list[int]
    taken: int


class SeatsCandidates(TypedDict):
    """What a draw for all chose from."""

    entries: list[str]
    tables: list[SeatsTable]


class LateTable(TypedDict):
    """A table in the draw for one late entry."""

    number: int
    open: list[int]
    players: int


class LateCandidates(TypedDict):
    """What the draw for one late entry chose from."""

    entry: str
    tables: list[LateTable]


def record_seats(entries: Sequence[str], tables: Sequence[Table]) -> SeatsCandidates:
    """What `first_seats` with these arguments chooses from, to be stored.

    >>> record_seats(["a"], [Table(4, 3, {2: "b"})])
    {'entries': ['a'], 'tables': [{'number': 4, 'chairs': [1, 3], 'taken': 1}]}
    """
    return {
        "entries": list(entries),
        "tables": [
            {"number": table.number, "chairs": list(table.chairs), "taken": table.players}
            for table in seating_candidates(tables)
        ],
    }


def record_late(entry: str, tables: Sequence[OpenTable]) -> LateCandidates:
    """What `deal_late` chooses from for this entry, to be stored.

    >>> record_late("a", [OpenTable(4, (1, 3), 1)])
    {'entry': 'a', 'tables': [{'number': 4, 'open': [1, 3], 'players': 1}]}
    """
    return {
        "entry": entry,
        "tables": [
            {"number": table.number, "open": list(table.chairs), "players": table.players} for table in tables
        ],
    }


def outcome_seats(seats: Sequence[Seat]) -> list[list[str | int]]:
    """The answer of `first_seats`, to be stored."""
    return [list(seat) for seat in seats]


def outcome_late_seat(entry: str, seat: tuple[int, int] | None) -> list[str | int] | None:
    """The answer of `late_seat` for this entry, to be stored."""
    return None if seat is None else [entry, *seat]


def replay(seed: bytes, number: int, purpose: str, cut: str, candidates: Any, kind: str | None = None) -> Any:
    """The outcome, as stored, that the draw must have had. `kind` is the purpose unless it is given.

    KeyError for an unknown kind: nothing of ours recorded that.

    >>> replay(bytes(32), 1, "pick", "", ["a", "b", "c"])
    'a'
    """
    return REPLAYS[kind or purpose](candidates, Draw(seed, number, purpose, cut))


def _replay_seats(candidates: SeatsCandidates, draw: Draw) -> list[list[str | int]]:
    """A draw for all, again."""
    tables = [
        OpenTable(table["number"], tuple(table["chairs"]), table["taken"]) for table in candidates["tables"]
    ]
    return outcome_seats(deal_all(candidates["entries"], tables, draw))


def _replay_late_seat(candidates: LateCandidates, draw: Draw) -> list[str | int] | None:
    """The draw for one late entry, again."""
    tables = [
        OpenTable(table["number"], tuple(table["open"]), table["players"]) for table in candidates["tables"]
    ]
    return outcome_late_seat(candidates["entry"], deal_late(tables, draw))


def _replay_shuffle(candidates: Sequence[Any], draw: Draw) -> list[Any]:
    """Items in a drawn order, again."""
    return list(draw.shuffle(candidates))


def _replay_pick(candidates: Sequence[Any], draw: Draw) -> Any:
    """One of some items, again."""
    return draw.pick(candidates)


REPLAYS: dict[str, Callable[[Any, Draw], Any]] = {
    "seats": _replay_seats,
    "late-seat": _replay_late_seat,
    "shuffle": _replay_shuffle,
    "pick": _replay_pick,
    "last-hands": _replay_pick,
}
