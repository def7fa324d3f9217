"""Papers about money, read back from the PDF: nothing is lost over pages, nothing leaves its paper."""

import pytest

from tables.printing.labels import Labels
from tables.printing.money_paper import MoneyPaper, Row, Section, money_papers
from tables.printing.money_paper_layout import SHAPES
from tournaments.printing.sheets import Box

from .reading import is_inside, read
from .samples import LONG

LABELS = Labels()


def paper(rows: int) -> MoneyPaper:
    lines = tuple(Row(f"Line {n:04}", f"{n}.00 EUR", f"Note {n:04}") for n in range(rows))
    sections = (Section("Cash", (Row("Expected", "5.00 EUR", is_sum=True),)), Section("Lines", lines))
    return MoneyPaper(
        "Drawer of Ivy", ("Desk 1",), "5.00 EUR short", sections, ("Clerk: Ivy", "Director"), "Printed"
    )


@pytest.mark.parametrize("sheet", SHAPES)
@pytest.mark.parametrize("rows", [0, 3, 500])
def test_every_line_is_there_once_and_in_order(sheet, rows):
    pages = read(money_papers([paper(rows)], sheet, LABELS))
    found = [piece.text for page in pages for piece in page]
    assert [text for text in found if text.startswith("Line ")] == [f"Line {n:04}" for n in range(rows)]
    assert [text for text in found if text.startswith("Note ")] == [f"Note {n:04}" for n in range(rows)]
    assert found[-3:] == ["Clerk: Ivy", "Director", "Printed"]
    tops = [next(piece.text for piece in page if piece.text.startswith(("Drawer", "Page"))) for page in pages]
    assert len(tops) == len(pages)


@pytest.mark.parametrize("sheet", SHAPES)
def test_pages_are_numbered_where_there_are_several(sheet):
    one = [p.text for page in read(money_papers([paper(1)], sheet, LABELS)) for p in page]
    assert [text for text in one if text.startswith("Page ")] == []
    pages = read(money_papers([paper(800)], sheet, LABELS))
    for number, page in enumerate(pages, 1):
        assert f"Page {number} of {len(pages)}" in [piece.text for piece in page]


@pytest.mark.parametrize("sheet", SHAPES)
def test_long_words_keep_to_the_paper_and_amounts_are_whole(sheet):
    rows = (Row(LONG * 3, "1,234,567,890.00 EUR", LONG * 3), Row(LONG, "−1.00 EUR"))
    long = MoneyPaper(
        LONG * 3, (LONG * 3,), LONG * 3, (Section(LONG * 3, rows),), (LONG * 3,), LONG * 3, "Reprint"
    )
    shape = SHAPES[sheet]
    (page,) = read(money_papers([long], sheet, LABELS))
    inside = Box(shape.margin, 0, shape.width, 20_000)
    for piece in page:
        assert is_inside(piece.ink, inside), piece.text
    assert {"1,234,567,890.00 EUR", "−1.00 EUR", "Reprint"} <= {piece.text for piece in page}


def test_a_title_never_stands_last_on_a_page():
    shape = SHAPES["a4"]
    for before in range(40, 60):
        rows = tuple(Row(f"Line {n}") for n in range(before))
        made = MoneyPaper("T", (), "", (Section("One", rows), Section("Two", (Row("After"),))), (), "")
        for page in read(money_papers([made], "a4", LABELS)):
            assert page[-1].text != "Two"
    assert shape.paper.id == "a4"
