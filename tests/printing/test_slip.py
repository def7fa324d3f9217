"""Slips, read back from the PDF: what stands on them and where."""

from dataclasses import replace

import pytest

from tables.printing.labels import Labels
from tables.printing.slip import Figure, Row, Slip, slips
from tables.printing.slip_layout import SHEETS, Parts, box_on, places, sheet_for

from .reading import Piece, do_overlap, is_inside, read, words
from .samples import LONG, NAMES

LABELS = Labels()
CODE = "https://floor.example.com/C/7KQ2M9XWAB4T"
MOVE = Slip(
    "Autumn Main", "Move", day="Day 1A", lead="From table 12, seat 4", name="Anna Rossi",
    figures=(Figure("Table", "31"), Figure("Seat", "7")), notes=("Main room", "Draw 14"),
)  # fmt: skip
TICKET = Slip(
    "Autumn Main", "Alternate", figures=(Figure("", "203"),), name="Anna Rossi",
    notes=("Expected wait: 40 min", "Entry 12", "The code shows it."), code=CODE,
)  # fmt: skip
RECEIPT = Slip(
    "Autumn Main", "Receipt", copy="House copy", name="Anna Rossi", notes=("Floorman", "Served by Maria"),
    rows=(
        *(Row(words, "1,234.50") for words in ("Prize", "Fee", "Staff", "Bounty", "League")),
        Row("Total", "EUR 6,172.50", is_sum=True),
        *(Row(words, "3,086.25") for words in ("Cash", "Card", "Received", "Change")),
    ),
)  # fmt: skip
REFUND = Slip(
    "Autumn Main", "Refund", day="Day 1A", copy="House copy", name="Anna Rossi", sign="Player's signature",
    rows=(
        *(Row(words, "1,234.50") for words in ("Buy-in", "Rebuy", "Rebuy 2", "Add-on")),
        Row("Returned", "EUR 4,938.00", is_sum=True), Row("Cash", "4,000.00"), Row("Card", "938.00"),
    ),
    notes=("Floorman", "Journal 812", "Reason: was ill"),
)  # fmt: skip
KINDS = {"move": MOVE, "ticket": TICKET, "receipt": RECEIPT, "refund": REFUND}


def one(slip: Slip, sheet: str) -> list[Piece]:
    """The texts of the only slip printed."""
    return read(slips([slip], sheet, LABELS))[0]


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_slip_says_all_it_should_and_no_more(kind, sheet):
    slip = KINDS[kind]
    rows = [text for row in slip.rows for text in (row.words, row.amount)]
    figures = [text for figure in slip.figures for text in (figure.label, figure.text)]
    wanted = [slip.event, slip.day, slip.title, slip.copy, slip.lead, slip.name, slip.sign]
    wanted += [*figures, *rows, *slip.notes]
    assert sorted(words(slips([slip], sheet, LABELS))) == sorted(text for text in wanted if text)


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [LONG, "W" * 200, "陳" * 60, "Ễ"])
def test_everything_keeps_to_its_box_and_no_words_overlap(name, kind, sheet):
    slip = replace(KINDS[kind], name=name, event=LONG, title=LONG, reprint=True)
    found = one(slip, sheet)
    cut = sheet_for(sheet, slip.parts)
    assert all(is_inside(piece.ink, cut.boxes[0]) for piece in found)
    for n, piece in enumerate(found):
        for other in found[n + 1 :]:
            assert not do_overlap(piece.ink, other.ink), (piece.text, other.text)


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize(("table", "chair"), [("1", "1"), ("12", "10"), ("1112", "10"), ("99999", "10")])
def test_table_and_chair_are_whole_and_the_largest(table, chair, sheet):
    figures = (Figure("Table", table), Figure("Seat", chair))
    found = one(replace(MOVE, figures=figures, name=LONG), sheet)
    largest = sorted(found, key=lambda piece: -piece.size)[:2]
    assert [piece.text for piece in sorted(largest, key=lambda piece: piece.x)] == [table, chair]
    assert largest[0].size == largest[1].size > 1.5 * sorted(found, key=lambda piece: -piece.size)[2].size


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_long_name_ends_in_an_ellipsis(sheet):
    name = next(p.text for p in one(replace(MOVE, name=LONG * 2), sheet) if p.text.startswith("Maxi"))
    assert name.endswith("…")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_any_script_is_whole(name):
    assert name in words(slips([replace(MOVE, name=name)], "80mm", LABELS))


@pytest.mark.parametrize("sheet", SHEETS)
def test_no_words_run_into_the_code(sheet):
    cut = sheet_for(sheet, TICKET.parts)
    at = places(box_on(cut, 0), TICKET.parts, is_roll=cut.paper.is_roll).code
    assert [piece.text for piece in one(replace(TICKET, name=LONG), sheet) if do_overlap(piece.ink, at)] == []


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_reprint_and_a_copy_say_so(sheet):
    found = words(slips([RECEIPT, replace(RECEIPT, copy="Customer's copy", reprint=True)], sheet, LABELS))
    assert [found.count(text) for text in ("House copy", "Customer's copy", "REPRINT")] == [1, 1, 1]


@pytest.mark.parametrize(("sheet", "pages"), [("a4", 2), ("letter", 2), ("4x3", 7), ("80mm", 7)])
def test_each_slip_is_whole_on_its_page_and_in_order(sheet, pages):
    told: list[int] = []
    made = read(slips([replace(MOVE, name=f"Player {n}") for n in range(7)], sheet, LABELS, told.append))
    assert (len(made), told[-1]) == (pages, 7)
    names = [piece.text for page in made for piece in page if piece.text.startswith("Player")]
    assert names == [f"Player {n}" for n in range(7)]


def test_a_roll_is_as_long_as_what_stands_on_it():
    short, long = (sheet_for("80mm", Parts(title=True, rows=rows)).paper.height for rows in (2, 10))
    assert long - short == pytest.approx(8 * 13)
