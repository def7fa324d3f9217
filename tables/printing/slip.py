"""Slips: receipt, refund slip, alternate's ticket, option slip, move slip. One shape, different words.

From the top: event and Day; what it is, and whose copy; a sentence; large figures; the name; rows of words
and amounts; a line to sign on; notes, and a code beside them. Empty parts leave no trace. Long words
shrink, then end in an ellipsis; figures are never cut.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.codes import QUIET, draw_code, matrix
from tournaments.printing.fonts import Face, cap_height
from tournaments.printing.pages import Pdf, in_pages
from tournaments.printing.sheets import Box, Sheet, draw_cut_marks
from tournaments.printing.text import Pen, draw_fitted, fit

from .book import MakeBook
from .head import Head, draw_head, draw_signs
from .labels import Labels
from .slip_layout import Parts, Places, box_on, places, sheet_for

BETWEEN = 24.0  # two figures, with a stroke in the middle
LABEL = 17.0  # the word above a figure
WIDE = 10_000.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as large as its place allows, and the word above it."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """Words at the left, an amount at the right; is_sum: heavier, below a stroke."""

    words: str
    amount: str = ""
    is_sum: bool = False


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip, in the reader's words. title: what it is. copy: whose. lead: a sentence above the figures.

    sign: who signs. code: the address in the QR code. colour: "#rrggbb", for the eye only.
    """

    event: str
    title: str
    day: str = ""
    copy: str = ""
    lead: str = ""
    figures: tuple[Figure, ...] = ()
    name: str = ""
    rows: tuple[Row, ...] = ()
    sign: str = ""
    notes: tuple[str, ...] = ()
    code: str = ""
    colour: str = ""
    reprint: bool = False

    @property
    def parts(self) -> Parts:
        """What it has."""
        return Parts(
            title=bool(self.title or self.copy),
            lead=bool(self.lead),
            figures=bool(self.figures),
            name=bool(self.name),
            code=bool(self.code),
            sign=bool(self.sign),
            rows=len(self.rows),
            notes=len(self.notes),
        )


def slips(
    values: Iterable[Slip], sheet: str, labels: Labels, progress: Callable[[int], None] | None = None,
    book: MakeBook = Pdf,
) -> bytes:  # fmt: skip
    """The slips in their order, for the paper of that id. progress: slips done, after each page."""
    bare = sheet_for(sheet, Parts())
    made, done = book(bare.paper, labels.slips), 0
    for page in in_pages(values, bare.per_page):
        cut = sheet_for(sheet, page[0].parts)
        made.canvas.setPageSize((cut.paper.width, cut.paper.height))
        draw_cut_marks(made.canvas, cut)
        for number, slip in enumerate(page):
            _draw_slip(made.canvas, slip, cut, number, labels)
        made.canvas.showPage()
        done += len(page)
        if progress:
            progress(done)
    return made.finish()


def _draw_slip(canvas: Canvas, slip: Slip, sheet: Sheet, number: int, labels: Labels) -> None:
    box = box_on(sheet, number)
    at = places(box, slip.parts, is_roll=sheet.paper.is_roll)
    _draw_code(canvas, slip, at.code)
    canvas.setLineWidth(0.5)
    pen = Pen(canvas)
    head = Head(slip.event, slip.day, labels.reprint if slip.reprint else "", slip.colour)
    frame = draw_head(pen, head, at.head)
    _draw_title(pen, slip, at)
    _draw_figures(canvas, pen, slip.figures, at.figures)
    if slip.name:
        _words(pen, at.name, slip.name, Face.STRONG, least=9)
    for place, row in zip(at.rows, slip.rows, strict=True):
        _draw_row(canvas, pen, place, row)
    if slip.sign:
        over = at.sign.y + at.sign.height * 1.1
        canvas.line(at.sign.x, over, at.sign.right, over)
        _words(pen, at.sign, slip.sign, Face.TEXT, least=6)
    for place, note in zip(at.notes, slip.notes, strict=True):
        _words(pen, place, note, Face.TEXT, least=6)
    pen.finish()
    draw_signs(canvas, head, at.head, frame)


def _draw_title(pen: Pen, slip: Slip, at: Places) -> None:
    place = at.title
    if slip.copy:
        copy = draw_fitted(
            pen, place.right, place.y, slip.copy, Face.STRONG,
            size=10, width=place.width * 0.5, align="right",
        )  # fmt: skip
        place = Box(place.x, place.y, place.width - copy.width - 9, place.height)
    if slip.title:
        _words(pen, place, slip.title, Face.LABEL, least=8)
    if slip.lead:
        _words(pen, at.lead, slip.lead, Face.STRONG, least=8)


def _words(pen: Pen, place: Box, text: str, face: Face, *, least: float) -> None:
    draw_fitted(pen, place.x, place.y, text, face, size=place.height, width=place.width, least=least)


def _draw_row(canvas: Canvas, pen: Pen, place: Box, row: Row) -> None:
    face, right = Face.STRONG if row.is_sum else Face.TEXT, 0.0
    if row.is_sum:
        over = place.y + place.height * 0.94
        canvas.line(place.x, over, place.right, over)
    if row.amount:
        right = draw_fitted(
            pen, place.right, place.y, row.amount, face,
            size=place.height, width=place.width * 0.7, least=5, align="right",
        ).width  # fmt: skip
    width = place.width - right - place.height
    draw_fitted(pen, place.x, place.y, row.words, face, size=place.height, width=width, least=5)


def _draw_figures(canvas: Canvas, pen: Pen, figures: tuple[Figure, ...], place: Box) -> None:
    """All at the same size, the largest at which they fit side by side."""
    if not figures:
        return
    label = LABEL if any(figure.label for figure in figures) else 0.0
    widths = [fit(figure.text, Face.FIGURES, 1.0, WIDE, 1.0).width for figure in figures]
    free = place.width - BETWEEN * (len(figures) - 1)
    size = min((place.height - label - 8) / cap_height(Face.FIGURES), free / sum(widths))
    high = size * cap_height(Face.FIGURES)
    x, y = place.x, place.y + (place.height - label - high) / 2
    for figure, width in zip(figures, widths, strict=True):
        pen.write(x, y, fit(figure.text, Face.FIGURES, size, WIDE, size))
        room = max(width * size, place.width / len(figures) - BETWEEN)
        draw_fitted(pen, x, y + high + 7, figure.label, Face.LABEL, size=11, width=room)
        if figure is not figures[0]:
            canvas.line(x - BETWEEN / 2, y, x - BETWEEN / 2, y + high + label)
        x += width * size + BETWEEN


def _draw_code(canvas: Canvas, slip: Slip, place: Box) -> None:
    """The code in the lower right corner of its place, with its white zone towards the notes."""
    if not slip.code:
        return
    side = len(matrix(slip.code))
    size = place.width * side / (side + QUIET)
    draw_code(canvas, place.right - size, place.y, size, slip.code)
