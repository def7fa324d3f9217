"""Putting an entry out, whatever the reason: its chair is free, its place in the order of busts is kept."""

from django.db.models import Max

from tables.actions.seat import unseat
from tables.models import Bust
from tournaments.journal.change import Change
from tournaments.models import Entry


def put_out(
    change: Change,
    entry: Entry,
    *,
    kind: str = Bust.Kind.BUST,
    hand: int | None = None,
    stack_before: int | None = None,
    by: Entry | None = None,
) -> Bust:
    """End the entry's seat and its play now, as the last one out so far; part of the action under way."""
    seat = unseat(change, entry)
    last = Bust.objects.filter(event=entry.event_id).aggregate(n=Max("order"))["n"] or 0
    change.update(entry, state=Entry.State.OUT, out_at=change.happened_at)
    return change.create(
        Bust,
        event=change.event,
        day=entry.day,
        entry=entry,
        kind=kind,
        order=last + 1,
        hand=hand,
        stack_before=stack_before,
        by=by,
        table=seat.table if seat else None,
        chair=seat.chair if seat else None,
        at=change.happened_at,
    )
