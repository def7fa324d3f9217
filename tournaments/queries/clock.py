"""The clock of a Day: rows in, rule values out."""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from tournaments.models import Day, Entry, Event
from tournaments.rules import clock as rules
from tournaments.rules.structure import Countdown, Level, items_from_json, schedule

CLOCK_COLUMNS = ("clock_item", "clock_elapsed_ms", "clock_anchor", "clock_started")


@dataclass(frozen=True, slots=True)
class OnShow:
    """The item that a clock shows. `level` is its number, None in a break or a countdown."""

    item: int
    kind: Literal["level", "break", "countdown"]
    level: int | None


def clock_of(day: Day) -> rules.Clock:
    """The Clock value that a Day's columns hold."""
    return rules.Clock(
        item=day.clock_item,
        elapsed_ms=day.clock_elapsed_ms,
        anchor=day.clock_anchor,
        started=day.clock_started,
    )


def columns_of(clock: rules.Clock) -> dict[str, Any]:
    """A Clock value as a Day's columns: the other way round."""
    values = (clock.item, clock.elapsed_ms, clock.anchor, clock.started)
    return dict(zip(CLOCK_COLUMNS, values, strict=True))


def schedule_of(day: Day) -> tuple[rules.Item, ...]:
    """The schedule of a Day's structure."""
    return schedule(items_from_json(day.structure))


def reading_of(day: Day, now: datetime) -> rules.Reading:
    """What a Day's clock shows at an instant."""
    return rules.read(clock_of(day), schedule_of(day), now)


def on_show(day: Day, item: int) -> OnShow:
    """An item of a Day's structure, by its id."""
    for found in items_from_json(day.structure):
        if found.id == item:
            if isinstance(found, Level):
                return OnShow(item, "level", found.number)
            return OnShow(item, "countdown" if isinstance(found, Countdown) else "break", None)
    raise LookupError(f"no item {item}")


def structure_mark(day: Day) -> str:
    """Names a Day's structure as it is: an editor sends back the mark of what it loaded."""
    return _mark(day.structure)


def clock_mark(day: Day) -> str:
    """Names a Day's clock and structure as they are; it moves with everything that moves the clock."""
    anchor = day.clock_anchor.isoformat() if day.clock_anchor else None
    return _mark([day.structure, day.clock_item, day.clock_elapsed_ms, anchor, day.clock_started])


def current_day(event: Event, now: datetime) -> Day | None:
    """The running Day, else the next to start, else the last; of two running ones the earlier code.

    A running Day that nobody plays on comes after one that is played on: it was merged into that. A query,
    and one more where two run.
    """
    days = list(event.days.order_by("code"))
    running = [day for day in days if day.over_at is None and _is_running(day, now)]
    if len(running) > 1:
        playing = Entry.objects.filter(event=event, state__in=Entry.PLAYING).order_by().values_list("day")
        played_on = {day for (day,) in playing.distinct()}
        running.sort(key=lambda day: day.pk not in played_on)
    waiting = [day for day in days if day.over_at is None]
    return next(iter(running or waiting or days[-1:]), None)


def _is_running(day: Day, now: datetime) -> bool:
    return day.clock_started and bool(day.structure) and reading_of(day, now).state in {"running", "paused"}


def _mark(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
