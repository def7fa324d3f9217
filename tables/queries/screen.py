"""The screen document: what the hall, the phones and the console are shown of a Day."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Func, IntegerField, Q, Subquery, Sum

from tables.models import DayTable, Seat
from tables.queries.alternates import NO_ALTERNATES, screen_alternates
from tables.queries.chip_counts import chips_in_play
from tables.queries.counted_days import CountedDay, CountedFloor, counted_days
from tables.queries.plans import last_moves
from tables.queries.prizes import prizes_from
from tables.rules.chips import average_stack
from tournaments.hub import Document, Key, instant, signal
from tournaments.journal.change import utc_now
from tournaments.models import Day, Entry, Event, LedgerLine
from tournaments.queries.claims import OUT_OF_PLAY
from tournaments.queries.clock import current_day, reading_of
from tournaments.queries.registration import registration_of
from tournaments.rules.clock import Reading
from tournaments.rules.structure import items_from_json, items_to_json

VERSION = 1
_SCHEDULE_FIELDS: dict[str, Any] = {
    "number": None,
    "game": "",
    "limit": "",
    "small_blind": 0,
    "big_blind": 0,
    "ante": 0,
    "ante_kind": "none",
    "small_bet": 0,
    "big_bet": 0,
    "bring_in": 0,
    "completion": 0,
    "note": "",
    "color_up": [],
    "stop_at_end": False,
}


@dataclass(frozen=True, slots=True)
class Field:
    """Who has entered: of the Day, as the screen counts them, and of the whole event.

    entries, left: of all Days, for they play for one pool. prize: taken for it so far, in minor units.
    """

    of_day: Mapping[str, int]
    entries: int
    left: int
    prize: int


def read_document(key: Key) -> Document | None:
    """What the hub asks for: the document of an event's Day, or its revision alone; None if unknown."""
    event = Event.objects.filter(slug=key.slug).first()
    if event is None:
        return None
    if key.kind == "signal":
        return signal(event.pk, event.revision)
    now = utc_now()
    day = event.days.filter(code=key.day).first() if key.day else current_day(event, now)
    return None if day is None else screen_document(event, day, now)


def revisions(event_ids: Collection[int]) -> dict[int, int]:
    """The revision of each of these events that exists, in one query."""
    return dict(Event.objects.filter(pk__in=event_ids).values_list("pk", "revision"))


def screen_document(event: Event, day: Day, now: datetime) -> Document:
    """The document of one Day at an instant. Eight queries at most, however large the field."""
    day.event = event
    shown = reading_of(day, now) if day.structure else None
    text = json.dumps(screen_state(event, day, shown, now), ensure_ascii=False, separators=(",", ":"))
    place = f"{shown.item}-{shown.state}" if shown else "empty"
    return Document(
        event_id=event.pk,
        rev=event.revision,
        etag=f"{event.revision}-{day.pk}-{place}",
        text=text,
        valid_until=shown.next_change if shown else None,
    )


def screen_state(
    event: Event, day: Day, shown: Reading | None, now: datetime, field: Field | None = None
) -> dict[str, Any]:
    """The document as plain values, without `server_now`. field: where whoever asks has read it already."""
    field = field or field_of(event, day)
    taken, counted = _floor(event, day)
    counts = _counts(day, field, taken)
    mine = counted.get(day.pk)
    if mine is not None:
        counts |= {"entries": mine.entries, "reentries": mine.reentries, "players": mine.left}
    waits = screen_alternates(day, counts["open_chairs"], now) if counts["alternates"] else NO_ALTERNATES
    registration = registration_of(day, now)
    prize = prizes_from(
        event,
        max(event.guarantee, field.prize + sum(one.prize for one in counted.values())),
        field.entries + sum(one.entries for one in counted.values()),
    )
    return {
        "v": VERSION,
        "rev": event.revision,
        "event": {"slug": event.slug, "name": event.name, "currency": event.currency},
        "day": {"code": day.code, "label": day.label},
        "clock": {
            "item": day.clock_item if day.clock_started or shown is None else shown.item,
            "elapsed_ms": day.clock_elapsed_ms,
            "anchor": instant(day.clock_anchor) if day.clock_anchor else None,
            "state": shown.state if shown else "waiting",
        },
        "schedule": [_SCHEDULE_FIELDS | item for item in items_to_json(items_from_json(day.structure))],
        "counts": counts,
        "chips": _chips(event, day, counts["players"], mine),
        "registration": {
            "open": registration.is_open,
            "closes_after_level": registration.closes_after_level,
            "closes_at": instant(registration.closes_at) if registration.closes_at else None,
        },
        "prizes": {
            "pool": prize.pool if event.shows_pool else None,
            "final": prize.final,
            "places": prize.places if event.shows_pool else None,
            "amounts": list(prize.amounts) if event.shows_pool else [],
        },
        **waits,
        "moves": last_moves(event, day, now),
        "message": None,
    }


