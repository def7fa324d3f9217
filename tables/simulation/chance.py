"""What happens of itself at the tables: who goes out in the next hand, where the big blind is."""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

MINUTES_PER_HAND = 2
STACKS = (1_000, 2_500, 2_500, 4_000, 7_500, 12_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """How often things happen, as shares of one.

    early: of the players, those there when play starts. short_room: of evenings, those with fewer chairs than
    players at the start. several, across: of hands, those that put out more than one at a table, and at
    several tables. mishap: of hands, those after which staff put something right.
    """

    early: float = 0.75
    short_room: float = 0.5
    several: float = 0.06
    across: float = 0.02
    winner_known: float = 0.6
    stack_known: float = 0.8
    reentry: float = 0.35
    no_show: float = 0.1
    lock: float = 0.01
    padlock: float = 0.01
    mishap: float = 0.04
    undo: float = 0.03
    own_choice: float = 0.1
    some_moves: float = 0.05


@dataclass(frozen=True, slots=True)
class Hand:
    """Who goes out in one hand: {entry: chips before it, None if nobody looked}. by: who won it, if known."""

    outs: Mapping[int, int | None]
    by: int | None
    tables: int


def next_hand(
    chance: random.Random, tables: Mapping[int, Sequence[int]], habits: Habits, most: int
) -> Hand | None:
    """The next hand that somebody goes out in, `most` at most; None where nobody can.

    tables: the entries in chairs, by table. The winner of a hand sits at the table of those it puts out.
    """
    numbers = sorted(number for number, entries in tables.items() if len(entries) > 1)
    if not numbers or most < 1:
        return None
    roll = chance.random()
    wanted = 1
    if roll < habits.across and len(numbers) > 1 and most > 1:
        return _across(chance, tables, numbers, most)
    number = chance.choice(numbers)
    entries = sorted(tables[number])
    if roll < habits.across + habits.several:
        wanted = chance.choice((2, 2, 2, 3))
    gone = chance.sample(entries, min(wanted, most, len(entries) - 1))
    outs = {entry: _stack(chance, habits) for entry in gone}
    others = [entry for entry in entries if entry not in outs]
    by = chance.choice(others) if chance.random() < habits.winner_known else None
    return Hand(outs, by, 1)


def _across(
    chance: random.Random, tables: Mapping[int, Sequence[int]], numbers: Sequence[int], most: int
) -> Hand:
    """One at each of two or three tables."""
    chosen = chance.sample(numbers, min(chance.choice((2, 2, 3)), most, len(numbers)))
    return Hand({chance.choice(sorted(tables[number])): None for number in chosen}, None, len(chosen))


def _stack(chance: random.Random, habits: Habits) -> int | None:
    return chance.choice(STACKS) if chance.random() < habits.stack_known else None


@dataclass(slots=True)
class Buttons:
    """Where the big blind was last at each table; it moves a player on with every hand."""

    chance: random.Random
    last: dict[int, tuple[int, float]] = field(default_factory=dict)

    def big_blind(self, table: int, chairs: int, taken: Collection[int], minute: float) -> int:
        """The chair that had it in the last hand before this minute. Its player may be out by now."""
        if table not in self.last or not taken:
            self.last[table] = (self.chance.randint(1, chairs), minute)
            return self.last[table][0]
        chair, since = self.last[table]
        hands = int((minute - since) / MINUTES_PER_HAND)
        if hands:
            ahead = sorted(taken, key=lambda other: (other <= chair, other))
            chair = ahead[(hands - 1) % len(ahead)]
            self.last[table] = (chair, minute)
        return chair
