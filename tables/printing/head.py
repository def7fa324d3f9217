"""The top line of every card: event, day, and the mark of a reprint."""

from dataclasses import dataclass

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.fonts import Face
from tournaments.printing.sheets import Box
from tournaments.printing.text import Pen, draw_fitted


@dataclass(frozen=True, slots=True)
class Head:
    """mark: the word for a reprint, empty on a first print. colour: "#rrggbb" or empty, for the eye only."""

    event: str
    day: str
    mark: str
    colour: str


def draw_head(pen: Pen, head: Head, place: Box) -> Box | None:
    """Event left, day right, the mark between; place: y is the base line, height the font size.

    The frame of the mark comes back for `draw_signs`: a text object cannot hold it.
    """
    size, right, most = place.height, place.right, place.width * 0.3
    if head.day:
        day = draw_fitted(pen, right, place.y, head.day, Face.STRONG, size=size, width=most, align="right")
        right -= day.width + size * 0.9
    frame = None
    if head.mark:
        word = draw_fitted(
            pen, right - 4, place.y, head.mark.upper(), Face.STRONG,
            size=size * 0.88, width=most, align="right",
        )  # fmt: skip
        frame = Box(right - word.width - 8, place.y - size * 0.33, word.width + 8, size * 1.33)
        right = frame.x - size * 0.9
    left = place.x + (size * 1.2 if head.colour else 0)
    draw_fitted(pen, left, place.y, head.event, Face.STRONG, size=size, width=right - left)
    return frame


def draw_signs(canvas: Canvas, head: Head, place: Box, frame: Box | None) -> None:
    """The frame around the mark and the square in the event's colour."""
    if frame:
        canvas.setLineWidth(0.5)
        canvas.roundRect(frame.x, frame.y, frame.width, frame.height, 2)
    if head.colour:
        canvas.setFillColor(HexColor(head.colour))
        canvas.rect(place.x, place.y - 0.5, place.height * 0.78, place.height * 0.78, stroke=0, fill=1)
        canvas.setFillGray(0)
