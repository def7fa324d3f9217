"""Papers about money: a drawer's report and an event's sheet, to be signed, on a page or on a roll."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from tournaments.printing.pages import Pdf

from .book import MakeBook
from .labels import Labels
from .money_paper_layout import SHAPES, Part, Shape, draw_part, draw_top


@dataclass(frozen=True, slots=True)
class Row:
    """A line: what, a note in small letters, and an amount with its currency. is_sum: in strong letters."""

    text: str
    amount: str = ""
    note: str = ""
    is_sum: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Rows under a title."""

    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class MoneyPaper:
    """All that is on it. lead: lines below the title. verdict: what it comes to, in large letters.

    signatures: who signs. foot: when it was printed, by whom. mark: the word for a reprint, or empty.
    """

    title: str
    lead: tuple[str, ...]
    verdict: str
    sections: tuple[Section, ...]
    signatures: tuple[str, ...]
    foot: str
    mark: str = ""


def money_papers(
    papers: Iterable[MoneyPaper], sheet: str, labels: Labels, progress: Callable[[int], None] | None = None,
    book: MakeBook = Pdf,
) -> bytes:  # fmt: skip
    """Each paper on its own pages. progress: papers done."""
    shape = SHAPES[sheet]
    known = list(papers)
    made = book(shape.paper, known[0].title if known else "")
    for number, paper in enumerate(known, 1):
        _draw(made.canvas, paper, shape, labels)
        if progress:
            progress(number)
    return made.finish()


def _draw(canvas: Canvas, paper: MoneyPaper, shape: Shape, labels: Labels) -> None:
    pages = shape.paged(parts_of(paper))
    for number, parts in enumerate(pages, 1):
        length = shape.length(parts)
        canvas.setPageSize((shape.paper.width, length))
        page = labels.page.format(page=number, pages=len(pages)) if len(pages) > 1 else ""
        y = draw_top(canvas, shape, length, paper.title, " · ".join(p for p in (paper.mark, page) if p))
        for part in parts:
            y = draw_part(canvas, shape, y, part)
        canvas.showPage()


def parts_of(paper: MoneyPaper) -> Sequence[Part]:
    """The paper as parts one above the other."""
    parts = [Part("lead", text) for text in paper.lead]
    if paper.verdict:
        parts.append(Part("verdict", paper.verdict))
    for section in paper.sections:
        parts.append(Part("title", section.title))
        parts += [
            Part("sum" if row.is_sum else "row", row.text, row.amount, row.note) for row in section.rows
        ]
    parts += [Part("sign", text) for text in paper.signatures]
    return [*parts, Part("foot", paper.foot)]
