"""Seat cards, read back from the PDF: what stands on them and where."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from tables.printing.labels import Labels
from tables.printing.seat_card import SeatCard, seat_cards
from tables.printing.seat_card_layout import SHEETS, layout
from tournaments.printing.sheets import Box

from .reading import Piece, do_overlap, is_inside, read, words
from .samples import LONG, NAMES, seat_card

LABELS = Labels()
SEATS = [(1, 1), (12, 4), (38, 10), (112, 10), (1112, 10)]


def one(card: SeatCard, sheet: str) -> list[Piece]:
    """The texts of the only card printed."""
    return read(seat_cards([card], sheet, LABELS))[0]


def figures(found: list[Piece], table: int, chair: int) -> tuple[Piece, Piece]:
    """The two largest texts, which must be table and chair."""
    largest = sorted(found, key=lambda piece: -piece.size)[:2]
    left, right = sorted(largest, key=lambda piece: piece.x)
    assert (left.text, right.text) == (str(table), str(chair))
    return left, right


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("name", NAMES)
def test_a_name_of_any_script_is_whole(name: str, sheet: str) -> None:
    assert name in [piece.text for piece in one(seat_card(name), sheet)]


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_card_says_all_it_should(sheet: str) -> None:
    found = " ".join(words(seat_cards([seat_card()], sheet, LABELS)))
    for part in (
        "Macau Poker Cup Main Event", "Day 1A", "Table", "12", "Seat", "4", "Anna Rossi", "Re-entry 1",
        "30,000 chips", "No. 103590", "Main room", "Sat 21 Nov 2026, 19:32", "Draw proof 3fa2b1c9",
    ):  # fmt: skip
        assert part in found


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_card_with_bare_facts_leaves_no_trace_of_the_others(sheet: str) -> None:
    bare = SeatCard("Anna Rossi", 12, 4, "Main Event")
    assert sorted(words(seat_cards([bare], sheet, LABELS))) == [
        "12", "4", "Anna Rossi", "Main Event", "Seat", "Table",
    ]  # fmt: skip


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize(("table", "chair"), SEATS)
@pytest.mark.parametrize("name", [LONG, "W" * 200, "陳" * 60, "Ễ"])
def test_everything_keeps_to_its_card_and_nothing_overlaps(
    name: str, table: int, chair: int, sheet: str
) -> None:
    card = seat_card(name, table, chair, event=LONG, reprint=True, room=LONG, option=LONG)
    found = one(card, sheet)
    boxes = SHEETS[sheet].boxes
    assert all(is_inside(piece.ink, boxes[0]) for piece in found)
    pair = figures(found, table, chair)
    places = layout(SHEETS[sheet])
    code = places.code
    at = Box(boxes[0].x + code.x, boxes[0].y + code.y, code.width, code.height)
    for piece in found:
        assert not do_overlap(piece.ink, at), piece.text
        for figure in pair:
            assert piece is figure or not do_overlap(piece.ink, figure.ink), piece.text


@pytest.mark.parametrize("sheet", SHEETS)
def test_figures_lead_and_the_name_follows(sheet: str) -> None:
    found = one(seat_card("Anna Rossi", 12, 4), sheet)
    left, right = figures(found, 12, 4)
    name = next(piece for piece in found if piece.text == "Anna Rossi")
    rest = [piece.size for piece in found if piece not in (left, right, name)]
    assert left.size == right.size > 3 * name.size
    assert name.size > 1.5 * max(rest)


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_card_of_as_many_figures_has_them_at_the_same_size(sheet: str) -> None:
    sizes = {figures(one(seat_card(table=t, chair=c), sheet), t, c)[0].size for t, c in ((11, 1), (48, 9))}
    assert len(sizes) == 1


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_code_has_its_quiet_zone(sheet: str) -> None:
    found = one(seat_card("Anna Rossi"), sheet)
    box, code = SHEETS[sheet].boxes[0], layout(SHEETS[sheet]).code
    quiet = 4 * code.width / 29 - 0.01
    around = Box(box.x + code.x, box.y + code.y, code.width, code.height).inset(-quiet, -quiet)
    paper = SHEETS[sheet].paper
    assert is_inside(around, Box(0, 0, paper.width, paper.height))
    assert [piece.text for piece in found if do_overlap(piece.ink, around)] == []


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_reprint_says_so_and_a_first_print_does_not(sheet: str) -> None:
    printed = seat_cards([seat_card(), seat_card(reprint=True)], sheet, Labels(reprint="Nachdruck"))
    assert words(printed).count("NACHDRUCK") == 1


def test_labels_are_printed_as_passed_in() -> None:
    chinese = Labels(table="枱", seat="座位", draw_proof="抽籤證明", reprint="重印")
    found = words(seat_cards([seat_card(reprint=True)], "a4", chinese))
    assert {"枱", "座位", "抽籤證明 3fa2b1c9", "重印"} <= set(found)


@pytest.mark.parametrize(("sheet", "pages"), [("a4", 3), ("letter", 3), ("4x3", 23), ("80mm", 23)])
def test_each_card_is_whole_on_its_page_and_in_order(sheet: str, pages: int) -> None:
    cards = [seat_card(f"Player {i}", i // 9 + 1, i % 9 + 1) for i in range(23)]
    told: list[int] = []
    printed = read(seat_cards(cards, sheet, LABELS, told.append))
    per_page = SHEETS[sheet].per_page
    assert len(printed) == pages
    names = [[p.text for p in page if p.text.startswith("Player")] for page in printed]
    assert names == [[card.name for card in cards[i : i + per_page]] for i in range(0, 23, per_page)]
    assert told == [min(page * per_page, 23) for page in range(1, pages + 1)]


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_page_has_the_size_of_its_paper(sheet: str) -> None:
    page = PdfReader(BytesIO(seat_cards([seat_card()], sheet, LABELS))).pages[0]
    paper = SHEETS[sheet].paper
    assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(
        (paper.width, paper.height)
    )


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_same_cards_give_the_same_bytes(sheet: str) -> None:
    cards = [seat_card(name) for name in NAMES]
    assert seat_cards(cards, sheet, LABELS) == seat_cards(iter(cards), sheet, LABELS)


def test_every_font_is_embedded() -> None:
    for page in PdfReader(BytesIO(seat_cards([seat_card(name) for name in NAMES], "a4", LABELS))).pages:
        for font in page["/Resources"]["/Font"].values():
            assert "/FontFile2" in font.get_object()["/FontDescriptor"], font.get_object()["/BaseFont"]


def test_no_cards_give_one_blank_page() -> None:
    assert read(seat_cards([], "a4", LABELS)) == [[]]


def test_colour_carries_no_word() -> None:
    plain, coloured = (words(seat_cards([seat_card(event_colour=c)], "a4", LABELS)) for c in ("", "#1f5a43"))
    assert plain == coloured
