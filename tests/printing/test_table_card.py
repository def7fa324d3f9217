"""Table cards, read back from the PDF."""

import pytest

from tables.printing.labels import Labels
from tables.printing.table_card import TableCard, table_cards
from tables.printing.table_card_layout import boxes_of, sheet_for
from tournaments.printing.sheets import PAPERS

from .reading import do_overlap, is_inside, read, words
from .samples import LONG, NAMES

LABELS = Labels()


def card(table: int, chairs: int = 10, **more: object) -> TableCard:
    seats = tuple(enumerate(NAMES, 1))
    parts: dict[str, object] = {
        "day": "Day 1A",
        "seats": seats,
        "chairs": chairs,
        "when": "19:32",
        "room": "Main room",
    }
    return TableCard(table, "Main Event", **{**parts, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize("sheet", PAPERS)
def test_tables_come_in_the_order_of_their_numbers(sheet: str) -> None:
    printed = read(table_cards([card(n) for n in (10, 2, 1, 112, 21)], sheet, LABELS))
    numbers = [int(piece.text) for page in printed for piece in page if piece.size > 50]
    assert numbers == [1, 2, 10, 21, 112]


@pytest.mark.parametrize("sheet", PAPERS)
def test_a_card_lists_every_chair_with_its_player(sheet: str) -> None:
    seats = ((1, "陳大文"), (3, "Nguyễn Thị Ánh"))
    found = words(table_cards([card(7, chairs=5, seats=seats, blocked=(5,))], sheet, LABELS))
    assert found == [
        "Day 1A", "Main Event", "Table", "7", "1", "陳大文", "2", "3", "Nguyễn Thị Ánh", "4", "5",
        "not in play", "Main room", "19:32",
    ]  # fmt: skip


@pytest.mark.parametrize("sheet", PAPERS)
@pytest.mark.parametrize("table", [2, 38, 112, 1112])
@pytest.mark.parametrize("chairs", [2, 6, 10])
def test_everything_keeps_to_its_card_and_nothing_overlaps(table: int, chairs: int, sheet: str) -> None:
    seats = tuple((n, LONG if n % 2 else "Ễ 陳") for n in range(1, chairs + 1))
    page = read(table_cards([card(table, chairs, seats=seats, reprint=True)], sheet, LABELS))[0]
    box = boxes_of(sheet_for(sheet, chairs))[0]
    assert all(is_inside(piece.ink, box) for piece in page)
    overlaps = [(a.text, b.text) for i, a in enumerate(page) for b in page[:i] if do_overlap(a.ink, b.ink)]
    assert overlaps == []


def test_the_rows_follow_the_highest_chair_named() -> None:
    assert TableCard(1, "E", seats=((4, "A"),)).rows == 4
    assert TableCard(1, "E", seats=((4, "A"),), blocked=(9,)).rows == 9
    assert TableCard(1, "E").rows == 1


@pytest.mark.parametrize(("sheet", "pages"), [("a4", 3), ("letter", 3), ("4x3", 5), ("80mm", 5)])
def test_cards_fill_the_pages_they_need(sheet: str, pages: int) -> None:
    told: list[int] = []
    assert len(read(table_cards([card(n) for n in range(1, 6)], sheet, LABELS, told.append))) == pages
    assert told[-1] == 5


@pytest.mark.parametrize("sheet", PAPERS)
def test_the_same_cards_give_the_same_bytes_and_a_reprint_says_so(sheet: str) -> None:
    first = table_cards([card(1)], sheet, LABELS)
    assert first == table_cards([card(1)], sheet, LABELS)
    assert "REPRINT" not in words(first)
    assert "REPRINT" in words(table_cards([card(1, reprint=True)], sheet, LABELS))
