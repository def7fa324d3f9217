"""The two figures of a card, as large as their place allows."""

from dataclasses import dataclass
from functools import cache, lru_cache

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.fonts import Face, cap_height, font
from tournaments.printing.sheets import Box

GAP = 26.0
LABEL = 13.0  # what the word above a figure takes


@dataclass(frozen=True, slots=True)
class Figures:
    """Places of the two numbers in a card: y is the base line, height that of a figure.

    label: the base line of the words above them. line: x of the stroke between the two.
    """

    size: float
    table: Box
    chair: Box
    label: float
    line: float

    def draw_line(self, canvas: Canvas, x: float, y: float) -> None:
        """The thin stroke that keeps 12 and 4 from being read as 124."""
        x += self.line
        canvas.line(x, y + self.table.y, x, y + self.label + 8)


@cache
def digit_width() -> float:
    """The widest of the ten figures, at size 1."""
    font(Face.FIGURES)
    return max(float(stringWidth(digit, Face.FIGURES, 1000)) for digit in "0123456789") / 1000


def figure_size(width: float, height: float, digits: int) -> float:
    """The largest size at which that many figures fit into width and height."""
    return min(height / cap_height(Face.FIGURES), width / (digits * digit_width()))


@lru_cache(maxsize=256)
def _place(place: Box, table_digits: int, chair_digits: int) -> Figures:
    digits = table_digits + chair_digits
    size = figure_size(place.width - GAP, place.height - LABEL, digits)
    height = size * cap_height(Face.FIGURES)
    base = place.y + (place.height - LABEL - height) / 2
    widths = (table_digits * digit_width() * size, chair_digits * digit_width() * size)
    table = Box(place.x, base, widths[0], height)
    chair = Box(table.right + GAP, base, widths[1], height)
    return Figures(size, table, chair, base + height + 4, table.right + GAP / 2)


def place_figures(place: Box, table: int, chair: int) -> Figures:
    """Where table and chair go in that place, side by side, both at the same size."""
    return _place(place, len(str(table)), len(str(chair)))


@dataclass(frozen=True, slots=True)
class Number:
    """One large number: its size, its place (y is the base line) and the base line of the word above it."""

    size: float
    place: Box
    label: float


def centre_number(place: Box, number: int, label_size: float) -> Number:
    """The number as large as the place allows below a word of that size, in the middle of its height."""
    digits = len(str(number))
    above = label_size * 1.2
    size = figure_size(place.width, place.height - above, digits)
    height = size * cap_height(Face.FIGURES)
    base = place.y + (place.height - above - height) / 2
    return Number(
        size, Box(place.x, base, digits * digit_width() * size, height), base + height + label_size * 0.4
    )
