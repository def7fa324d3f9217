"""The papers a floor prints on, and how cards lie on them. All lengths are points.

Paper: what the printer is loaded with, by id ("a4", "letter", "4x3", "80mm"). Sheet: a paper divided into
equal boxes, one card in each, so that no card can be split by a page.
"""

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
MARK = 3 * MM


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page; (x, y) is its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def top(self) -> float:
        return self.y + self.height

    @property
    def right(self) -> float:
        return self.x + self.width

    def inset(self, dx: float, dy: float) -> "Box":
        """The box made smaller by dx on the left and right, dy above and below."""
        return Box(self.x + dx, self.y + dy, self.width - 2 * dx, self.height - 2 * dy)


@dataclass(frozen=True, slots=True)
class Paper:
    """margin: what the printer cannot reach, per side. is_roll: the length follows what is printed."""

    id: str
    width: float
    height: float
    margin_x: float
    margin_y: float
    is_roll: bool = False

    @property
    def is_page(self) -> bool:
        """A full page, not a label or a strip."""
        return self.id in ("a4", "letter")

    def cut_at(self, height: float) -> "Paper":
        """The roll cut at that length."""
        return replace(self, height=height)


@dataclass(frozen=True)
class Sheet:
    """A paper divided into columns and rows of equal boxes."""

    paper: Paper
    columns: int = 1
    rows: int = 1

    @property
    def per_page(self) -> int:
        return self.columns * self.rows

    def pages(self, cards: int) -> int:
        """How many pages that many cards take."""
        return -(-cards // self.per_page)

    @cached_property
    def boxes(self) -> tuple[Box, ...]:
        """One per card of a page, by row from the top left."""
        paper = self.paper
        width = (paper.width - 2 * paper.margin_x) / self.columns
        height = (paper.height - 2 * paper.margin_y) / self.rows
        top = paper.height - paper.margin_y
        return tuple(
            Box(paper.margin_x + column * width, top - (row + 1) * height, width, height)
            for row in range(self.rows)
            for column in range(self.columns)
        )


PAPERS = {
    paper.id: paper
    for paper in (
        Paper("a4", 210 * MM, 297 * MM, 8 * MM, 8 * MM),
        Paper("letter", 612, 792, 8 * MM, 8 * MM),
        Paper("4x3", 288, 216, 2.5 * MM, 2.5 * MM),
        Paper("80mm", 80 * MM, 100 * MM, 4 * MM, 3 * MM, is_roll=True),
    )
}


@lru_cache(maxsize=32)
def _cut_marks(sheet: Sheet) -> str:
    """The ticks as PDF operators: the same on every page, so they are made once."""
    xs = sorted({round(x, 2) for box in sheet.boxes for x in (box.x, box.right)})
    ys = sorted({round(y, 2) for box in sheet.boxes for y in (box.y, box.top)})
    half = MARK / 2
    ticks = [
        f"{x - half:.2f} {y:.2f} m {x + half:.2f} {y:.2f} l {x:.2f} {y - half:.2f} m {x:.2f} {y + half:.2f} l"
        for x in xs
        for y in ys
    ]
    return f"q 0.4 w 0.6 G {' '.join(ticks)} S Q"


def draw_cut_marks(canvas: Canvas, sheet: Sheet) -> None:
    """Short grey ticks where the boxes meet and at the edge: enough for a knife, nothing on a single card."""
    if sheet.per_page > 1:
        canvas.addLiteral(_cut_marks(sheet))
