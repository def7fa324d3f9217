"""When a table may be broken."""

from collections.abc import Sequence

from tables.rules.seating import Table


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
