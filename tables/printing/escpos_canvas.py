"""A page as a printer of 203 dots per inch has it: what is drawn on ReportLab's canvas, drawn in dots.

Raw printers know a page of letters of their own, which has neither Chinese nor Vietnamese. So a slip is
drawn here from the same layout and the same fonts as its PDF, and goes to the printer as a picture: one
look in every script. Only the calls that the documents use are answered; another one is an AttributeError.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont
from reportlab.pdfbase.pdfmetrics import stringWidth

from tournaments.printing.fonts import FOLDER, font
from tournaments.printing.sheets import MM, Paper

DOTS_PER_MM = 8
SCALE = DOTS_PER_MM / MM  # dots per point
WHITE, BLACK = 255, 0
INK = 150  # what is darker than this grey becomes a black dot
BLACKEST = 600  # sum of red, green and blue below which a colour prints as black


@lru_cache(maxsize=128)
def _face(name: str, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(FOLDER / f"{name}.ttf"), size, layout_engine=ImageFont.Layout.BASIC)


class RollCanvas:
    """Pages of one width in dots; each has the length of its paper when it was begun or `setPageSize` gave.

    pages: the finished ones, black on white, without the margins at the sides that no head reaches.
    """

    def __init__(self, paper: Paper) -> None:
        self.pages: list[Image.Image] = []
        self._margin = paper.margin_x
        self._line_width = 1.0
        self._fill = BLACK
        self._begin(paper.width, paper.height)

    def setPageSize(self, size: tuple[float, float]) -> None:
        """Width and height of the page under way, before anything is drawn on it."""
        self._begin(*size)

    def showPage(self) -> None:
        """Finish a page and begin a further one of the same size."""
        side = round(self._margin * SCALE)
        inside = self._image.crop((side, 0, self._image.width - side, self._image.height))
        self.pages.append(inside.point(lambda grey: BLACK if grey < INK else WHITE))
        self._begin(*self._size)

    def beginText(self) -> "_Text":
        """What writes on this page."""
        return _Text(self)

    def drawText(self, _text: "_Text") -> None:
        """Nothing: the text wrote at once."""

    def setLineWidth(self, width: float) -> None:
        """In points; a line has at least one dot."""
        self._line_width = width

    def setFillGray(self, grey: float) -> None:
        """0 is black."""
        self._fill = round(grey * WHITE)

    def setStrokeGray(self, _grey: float) -> None:
        """Nothing: a grey line would be a dotted one, so every line is black."""

    def setFillColor(self, colour: object) -> None:
        """Black, or white for a light one: this paper has no colours."""
        red, green, blue = (round(part * 255) for part in colour.rgb())  # type: ignore[attr-defined]
        self._fill = BLACK if red + green + blue < BLACKEST else WHITE

    def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        """A stroke between two points."""
        ends = [self._at(x1, y1), self._at(x2, y2)]
        self._draw.line(ends, fill=BLACK, width=self._stroke)

    def lines(self, ends: Iterable[tuple[float, float, float, float]]) -> None:
        """Several strokes."""
        for x1, y1, x2, y2 in ends:
            self.line(x1, y1, x2, y2)

    def rect(
        self, x: float, y: float, width: float, height: float, *, stroke: int = 1, fill: int = 0
    ) -> None:
        """A rectangle; (x, y) is its lower left corner. A white one keeps an outline, to be seen at all."""
        outline = BLACK if stroke or self._fill == WHITE else None
        box = self._box(x, y, width, height)
        self._draw.rectangle(box, fill=self._fill if fill else None, outline=outline)

    def roundRect(self, x: float, y: float, width: float, height: float, radius: float) -> None:
        """The outline of a rectangle with round corners."""
        box = self._box(x, y, width, height)
        self._draw.rounded_rectangle(box, radius * SCALE, outline=BLACK, width=self._stroke)

    def addLiteral(self, operators: str) -> None:
        """A QR code, as tournaments/printing/codes.py writes it: "q s 0 0 s x y cm 0 g … re f Q".

        Its modules are drawn on whole dots, or a scanner would meet bars of unlike width.
        """
        words = operators.split()
        side, _, _, _, x, y = map(float, words[1:7])
        runs = words[words.index("g") + 1 : words.index("f")]
        module = max(1, round(side * SCALE))
        left, low = (round(dot) for dot in self._at(x, y))
        for start in range(0, len(runs), 5):
            column, row, width, height = map(int, runs[start : start + 4])
            box = (
                left + column * module, low - (row + height) * module,
                left + (column + width) * module - 1, low - row * module - 1,
            )  # fmt: skip
            self._draw.rectangle(box, fill=BLACK)

    def write(self, x: float, y: float, name: str, size: float, text: str, *, bold: bool) -> float:
        """Letters from (x, y) on, y the base line; where they end. Set one by one where the PDF has them."""
        font(name)
        face = _face(name, round(size * SCALE, 2))
        stroke = max(1, self._stroke // 2) if bold else 0
        for letter in text:
            at = self._at(x, y)
            self._draw.text(at, letter, BLACK, face, anchor="ls", stroke_width=stroke)
            x += stringWidth(letter, name, size)
        return x

    @property
    def _stroke(self) -> int:
        return max(1, round(self._line_width * SCALE))

    def _begin(self, width: float, height: float) -> None:
        self._size = (width, height)
        dots = (round(width * SCALE), round(height * SCALE))
        self._image = Image.new("L", dots, WHITE)
        self._draw = ImageDraw.Draw(self._image)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return x * SCALE, self._image.height - y * SCALE

    def _box(self, x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
        return (*self._at(x, y + height), *self._at(x + width, y))


class _Text:
    """ReportLab's text object: where, in which font, which letters."""

    def __init__(self, canvas: RollCanvas) -> None:
        self._write: Callable[..., float] = canvas.write
        self._x = self._y = self._size = 0.0
        self._name = ""
        self._bold = False

    def setTextOrigin(self, x: float, y: float) -> None:
        """Where the next letters begin."""
        self._x, self._y = x, y

    def setFont(self, name: str, size: float) -> None:
        """Their font, in points."""
        self._name, self._size = name, size

    def setTextRenderMode(self, mode: int) -> None:
        """2: with the outline drawn too."""
        self._bold = mode == 2

    def textOut(self, text: str) -> None:
        """Write them."""
        self._x = self._write(self._x, self._y, self._name, self._size, text, bold=self._bold)
