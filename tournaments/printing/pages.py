"""A PDF under construction: one canvas, its title, and the bytes at the end."""

from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import islice
from typing import TypeVar

from reportlab.pdfgen.canvas import Canvas

from .fonts import Face, font
from .sheets import Paper

T = TypeVar("T")


class Pdf:
    """The same content gives the same bytes: no date, no random id.

    Printing is not scaled: a card of four by three inches comes out as four by three inches.
    """

    def __init__(self, paper: Paper, title: str) -> None:
        self._bytes = BytesIO()
        font(Face.TEXT)
        self.canvas = Canvas(
            self._bytes,
            pagesize=(paper.width, paper.height),
            pageCompression=1,
            invariant=1,
            initialFontName=Face.TEXT,  # else every page names Helvetica, which is not embedded
        )
        self.canvas.setTitle(title)
        self.canvas.setCreator("Floorman")
        self.canvas.setViewerPreference("PrintScaling", "None")

    def finish(self) -> bytes:
        """The whole document. With nothing to print it is one blank page: a PDF must have one."""
        if self.canvas.getPageNumber() == 1:
            self.canvas.showPage()
        self.canvas.save()
        return self._bytes.getvalue()


def in_pages(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items in lists of that size; the last may be shorter.

    >>> list(in_pages("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    rest = iter(items)
    while page := list(islice(rest, size)):
        yield page
