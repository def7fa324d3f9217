"""Breaking a table: when it may be, and who gets which chair (TDA 10-B, two-step random)."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from tables.rules.absence import hands_missed
from tables.rules.button import dealt_in
from tables.rules.card_ranks import height_of
from tables.rules.draw import Draw
from tables.rules.end_of_day import last_hands
from tables.rules.final_table import final_table_due, redraw_due
from tables.rules.seating import Move, Table, first_seats
from tournaments.rules.errors import RuleError

__all__ = [
    "break_by_cards",
    "breaking_entries",
    "dealt_in",
    "final_table_due",
    "hands_missed",
    "last_hands",
    "may_break",
    "plan_break",
    "redraw_due",
]

Seat = TypeVar("Seat", bound=Hashable)
Player = TypeVar("Player", bound=Hashable)

DRAWN = "Table {from_table} breaks. The chair was drawn among the open chairs of the other tables."


def may_break(tables: Sequence[Table], reserve: int = 0) -> bool:
    """Whether everybody fits on one table fewer, with `reserve` open chairs to spare there.

    True as soon as it holds for one of the tables, and that is the earliest point: a house may wait. A table
    where somebody is locked does not break.

    >>> nine = tuple(Table(n, 9, {chair: f"{n}-{chair}" for chair in range(1, 7)}) for n in (1, 2, 3))
    >>> may_break(nine), may_break(nine, reserve=1)
    (True, False)
    """
    open_chairs = sum(len(table.open_chairs) for table in tables)
    return any(
        table.players + reserve <= open_chairs - len(table.open_chairs)
        for table in tables
        if table.locked.isdisjoint(table.taken.values())
    )


def plan_break(table: Table, others: Sequence[Table], draw: Draw) -> tuple[Move, ...]:
    """A drawn chair at another table for everybody at this one, in the order of the old chairs.

    The chairs are drawn first, then who gets which; any open chair, small blind and button too. Those who
    come keep the tables within one of each other, as far as chairs and those seated there allow: each
    next player goes to the smallest. It is `first_seats` for `breaking_entries(table)`, and is recorded as
    such (`replay.record_seats`). The table itself may be among `others`.
    RuleError `only-table`, `player-locked`, `room-full`, `table-twice`, `entry-twice`.
    """
    staying = [other for other in others if other.number != table.number]
    entries = breaking_entries(table)
    if not staying:
        words = "Table {table} is the only table: it cannot be broken."
        raise RuleError("only-table", words, {"table": table.number})
    locked = tuple(entry for entry in entries if entry in table.locked)
    if locked:
        words = "Table {table} cannot be broken: {count} of its players keep their chairs."
        facts = {"table": table.number, "count": len(locked), "entries": locked}
        raise RuleError("player-locked", words, facts)
    seats = {entry: (to_table, chair) for entry, to_table, chair in first_seats(entries, staying, draw)}
    facts = {"from_table": table.number, "rule": "TDA 10-B"}
    return tuple(
        Move(entry, table.number, chair, *seats[entry], DRAWN, facts)
        for chair, entry in sorted(table.taken.items())
    )


def breaking_entries(table: Table) -> tuple[str, ...]:
    """Who draws when the table breaks, in the order of the chairs."""
    return tuple(table.taken[chair] for chair in sorted(table.taken))


def break_by_cards(seat_cards: Sequence[Seat], players: Mapping[Player, str]) -> dict[Player, Seat]:
    """Each player's seat, when seat cards are turned up in this order and each player was dealt a card.

    The highest playing card takes the first seat card; of equal ranks spades, hearts, diamonds, clubs. Seat
    cards left over stay unused. RuleError `not-a-card`, `card-twice`, `seat-twice`, `too-few-seats`.

    >>> break_by_cards(["7-1", "9-8", "4-2"], {"Ann": "9s", "Bo": "Kd", "Cy": "9h"})
    {'Bo': '7-1', 'Ann': '9-8', 'Cy': '4-2'}
    """
    height = {player: height_of(card) for player, card in players.items()}
    if len(set(height.values())) < len(height):
        raise RuleError("card-twice", "Two players were dealt the same card.", {}, "TDA 10-B")
    if len(set(seat_cards)) < len(seat_cards):
        raise RuleError("seat-twice", "Two of the seat cards are for the same chair.", {}, "TDA 10-B")
    if len(seat_cards) < len(height):
        words = "There are {seats} seat cards for {players} players."
        facts = {"seats": len(seat_cards), "players": len(height)}
        raise RuleError("too-few-seats", words, facts, "TDA 10-B")
    ranked = sorted(height, key=height.__getitem__, reverse=True)
    return dict(zip(ranked, seat_cards, strict=False))
