"""Which big blinds a plan to balance must be told, and the felts on which they are tapped."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tables.queries.balance import PlayedFloor
from tables.rules.seating import Move, Table


@dataclass(frozen=True, slots=True)
class AskedChair:
    """A chair to tap. is_taken: somebody sits there; who had the big blind may be out."""

    chair: int
    is_taken: bool
    is_blocked: bool


@dataclass(frozen=True, slots=True)
class AskedFelt:
    """A small felt: its chairs clockwise from the dealer at its foot, as three rows from the far side on.

    middle and near have one chair at each end, or none at a table too small for them.
    """

    table: int
    far: tuple[AskedChair, ...]
    middle: tuple[AskedChair, ...]
    near: tuple[AskedChair, ...]


def first_moves(moves: Sequence[Move]) -> int:
    """How many of the moves, from the first on, are between the two tables of the first.

    Nobody can say at eight tables at once where the big blind is: the next pair is asked afterwards.
    """
    if not moves:
        return 0
    pair = (moves[0].from_table, moves[0].to_table)
    others = (n for n, move in enumerate(moves) if (move.from_table, move.to_table) != pair)
    return next(others, len(moves))


def to_ask(moves: Iterable[Move]) -> tuple[int, ...]:
    """The tables whose big blind these moves want to know."""
    return tuple(dict.fromkeys(number for move in moves for number in move.needs_big_blind))


def asked_felts(floor: PlayedFloor, numbers: Iterable[int]) -> tuple[AskedFelt, ...]:
    """The felts of these tables. No query."""
    tables = (floor.table(number) for number in numbers)
    return tuple(_felt(table) for table in tables if table is not None)


def _felt(table: Table) -> AskedFelt:
    chairs = [AskedChair(n, n in table.taken, n in table.blocked) for n in range(1, table.chairs + 1)]
    near = (chairs[0], chairs[-1])
    rest = chairs[1:-1]
    middle = (rest[0], rest[-1]) if len(rest) > 1 else ()
    return AskedFelt(table.number, far=tuple(rest[1:-1] if middle else rest), middle=middle, near=near)
