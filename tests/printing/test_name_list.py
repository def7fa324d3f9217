"""Lists of the field, read back from the PDF."""

from collections.abc import Callable
from io import BytesIO

import pytest
from pypdf import PdfReader

from tables.printing.escpos_book import EscPos
from tables.printing.labels import Labels
from tables.printing.name_list import Heading, Seated, list_by_name, list_by_table
from tables.printing.name_list_page import LONGEST_ROLL, SHAPES
from tournaments.printing.columns import fill_columns
from tournaments.printing.sheets import Box

from .escpos_reading import DOTS, black, read_escpos
from .reading import is_inside, numbers_rise, read, words
from .samples import LONG, NAMES

LABELS = Labels()
HEADING = Heading("Main Event", "Day 1A", "19:32")
FIELD = [Seated(f"Player {n:03}", n // 9 + 1, n % 9 + 1) for n in range(250)]


PAGES = [sheet for sheet in SHAPES if sheet != "80mm"]


@pytest.mark.parametrize("sheet", PAGES)
def test_the_list_by_name_has_every_player_once_with_table_and_seat(sheet: str) -> None:
    printed = read(list_by_name(reversed(FIELD), HEADING, sheet, LABELS))
    rows: dict[tuple[int, float, float], list[str]] = {}
    for number, page in enumerate(printed):
        for piece in page:
            column = 0 if piece.x < SHAPES[sheet].column(1).x - 1 else 1
            rows.setdefault((number, column, piece.y), []).append(piece.text)
    found = [row for row in rows.values() if row[0].startswith("Player")]
    assert found == [[one.name, str(one.table), str(one.chair)] for one in FIELD]


@pytest.mark.parametrize("sheet", PAGES)
def test_every_page_has_its_head_and_number(sheet: str) -> None:
    printed = read(list_by_name(FIELD, HEADING, sheet, LABELS))
    pages = len(printed)
    assert pages == -(-len(FIELD) // (SHAPES[sheet].lines * 2))
    for number, page in enumerate(printed, 1):
        found = [piece.text for piece in page]
        assert found[:3] == [
            "Main Event · Day 1A",
            f"Page {number} of {pages}",
            "Seats by name · As of 19:32",
        ]


@pytest.mark.parametrize("sheet", PAGES)
def test_the_list_by_table_is_in_order_and_tears_no_table(sheet: str) -> None:
    printed = read(list_by_table(reversed(FIELD), HEADING, sheet, LABELS))
    found = [piece.text for page in printed for piece in page]
    tables = [int(text.removeprefix("Table ")) for text in found if text.startswith("Table ")]
    assert tables == list(range(1, 29))
    names = [text for text in found if text.startswith("Player")]
    assert names == [one.name for one in FIELD]
    for page in printed:
        in_columns = [
            [p for p in page if (p.x > SHAPES[sheet].column(1).x - 1) == right] for right in (False, True)
        ]
        of_rows = [
            [p.text for p in column if p.text.startswith(("Table ", "Player"))] for column in in_columns
        ]
        for rows in filter(None, of_rows):
            assert rows[0].startswith("Table ")
            assert numbers_rise([int(text.split()[1]) for text in rows if text.startswith("Table ")])


@pytest.mark.parametrize("make", [list_by_name, list_by_table])
def test_names_of_any_script_are_whole_and_keep_to_the_page(make: object) -> None:
    field = [Seated(name, 1112, n) for n, name in enumerate([*NAMES, LONG], 1)]
    assert callable(make)
    printed = make(field, HEADING, "a4", LABELS)
    assert set(NAMES) <= set(words(printed))
    paper = SHAPES["a4"].paper
    page = Box(0, 0, paper.width, paper.height)
    assert all(is_inside(piece.ink, page) for piece in read(printed)[0])


def test_a_list_of_nobody_is_one_page_with_its_head() -> None:
    told: list[int] = []
    found = words(list_by_table([], HEADING, "a4", LABELS, told.append))
    assert found == ["Main Event · Day 1A", "Page 1 of 1", "Seats by table · As of 19:32"]
    assert told == [0]


def test_columns_never_tear_a_block() -> None:
    class Lines(int):
        @property
        def lines(self) -> int:
            return int(self)

    blocks = [Lines(n) for n in (4, 5, 2, 9, 1, 12, 3)]
    assert fill_columns(blocks, 10) == [[4, 5], [2], [9, 1], [12], [3]]


def test_on_a_roll_everybody_stands_once_on_strips_that_are_cut_below_the_last_line() -> None:
    made = list_by_name(reversed(FIELD), HEADING, "80mm", LABELS)
    printed, heights = read(made), [float(page.mediabox.height) for page in PdfReader(BytesIO(made)).pages]
    rows: dict[tuple[int, float], list[str]] = {}
    for number, page in enumerate(printed):
        for piece in page:
            rows.setdefault((number, piece.y), []).append(piece.text)
    found = [row for row in rows.values() if row[0].startswith("Player")]
    assert found == [[one.name, str(one.table), str(one.chair)] for one in FIELD]
    assert len(heights) == 2
    assert heights[1] < heights[0] <= LONGEST_ROLL
    for number, page in enumerate(printed, 1):
        texts = [piece.text for piece in page]
        assert texts[:4] == ["Main Event · Day 1A", f"Page {number} of 2", "Seats by name", "As of 19:32"]
        assert min(piece.y for piece in page) < 20


def test_one_strip_says_nothing_of_pages() -> None:
    texts = words(list_by_table(FIELD[:9], HEADING, "80mm", LABELS))
    assert texts[:5] == ["Main Event · Day 1A", "Seats by table", "As of 19:32", "Seat", "Name"]
    assert texts[5:8] == ["Table 1", "1", "Player 000"]


@pytest.mark.parametrize("make", [list_by_name, list_by_table])
def test_on_a_roll_names_are_whole_and_nothing_runs_over_the_edge(make: Callable[..., bytes]) -> None:
    field = [Seated(name, 1112, n) for n, name in enumerate([*NAMES, LONG * 2], 1)]
    made = make(field, Heading(LONG, "Day 1A", "19:32"), "80mm", LABELS)
    assert set(NAMES) <= set(words(made))
    height = float(PdfReader(BytesIO(made)).pages[0].mediabox.height)
    for piece in read(made)[0]:
        assert is_inside(piece.ink, Box(0, 0, SHAPES["80mm"].paper.width, height))


@pytest.mark.parametrize("make", [list_by_name, list_by_table])
def test_a_raw_printer_gets_the_strip_as_its_pdf_has_it(make: Callable[..., bytes]) -> None:
    made = make(FIELD[:40], HEADING, "80mm", LABELS)
    (strip,) = read_escpos(make(FIELD[:40], HEADING, "80mm", LABELS, None, EscPos))
    height = float(PdfReader(BytesIO(made)).pages[0].mediabox.height)
    assert abs(strip.picture.height / DOTS - height) < 1
    margin = SHAPES["80mm"].paper.margin_x
    for piece in read(made)[0]:
        assert black(strip.ink(piece.ink, margin)) > 0.03, piece.text
