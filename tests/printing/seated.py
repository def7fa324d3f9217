"""A Day with people in chairs, for the tests of printing."""

from tables.models import DaySeed, Draw, Seat
from tests import factories
from tests.factories import START
from tournaments.models import Day, Entry, Event


def seated_day(n: int = 4, **values: object) -> Day:
    """A Day whose n entries sit at tables of nine, by one draw; player k is called "First Player k"."""
    event = factories.make_event(name="Autumn Main", stack=30_000, **values)
    day = factories.make_day(event, code="1A", label="Day 1A")
    option = factories.make_option(event, name="Buy-in")
    tables = factories.make_tables(day, n=-(-n // 9))
    seed = DaySeed.objects.get(day=day)
    draw = Draw.objects.create(
        day=day, seed=seed, number=1, purpose="seats", candidates={}, outcome={}, at=START
    )
    for k in range(n):
        entry = factories.make_entry(
            day, option, factories.make_player(first_name="First", last_name=f"Player {k}"), state="seated"
        )
        sit(entry, tables[k // 9].table, k % 9 + 1, draw)
    return day


def sit(entry: Entry, table: object, chair: int, draw: Draw | None = None) -> Seat:
    """Put an entry in a chair, out of the one it had."""
    Seat.objects.filter(entry=entry, until=None).update(until=START)
    return Seat.objects.create(day=entry.day, table=table, chair=chair, entry=entry, draw=draw, since=START)


def newcomer(event: Event, table: object, chair: int) -> Entry:
    """One more player, just seated."""
    day = event.days.get()
    entry = factories.make_entry(day, event.options.get(), state="seated")
    sit(entry, table, chair)
    return entry
