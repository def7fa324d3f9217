"""All events of the house at a glance: where each clock is, how many play, what waits."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db.models import Count, Q

from tables.models import DayFloor, DayTable
from tables.queries.floors import FloorNews, floor_news
from tables.queries.halts import Halt
from tournaments.hub import instant
from tournaments.models import Day, Entry, Event
from tournaments.queries.claims import OUT_OF_PLAY
from tournaments.queries.clock import reading_of
from tournaments.queries.registration import Registration, registration_of
from tournaments.rules.clock import Reading
from tournaments.rules.structure import Break, Item, Level, items_from_json, items_to_json

EventState = Literal["running", "paused", "waiting", "over", "called-off", "no-days"]
QUIET = FloorNews()
NAMED = 4  # tables that a card names as stopped
_ORDER: dict[EventState, int] = {
    "running": 0,
    "paused": 0,
    "waiting": 1,
    "no-days": 2,
    "over": 3,
    "called-off": 4,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCard:
    """One Day of an event: each that runs, else its current one. key: of the Day, 0 without one.

    item: what its clock shows, until when if nothing stops it. clock, schedule: as in the screen document,
    for a page that counts on. days: how many the event has.
    """

    key: int = 0
    slug: str
    name: str
    colour: str
    state: EventState
    code: str = ""
    label: str = ""
    days: int = 0
    starts_at: datetime | None = None
    item: Item | None = None
    remaining_ms: int = 0
    until: datetime | None = None
    next_break_at: datetime | None = None
    registration: Registration | None = None
    entries: int = 0
    players: int = 0
    alternates: int = 0
    waiting: int = 0
    reserved: int = 0
    tables: int = 0
    reserved_tables: int = 0
    by_counts: bool = False
    news: FloorNews = QUIET
    clock: Mapping[str, Any] | None = None
    schedule: tuple[Mapping[str, Any], ...] = ()

    @property
    def shows_day(self) -> bool:
        """Whether the card must say which Day it is."""
        return self.days > 1

    @property
    def stops(self) -> tuple[Halt, ...]:
        """The tables where no hand is dealt now, or must be asked for."""
        return tuple(halt for halt in self.news.halts if halt.kind != "discretion")

    @property
    def more_stops(self) -> int:
        """How many of them a card has no room for."""
        return max(0, len(self.stops) - NAMED)

    @property
    def level(self) -> Level | None:
        """The level on show."""
        return self.item if isinstance(self.item, Level) else None

    @property
    def time_left(self) -> str:
        """What the clock reads, as 14:32 or 1:05:00; a second that has begun counts."""
        seconds = -(-self.remaining_ms // 1000)
        hours, minutes = seconds // 3600, seconds // 60 % 60
        return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"

    @property
    def is_break(self) -> bool:
        """Whether the clock shows a break."""
        return isinstance(self.item, Break)

    @property
    def sort_key(self) -> tuple[int, float, str]:
        """Running ones first, then the next to start."""
        starts = self.starts_at.timestamp() if self.starts_at else float("inf")
        return _ORDER[self.state], -starts if self.state == "over" else starts, self.name


def events_board(now: datetime) -> tuple[EventCard, ...]:
    """Every event, running Days first. Nine queries, however many events, tables and players."""
    by_event: dict[int, list[Day]] = defaultdict(list)
    for day in Day.objects.select_related("event", "floor").order_by("code"):
        by_event[day.event_id].append(day)
    shown = {pk: _shown(days, now) for pk, days in by_event.items()}
    days = [day for found in shown.values() for day, _reading in found]
    counts, tables = _counts([day.pk for day in days]), _tables([day.pk for day in days])
    news = floor_news([day for day in days if day.clock_started and day.over_at is None], now)
    cards = []
    for event in Event.objects.all():
        for day, reading in shown.get(event.pk, ()):
            more: dict[str, Any] = {**counts.get(day.pk, {}), **tables.get(day.pk, {})}
            more |= _counted(day)
            more["news"] = news.get(day.pk, QUIET)
            more["days"] = len(by_event[event.pk])
            cards.append(_card(day, reading, now, more))
        if event.pk not in shown:
            state: EventState = "called-off" if event.cancelled_at else "no-days"
            cards.append(EventCard(slug=event.slug, name=event.name, colour=event.colour, state=state))
    return tuple(sorted(cards, key=lambda card: card.sort_key))


def _shown(days: Sequence[Day], now: datetime) -> list[tuple[Day, Reading | None]]:
    """Each running Day; else the next to start, else the last; with what its clock shows."""
    read = [(day, reading_of(day, now) if day.structure else None) for day in days]
    left = [(day, reading) for day, reading in read if day.over_at is None]
    running: list[tuple[Day, Reading | None]] = [
        (day, reading)
        for day, reading in left
        if day.clock_started and reading and reading.state in {"running", "paused"}
    ]
    return running or (left or read[-1:])[:1]


def _card(day: Day, reading: Reading | None, now: datetime, more: Mapping[str, Any]) -> EventCard:
    items = {item.id: item for item in items_from_json(day.structure)}
    return EventCard(
        key=day.pk,
        slug=day.event.slug,
        name=day.event.name,
        colour=day.event.colour,
        state=_state(day, reading),
        code=day.code,
        label=day.label,
        starts_at=day.starts_at,
        item=items.get(reading.item) if reading else None,
        remaining_ms=reading.remaining_ms if reading else 0,
        until=reading.next_change if reading else None,
        next_break_at=_next_break(reading, now),
        registration=registration_of(day, now),
        clock=_clock(day, reading) if reading else None,
        schedule=tuple(_item(item) for item in items_to_json(list(items.values()))),
        **more,
    )


def _clock(day: Day, reading: Reading) -> dict[str, Any]:
    """As the screen document has it."""
    return {
        "item": day.clock_item if day.clock_started else reading.item,
        "elapsed_ms": day.clock_elapsed_ms,
        "anchor": instant(day.clock_anchor) if day.clock_anchor else None,
        "state": reading.state,
    }


def _item(item: Mapping[str, Any]) -> dict[str, Any]:
    """What a clock must know of an item to count."""
    return {name: item[name] for name in ("id", "kind", "duration_ms", "stop_at_end") if name in item}


def _next_break(reading: Reading | None, now: datetime) -> datetime | None:
    if reading is None or reading.state != "running" or not reading.to_break_ms:
        return None
    return now + timedelta(milliseconds=reading.to_break_ms)


def _state(day: Day, reading: Reading | None) -> EventState:
    if day.event.cancelled_at:
        return "called-off"
    if day.over_at or (reading and reading.state == "finished"):
        return "over"
    if reading is None or not day.clock_started:
        return "waiting"
    return "running" if reading.state == "running" else "paused"


def _counts(days: Sequence[int]) -> dict[int, dict[str, int]]:
    on_list = Q(state=Entry.State.PAID, alternate__isnull=False)
    rows = (
        Entry.objects.filter(day__in=days)
        .values("day")
        .annotate(
            entries=Count("pk", filter=Q(state__in=Entry.IN)),
            players=Count("pk", filter=Q(state__in=Entry.PLAYING) & ~on_list & ~OUT_OF_PLAY),
            alternates=Count("pk", filter=on_list),
            waiting=Count("pk", filter=Q(state=Entry.State.PAID) & ~on_list),
            reserved=Count("pk", filter=Q(state=Entry.State.RESERVED)),
        )
    )
    return {row.pop("day"): dict(row) for row in rows}


def _counted(day: Day) -> dict[str, int]:
    """What was counted on a Day that is run by counts alone; its floor was read along."""
    floor: DayFloor | None = getattr(day, "floor", None)
    if floor is None or not floor.by_counts:
        return {}
    return {"by_counts": True, "entries": floor.counted_entries, "players": floor.players_left}


def _tables(days: Sequence[int]) -> dict[int, dict[str, int]]:
    rows = (
        DayTable.objects.filter(day__in=days)
        .values("day")
        .annotate(
            tables=Count("pk", filter=Q(state=DayTable.State.OPEN)),
            reserved_tables=Count("pk", filter=Q(state=DayTable.State.RESERVED)),
        )
    )
    return {row.pop("day"): dict(row) for row in rows}
