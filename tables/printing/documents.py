"""What this house can print: each document, on which papers, and how long it gets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from . import money_paper_layout, name_list_page, seat_card_layout, slip_layout, table_card_layout
from .money_paper import money_papers
from .name_list import list_by_name, list_by_table
from .no_shows import list_no_shows
from .seat_card import seat_cards
from .slip import slips
from .table_card import table_cards

PAPER_IDS = ("a4", "letter", "4x3", "80mm")
ROLL = "80mm"  # the paper of every raw printer


@dataclass(frozen=True, slots=True)
class Document:
    """A printable document. make takes its values, the paper's id and the labels; see its own module.

    items_per_page: by paper, how many cards or lines a page holds; a list by table may take more pages.
    of_house: it is of no event.
    """

    id: str
    make: Callable[..., bytes]
    items_per_page: Mapping[str, int]
    of_house: bool = False

    @property
    def sheets(self) -> tuple[str, ...]:
        """The papers it can be printed on."""
        return tuple(self.items_per_page)

    def pages(self, items: int, sheet: str) -> int:
        """About how many pages that many items take: what decides between at once and in the background.

        >>> DOCUMENTS["seat_cards"].pages(212, "a4")
        22
        """
        return max(1, -(-items // self.items_per_page[sheet]))


_LINES = {sheet: shape.lines * shape.columns for sheet, shape in name_list_page.SHAPES.items()}
_SLIPS = {id: sheet.per_page for id, sheet in slip_layout.SHEETS.items()}
_WHOLE = dict.fromkeys(money_paper_layout.SHAPES, 1)  # one paper, of as many pages as it takes

DOCUMENTS: Mapping[str, Document] = MappingProxyType(
    {
        document.id: document
        for document in (
            Document("seat_cards", seat_cards, {id: s.per_page for id, s in seat_card_layout.SHEETS.items()}),
            Document(
                "table_cards",
                table_cards,
                {id: table_card_layout.sheet_for(id, 1).per_page for id in PAPER_IDS},
            ),
            Document("list_by_name", list_by_name, _LINES),
            Document("list_by_table", list_by_table, _LINES),
            Document("list_no_shows", list_no_shows, _LINES),
            Document("receipt", slips, _SLIPS),
            Document("refund_slip", slips, _SLIPS),
            Document("alternate_ticket", slips, _SLIPS),
            Document("option_slip", slips, _SLIPS),
            Document("move_slip", slips, _SLIPS),
            Document("test_page", slips, _SLIPS, of_house=True),
            Document("drawer_report", money_papers, _WHOLE, of_house=True),
            Document("event_sheet", money_papers, _WHOLE, of_house=True),
        )
    }
)
