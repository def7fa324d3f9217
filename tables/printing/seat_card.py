"""Seat cards: the slip a player carries to the table. Table and seat first, then the name, the rest small.

The two figures get what height and width leave them; every card whose numbers have as many digits has the
same size of figures, so a pile looks like one print. Only names, never figures, are cut.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.codes import draw_code
from tournaments.printing.fonts import Face
from tournaments.printing.pages import Pdf, in_pages
from tournaments.printing.sheets import Box, draw_cut_marks
from tournaments.printing.text import Pen, draw_fitted, figure

from .book import MakeBook
from .figures import Figures, place_figures
from .head import Head, draw_head, draw_signs
from .labels import Labels
from .seat_card_layout import SHEETS, Layout, layout


@dataclass(frozen=True, slots=True)
class SeatCard:
    """What stands on a card, as words and figures ready for the reader; empty parts leave no trace.

    day: "Day 1A". when: date and time of the seat. number: the player's card or entry number. option:
    "Re-entry 2". chips: the starting stack. commitment8: the first 8 digits of the draw's commitment.
    token_url: the address in the QR code. event_colour: "#rrggbb", for the eye only.
    """

    name: str
    table: int
    chair: int
    event: str
    day: str = ""
    when: str = ""
    number: str = ""
    option: str = ""
    chips: str = ""
    room: str = ""
    commitment8: str = ""
    token_url: str = ""
    event_colour: str = ""
    reprint: bool = False


def seat_cards(
    cards: Iterable[SeatCard], sheet: str, labels: Labels, progress: Callable[[int], None] | None = None,
    book: MakeBook = Pdf,
) -> bytes:  # fmt: skip
    """The cards in their order, for the paper of that id. progress: cards done, after each page."""
    paper = SHEETS[sheet]
    places = layout(paper)
    made = book(paper.paper, labels.seat_cards)
    done = 0
    for page in in_pages(cards, paper.per_page):
        draw_cut_marks(made.canvas, paper)
        for card, box in zip(page, paper.boxes, strict=False):
            _draw_card(made.canvas, card, box, places, labels)
        made.canvas.showPage()
        done += len(page)
        if progress:
            progress(done)
    return made.finish()


def _draw_card(canvas: Canvas, card: SeatCard, box: Box, places: Layout, labels: Labels) -> None:
    figures = place_figures(places.figures, card.table, card.chair)
    if card.token_url:
        draw_code(canvas, box.x + places.code.x, box.y + places.code.y, places.code.width, card.token_url)
    canvas.setLineWidth(0.4)
    figures.draw_line(canvas, box.x, box.y)
    pen = Pen(canvas)
    mark = labels.reprint if card.reprint else ""
    head = Head(card.event, card.day, mark, card.event_colour)
    top = Box(box.x + places.inner.x, box.y + places.head, places.inner.width, 9)
    frame = draw_head(pen, head, top)
    _draw_figures(pen, card, box, figures, labels)
    name = places.name
    draw_fitted(
        pen, box.x + name.x, box.y + name.y, card.name, Face.STRONG,
        size=name.height, width=name.width, least=9,
    )  # fmt: skip
    _draw_lines(pen, card, box, places, labels)
    pen.finish()
    draw_signs(canvas, head, top, frame)


def _draw_figures(pen: Pen, card: SeatCard, box: Box, figures: Figures, labels: Labels) -> None:
    for place, label in ((figures.table, labels.table), (figures.chair, labels.seat)):
        draw_fitted(
            pen, box.x + place.x, box.y + figures.label, label, Face.LABEL, size=11, width=place.width
        )  # fmt: skip
    for place, number in ((figures.table, card.table), (figures.chair, card.chair)):
        pen.write(box.x + place.x, box.y + place.y, figure(number, figures.size))


def _draw_lines(pen: Pen, card: SeatCard, box: Box, places: Layout, labels: Labels) -> None:
    proof = f"{labels.draw_proof} {card.commitment8}" if card.commitment8 else ""
    details = [part for part in (card.option, card.chips, card.number) if part]
    where = [part for part in (card.room, card.when) if part]
    if len(places.lines) == 3:
        texts = [" · ".join(details), " · ".join(where), proof]
    else:
        texts = [text for text in (*where, *details, proof) if text]
    for line, text in zip(places.lines, texts, strict=False):
        draw_fitted(
            pen, box.x + line.x, box.y + line.y, text, Face.TEXT,
            size=places.line_size, width=line.width, least=5.5, align=line.align,
        )  # fmt: skip
