"""The whole field on paper, by name for the wall and by table for the floor."""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.printing.columns import fill_columns
from tournaments.printing.pages import Pdf

from .book import MakeBook
from .labels import Labels
from .name_list_page import SHAPES, Block, Heading, Row, Shape, draw_page

# Letters that Unicode does not decompose, as people look for them.
PLAIN = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "ß": "ss", "þ": "th"}
)


@dataclass(frozen=True, slots=True)
class Seated:
    """One player in the list. sort: what to order by, if not the name as it is printed."""

    name: str
    table: int
    chair: int
    sort: str = ""


def name_key(seated: Seated) -> tuple[str, str, int, int]:
    """Where a name stands in the list: without accents and case, as one looks for it.

    >>> names = ["Zoe", "Łukasz", "Ánh", "Lucy", "anna"]
    >>> [one.name for one in sorted((Seated(name, 1, 1) for name in names), key=name_key)]
    ['Ánh', 'anna', 'Lucy', 'Łukasz', 'Zoe']
    """
    name = seated.sort or seated.name
    split = unicodedata.normalize("NFKD", name.casefold().translate(PLAIN))
    plain = "".join(c for c in split if not unicodedata.combining(c))
    return plain, name, seated.table, seated.chair


def list_by_name(
    players: Iterable[Seated], heading: Heading, sheet: str, labels: Labels,
    progress: Callable[[int], None] | None = None, book: MakeBook = Pdf,
) -> bytes:  # fmt: skip
    """Every player with table and seat, by name. progress: players done, after each page."""
    blocks = [
        Block("", (Row(one.name, str(one.table), str(one.chair)),)) for one in sorted(players, key=name_key)
    ]
    return list_pages(blocks, heading, labels.list_by_name, SHAPES[sheet], labels, progress, book)


def list_by_table(
    players: Iterable[Seated], heading: Heading, sheet: str, labels: Labels,
    progress: Callable[[int], None] | None = None, book: MakeBook = Pdf,
) -> bytes:  # fmt: skip
    """Every table with its players by seat, by table number; no table is torn by a column."""
    ordered = sorted(players, key=lambda one: (one.table, one.chair, one.name))
    blocks = [
        Block(f"{labels.table} {table}", tuple(Row(one.name, "", str(one.chair)) for one in group))
        for table, group in groupby(ordered, key=lambda one: one.table)
    ]
    return list_pages(blocks, heading, labels.list_by_table, SHAPES[sheet], labels, progress, book)


def list_pages(
    blocks: Sequence[Block], heading: Heading, title: str, shape: Shape, labels: Labels,
    progress: Callable[[int], None] | None, book: MakeBook,
) -> bytes:  # fmt: skip
    """Blocks of rows on as many pages as they take. progress: rows done, after each page."""
    columns = fill_columns(blocks, shape.lines)
    groups = [columns[at : at + shape.columns] for at in range(0, len(columns), shape.columns)] or [[]]
    made = book(shape.paper, f"{heading.event} – {title}")
    done = 0
    for number, group in enumerate(groups, 1):
        cut = shape.cut_below(max((sum(block.lines for block in column) for column in group), default=0))
        made.canvas.setPageSize((cut.paper.width, cut.paper.height))
        draw_page(made.canvas, group, cut, heading, title, labels, (number, len(groups)))
        made.canvas.showPage()
        done += sum(len(block.rows) for column in group for block in column)
        if progress:
            progress(done)
    return made.finish()
