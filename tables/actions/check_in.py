"""Checking a player in: he is here, his stack is claimed, his seat is drawn if he has none yet."""

from tables.actions.draw import draw_seat
from tables.models import Seat
from tables.queries.check_in import may_check_in
from tournaments.actions.claim import claim
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Entry, Event
from tournaments.rules.names import full_name


@action("entry.check_in")
def check_in(change: Change, /, entry: Entry, *, cut: str = "") -> Entry:
    """Keep that an entry's player is here; twice changes nothing.

    One that waits for a seat draws it, where the event seats at registration; an alternate stays on his list.
    RuleError: those of `may_check_in` and `draw_seat`.
    """
    player = entry.player
    name = full_name(player.first_name, player.last_name)
    may_check_in(entry)
    change.note(day=entry.day.code, number=entry.number, name=name, option=entry.option.name)
    if entry.checked_in_at is not None:
        change.note(case="already")
        return entry
    claim(change, entry)
    _note_seat(change, entry, _seat_of(change, entry, cut))
    return entry


def _seat_of(change: Change, entry: Entry, cut: str) -> Seat | None:
    """His chair, drawn now if he waits for one; None for an alternate and before a draw for all."""
    if entry.state == Entry.State.SEATED:
        return Seat.objects.filter(entry=entry, until=None).select_related("table").first()
    draws = change.event.seating == Event.Seating.AT_REGISTRATION
    if entry.state != Entry.State.PAID or entry.alternate is not None or not draws:
        return None
    change.note(drawn=True)
    return draw_seat(change, entry, cut=cut)


def _note_seat(change: Change, entry: Entry, seat: Seat | None) -> None:
    if seat is not None:
        change.note(case="seated", table=seat.table.number, chair=seat.chair)
    elif entry.alternate is not None and entry.state == Entry.State.PAID:
        change.note(case="alternate", alternate=entry.alternate)
    else:
        change.note(case="")
