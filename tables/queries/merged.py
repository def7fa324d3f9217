"""Where the players of a Day that was merged into another play on."""

from django.db.models import F

from tables.models import DayTable, Seat
from tournaments.models import Day


def plays_on(day: Day) -> Day:
    """The Day that this one was merged into, or that one again; itself while it has an open table of its own.

    Two queries for a Day that was not merged.
    """
    seen = {day.pk}
    while not DayTable.objects.filter(day=day, state=DayTable.State.OPEN).exists():
        # Merged: a seat of his began there in the very instant in which the one here ended.
        began = Seat.objects.filter(entry__seats__day=day, entry__seats__until=F("since"))
        seat = began.exclude(day__in=seen).select_related("day__event").order_by("-since").first()
        if seat is None:
            break
        day = seat.day
        seen.add(day.pk)
    return day
