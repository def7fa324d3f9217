"""What was last done on the floor of an event, for Undo beside it."""

from functools import reduce
from operator import or_
from zoneinfo import ZoneInfo

from django.db.models import Q

from tables.queries.journal import JournalLine, journal_lines
from tables.queries.just_now import told_once
from tournaments.models import Action, Event

FAMILIES = ("plan.", "table.", "hand.", "seat.move", "seat.apart", "seat.together", "draw.next_break")


def floor_lines(event: Event, role: str, zone: str, limit: int = 8) -> tuple[JournalLine, ...]:
    """Plans, tables, hands and moves of an event, newest first. One query."""
    kinds = reduce(or_, (Q(kind__startswith=family) for family in FAMILIES))
    undone = reduce(or_, (Q(facts__original__startswith=family) for family in FAMILIES))
    rows = Action.objects.filter(kinds | Q(kind="journal.undo") & undone, event=event)
    rows = rows.defer("writes", "answer").select_related("actor").order_by("-seq")[: 2 * limit]
    return tuple(journal_lines(told_once(rows)[:limit], role, ZoneInfo(zone)))
