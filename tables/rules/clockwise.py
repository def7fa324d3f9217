"""Who is big blind next at a table, and which open chair is worst: both clockwise from the last big blind."""

from collections.abc import Iterable

from tables.rules.seating import Table


def next_big_blind(table: Table) -> str | None:
    """The entry that has the big blind in the next hand; None at an empty table or with no big blind known.

    >>> next_big_blind(Table(1, 9, {2: "a", 6: "b", 9: "c"}, big_blind=9))
    'a'
    """
    return next(iter(players_by_turn(table)), None)


def worst_chair(table: Table) -> int | None:
    """The first open chair clockwise from the last big blind: soonest to pay it again, as a single one too.

    Never the last big blind's own chair, which has the small blind next (TDA 11-A). None when no other chair
    is open, or no big blind is known: try the next table. At an empty table, the first open chair.

    >>> worst_chair(Table(1, 9, {1: "a"}, big_blind=4, blocked=frozenset({5})))
    6
    """
    return next(iter(chairs_by_turn(table)), None)


def players_by_turn(table: Table) -> tuple[str, ...]:
    """The entries in the order in which they have the big blind next, the last to have had it at the end."""
    if table.big_blind is None:
        return ()
    return tuple(table.taken[chair] for chair in _clockwise(table.taken, table.big_blind))


def chairs_by_turn(table: Table) -> tuple[int, ...]:
    """The chairs a moved player may get, worst first; none while the big blind is not known."""
    if table.big_blind is None:
        return () if table.taken else table.open_chairs
    if not table.taken:
        return _clockwise(table.open_chairs, table.big_blind)
    return tuple(c for c in _clockwise(table.open_chairs, table.big_blind) if c != table.big_blind)


def next_chair_is_empty(table: Table) -> bool:
    """Whether the big blind, moving one chair on from its last, would meet nobody; blocked chairs are passed.

    False while no big blind is known.
    """
    if table.big_blind is None:
        return False
    chairs = {*table.taken, *table.open_chairs}
    return next((c not in table.taken for c in _clockwise(chairs, table.big_blind)), False)


def _clockwise(chairs: Iterable[int], after: int) -> tuple[int, ...]:
    """The chairs from the one after `after` round to `after` itself."""
    return tuple(sorted(chairs, key=lambda chair: (chair <= after, chair)))
