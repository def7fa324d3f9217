"""The clock of a Day: rows in, rule values out."""

from datetime import datetime

from tournaments.models import Day, Event
from tournaments.rules import clock as rules
from tournaments.rules.structure import items_from_json, schedule


def clock_of(day: Day) -> rules.Clock:
    """The Clock value that a Day's columns hold."""
    return rules.Clock(
        item=day.clock_item,
        elapsed_ms=day.clock_elapsed_ms,
        anchor=day.clock_anchor,
        started=day.clock_started,
    )


def schedule_of(day: Day) -> tuple[rules.Item, ...]:
    """The schedule of a Day's structure."""
    return schedule(items_from_json(day.structure))


def reading_of(day: Day, now: datetime) -> rules.Reading:
    """What a Day's clock shows at an instant."""
    return rules.read(clock_of(day), schedule_of(day), now)


def current_day(event: Event, now: datetime) -> Day | None:
    """The running Day, else the next to start, else the last; of two running ones the earlier code."""
    days = list(event.days.order_by("code"))
    running = [day for day in days if day.over_at is None and _is_running(day, now)]
    waiting = [day for day in days if day.over_at is None]
    return next(iter(running or waiting or days[-1:]), None)


def _is_running(day: Day, now: datetime) -> bool:
    return day.clock_started and bool(day.structure) and reading_of(day, now).state in {"running", "paused"}
