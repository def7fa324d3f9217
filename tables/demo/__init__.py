"""A demo evening: three events in different phases, 212 invented players."""

from datetime import datetime, timedelta
from importlib.resources import files
from typing import Any

from tables.actions.day import open_event
from tables.actions.draw import draw_all
from tables.actions.import_entries import import_entries
from tables.actions.room import add_room, add_tables, give_tables
from tables.actions.seat_notes import mark_table_seen
from tables.demo.play import play
from tables.models import DayTable
from tournaments.actions.clock import count_down_to, start_clock
from tournaments.actions.house import change_house
from tournaments.actions.option import add_option
from tournaments.journal.change import By, utc_now
from tournaments.models import Day, Event, House, Option, StructureTemplate
from tournaments.queries.imports import read_file
from tournaments.rules.csv_import import PlayerSheet

MAIN_STARTED = timedelta(hours=2, minutes=26)
TURBO_STARTS = timedelta(minutes=35)


def load(zone: str) -> list[Event]:
    """Make the evening; the events, the largest first."""
    now = utc_now()
    earlier = now - MAIN_STARTED
    before = By(device="demo", clock=lambda: earlier - timedelta(minutes=30))
    change_house(before, name="Floorman Card Room", timezone=zone, currency="EUR")
    room = add_room(before, name="Main room")
    add_tables(before, room, first=1, last=30, chairs=9)
    add_tables(before, add_room(before, name="Terrace"), first=41, last=46, chairs=8)
    sheet = read_file(files(__name__).joinpath("players.csv").read_bytes()).sheet
    main = _main_event(before, By(device="demo", clock=lambda: earlier), earlier, sheet)
    turbo = _turbo(By(device="demo", clock=lambda: now), now, sheet)
    sunday = _sunday(By(device="demo", clock=lambda: now), now, sheet)
    return [main, turbo, sunday]


def _main_event(before: By, at_start: By, start: datetime, sheet: PlayerSheet) -> Event:
    """212 players drawn, the clock running."""
    event, day, entry = _event(
        before,
        "autumn-main",
        "Autumn Classic Main Event",
        "APT Manila",
        colour="#1f5a43",
        chairs=9,
        registration_level=8,
        guarantee=100_000_00,
        seating=Event.Seating.FOR_ALL,
        starts_at=start,
        price=(485_00, 50_00, 15_00),
        label="Day 1B",
        code="1B",
    )
    give_tables(before, day, range(1, 25))
    import_entries(before, day, entry, sheet, paid=True)
    draw_all(before, day, cut="Seven of diamonds")
    # At the last two tables nobody has looked yet who came.
    for table in list(day.day_tables.filter(state=DayTable.State.OPEN).order_by("table__number"))[:-2]:
        mark_table_seen(at_start, table)
    start_clock(at_start, day)
    play(day, start + MAIN_STARTED)
    return event


def _turbo(who: By, now: datetime, sheet: PlayerSheet) -> Event:
    """Registration under way, the countdown to the start running."""
    event, day, entry = _event(
        who,
        "evening-turbo",
        "Evening Turbo",
        "Live! Casino",
        colour="#7a4a9e",
        chairs=8,
        registration_level=6,
        guarantee=5_000_00,
        seating=Event.Seating.AT_REGISTRATION,
        starts_at=now + TURBO_STARTS,
        price=(90_00, 15_00, 5_00),
    )
    add_option(
        who,
        event,
        kind=Option.Kind.REBUY,
        name="Rebuy",
        prize=90_00,
        fee=10_00,
        chips=event.stack,
        until_level=6,
        per_player=1,
    )
    give_tables(who, day, range(41, 47))
    import_entries(who, day, entry, _some(sheet, 0, 31), paid=True, seat=True)
    count_down_to(who, day, now + TURBO_STARTS)
    return event


def _sunday(who: By, now: datetime, sheet: PlayerSheet) -> Event:
    """Tomorrow's event: reservations by phone, nothing drawn yet."""
    event, day, entry = _event(
        who,
        "sunday-deepstack",
        "Sunday Deepstack",
        "2018 WPT",
        colour="#b5541c",
        chairs=8,
        registration_level=4,
        guarantee=0,
        seating=Event.Seating.FOR_ALL,
        starts_at=now + timedelta(hours=18),
        price=(250_00, 30_00, 10_00),
    )
    give_tables(who, day, range(25, 31), state="reserved")
    import_entries(who, day, entry, _some(sheet, 40, 84), paid=False)
    return event


def _event(
    who: By,
    slug: str,
    name: str,
    template: str,
    *,
    price: tuple[int, int, int],
    code: str = "1",
    label: str = "Day 1",
    **settings: Any,
) -> tuple[Event, Day, Option]:
    structure = StructureTemplate.objects.get(name__startswith=template)
    event = open_event(
        who,
        slug=slug,
        name=name,
        template=structure,
        code=code,
        label=label,
        currency=_currency(),
        stack=structure.stack,
        chips=structure.chips,
        **settings,
    )
    prize, fee, staff = price
    option = add_option(
        who, event, kind=Option.Kind.ENTRY, name="Entry", prize=prize, fee=fee, staff=staff, chips=event.stack
    )
    return event, event.days.get(), option


def _currency() -> str:
    return House.objects.get().currency


def _some(sheet: PlayerSheet, first: int, last: int) -> PlayerSheet:
    return PlayerSheet(rows=sheet.rows[first:last], broken=())
