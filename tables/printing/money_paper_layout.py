"""How a paper about money lies on its sheet: its parts from the top, on as many pages as it takes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.fonts import Face
from tournaments.printing.sheets import MM, PAPERS, Paper
from tournaments.printing.text import Pen, draw_fitted

LONGEST_ROLL = 4000.0  # points of one strip; printers cut what is longer where they like
AMOUNT = 0.32  # of the width


@dataclass(frozen=True, slots=True)
class Part:
    """One thing on the paper: "lead", "verdict", "title", "row", "sum", "sign" or "foot"."""

    kind: str
    text: str
    amount: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Shape:
    """A paper for money. size: of a row's letters. notes_below: a note stands below its row."""

    paper: Paper
    margin: float
    size: float
    notes_below: bool

    @property
    def width(self) -> float:
        """What a line has."""
        return self.paper.width - 2 * self.margin

    @property
    def top(self) -> float:
        """What the title takes."""
        return self.size * 3.2

    def height(self, part: Part) -> float:
        """What a part takes."""
        if part.kind in ("row", "sum"):
            return self.size * (2.7 if part.note and self.notes_below else 1.7)
        return self.size * {"lead": 1.5, "verdict": 3.0, "title": 2.9, "sign": 5.0, "foot": 2.4}[part.kind]

    def paged(self, parts: Iterable[Part]) -> list[list[Part]]:
        """The parts on pages; a title never stands last on one."""
        most = LONGEST_ROLL if self.paper.is_roll else self.paper.height
        room = most - 2 * self.margin - self.top
        pages: list[list[Part]] = [[]]
        free = room
        for part in parts:
            needed = self.height(part) + (self.size * 2.7 if part.kind == "title" else 0)
            if needed > free and pages[-1]:
                pages.append([])
                free = room
            pages[-1].append(part)
            free -= self.height(part)
        return pages

    def length(self, parts: Iterable[Part]) -> float:
        """How long the page of these parts is: the paper's, or as much of the roll as they take."""
        if not self.paper.is_roll:
            return self.paper.height
        return 2 * self.margin + self.top + sum(self.height(part) for part in parts)


SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        "a4": Shape(PAPERS["a4"], 16 * MM, 9.5, notes_below=False),
        "letter": Shape(PAPERS["letter"], 16 * MM, 9.5, notes_below=False),
        "80mm": Shape(PAPERS["80mm"], 4 * MM, 8.5, notes_below=True),
    }
)


def draw_top(canvas: Canvas, shape: Shape, length: float, title: str, right: str) -> float:
    """The title, and page and mark at its right; where the parts begin."""
    pen = Pen(canvas)
    y = length - shape.margin - shape.size * 1.8
    taken = 0.0
    if right:
        x = shape.margin + shape.width
        said = draw_fitted(
            pen, x, y, right, Face.TEXT, size=shape.size, width=shape.width * 0.35, align="right"
        )
        taken = said.width + shape.size
    draw_fitted(
        pen, shape.margin, y, title, Face.STRONG, size=shape.size * 1.7, width=shape.width - taken, least=8
    )
    pen.finish()
    return length - shape.margin - shape.top


def draw_part(canvas: Canvas, shape: Shape, y: float, part: Part) -> float:
    """One part below y; where the next begins."""
    end = y - shape.height(part)
    pen = Pen(canvas)
    if part.kind in ("row", "sum"):
        _draw_row(pen, shape, y, part)
    elif part.kind == "sign":
        draw_fitted(
            pen, shape.margin, end + shape.size * 0.4, part.text, Face.TEXT, size=shape.size * 0.85,
            width=shape.width,
        )  # fmt: skip
    else:
        face = Face.STRONG if part.kind in ("verdict", "title") else Face.TEXT
        size = shape.size * {"verdict": 1.5, "title": 1.1, "lead": 1.0, "foot": 0.85}[part.kind]
        draw_fitted(pen, shape.margin, end + shape.size * 0.6, part.text, face, size=size, width=shape.width)
    pen.finish()
    _draw_rule(canvas, shape, end, part)
    return end


def _draw_row(pen: Pen, shape: Shape, y: float, part: Part) -> None:
    size, left, right = shape.size, shape.margin, shape.margin + shape.width
    face = Face.STRONG if part.kind == "sum" else Face.TEXT
    base = y - size * 1.2
    rest = shape.width
    if part.amount:
        amount = draw_fitted(
            pen, right, base, part.amount, face, size=size, width=shape.width * AMOUNT, align="right"
        )
        rest -= amount.width + size
    if not part.note:
        draw_fitted(pen, left, base, part.text, face, size=size, width=rest)
        return
    small = size * 0.85
    if shape.notes_below:
        draw_fitted(pen, left, base, part.text, face, size=size, width=rest)
        draw_fitted(pen, left, base - size * 1.1, part.note, Face.TEXT, size=small, width=shape.width)
        return
    draw_fitted(pen, left, base, part.text, face, size=size, width=shape.width * 0.36)
    room = rest - shape.width * 0.38
    draw_fitted(pen, left + shape.width * 0.38, base, part.note, Face.TEXT, size=small, width=room)


def _draw_rule(canvas: Canvas, shape: Shape, y: float, part: Part) -> None:
    """The line under a row or title, or the one to sign on."""
    if part.kind in ("lead", "verdict", "foot"):
        return
    right = shape.margin + shape.width
    if part.kind == "sign":
        y += shape.size * 1.6
        right = shape.margin + shape.width * (1 if shape.paper.is_roll else 0.5)
    canvas.setLineWidth(0.8 if part.kind in ("title", "sign") else 0.3)
    canvas.setStrokeGray(0 if part.kind in ("title", "sign") else 0.65)
    canvas.line(shape.margin, y, right, y)
    canvas.setStrokeGray(0)
