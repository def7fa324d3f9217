"""Counters for the director: entries by hour, line, clerk and option; open chairs; what is not claimed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Count, Q
from django.db.models.functions import TruncHour

from tables.queries.desk_panel import RoomNow, room_now
from tournaments.models import Action, Day, Entry, Event, Purchase
from tournaments.queries.claims import UNCLAIMED

# What serves somebody in line with an entry.
ENTRY_SALES = ("entry.register", "entry.register_new", "entry.pay", "entry.reenter_giving_up")
MOST_HOURS = 72


@dataclass(frozen=True, slots=True)
class Bar:
    """One counted thing. percent: of the largest beside it. name: "" where there is none."""

    name: str
    count: int
    percent: int
    more: int = 0


@dataclass(frozen=True, slots=True)
class Counters:
    """The counters of an event now. room: of the current Day, None where there is none.

    lines and clerks count sales of entries that were not undone; options what was taken and not given back;
    hours entries by the hour of payment ("14:00") on the house's wall, re-entries among them (`more`).
    unclaimed: paid for, and its player not seen here.
    """

    hours: tuple[Bar, ...]
    lines: tuple[Bar, ...]
    clerks: tuple[Bar, ...]
    options: tuple[Bar, ...]
    room: RoomNow | None
    entries: int
    last_hour: int
    reserved: int
    reserved_in_line: int
    unclaimed: int
    alternates: int
    called: int


def counters(event: Event, day: Day | None, now: datetime, zone: str) -> Counters:
    """All of it, in a fixed number of queries."""
    state = Entry.State
    waits = Q(state=state.PAID, alternate__isnull=False)
    found = Entry.objects.filter(event=event).aggregate(
        entries=Count("pk", Q(state__in=Entry.IN)),
        last_hour=Count("pk", Q(state__in=Entry.IN, paid_at__gt=now - timedelta(hours=1))),
        reserved=Count("pk", Q(state=state.RESERVED)),
        reserved_in_line=Count("pk", Q(state=state.RESERVED, in_line=True)),
        unclaimed=Count("pk", UNCLAIMED),
        alternates=Count("pk", waits),
        called=Count("pk", waits & Q(called_at__isnull=False, skipped_at=None)),
    )
    return Counters(
        hours=_hours(event, zone),
        lines=_sales(event, "device"),
        clerks=_sales(event, "actor__name"),
        options=_options(event),
        room=room_now(event, day) if day else None,
        **found,
    )


def _hours(event: Event, zone: str) -> tuple[Bar, ...]:
    """Every hour from the first entry to the last, the empty ones too; the last few days."""
    rows = Entry.objects.filter(event=event, state__in=Entry.IN, paid_at__isnull=False).order_by()
    hours = rows.annotate(hour=TruncHour("paid_at", tzinfo=ZoneInfo(zone))).values_list("hour")
    counted = {
        hour: (n, again)
        for hour, n, again in hours.annotate(n=Count("pk"), again=Count("pk", Q(reentry=True)))
    }
    if not counted:
        return ()
    first, last = min(counted), max(counted)
    most = max(n for n, _again in counted.values())
    every = [last - timedelta(hours=back) for back in range(MOST_HOURS)]
    shown = [hour for hour in reversed(every) if hour >= first]
    several_days = first.date() != last.date()
    return tuple(
        Bar(f"{hour:%d.%m. %H:%M}" if several_days else f"{hour:%H:%M}", n, _percent(n, most), again)
        for hour in shown
        for n, again in [counted.get(hour, (0, 0))]
    )


def _sales(event: Event, by: str) -> tuple[Bar, ...]:
    """Sales of entries that hold, by what the journal says of them."""
    rows = Action.objects.filter(event=event, kind__in=ENTRY_SALES, undone_by=None).order_by()
    return _bars((name or "", n) for name, n in rows.values_list(by).annotate(n=Count("pk")))


def _options(event: Event) -> tuple[Bar, ...]:
    rows = Purchase.objects.filter(event=event, cancelled_at=None).order_by()
    sold = dict(rows.values_list("option").annotate(n=Count("pk")))
    return _bars(((option.name, sold.get(option.pk, 0)) for option in event.options.all()), in_order=True)


def _bars(rows: Iterable[tuple[str, int]], *, in_order: bool = False) -> tuple[Bar, ...]:
    counted = list(rows)
    most = max((n for _name, n in counted), default=0)
    bars = (Bar(name, n, _percent(n, most)) for name, n in counted)
    return tuple(bars) if in_order else tuple(sorted(bars, key=lambda bar: (-bar.count, bar.name)))


def _percent(n: int, most: int) -> int:
    return round(100 * n / most) if most else 0
