"""Text that keeps to its place: it shrinks, and when it may shrink no more it ends in an ellipsis.

Sizes and widths are points. A Fitted text is worked out once for a (text, place) and drawn many times.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Literal

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from .fonts import ELLIPSIS, Face, Run, clean, font, split_runs

THICK_FROM = 12  # smaller Chinese characters fill up when their outline is drawn too
Align = Literal["left", "right", "centre"]


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text at the size at which it fits. width is what it takes, never more than was offered."""

    runs: tuple[Run, ...]
    size: float
    width: float

    @property
    def text(self) -> str:
        """What is drawn, with the ellipsis if it was cut."""
        return "".join(run.text for run in self.runs)


def _advance(runs: tuple[Run, ...]) -> float:
    """The width of the runs at size 1."""
    return sum(float(stringWidth(run.text, run.font, 1000)) for run in runs) / 1000


def _cut(text: str, face: Face, room: float) -> tuple[Run, ...]:
    """The longest beginning of the text that leaves room (at size 1) for an ellipsis after it."""
    room -= _advance(split_runs(ELLIPSIS, face))
    ends = accumulate(_advance(split_runs(character, face)) for character in text)
    kept = sum(1 for end in ends if end <= room)
    return split_runs(text[:kept].rstrip() + ELLIPSIS, face)


@lru_cache(maxsize=20_000)
def fit(text: str, face: Face, size: float, width: float, least: float) -> Fitted:
    """The text in the given width: at `size`, or smaller down to `least`, or cut with an ellipsis.

    >>> fit("Łukasz", Face.STRONG, 20, 200, 9).size
    20
    >>> fit("Maximiliana-Theodora", Face.STRONG, 20, 60, 9).text
    'Maximilian…'
    """
    text = clean(text)
    runs = split_runs(text, face)
    advance = _advance(runs)
    if advance * size <= width:
        return Fitted(runs, size, advance * size)
    smaller = max(width / advance, least)
    if advance * smaller > width + 0.001:
        runs = _cut(text, face, width / smaller)
        advance = _advance(runs)
    return Fitted(runs, smaller, advance * smaller)


class Pen:
    """Writes texts on a canvas in one text object; `finish` puts them on the page.

    It names a font only when it changes: half of the cost of a short text is to name its font.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas
        self._text = canvas.beginText()
        self._current: tuple[str, float] | None = None

    def finish(self) -> None:
        """Put what was written on the page."""
        self._canvas.drawText(self._text)

    def write(self, x: float, y: float, fitted: Fitted, align: Align = "left") -> None:
        """Write a text: x is its left end, right end or centre, y its base line."""
        if align == "right":
            x -= fitted.width
        elif align == "centre":
            x -= fitted.width / 2
        self._text.setTextOrigin(x, y)
        for run in fitted.runs:
            self._run(run, fitted.size)

    def _run(self, run: Run, size: float) -> None:
        if self._current != (run.font, size):
            font(run.font)
            self._text.setFont(run.font, size)
            self._current = (run.font, size)
        if run.thicken and size >= THICK_FROM:
            self._text.setTextRenderMode(2)
            self._text.textOut(run.text)
            self._text.setTextRenderMode(0)
        else:
            self._text.textOut(run.text)


def draw_fitted(
    pen: Pen, x: float, y: float, text: str, face: Face,
    *, size: float, width: float, least: float = 6.0, align: Align = "left",
) -> Fitted:  # fmt: skip
    """Fit the text into the width and write it; what was written comes back, for what stands beside it."""
    fitted = fit(text, face, size, width, least)
    if fitted.runs[0].text:
        pen.write(x, y, fitted, align)
    return fitted


@lru_cache(maxsize=2_000)
def figure(number: int, size: float) -> Fitted:
    """A number in large figures at exactly that size; who asks has made room for it."""
    runs = split_runs(str(number), Face.FIGURES)
    return Fitted(runs, size, _advance(runs) * size)
