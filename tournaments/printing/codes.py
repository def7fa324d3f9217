"""QR codes as one PDF path each.

The mask is fixed: choosing the best of eight is four fifths of the cost of a code, and any scanner reads
all of them. Upper-case addresses use the alphanumeric mode, which makes the smallest codes.
"""

import re

import segno
from reportlab.pdfgen.canvas import Canvas

MASK = 3
QUIET = 4  # modules left white on each side (ISO/IEC 18004)
_RUN = re.compile(rb"\x01+")


def matrix(address: str) -> tuple[bytearray, ...]:
    """The modules of the code, row by row from the top, 1 for black."""
    code = segno.make(address.upper(), error="m", mask=MASK, micro=False, boost_error=False)
    return tuple(code.matrix)


def path(address: str) -> tuple[int, str]:
    """(modules per side, the black runs as PDF operators in units of one module, from the lower left).

    >>> side, drawn = path("HTTPS://FLOOR.EXAMPLE/C/7KQ2")
    >>> side, drawn.split("re")[0]
    (25, '0 24 7 1 ')
    """
    rows = matrix(address)
    side = len(rows)
    runs = [
        f"{run.start()} {side - 1 - y} {run.end() - run.start()} 1 re"
        for y, row in enumerate(rows)
        for run in _RUN.finditer(row)
    ]
    return side, " ".join(runs) + " f"


def draw_code(canvas: Canvas, x: float, y: float, size: float, address: str) -> None:
    """Draw the code of an address as a black square of that size, (x, y) its lower left corner.

    The caller keeps QUIET modules of white around it.
    """
    side, runs = path(address)
    scale = size / side
    canvas.addLiteral(f"q {scale:.4f} 0 0 {scale:.4f} {x:.2f} {y:.2f} cm 0 g {runs} Q")
