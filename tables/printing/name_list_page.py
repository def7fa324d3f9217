"""One page of a list of the field: running head, columns, rows. On a roll one narrow column, cut below it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.fonts import Face
from tournaments.printing.sheets import MM, PAPERS, Box, Paper
from tournaments.printing.text import Pen, draw_fitted

from .labels import Labels

HEAD = 46.0  # event and title, then the words over the columns
HEAD_ROLL = 60.0  # the same in three lines
LONGEST_ROLL = 2400.0  # points of one strip, 85 cm: a longer one is in nobody's hand
STEP = 15.0
SIZE = 10.0
GUTTER = 8 * MM
FIGURE = 30.0  # a column of figures


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands on every page. when: as of when the list is true."""

    event: str
    day: str = ""
    when: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A player: name, table (empty under a table's own heading), seat."""

    name: str
    table: str
    seat: str


@dataclass(frozen=True, slots=True)
class Block:
    """Rows that stay together, under a title or none."""

    title: str
    rows: tuple[Row, ...]

    @property
    def lines(self) -> int:
        """The lines of a column that it takes; a titled one has an empty line after it."""
        return len(self.rows) + (2 if self.title else 0)


@dataclass(frozen=True, slots=True)
class Shape:
    """A paper for lists and its columns; a roll as long as it may be."""

    paper: Paper
    columns: int
    margin: float = 12 * MM

    @property
    def head(self) -> float:
        """What the running head takes."""
        return HEAD_ROLL if self.paper.is_roll else HEAD

    @property
    def body(self) -> Box:
        """What the columns have, below the running head."""
        margin, paper = self.margin, self.paper
        return Box(margin, margin, paper.width - 2 * margin, paper.height - 2 * margin - self.head)

    def cut_below(self, lines: int) -> "Shape":
        """The roll cut below so many lines; a page stays as long as it is."""
        if not self.paper.is_roll:
            return self
        return replace(self, paper=self.paper.cut_at(2 * self.margin + self.head + lines * STEP))

    @property
    def lines(self) -> int:
        """The lines of a column."""
        return int(self.body.height / STEP)

    def column(self, index: int) -> Box:
        """The place of a column, by number from the left."""
        width = (self.body.width - GUTTER * (self.columns - 1)) / self.columns
        return Box(self.body.x + index * (width + GUTTER), self.body.y, width, self.body.height)


SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        "a4": Shape(PAPERS["a4"], columns=2),
        "letter": Shape(PAPERS["letter"], columns=2),
        "80mm": Shape(PAPERS["80mm"].cut_at(LONGEST_ROLL), columns=1, margin=4 * MM),
    }
)


def draw_page(
    canvas: Canvas, columns: Sequence[Sequence[Block]], shape: Shape, heading: Heading, title: str,
    labels: Labels, page: tuple[int, int],
) -> None:  # fmt: skip
    """Draw the columns under their running head. page: its number and how many there are."""
    pen = Pen(canvas)
    _draw_head(pen, shape, heading, title, labels, page)
    rules: list[tuple[float, float, float, float]] = []
    for index, blocks in enumerate(columns):
        place = shape.column(index)
        _draw_words(pen, place, labels, has_tables=not blocks[0].title)
        rules += _draw_blocks(pen, place, blocks)
    canvas.setLineWidth(0.3)
    canvas.setStrokeGray(0.65)
    canvas.lines(rules)
    canvas.setStrokeGray(0)
    pen.finish()


def _draw_head(
    pen: Pen, shape: Shape, heading: Heading, title: str, labels: Labels, page: tuple[int, int]
) -> None:
    body = shape.body
    top = body.top + shape.head - 12
    number, pages = page
    if shape.paper.is_roll:
        _draw_narrow_head(pen, shape, heading, title, labels, page)
        return
    left = " · ".join(part for part in (heading.event, heading.day) if part)
    draw_fitted(pen, body.x, top, left, Face.STRONG, size=13, width=body.width * 0.72, least=9)
    draw_fitted(
        pen, body.right, top, labels.page.format(page=number, pages=pages), Face.TEXT,
        size=9, width=body.width * 0.26, align="right",
    )  # fmt: skip
    below = f"{title} · {labels.as_of} {heading.when}" if heading.when else title
    draw_fitted(pen, body.x, top - 14, below, Face.TEXT, size=9, width=body.width)


def _draw_narrow_head(
    pen: Pen, shape: Shape, heading: Heading, title: str, labels: Labels, page: tuple[int, int]
) -> None:
    """Event and Day; the title, and which strip of several it is; as of when."""
    body = shape.body
    top = body.top + shape.head - 12
    event = " · ".join(part for part in (heading.event, heading.day) if part)
    draw_fitted(pen, body.x, top, event, Face.STRONG, size=13, width=body.width, least=8)
    strip = labels.page.format(page=page[0], pages=page[1]) if page[1] > 1 else ""
    half = body.width / 2
    number = draw_fitted(pen, body.right, top - 15, strip, Face.TEXT, size=9, width=half, align="right")
    rest = body.width - number.width - 8
    draw_fitted(pen, body.x, top - 15, title, Face.STRONG, size=10, width=rest)
    when = f"{labels.as_of} {heading.when}" if heading.when else ""
    draw_fitted(pen, body.x, top - 28, when, Face.TEXT, size=9, width=body.width)


def _draw_words(pen: Pen, place: Box, labels: Labels, *, has_tables: bool) -> None:
    """The words over a column: name, table, seat; over tables seat and name."""
    y = place.top + 5
    if not has_tables:
        draw_fitted(
            pen, place.x + FIGURE / 2, y, labels.seat, Face.LABEL, size=8, width=FIGURE, align="right"
        )
        draw_fitted(pen, place.x + FIGURE, y, labels.name, Face.LABEL, size=8, width=place.width - FIGURE)
        return
    draw_fitted(pen, place.x, y, labels.name, Face.LABEL, size=8, width=place.width - 2 * FIGURE)
    for right, word in ((place.right - FIGURE, labels.table), (place.right, labels.seat)):
        draw_fitted(pen, right, y, word, Face.LABEL, size=8, width=FIGURE - 4, align="right")


def _draw_blocks(pen: Pen, place: Box, blocks: Sequence[Block]) -> list[tuple[float, float, float, float]]:
    """Write the blocks from the top of the column; the rules under their rows come back."""
    rules = []
    y = place.top
    for block in blocks:
        if block.title:
            y -= STEP
            draw_fitted(pen, place.x, y + 4, block.title, Face.STRONG, size=SIZE + 1, width=place.width)
            rules.append((place.x, y, place.right, y))
        for row in block.rows:
            y -= STEP
            _draw_row(pen, place, y + 4, row)
            rules.append((place.x, y, place.right, y))
        if block.title:
            y -= STEP
    return rules


def _draw_row(pen: Pen, place: Box, y: float, row: Row) -> None:
    figure = SIZE * 1.2
    if not row.table:
        draw_fitted(
            pen, place.x + FIGURE / 2, y, row.seat, Face.FIGURES, size=figure, width=FIGURE, align="right"
        )
        draw_fitted(pen, place.x + FIGURE, y, row.name, Face.TEXT, size=SIZE, width=place.width - FIGURE)
        return
    draw_fitted(pen, place.x, y, row.name, Face.TEXT, size=SIZE, width=place.width - 2 * FIGURE - 8)
    for right, text in ((place.right - FIGURE, row.table), (place.right, row.seat)):
        draw_fitted(pen, right, y, text, Face.FIGURES, size=figure, width=FIGURE - 2, align="right")
