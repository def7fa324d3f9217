"""Table cards: the sheet that lies on a table. Its number large, then who sits in which chair."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.fonts import Face
from tournaments.printing.pages import Pdf, in_pages
from tournaments.printing.sheets import draw_cut_marks
from tournaments.printing.text import Pen, draw_fitted, figure

from .book import MakeBook
from .figures import centre_number
from .head import Head, draw_head, draw_signs
from .labels import Labels
from .table_card_layout import Layout, boxes_of, layout, sheet_for


@dataclass(frozen=True, slots=True)
class TableCard:
    """seats: (chair, name) of those who sit. chairs: how many the table has; 0: as many as the highest named.

    An empty chair has an empty line, to be written on; a blocked one says that it is not in play.
    """

    table: int
    event: str
    day: str = ""
    seats: tuple[tuple[int, str], ...] = ()
    chairs: int = 0
    blocked: tuple[int, ...] = ()
    when: str = ""
    room: str = ""
    event_colour: str = ""
    reprint: bool = False

    @property
    def rows(self) -> int:
        """How many chairs the card lists."""
        return max(self.chairs, *self.blocked, *(chair for chair, _ in self.seats), 1)


def table_cards(
    cards: Iterable[TableCard], sheet: str, labels: Labels, progress: Callable[[int], None] | None = None,
    book: MakeBook = Pdf,
) -> bytes:  # fmt: skip
    """The cards by table number, for the paper of that id. progress: cards done, after each page."""
    ordered = sorted(cards, key=lambda card: card.table)
    made = book(sheet_for(sheet, 1).paper, labels.table_cards)
    done = 0
    for page in in_pages(ordered, sheet_for(sheet, 1).per_page):
        cut = sheet_for(sheet, max(card.rows for card in page))
        made.canvas.setPageSize((cut.paper.width, cut.paper.height))
        draw_cut_marks(made.canvas, cut)
        for card, box in zip(page, boxes_of(cut), strict=False):
            _draw_card(made.canvas, card, layout(box, card.rows), labels)
        made.canvas.showPage()
        done += len(page)
        if progress:
            progress(done)
    return made.finish()


def _draw_card(canvas: Canvas, card: TableCard, places: Layout, labels: Labels) -> None:
    canvas.setLineWidth(0.4)
    canvas.setStrokeGray(0.5)
    canvas.lines([(row.x, row.y, row.right, row.y) for row in places.rows])
    canvas.setStrokeGray(0)
    pen = Pen(canvas)
    head = Head(card.event, card.day, labels.reprint if card.reprint else "", card.event_colour)
    frame = draw_head(pen, head, places.head)
    _draw_number(pen, card.table, places, labels)
    _draw_seats(pen, card, places, labels)
    for place, text in zip(places.foot, (card.room, card.when), strict=True):
        draw_fitted(
            pen, place.x, place.y, text, Face.TEXT, size=place.height, width=place.width
        )  # fmt: skip
    pen.finish()
    draw_signs(canvas, head, places.head, frame)


def _draw_number(pen: Pen, number: int, places: Layout, labels: Labels) -> None:
    big = centre_number(places.number, number, places.label_size)
    draw_fitted(
        pen, big.place.x, big.label, labels.table, Face.LABEL,
        size=places.label_size, width=places.number.width,
    )  # fmt: skip
    pen.write(big.place.x, big.place.y, figure(number, big.size))


def _draw_seats(pen: Pen, card: TableCard, places: Layout, labels: Labels) -> None:
    names = dict(card.seats)
    for chair, row in enumerate(places.rows, 1):
        size = min(row.height * 0.62, 20)
        base = row.y + row.height * 0.28
        column = size * 1.3
        draw_fitted(
            pen, row.x + column, base, str(chair), Face.FIGURES, size=size * 1.15, width=column, align="right"
        )  # fmt: skip
        left = row.x + column + size * 0.6
        width = row.right - left
        if chair in names:
            draw_fitted(
                pen, left, base, names[chair], Face.STRONG, size=size, width=width, least=max(7, size * 0.6)
            )
        elif chair in card.blocked:
            draw_fitted(pen, left, base, labels.blocked, Face.TEXT, size=size * 0.7, width=width)
