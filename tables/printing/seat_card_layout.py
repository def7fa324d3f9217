"""Where the parts of a seat card go on each kind of sheet.

Three shapes: broad and low (n-up pages: the code beside the figures), broad and high (4x3 inch labels: the
code beside the name), upright (80 mm roll: the code below the name).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tournaments.printing.sheets import MM, PAPERS, Box, Sheet
from tournaments.printing.text import Align

SHEETS: Mapping[str, Sheet] = MappingProxyType(
    {
        "a4": Sheet(PAPERS["a4"], columns=2, rows=5),
        "letter": Sheet(PAPERS["letter"], columns=2, rows=5),
        "4x3": Sheet(PAPERS["4x3"]),
        "80mm": Sheet(PAPERS["80mm"].cut_at(90 * MM)),
    }
)
HEAD = 20.0  # what the line with event and day takes
STACK = 1.18  # from the base line of a name to the top of its highest accents, in font sizes


@dataclass(frozen=True, slots=True)
class Line:
    """A line of small print: (x, y) is where it begins, or where it ends if it is aligned right."""

    x: float
    y: float
    width: float
    align: Align = "left"


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts, from the lower left corner of the card's box.

    name: y is the base line, height the font size. lines: three (details, place and time, proof), or six,
    one for each detail.
    """

    inner: Box
    head: float
    figures: Box
    name: Box
    code: Box
    lines: tuple[Line, ...]
    line_size: float


def layout(sheet: Sheet) -> Layout:
    """The places on a card of that sheet."""
    box = sheet.boxes[0]
    if box.height > box.width:
        return _upright(Box(0, 0, box.width, box.height))
    inner = Box(0, 0, box.width, box.height).inset(11, 10)
    return _low(inner) if inner.height < 160 else _high(inner)


def _low(inner: Box) -> Layout:
    name = Box(inner.x, inner.y + 25, inner.width, 20)
    floor = name.y + name.height * STACK
    height = inner.top - HEAD - floor
    side = min(height - 3, 64)
    code = Box(inner.right - side, inner.top - HEAD - side, side, side)
    figures = Box(inner.x, floor, inner.width - side - 14, height)
    lines = (
        Line(inner.x, inner.y + 11.5, inner.width),
        Line(inner.x, inner.y + 1.5, inner.width * 0.62),
        Line(inner.right, inner.y + 1.5, inner.width * 0.36, "right"),
    )
    return Layout(inner, inner.top - 8, figures, name, code, lines, 7.5)


def _high(inner: Box) -> Layout:
    side = 66.0
    code = Box(inner.right - side, inner.y, side, side)
    beside = inner.width - side - 14
    name = Box(inner.x, inner.y + 41, beside, 22)
    floor = inner.y + side + 9
    figures = Box(inner.x, floor, inner.width, inner.top - HEAD - floor)
    lines = tuple(Line(inner.x, inner.y + 1.5 + 11 * row, beside) for row in (2, 1, 0))
    return Layout(inner, inner.top - 8, figures, name, code, lines, 8)


def _upright(inner: Box) -> Layout:
    side = 78.0
    code = Box(inner.x, inner.y + 3, side, side)
    x, beside = inner.x + side + 12, inner.width - side - 12
    lines = tuple(Line(x, inner.y + side - 7 - 12.5 * row, beside) for row in range(6))
    name = Box(inner.x, inner.y + side + 23, inner.width, 22)
    floor = name.y + name.height * STACK
    figures = Box(inner.x, floor, inner.width, inner.top - HEAD - floor)
    return Layout(inner, inner.top - 10, figures, name, code, lines, 9)
