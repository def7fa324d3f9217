"""Putting an entry out, whatever the reason: its chair is free, its place in the order of busts is kept."""

from django.db.models import Max, Min

from tables.actions.seat import unseat
from tables.models import Bust, DayFloor, DayTable
from tables.queries.chip_counts import chips_in_play
from tournaments.actions.claim import claim
from tournaments.journal.change import Change
from tournaments.models import Day, Entry, Event
from tournaments.rules.errors import RuleError


def put_out(
    change: Change,
    entry: Entry,
    *,
    kind: str = Bust.Kind.BUST,
    hand: int | None = None,
    stack_before: int | None = None,
    by: Entry | None = None,
    before: Bust | None = None,
    held: bool = False,
) -> Bust:
    """End the entry's seat and its play, as part of the action under way.

    It goes out as the last so far, or before another bust and all of that one's hand. held: its hand of hand
    for hand is not complete yet.
    """
    if kind != Bust.Kind.TAKEN_UP:
        claim(change, entry)  # he played, so his chips were on the table
    seat = unseat(change, entry)
    order = _make_room(change, entry.event_id, before)
    change.update(entry, state=Entry.State.OUT, out_at=change.happened_at)
    return change.create(
        Bust,
        event=change.event,
        day=entry.day,
        entry=entry,
        kind=kind,
        order=order,
        hand=hand,
        stack_before=stack_before,
        by=by,
        table=seat.table if seat else None,
        chair=seat.chair if seat else None,
        held=held,
        at=change.happened_at,
    )


def refuse_stack(day: Day, stack: int | None) -> None:
    """RuleError `stack-counted` for more chips than the Day has in play."""
    if stack is not None and not 0 <= stack <= (most := chips_in_play(day)):
        raise RuleError("stack-counted", "{day} has {most} chips in play.", {"day": day.label, "most": most})


def take_back_out(change: Change, bust: Bust) -> None:
    """Remove a bust; those who went out later move up. The entry is the caller's to bring back."""
    event, order = bust.event_id, bust.order
    change.delete(bust)
    change.shift(Bust.objects.filter(event=event, order__gt=order), "order", -1)


def next_hand(event: Event) -> int:
    """A number that no hand of the event has had."""
    had = (
        Bust.objects.filter(event=event).aggregate(n=Max("hand"))["n"],
        DayTable.objects.filter(day__event=event).aggregate(n=Max("hand"))["n"],
        DayFloor.objects.filter(day__event=event).aggregate(n=Max("hand"))["n"],
    )
    return max(n or 0 for n in had) + 1


def floor_of(change: Change, day: Day) -> DayFloor:
    """The Day's floor, made if nothing needed it yet."""
    return DayFloor.objects.filter(day=day).first() or change.create(DayFloor, day=day)


def _make_room(change: Change, event_id: int, before: Bust | None) -> int:
    """The order to go out at: after the last, or in place of a bust, which moves down with all later."""
    busts = Bust.objects.filter(event=event_id)
    if before is None:
        return (busts.aggregate(n=Max("order"))["n"] or 0) + 1
    order: int = before.order
    if before.hand is not None:
        order = busts.filter(hand=before.hand).aggregate(n=Min("order"))["n"]
    change.shift(busts.filter(order__gte=order), "order", 1)
    before.refresh_from_db(fields=["order"])
    return order
