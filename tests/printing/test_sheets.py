"""Cards lie on their paper without touching each other or the edge that a printer cannot reach."""

import pytest

from tables.printing import seat_card_layout
from tables.printing.table_card_layout import boxes_of, sheet_for
from tournaments.printing.sheets import MM, PAPERS, Box, Sheet

from .reading import do_overlap, is_inside

SHEETS = [*seat_card_layout.SHEETS.values(), *(sheet_for(paper, 10) for paper in PAPERS)]


def test_the_papers_have_their_sizes() -> None:
    sizes = {id: (round(paper.width / MM, 1), round(paper.height / MM, 1)) for id, paper in PAPERS.items()}
    assert sizes == {"a4": (210, 297), "letter": (215.9, 279.4), "4x3": (101.6, 76.2), "80mm": (80, 100)}


@pytest.mark.parametrize("sheet", SHEETS)
def test_boxes_keep_apart_and_off_the_edge(sheet: Sheet) -> None:
    paper = sheet.paper
    printable = Box(0, 0, paper.width, paper.height).inset(paper.margin_x, paper.margin_y)
    boxes = sheet.boxes
    assert len(boxes) == sheet.per_page
    assert all(is_inside(box, printable) for box in (*boxes, *boxes_of(sheet)))
    assert not any(do_overlap(a, b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_cards_fill_the_pages_they_need() -> None:
    sheet = seat_card_layout.SHEETS["a4"]
    assert [sheet.pages(cards) for cards in (0, 1, 10, 11, 212)] == [0, 1, 1, 2, 22]
