"""At each level: the lists of who sits where, to the Day's spare printer or folder. Told twice, done once."""

import logging
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings

from tables.actions.spare import print_spare
from tables.delivery import making
from tables.models import DayFloor, PrintJob
from tournaments.journal.change import By, utc_now
from tournaments.models import Action, Announcement, Day
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError

log = logging.getLogger("floorman.prints")

# A level that began longer ago has its lists, or nobody wants them any more.
LOOK_BACK = timedelta(minutes=10)


def print_due(now: datetime | None = None) -> int:
    """Ask for the lists of every Day whose level or break has just begun; how many papers are new."""
    now = now or utc_now()
    floors = DayFloor.objects.filter(day__over_at=None, day__event__cancelled_at=None)
    floors = floors.exclude(spare=None, spare_folder="").select_related("day__event")
    return sum(_lists_of(floor.day, now) for floor in floors)


def _lists_of(day: Day, now: datetime) -> int:
    begun = Announcement.objects.filter(day=day, instant__gt=now - LOOK_BACK, instant__lte=now)
    last = begun.exclude(change=Announcement.Change.END).order_by("-instant").first()
    if last is None:
        return 0
    stamp = last.instant.astimezone(ZoneInfo(house_zone())).strftime("%Y%m%d-%H%M")
    # The announcement is kept once for each change, so its key names the paper: a second poke finds it done.
    who = By(device="spare", request_id=f"spare-{last.pk}")
    reading = {"language": _language(day), "base": ""}
    try:
        jobs = print_spare(who, day, item=last.item, stamp=stamp, reading=reading)
    except RuleError as refused:
        log.info("no lists of day %s: %s", day.pk, refused.code)
        return 0
    waiting = [job for job in jobs if job is not None and job.state == PrintJob.State.WAITING]
    for job in waiting:
        making.send(job.pk)
    return len(waiting)


def _language(day: Day) -> str:
    """The language of whoever chose where the lists go: at a level nobody asks for them whose it could be."""
    chosen = Action.objects.filter(
        event=day.event_id, kind="event.spare", facts__day=day.code, undone_by=None
    )
    facts = chosen.order_by("-seq").values_list("facts", flat=True).first() or {}
    known = dict(settings.LANGUAGES)
    return facts["language"] if facts.get("language") in known else settings.LANGUAGE_CODE
