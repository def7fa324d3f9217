"""Rows for tests, free of surprises: what is not named has one plain value."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from tables.models import Bust, DaySeed, DayTable, Room, Table
from tables.rules.draw import commitment
from tournaments.journal.change import By
from tournaments.models import Day, Entry, Event, House, Option, Player, Purchase, Staff
from tournaments.rules.names import search_key

START = datetime(2026, 11, 28, 18, 0, tzinfo=UTC)
_serial = count(1)


class Clock:
    """A clock that stands still until it is told to move."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **duration: float) -> datetime:
        """Move on, by the arguments of a timedelta."""
        self.now += timedelta(**duration)
        return self.now


def make_house(**values: Any) -> House:
    return House.objects.update_or_create(pk=1, defaults=values)[0]


def make_staff(role: str = "director", **values: Any) -> Staff:
    n = next(_serial)
    staff = Staff(**{"username": f"{role}{n}", "name": f"{role.title()} {n}", "role": role} | values)
    staff.set_password("correct horse 7")
    staff.save()
    return staff


def as_by(staff: Staff | None = None, clock: Clock | None = None, **values: Any) -> By:
    return By(staff=staff or make_staff(), **({"clock": clock} if clock else {}), **values)


def levels(n: int = 6, minutes: int = 20, break_after: tuple[int, ...] = (4,)) -> list[dict[str, Any]]:
    """A plain no-limit structure, as a Day keeps it: 100/200 and up, big blind ante, 10 min breaks."""
    items: list[dict[str, Any]] = []
    for number in range(1, n + 1):
        items.append(
            {
                "id": len(items) + 1,
                "kind": "level",
                "number": number,
                "duration_ms": minutes * 60_000,
                "game": "No-limit hold'em",
                "limit": "no-limit",
                "small_blind": 100 * number,
                "big_blind": 200 * number,
                "ante": 200 * number,
                "ante_kind": "big-blind",
            }
        )
        if number in break_after:
            items.append({"id": len(items) + 1, "kind": "break", "duration_ms": 600_000})
    return items


def make_event(**values: Any) -> Event:
    n = next(_serial)
    defaults = {
        "slug": f"event-{n}",
        "name": f"Event {n}",
        "stack": 20_000,
        "chips": [100, 500, 1000, 5000],
        "registration_level": 4,
    }
    return Event.objects.create(**defaults | values)


def make_day(event: Event | None = None, **values: Any) -> Day:
    event = event or make_event()
    items = values.pop("structure", None) or levels()
    defaults = {"code": "1", "label": "Day 1", "structure": items, "next_item_id": len(items) + 1}
    day = Day.objects.create(event=event, **defaults | values)
    seed = bytes([day.pk % 256]) * 32
    DaySeed.objects.create(day=day, seed=seed, commitment=commitment(seed), made_at=START)
    return day


def make_option(event: Event, **values: Any) -> Option:
    defaults = {
        "kind": "entry",
        "name": "Entry",
        "prize": 48_500,
        "fee": 5_000,
        "staff": 1_500,
        "chips": event.stack,
    }
    return Option.objects.create(event=event, **defaults | values)


def make_player(**values: Any) -> Player:
    n = next(_serial)
    defaults = {"first_name": f"First{n}", "last_name": f"Last{n}", "card": str(500_000 + n)}
    kept = defaults | values
    key = search_key(kept["first_name"], kept["last_name"], kept.get("alias", ""), kept["card"] or "")
    return Player.objects.create(search=key, **kept)


def make_entry(day: Day, option: Option, player: Player | None = None, **values: Any) -> Entry:
    """A paid entry with its purchase, without ledger lines."""
    n = next(_serial)
    number = Entry.objects.filter(event=day.event).count() + 1
    defaults = {"state": "paid", "number": number, "token": f"T{n:011d}", "made_at": START, "paid_at": START}
    # As an entry sold at the desk: its player was there.
    defaults["checked_in_at"] = START
    entry = Entry.objects.create(
        event=day.event, day=day, player=player or make_player(), option=option, **defaults | values
    )
    Purchase.objects.create(event=day.event, entry=entry, option=option, chips=option.chips, at=START)
    if entry.state == Entry.State.OUT:
        make_out(entry)
    return entry


def make_out(*entries: Entry, **values: Any) -> list[Bust]:
    """Busts for entries, one after another, whatever their state was; their seats end."""
    made = []
    for entry in entries:
        order = Bust.objects.filter(event=entry.event_id).count() + 1
        seat = entry.seats.filter(until=None).first()
        entry.seats.filter(until=None).update(until=START)
        Entry.objects.filter(pk=entry.pk).update(state="out", out_at=START)
        place = {"table": seat.table, "chair": seat.chair} if seat else {}
        defaults = {"event": entry.event, "day": entry.day, "entry": entry, "order": order, "at": START}
        made.append(Bust.objects.create(**defaults | place | values))
    return made


def make_tables(
    day: Day, n: int = 2, chairs: int = 9, state: str = "open", first: int | None = None
) -> list[DayTable]:
    """Tables for a Day, numbered on from the highest there is (or from `first`)."""
    room = Room.objects.get_or_create(name="Main room")[0]
    highest = Table.objects.order_by("-number").values_list("number", flat=True).first() or 0
    begin = first or highest + 1
    made = [Table.objects.create(room=room, number=begin + i, chairs=chairs) for i in range(n)]
    return [
        DayTable.objects.create(day=day, table=table, chairs=chairs, state=state, order=order)
        for order, table in enumerate(made, start=1)
    ]
