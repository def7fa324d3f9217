"""Reads a printed PDF back: its texts with the box that their ink takes.

The boxes come from the outlines in the font files, not from what the code under test measured.
"""

import re
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from fontTools.ttLib import TTFont
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream, DictionaryObject

from tournaments.printing.sheets import Box

FONTS = Path(__file__).parents[2] / "tournaments" / "printing" / "fonts"


@dataclass(frozen=True)
class Piece:
    """One text as it was written: where, how large, in which fonts."""

    text: str
    x: float
    y: float
    size: float
    fonts: tuple[str, ...]
    ink: Box


@cache
def _font(name: str) -> TTFont:
    return TTFont(FONTS / f"{name}.ttf")


def _ink(text: str, name: str, size: float, x: float, y: float) -> tuple[Box, float]:
    """The box of the outlines of a run, and where the next run begins."""
    font = _font(name)
    scale = size / font["head"].unitsPerEm
    low, high, start = 0, 0, x
    for character in text:
        glyph = font["glyf"][font.getBestCmap()[ord(character)]]
        low, high = min(low, getattr(glyph, "yMin", 0)), max(high, getattr(glyph, "yMax", 0))
        x += font["hmtx"][font.getBestCmap()[ord(character)]][0] * scale
    return Box(start, y + low * scale, x - start, (high - low) * scale), x


def _joined(runs: list[tuple[str, str]], size: float, x: float, y: float) -> Piece:
    boxes, at = [], x
    for text, name in runs:
        box, at = _ink(text, name, size, at, y)
        boxes.append(box)
    low, top = min(box.y for box in boxes), max(box.top for box in boxes)
    fonts = tuple(name for _, name in runs)
    return Piece("".join(text for text, _ in runs), x, y, size, fonts, Box(x, low, at - x, top - low))


def _characters(font: DictionaryObject) -> dict[int, str]:
    """The character of each code of an embedded subset, from its ToUnicode map."""
    cmap = font["/ToUnicode"].get_object().get_data().decode("ascii")
    listed = cmap.partition("beginbfchar")[2]
    pairs = re.findall(r"<(\w+)> <(\w+)>", listed)
    return {int(code, 16): bytes.fromhex(target).decode("utf-16-be") for code, target in pairs}


def pieces(page: PageObject) -> list[Piece]:
    """Every text of a page in the order it was written, runs of several fonts joined."""
    fonts = {name: font.get_object() for name, font in page["/Resources"]["/Font"].items()}
    names = {name: font["/BaseFont"].split("+")[-1] for name, font in fonts.items()}
    letters = {name: _characters(font) for name, font in fonts.items() if "/ToUnicode" in font}
    found: list[Piece] = []
    runs: list[tuple[str, str]] = []
    x = y = size = 0.0
    current = ""
    content = page.get_contents()
    for operands, operator in ContentStream(content, page.pdf).operations if content is not None else []:
        if operator in (b"Tm", b"ET") and runs:
            found.append(_joined(runs, size, x, y))
            runs = []
        if operator == b"Tm":
            x, y = float(operands[4]), float(operands[5])
        elif operator == b"Tf":
            current, size = operands[0], float(operands[1])
        elif operator == b"Tj":
            codes = operands[0].original_bytes
            runs.append(("".join(letters[current][code] for code in codes), names[current]))
    return found


def read(pdf: bytes) -> list[list[Piece]]:
    """The texts of every page."""
    return [pieces(page) for page in PdfReader(BytesIO(pdf)).pages]


def words(pdf: bytes) -> list[str]:
    """All texts of a document in order."""
    return [piece.text for page in read(pdf) for piece in page]


def is_inside(inner: Box, outer: Box) -> bool:
    """Whether a box lies within another, give or take a hundredth of a point."""
    e = 0.01
    return (
        inner.x >= outer.x - e and inner.y >= outer.y - e
        and inner.right <= outer.right + e and inner.top <= outer.top + e
    )  # fmt: skip


def do_overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share any ground."""
    e = 0.01
    beside = one.x >= other.right - e or other.x >= one.right - e
    return not beside and one.y < other.top - e and other.y < one.top - e


def numbers_rise(numbers: list[int]) -> bool:
    """Whether each number is larger than the one before."""
    return all(a < b for a, b in pairwise(numbers))
