"""The faces of the paper, and which font can draw which character.

Face: a role on the paper (text, strong, figures). Font: one TrueType file that ReportLab knows by name.
Run: a piece of a text that one font draws. ReportLab has no fallback between fonts, so a text is split
into runs: the face's own font, Droid Sans Fallback (Chinese, Japanese, Korean), its rare characters;
what none of them has becomes a hollow square, so that a missing letter is seen and never silently lost.
"""

import unicodedata
from enum import StrEnum
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

FOLDER = Path(__file__).parent / "fonts"
REPLACEMENT = "\u25a1"  # Inter has no U+FFFD
ELLIPSIS = "\u2026"


class Face(StrEnum):
    """What a text is on the paper; the value is the font that draws it."""

    TEXT = "Inter-Regular"
    STRONG = "Inter-SemiBold"
    FIGURES = "BarlowCondensed-SemiBold"
    LABEL = "BarlowCondensed-Medium"


class Run(NamedTuple):
    """A piece of a text drawn by one font. thicken: the font has no bold, so its outline is drawn too."""

    font: str
    text: str
    thicken: bool = False


FALLBACKS = ("Inter-SemiBold", "DroidSansFallback", "DroidSansFallback-Rare")
HEAVY = frozenset({Face.STRONG, Face.FIGURES})
ONE_WEIGHT = frozenset({"DroidSansFallback", "DroidSansFallback-Rare"})


@cache
def font(name: str) -> TTFont:
    """The font of that file name, registered with ReportLab at the first call."""
    loaded = TTFont(name, str(FOLDER / f"{name}.ttf"))
    pdfmetrics.registerFont(loaded)
    return loaded


@cache
def coverage(name: str) -> frozenset[str]:
    """The characters that the font has a glyph for."""
    return frozenset(chr(code) for code in font(name).face.charToGlyph)


@cache
def _font_for(character: str, face: Face) -> str | None:
    return next((name for name in (str(face), *FALLBACKS) if character in coverage(name)), None)


def clean(text: str) -> str:
    """The text composed (NFC), on one line, without invisible control characters.

    >>> clean("Nguye\\u0302\\u0303n\\u200b  Thi\\u0323\\tA\\u0301nh")
    'Nguyễn Thị Ánh'
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    composed = unicodedata.normalize("NFC", text)
    seen = "".join(c if c.isprintable() or c.isspace() else "" for c in composed)
    return " ".join(seen.split())


def split_runs(text: str, face: Face) -> tuple[Run, ...]:
    """The runs that draw a cleaned text, in order; together they have its length.

    >>> [run.font for run in split_runs("陳 Wong", Face.STRONG)]
    ['DroidSansFallback', 'Inter-SemiBold']
    """
    own = str(face)
    font(own)
    if coverage(own).issuperset(text):
        return (Run(own, text),)
    drawn = [(_font_for(c, face), c) for c in text]
    known = [(name, c) if name else ("Inter-Regular", REPLACEMENT) for name, c in drawn]
    pieces = ((name, "".join(c for _, c in group)) for name, group in groupby(known, lambda pair: pair[0]))
    return tuple(Run(name, piece, face in HEAVY and name in ONE_WEIGHT) for name, piece in pieces)


def cap_height(face: Face) -> float:
    """The height of a capital or a figure, as a part of the font size."""
    return float(font(face).face.capHeight) / 1000
