"""Balancing: who moves from which table to which chair, by the fewest moves (TDA 11).

The other rules of the floor are found from here too: halts, absences, the end of a day, final tables.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from tables.rules.absence import hands_missed
from tables.rules.balance_sizes import Size, Step, allowed_difference, steps
from tables.rules.breaking import break_by_cards, final_table_due, may_break, plan_break, redraw_due
from tables.rules.button import dealt_in
from tables.rules.clockwise import chairs_by_turn, next_big_blind, players_by_turn, worst_chair
from tables.rules.end_of_day import last_hands
from tables.rules.halts import Halts, halted
from tables.rules.seating import DEFAULT_HOUSE, Move, Table
from tournaments.rules.errors import RuleError
from tournaments.rules.house import HouseRules

__all__ = [
    "Halts",
    "break_by_cards",
    "dealt_in",
    "final_table_due",
    "halted",
    "hands_missed",
    "last_hands",
    "may_break",
    "next_big_blind",
    "plan_balance",
    "plan_break",
    "redraw_due",
    "worst_chair",
]

NEXT_BIG_BLIND = (
    "Table {from_table} has {from_players} players, table {to_table} has {to_players}. "
    "The next big blind moves, to the first open chair after the big blind."
)
LATER_BIG_BLIND = (
    "Table {from_table} has {from_players} players, table {to_table} has {to_players}. "
    "The big blind of {turn} hands ahead moves, to the first open chair after the big blind."
)
HIGH_CARD = (
    "Table {from_table} has {from_players} players, table {to_table} has {to_players}. "
    "The high card dealt at table {from_table} moves, to the first open chair after the big blind."
)
UNKNOWN = (
    "Table {from_table} has {from_players} players, table {to_table} has {to_players}. "
    "One player moves; who and where is known once the big blind is."
)

Mover = tuple[int, int, str]  # turn to be big blind, chair, entry


def plan_balance(
    tables: Sequence[Table],
    house: HouseRules = DEFAULT_HOUSE,
    order: Sequence[int] = (),
    mixed: bool = False,
) -> tuple[Move, ...]:
    """The fewest moves that bring the tables into balance; none when they are.

    Gives: the largest table, of equal ones the first in break order; receives: the smallest, of equal ones
    the last. The next big blind moves (several from one table: then the one after), to the worst open chair
    (several to one table: then the next worst). A locked player never moves. Where the big blind is not
    known, player or chair is None and the table is in `needs_big_blind`.
    order: break order, first to break first; tables not in it come after, highest number first.
    mixed: stud is played, alone or in a mix: by `house.stud_mover` "high-card" a card then decides who moves.
    A table that chairs or locks keep out of balance is left as it is. RuleError `table-twice`.

    >>> tables = (Table(1, 9, dict(enumerate("abcdefg", 1)), big_blind=4), Table(2, 9, {1: "x"}, big_blind=1))
    >>> [(move.entry, move.to_table, move.to_chair) for move in plan_balance(tables)]
    [('e', 2, 2), ('f', 2, 3), ('g', 2, 4)]
    """
    by_number = {table.number: table for table in tables}
    if len(by_number) < len(tables):
        twice = next(number for number, times in Counter(t.number for t in tables).items() if times > 1)
        raise RuleError("table-twice", "Table {table} is listed twice.", {"table": twice})
    sizes = {table.number: _size(table) for table in tables}
    by_card = mixed and house.stud_mover == "high-card"
    movers: dict[int, Iterator[Mover]] = {}
    chairs: dict[int, Iterator[int]] = {}
    moves = []
    for step in steps(sizes, allowed_difference(len(tables), house), order):
        giving, receiving = by_number[step.giving], by_number[step.receiving]
        if step.giving not in movers:
            movers[step.giving] = iter(() if by_card else _movers(giving))
        if step.receiving not in chairs:
            chairs[step.receiving] = iter(chairs_by_turn(receiving))
        mover, chair = next(movers[step.giving], None), next(chairs[step.receiving], None)
        moves.append(_move(step, mover, chair, giving.big_blind is None and not by_card, by_card))
    return tuple(moves)


def _size(table: Table) -> Size:
    """The table as numbers. The last big blind's own chair is no room (it has the small blind next)."""
    locked = sum(entry in table.locked for entry in table.taken.values()) if table.locked else 0
    room = len(table.open_chairs)
    if table.taken and table.big_blind is not None:
        room = len(chairs_by_turn(table))
    return Size(table.players, locked, table.players + room)


def _movers(table: Table) -> list[Mover]:
    """Who may move, the next big blind first; none while the big blind is not known."""
    chair_of = {entry: chair for chair, entry in table.taken.items()}
    return [
        (turn, chair_of[entry], entry)
        for turn, entry in enumerate(players_by_turn(table), start=1)
        if entry not in table.locked
    ]


def _move(step: Step, mover: Mover | None, chair: int | None, ask_giving: bool, by_card: bool) -> Move:
    """The step as a move, with its reason."""
    turn, from_chair, entry = mover or (None, None, None)
    asked = ((step.giving,) if ask_giving else ()) + ((step.receiving,) if chair is None else ())
    facts: dict[str, Any] = {
        "from_table": step.giving,
        "from_players": step.giving_players,
        "to_table": step.receiving,
        "to_players": step.receiving_players,
        "rule": "WSOP 67" if by_card else "TDA 11-A",
    }
    if turn is not None:
        facts["turn"] = turn
    why = _why(turn, bool(asked), by_card)
    return Move(entry, step.giving, from_chair, step.receiving, chair, why, facts, asked)


def _why(turn: int | None, asked: bool, by_card: bool) -> str:
    """The template for a move."""
    if by_card:
        return HIGH_CARD
    if asked:
        return UNKNOWN
    return NEXT_BIG_BLIND if turn == 1 else LATER_BIG_BLIND
