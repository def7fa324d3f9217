"""What the clock announced, in words: lines of the journal that nobody did and nobody can undo."""

from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.models import Announcement, Event


def announcement_sentence(row: Announcement) -> str:
    """What began or ended."""
    if row.change == Announcement.Change.BREAK:
        return _("A break began")
    if row.change == Announcement.Change.END:
        return _("The structure ended")
    numbers = {item["id"]: item.get("number") for item in row.day.structure}
    number = numbers.get(row.item)
    return _("Level {level} began").format(level=number) if number else _("A level began")


def announcements(
    event: Event, *, after: datetime | None, until: datetime | None, limit: int
) -> list[tuple[datetime, str]]:
    """The newest announcements of an event within (after, until], newest first."""
    rows = Announcement.objects.filter(day__event=event).select_related("day")
    if after is not None:
        rows = rows.filter(instant__gt=after)
    if until is not None:
        rows = rows.filter(instant__lte=until)
    return [(row.instant, announcement_sentence(row)) for row in rows.order_by("-instant")[:limit]]
