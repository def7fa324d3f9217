"""Tickets that paid for something, by their numbers, across the house."""

from zoneinfo import ZoneInfo

from django.utils.formats import date_format

from tournaments.models import Entry, Ticket
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name


def refuse_used(code: str) -> None:
    """RuleError `ticket-used`, saying by whom, in which event and when, if the ticket has paid already."""
    ticket = _in_use(code)
    if ticket is None:
        return
    player = ticket.purchase.entry.player
    facts = {
        "ticket": code,
        "name": full_name(player.first_name, player.last_name),
        "event": ticket.event.name,
        "day": date_format(ticket.at.astimezone(ZoneInfo(house_zone())), "j M Y"),
        "used_at": ticket.at,
        "entry": ticket.purchase.entry_id,
    }
    words = "Ticket {ticket} was used by {name} in {event} on {day} at {used_at}."
    raise RuleError("ticket-used", words, facts)


def entry_of_ticket(code: str) -> Entry | None:
    """The entry that this ticket paid for, with its player and event; None for one that is not in use."""
    ticket = _in_use(code)
    return ticket.purchase.entry if ticket else None


def _in_use(code: str) -> Ticket | None:
    rows = Ticket.objects.filter(code=code, released_at=None)
    return rows.select_related("event", "purchase__entry__player", "purchase__entry__event").first()
