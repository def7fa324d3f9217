"""Who is not to sit with whom."""

from tables.models import Apart, Seat
from tournaments.journal.prepared import Prepared
from tournaments.models import Day, Entry

Pairs = frozenset[frozenset[str]]

_PAIRS = Prepared(lambda event: Apart.objects.filter(event=event).values_list("first_id", "second_id"))


def apart_entries(day: Day) -> Pairs:
    """The pairs of entries, by key, that are not to sit at one table. One query without any."""
    pairs = _PAIRS(day.event_id)
    if not pairs:
        return frozenset()
    players = {player for pair in pairs for player in pair}
    rows = Entry.objects.filter(event=day.event_id, player__in=players, state__in=Entry.PLAYING)
    entry = {player: str(pk) for pk, player in rows.values_list("pk", "player_id")}
    return frozenset(
        frozenset((entry[one], entry[other])) for one, other in pairs if one in entry and other in entry
    )


def tables_to_avoid(entry: Entry) -> frozenset[int]:
    """The numbers of the tables where somebody sits with whom this entry is not to. One query without any."""
    pairs = [pair for pair in _PAIRS(entry.event_id) if entry.player_id in pair]
    if not pairs:
        return frozenset()
    others = {player for pair in pairs for player in pair} - {entry.player_id}
    seats = Seat.objects.filter(day__event=entry.event_id, until=None, entry__player__in=others)
    return frozenset(seats.values_list("table__number", flat=True))
