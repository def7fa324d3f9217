"""Two players in each other's seats: the record follows them."""

from tables.actions.bust import name_of, refuse_elsewhere, refuse_not_seated
from tables.models import Seat
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Entry
from tournaments.rules.errors import RuleError


@action("seat.swap")
def swap(change: Change, /, first: Entry, second: Entry, *, seen: bool = True) -> list[Seat]:
    """Give two seated players each other's seats; the new seats, the first player's first.

    seen: they sit there already, as is usual when this is noticed. A lock stays with its player.
    RuleError: `same-player`, `other-event`, `other-day`, `already-out`, `not-playing`.
    """
    refuse_elsewhere(change, first, second)
    if first.pk == second.pk:
        raise RuleError("same-player", "Choose two players to change seats.")
    if first.day_id != second.day_id:
        raise RuleError("other-day", "Players of two Days cannot change seats.")
    for entry in (first, second):
        refuse_not_seated(entry)
    old = [_seat_of(entry) for entry in (first, second)]
    for seat in old:
        change.update(seat, until=change.now)
    new = [_in_place_of(change, old[0], old[1], seen=seen), _in_place_of(change, old[1], old[0], seen=seen)]
    change.note(
        day=first.day.code,
        first=name_of(first),
        second=name_of(second),
        first_seat=f"{new[0].table.number}-{new[0].chair}",
        second_seat=f"{new[1].table.number}-{new[1].chair}",
        were_seen=[seat.seen_at is not None for seat in old],
    )
    return new


def _seat_of(entry: Entry) -> Seat:
    return Seat.objects.select_related("table", "day").get(entry=entry, until=None)


def _in_place_of(change: Change, mine: Seat, other: Seat, *, seen: bool) -> Seat:
    """A seat for whoever sat in `mine`, in the other's chair. No draw put him there."""
    return change.create(
        Seat,
        day=mine.day,
        table=other.table,
        chair=other.chair,
        entry_id=mine.entry_id,
        locked=mine.locked,
        since=change.now,
        seen_at=change.happened_at if seen else None,
    )
