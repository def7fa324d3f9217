"""The fixed words on the paper. Whoever prints passes them in the reader's language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Labels:
    """page is a template of {page} and {pages}."""

    table: str = "Table"
    seat: str = "Seat"
    name: str = "Name"
    entry: str = "Entry"
    chips: str = "Chips"
    draw_proof: str = "Draw proof"
    reprint: str = "Reprint"
    blocked: str = "not in play"
    as_of: str = "As of"
    page: str = "Page {page} of {pages}"
    seat_cards: str = "Seat cards"
    table_cards: str = "Table cards"
    list_by_name: str = "Seats by name"
    list_by_table: str = "Seats by table"
    list_no_shows: str = "Who has not come"
    slips: str = "Slips"