def _floor(event: Event, day: Day) -> tuple[int, dict[int, CountedDay]]:
    """How many chairs are taken on the Day, and the Days of the event that are run by counts alone."""
    seats = Seat.objects.filter(day=day.pk, until=None).order_by()
    taken = Subquery(
        seats.annotate(n=Func(F("pk"), function="COUNT", output_field=IntegerField())).values("n")
    )
    rows = Day.objects.filter(event=event).annotate(taken=taken)
    columns = ("pk", "taken", "floor__by_counts", "floor__counted", "floor__players_left")
    found = list(rows.values_list(*columns))
    floors = [CountedFloor(pk, counted, left) for pk, _taken, by_counts, counted, left in found if by_counts]
    return max((row[1] for row in found), default=0), counted_days(event, floors)


def field_of(event: Event, day: Day) -> Field:
    """Who has entered an event, and what was taken for its pool. Two queries, however large the field."""
    # players: those whose chips are in play, so that the average is theirs. Nobody whose stack comes into
    # play only when he claims it, until he does.
    waiting = Q(state=Entry.State.PAID, alternate__isnull=False)
    here, entered, playing = Q(day=day), Q(state__in=Entry.IN), Q(state__in=Entry.PLAYING)
    found = Entry.objects.filter(event=event).aggregate(
        entries=Count("pk", filter=here & entered),
        reentries=Count("pk", filter=here & entered & Q(reentry=True)),
        players=Count("pk", filter=here & playing & ~waiting & ~OUT_OF_PLAY),
        alternates=Count("pk", filter=here & waiting),
        of_all=Count("pk", filter=entered),
        left=Count("pk", filter=playing),
    )
    lines = LedgerLine.objects.filter(event=event, part=LedgerLine.Part.PRIZE).aggregate(total=Sum("amount"))
    return Field(found, found["of_all"], found["left"], lines["total"] or 0)


def _counts(day: Day, field: Field, taken: int) -> dict[str, int]:
    rows = DayTable.objects.filter(day=day, state=DayTable.State.OPEN)
    open_tables = list(rows.values_list("table", "chairs", "table__blocked", "padlocked"))
    chairs = [
        n - sum(1 for chair in blocked if chair <= n)
        for _table, n, blocked, padlocked in open_tables
        if not padlocked
    ]
    if shut := [table for table, _n, _blocked, padlocked in open_tables if padlocked]:
        taken -= Seat.objects.filter(day=day, table__in=shut, until=None).count()
    return {
        "entries": field.of_day["entries"],
        "reentries": field.of_day["reentries"],
        "players": field.of_day["players"],
        "tables": len(open_tables),
        "open_chairs": max(0, sum(chairs) - taken),
        "alternates": field.of_day["alternates"],
    }


def _chips(event: Event, day: Day, players: int, counted: CountedDay | None) -> dict[str, int | None]:
    in_play = chips_in_play(day) + (counted.chips if counted else 0)
    average = average_stack(in_play, players) if players and event.shows_average else None
    return {"in_play": in_play if event.shows_average else None, "average": average}
