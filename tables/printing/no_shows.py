"""Who has not come, on paper for the floor: by name, or grouped by table."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.printing.pages import Pdf

from .book import MakeBook
from .labels import Labels
from .name_list import list_pages
from .name_list_page import SHAPES, Block, Heading, Row

NOWHERE = "–"


@dataclass(frozen=True, slots=True)
class Missing:
    """One player who has not come. seat: (table, chair), None without one.

    note: why he has no seat, after his name. group: the title he stands under, empty in a list by name.
    """

    name: str
    seat: tuple[int, int] | None = None
    note: str = ""
    group: str = ""


def list_no_shows(
    missing: Sequence[Missing], heading: Heading, sheet: str, labels: Labels,
    progress: Callable[[int], None] | None = None, book: MakeBook = Pdf,
) -> bytes:  # fmt: skip
    """Everybody who has not come, in the order given; a long group goes on in the next column."""
    shape = SHAPES[sheet]
    blocks = list(_blocks(missing, shape.lines - 2))
    return list_pages(blocks, heading, labels.list_no_shows, shape, labels, progress, book)


def _blocks(missing: Sequence[Missing], most: int) -> Iterator[Block]:
    for group, members in groupby(missing, key=lambda one: one.group):
        rows = [_row(one) for one in members]
        step = most if group else 1
        for at in range(0, len(rows), step):
            yield Block(group, tuple(rows[at : at + step]))


def _row(one: Missing) -> Row:
    name = f"{one.name} · {one.note}" if one.note else one.name
    table, chair = (str(figure) for figure in one.seat) if one.seat else (NOWHERE, NOWHERE)
    return Row(name, "" if one.group else table, chair)
