"""What Celery pokes. Late, twice or never: every screen and every rule is right all the same.

An *announcement* says once that a level or a break began, or that the structure ended. Announcements
and signs of life are no actions: they move no revision and stand in no journal.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from celery import shared_task
from django.dispatch import Signal

from tournaments.journal.change import utc_now
from tournaments.journal.lock import write_transaction
from tournaments.models import Announcement, DarkGap, Day, Pulse
from tournaments.queries.clock import clock_mark, clock_of, schedule_of
from tournaments.rules import clock as rules

# Sent with `day` once something new was announced of it; whoever listens must bear to hear it late or never.
announced = Signal()

# What passed longer ago is not news any more; screens know the time without it.
LOOK_BACK = timedelta(hours=1)
ARMED_AHEAD = timedelta(minutes=2)
# A timer that fires a moment early would find nothing that has passed.
MARGIN = timedelta(milliseconds=20)
DARK_AFTER = timedelta(seconds=30)


@shared_task(name="tournaments.announce")  # type: ignore[untyped-decorator]
def announce(day_id: int, mark: str | None = None) -> int:
    """Announce what has passed on a Day's clock and was not announced; how many changes are new.

    mark: the `clock_mark` when this was armed. If it moved on nothing is done: what the clock does now
    is armed within the minute.
    """
    day = Day.objects.filter(pk=day_id, over_at=None).first()
    if day is None or (mark is not None and mark != clock_mark(day)):
        return 0
    return announce_passed(day, utc_now())


@shared_task(name="tournaments.arm_announcements")  # type: ignore[untyped-decorator]
def arm_announcements() -> int:
    """Announce what was missed and arm what falls due in the next two minutes; how many are armed."""
    now = utc_now()
    armed = 0
    for day in _running_days():
        announce_passed(day, now)
        for at in due(day, now):
            announce.apply_async(args=[day.pk], kwargs={"mark": clock_mark(day)}, eta=at + MARGIN)
            armed += 1
    return armed


@shared_task(name="tournaments.sign_of_life")  # type: ignore[untyped-decorator]
def sign_of_life() -> None:
    """Note that the house is alive, and what was dark before."""
    note_life(utc_now())


def announce_passed(day: Day, now: datetime) -> int:
    """Keep an Announcement of each change within LOOK_BACK that has none; how many are new."""
    rows = [
        Announcement(day=day, change=change, item=item, instant=at, announced_at=now)
        for at, change, item in changes(day, now - LOOK_BACK, now)
    ]
    if not rows:
        return 0
    known = set(
        Announcement.objects.filter(day=day, instant__gt=now - LOOK_BACK).values_list("change", "instant")
    )
    new = [row for row in rows if (row.change, row.instant) not in known]
    if new:
        with write_transaction():
            Announcement.objects.bulk_create(new, ignore_conflicts=True)
        announced.send_robust(sender=Day, day=day)
    return len(new)


def due(day: Day, now: datetime) -> list[datetime]:
    """The instants of the next two minutes at which something is to be announced."""
    return [at for at, _change, _item in changes(day, now, now + ARMED_AHEAD)]


def changes(day: Day, after: datetime, until: datetime) -> Iterator[tuple[datetime, str, int]]:
    """What a Day's clock does by itself in (after, until]: instant, change, item."""
    clock, schedule = clock_of(day), schedule_of(day)
    if clock.anchor is None:
        return
    kinds = {item.id: item.kind for item in schedule}
    begun = rules.changes_between(clock, schedule, clock.anchor, until)
    for at, item in begun:
        if at > after and kinds[item] != "countdown":
            yield at, kinds[item], item
    last = rules.read(clock, schedule, begun[-1][0] if begun else clock.anchor)
    ends = last.next_change
    if last.item == schedule[-1].id and ends is not None and after < ends <= until:
        yield ends, Announcement.Change.END, last.item


def note_life(now: datetime) -> None:
    """Move the pulse to `now`; after more than DARK_AFTER without one, keep the gap to be asked about."""
    with write_transaction():
        pulse = Pulse.objects.select_for_update().filter(pk=1).first()
        if pulse is None:
            Pulse.objects.create(pk=1, at=now)
            return
        if now - pulse.at > DARK_AFTER:
            DarkGap.objects.create(started_at=pulse.at, ended_at=now)
        pulse.at = now
        pulse.save(update_fields=["at"])


def _running_days() -> Iterator[Day]:
    running = Day.objects.filter(over_at=None, clock_started=True, clock_anchor__isnull=False)
    return (day for day in running.filter(event__cancelled_at=None) if day.structure)
