"""What staff note of a seat: that they saw the player in it, that no plan moves him."""

from tables.actions.bust import name_of
from tables.models import DayTable, Seat
from tournaments.actions.claim import claim_all
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Entry
from tournaments.rules.errors import RuleError


@action("seat.seen")
def mark_seen(change: Change, /, entry: Entry, *, seen: bool = True) -> Seat:
    """Say that staff saw the player in his seat, or take that back. RuleError `no-seat`."""
    seat = _seat_of(entry)
    _note(change, seat, "" if seen else "off")
    if seen:
        claim_all(change, [entry.pk])  # who sits in his chair has come
    return change.update(seat, seen_at=(seat.seen_at or change.happened_at) if seen else None)


@action("seat.table_seen")
def mark_table_seen(change: Change, /, table: DayTable) -> int:
    """Say that staff saw everybody at a table; how many were not marked yet."""
    hollow = Seat.objects.filter(day=table.day_id, table=table.table_id, until=None, seen_at=None)
    claim_all(change, list(hollow.values_list("entry", flat=True)))
    seen = change.update_many(hollow, seen_at=change.happened_at)
    change.note(day=table.day.code, table=table.table.number, players=seen)
    return seen


@action("seat.lock")
def lock_seat(change: Change, /, entry: Entry, *, locked: bool = True) -> Seat:
    """Let no plan move the player, or let plans move him again. RuleError `no-seat`."""
    seat = _seat_of(entry)
    _note(change, seat, "" if locked else "off")
    return change.update(seat, locked=locked)


def _seat_of(entry: Entry) -> Seat:
    seat = (
        Seat.objects.filter(entry=entry, until=None).select_related("table", "entry__player", "day").first()
    )
    if seat is None:
        raise RuleError("no-seat", "{name} has no seat now.", {"name": name_of(entry)})
    return seat


def _note(change: Change, seat: Seat, case: str) -> None:
    change.note(
        day=seat.day.code, name=name_of(seat.entry), seat=f"{seat.table.number}-{seat.chair}", case=case
    )
