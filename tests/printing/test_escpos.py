"""Bytes for raw printers, read back into pictures and held against the PDF of the same slip."""

import subprocess
import sys

import pytest
import segno

from tables.printing.documents import DOCUMENTS
from tables.printing.escpos_book import BAND, EscPos
from tables.printing.labels import Labels
from tables.printing.seat_card import SeatCard
from tables.printing.slip import Figure, Row, Slip
from tables.printing.table_card import TableCard
from tournaments.printing.codes import MASK
from tournaments.printing.sheets import PAPERS

from .escpos_reading import DOTS, WIDTH, Printed, black, find_code, read_escpos
from .reading import Piece, read
from .samples import LONG, NAMES, seat_card

MARGIN = PAPERS["80mm"].margin_x
CODE = "https://floor.example.com/C/7KQ2M9XWAB4T"
RECEIPT = Slip(
    "Autumn Main", "Receipt · Buy-in", copy="House copy", name="Nguyễn Thị Ánh",
    rows=(Row("Prize", "485.00"), Row("Fee", "65.00"), Row("Total", "EUR 550.00", is_sum=True)),
    notes=("Entry 12", "Sat 28 Nov 2026, 19:32"),
)  # fmt: skip
TICKET = Slip(
    "Autumn Main", "Alternate", day="Day 1A", figures=(Figure("", "203"),), name="陳大文",
    notes=("Expected wait: 40 min",), code=CODE,
)  # fmt: skip
CHIPS = Slip(
    "Autumn Main", "Chips", lead="Table 12, seat 4", figures=(Figure("Chips", "30,000"),), name="Шевченко"
)
MOVE = Slip(
    "Autumn Main", "Move", lead="From table 12, seat 4", name=LONG,
    figures=(Figure("Table", "1112"), Figure("Seat", "10")), notes=("Draw 14",),
)  # fmt: skip
REFUND = Slip(
    "Autumn Main", "Refund", copy="House copy", name="Παπαδόπουλος", sign="Player's signature",
    rows=(Row("Buy-in", "550.00"), Row("Returned", "EUR 550.00", is_sum=True), Row("Cash", "550.00")),
    notes=("Entry 12", "Sat 28 Nov 2026, 19:32"),
)  # fmt: skip
ALL = [
    ("receipt", RECEIPT), ("alternate_ticket", TICKET), ("option_slip", CHIPS),
    ("move_slip", MOVE),
    ("seat_cards", seat_card("Łukasz Šimůnek", reprint=True)),
    ("table_cards", TableCard(12, "Autumn Main", "Day 1A", ((1, "김민준"), (3, LONG)), 9, (9,))),
    ("refund_slip", REFUND),
]  # fmt: skip


def both(document: str, *values: object) -> tuple[list[Printed], list[list[Piece]]]:
    """What a raw printer prints, and the texts of the PDF's pages."""
    make = DOCUMENTS[document].make
    raw = make(values, "80mm", Labels(), None, EscPos)
    return read_escpos(raw), read(make(values, "80mm", Labels()))


@pytest.mark.parametrize(("document", "value"), ALL, ids=[name for name, _ in ALL])
def test_a_slip_is_as_wide_as_the_head_as_long_as_its_pdf_and_cut(document, value):
    (slip, *more), pages = both(document, value)
    assert (slip.picture.width, more, len(pages)) == (WIDTH, [], 1)
    assert max(slip.bands) <= BAND
    assert slip.picture.height * 72 / 203.2 > 100
    assert black(slip.picture) < 0.5


@pytest.mark.parametrize(("document", "value"), ALL, ids=[name for name, _ in ALL])
def test_each_word_has_its_ink_where_the_pdf_has_it(document, value):
    (slip,), (page,) = both(document, value)
    for piece in page:
        part = slip.ink(piece.ink, MARGIN)
        assert 0.06 < black(part) < 0.9, piece.text
        letters = max(1, len(piece.text))
        ends = part.width // letters
        assert black(part.crop((0, 0, max(ends, 4), part.height))) > 0.02, piece.text
        assert black(part.crop((part.width - max(ends, 4), 0, part.width, part.height))) > 0.01, piece.text


def test_nothing_is_inked_but_the_words():
    (slip,), (page,) = both("option_slip", CHIPS)
    for piece in page:
        box = piece.ink.inset(-1.0, -1.0)
        left, right = round((box.x - MARGIN) * DOTS), round((box.right - MARGIN) * DOTS)
        top = round(slip.picture.height - box.top * DOTS)
        slip.picture.paste(255, (max(left, 0), top, right, round(slip.picture.height - box.y * DOTS)))
    assert black(slip.picture) == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_any_script_is_drawn_and_no_two_alike(name):
    (slip, other), (page, _) = both("seat_cards", seat_card(name), seat_card(name[::-1] + "."))
    box = next(piece.ink for piece in page if piece.text == name)
    assert black(slip.ink(box, MARGIN)) > 0.06
    assert slip.ink(box, MARGIN).tobytes() != other.ink(box, MARGIN).tobytes()


@pytest.mark.parametrize(("document", "value"), [ALL[1], ALL[4]], ids=["alternate_ticket", "seat_cards"])
def test_the_code_reads_module_by_module(document, value):
    (slip,), _ = both(document, value)
    code = segno.make_qr(CODE.upper(), error="m", mask=MASK, boost_error=False)
    assert find_code(slip.picture, len(code.matrix)) == [list(row) for row in code.matrix]


def test_a_reprint_is_marked_and_so_is_each_copy():
    slips, _ = both("receipt", RECEIPT, Slip(**{**_parts(RECEIPT), "reprint": True}))
    plain, marked = (black(slip.picture.crop((300, 0, WIDTH, 60))) for slip in slips)
    assert plain == 0
    assert marked > 0.03


def test_several_slips_are_cut_apart_in_order():
    values = [seat_card(f"Player {n}", n, 1) for n in range(1, 4)]
    slips, pages = both("seat_cards", *values)
    assert [next(p.text for p in page if p.text.startswith("Player")) for page in pages] == [
        "Player 1", "Player 2", "Player 3",
    ]  # fmt: skip
    assert len(slips) == 3
    assert len({slip.picture.tobytes() for slip in slips}) == 3


def test_the_event_s_colour_is_black_on_paper_without_colours():
    light, dark, none = (
        read_escpos(
            DOCUMENTS["seat_cards"].make([seat_card(event_colour=c)], "80mm", Labels(), None, EscPos)
        )[0]
        for c in ("#ffee88", "#1f5a43", "")
    )
    corners = [black(one.picture.crop((0, 20, 16, 60))) for one in (dark, light, none)]
    assert corners[0] > corners[1] > 0


def test_the_same_slip_gives_the_same_bytes():
    first, second = (DOCUMENTS["receipt"].make([RECEIPT], "80mm", Labels(), None, EscPos) for _ in range(2))
    assert first == second


def test_none_of_it_needs_django():
    code = "import sys, tables.printing.escpos_book; sys.exit(bool({'django', 'escpos'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_smallest_card_prints():
    (slip,), _ = both("seat_cards", SeatCard("Ễ", 1, 1, "A"))
    assert black(slip.picture) > 0.01


def _parts(slip: Slip) -> dict[str, object]:
    return {name: getattr(slip, name) for name in slip.__dataclass_fields__}
