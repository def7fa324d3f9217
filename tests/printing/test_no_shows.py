"""The list of who has not come, read back from the PDF."""

import pytest

from tables.printing.labels import Labels
from tables.printing.name_list import Heading
from tables.printing.name_list_page import SHAPES
from tables.printing.no_shows import Missing, list_no_shows

from .reading import is_inside, read
from .samples import LONG

LABELS = Labels()
HEADING = Heading("Main Event", "Day 1A", "19:32")


@pytest.mark.parametrize("sheet", SHAPES)
def test_by_name_each_has_his_seat_or_says_why_he_has_none(sheet: str) -> None:
    missing = [Missing("Adler", (12, 4)), Missing("Bauer", note="reserved, not paid")]
    page = [piece.text for piece in read(list_no_shows(missing, HEADING, sheet, LABELS))[0]]
    assert set(page[1:3]) & {"Who has not come · As of 19:32", "As of 19:32"}
    assert page[-6:] == ["Adler", "12", "4", "Bauer · reserved, not paid", "–", "–"]


@pytest.mark.parametrize("sheet", SHAPES)
def test_a_long_group_goes_on_in_the_next_column_under_its_title(sheet: str) -> None:
    lines = SHAPES[sheet].lines
    missing = [Missing(f"Player {n:03}", group="Reserved") for n in range(3 * lines)]
    printed = read(list_no_shows(missing, HEADING, sheet, LABELS))
    found = [piece.text for page in printed for piece in page]
    assert [text for text in found if text.startswith("Player")] == [one.name for one in missing]
    assert found.count("Reserved") == -(-3 * lines // (lines - 2))


@pytest.mark.parametrize("sheet", SHAPES)
def test_nothing_leaves_the_page(sheet: str) -> None:
    missing = [Missing(LONG, (99_999, 10)), Missing(LONG, note="paid, no seat yet", group="Table 99999")]
    for page in read(list_no_shows(missing, HEADING, sheet, LABELS)):
        paper = SHAPES[sheet].cut_below(4).body  # a row, and a group's title, row and empty line
        rows = [piece.ink for piece in page if piece.y < paper.top]
        assert (len(rows), all(is_inside(ink, paper) for ink in rows)) == (6, True)
