"""Drawers: whose is open, and what went through one."""

from tournaments.models import Shift, Staff


def open_drawer(staff: Staff | None, currency: str) -> Shift | None:
    """The open drawer of a clerk in a currency, its row held until the transaction ends; None without one.

    Ask it after the event's or the house's row is locked, and before a line is written: a count of the
    same drawer waits for the sale, or the sale finds it counted.
    """
    if staff is None:
        return None
    mine = Shift.objects.filter(staff=staff, currency=currency, closed_at=None)
    return mine.select_for_update(of=("self",)).first()
