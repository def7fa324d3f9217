"""The register of what can be printed."""

import subprocess
import sys

import pytest

from tables.printing.documents import DOCUMENTS
from tables.printing.labels import Labels
from tables.printing.money_paper import MoneyPaper, Row, Section
from tables.printing.name_list import Heading, Seated
from tables.printing.no_shows import Missing
from tables.printing.slip import Slip
from tables.printing.table_card import TableCard

from .reading import read
from .samples import seat_card

ALL = ("a4", "letter", "4x3", "80mm")
SLIPS = ("receipt", "refund_slip", "alternate_ticket", "option_slip", "move_slip", "test_page")
MONEY = ("drawer_report", "event_sheet")
PAPER = MoneyPaper("Drawer", (), "It balances", (Section("Cash", (Row("Float", "1"),)),), ("Clerk",), "")
SAMPLES: dict[str, tuple[object, ...]] = {
    "seat_cards": ([seat_card()],),
    "table_cards": ([TableCard(1, "Main Event")],),
    "list_by_name": ([Seated("Anna Rossi", 1, 1)], Heading("Main Event")),
    "list_by_table": ([Seated("Anna Rossi", 1, 1)], Heading("Main Event")),
    "list_no_shows": ([Missing("Anna Rossi", (1, 1))], Heading("Main Event")),
    **{id: ([Slip("Main Event", "Slip", name="Anna Rossi")],) for id in SLIPS},
    **{id: ([PAPER],) for id in MONEY},
}


def test_the_documents_declare_their_papers() -> None:
    assert {id: document.sheets for id, document in DOCUMENTS.items()} == {
        "seat_cards": ("a4", "letter", "4x3", "80mm"),
        "table_cards": ("a4", "letter", "4x3", "80mm"),
        "list_by_name": ("a4", "letter", "80mm"),
        "list_by_table": ("a4", "letter", "80mm"),
        "list_no_shows": ("a4", "letter", "80mm"),
        **dict.fromkeys(SLIPS, ALL),
        **dict.fromkeys(MONEY, ("a4", "letter", "80mm")),
    }


@pytest.mark.parametrize(("id", "sheet"), [(id, sheet) for id, d in DOCUMENTS.items() for sheet in d.sheets])
def test_each_can_be_made_on_each_of_its_papers(id: str, sheet: str) -> None:
    document = DOCUMENTS[id]
    assert len(read(document.make(*SAMPLES[id], sheet, Labels()))) == document.pages(1, sheet) == 1


def test_ten_thousand_seat_cards_are_a_thousand_pages() -> None:
    assert DOCUMENTS["seat_cards"].pages(10_000, "a4") == 1000


def test_printing_needs_no_django() -> None:
    code = "import sys, tables.printing.documents; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
