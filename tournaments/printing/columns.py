"""Long lists on pages of several columns, in blocks that are not torn apart."""

from collections.abc import Iterable
from typing import Protocol, TypeVar


class HasLines(Protocol):
    """A block that takes that many lines of a column."""

    @property
    def lines(self) -> int: ...


B = TypeVar("B", bound=HasLines)


def fill_columns(blocks: Iterable[B], lines: int) -> list[list[B]]:
    """The blocks in columns of so many lines, in order. A block begins a new column rather than be torn.

    A block longer than a column stands alone in one; who makes blocks keeps them shorter.
    """
    columns: list[list[B]] = []
    free = 0
    for block in blocks:
        if not columns or block.lines > free:
            columns.append([])
            free = lines
        columns[-1].append(block)
        free -= block.lines
    return columns
