"""One entry registered and seated in an event of 10,000, beside one of 100.

    python -m bench.register [--entries 10000] [--rounds 40]

Two Days in one database of their own (SQLite, or the one that BENCH_DATABASE_URL names), each with a few
players out; entries are registered in turn in both. The median of each counts, of the processor. Target: as
many queries, and at most 1.3 times the time.
"""

import argparse
import os
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

TARGET = 1.3
CHAIRS = 9
SMALL = 100
OUT = 8  # of a hundred


def set_up(folder: Path) -> None:
    """Django on a database of its own, before anything of ours is imported."""
    os.environ["FLOORMAN_VAR"] = str(folder)
    own = f"sqlite:///{folder / 'bench.sqlite3'}"
    os.environ["DATABASE_URL"] = os.environ.get("BENCH_DATABASE_URL", own)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def make_day(size: int, first: int) -> Any:
    """A Day with that many entries drawn to tables numbered on from `first`, some of them out again."""
    from tables.actions.draw import draw_all
    from tables.models import DayTable, Room, Seat, Table
    from tests import factories
    from tournaments.journal.change import By
    from tournaments.models import Entry, Player, Purchase

    day = factories.make_day()
    option = factories.make_option(day.event)
    start = factories.START
    players = Player.objects.bulk_create(
        Player(first_name=f"A{i}", last_name=f"B{i}", search=f"a{i} b{i}") for i in range(size)
    )
    entries = Entry.objects.bulk_create(
        Entry(event=day.event, day=day, player=player, option=option, number=i, state="paid",
              token=f"{first}-{i}", made_at=start, paid_at=start)
        for i, player in enumerate(players, start=1)
    )  # fmt: skip
    Purchase.objects.bulk_create(
        Purchase(event=day.event, entry=entry, option=option, chips=20_000, at=start) for entry in entries
    )
    room = Room.objects.get_or_create(name="Hall")[0]
    numbers = range(first, first + -(-size // CHAIRS))
    tables = Table.objects.bulk_create(Table(room=room, number=n, chairs=CHAIRS) for n in numbers)
    DayTable.objects.bulk_create(
        DayTable(day=day, table=table, chairs=CHAIRS, state="open", order=table.number) for table in tables
    )
    draw_all(By(), day)
    gone = random.Random(1).sample([entry.pk for entry in entries], size * OUT // 100)
    Seat.objects.filter(entry__in=gone).update(until=start)
    Entry.objects.filter(pk__in=gone).update(state="out")
    return day


class Desk:
    """Registers one more player on a Day and keeps what that took."""

    def __init__(self, day: Any) -> None:
        self.day = day
        self.option = day.event.options.get()
        self.times: list[float] = []
        self.queries: list[int] = []

    def register_one(self) -> None:
        """One more, timed; the queries are counted in another run, since counting takes time."""
        from tables.actions.desk import register
        from tables.models import Seat
        from tests import factories
        from tournaments.journal.change import By
        from tournaments.models import Entry

        player = factories.make_player()
        before = time.process_time()
        entry = register(By(), self.day, player, self.option)
        self.times.append((time.process_time() - before) * 1000)
        Seat.objects.filter(entry=entry).update(until=factories.START)  # so that no round fills the room
        Entry.objects.filter(pk=entry.pk).update(state="out")

    def count_one(self) -> None:
        """One more, its queries counted."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as caught:
            self.register_one()
        self.times.pop()
        self.queries.append(len(caught))


def main(arguments: list[str] | None = None) -> bool:
    """Print both times and their ratio; whether the target is met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=40)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="floorman-bench-") as folder:
        set_up(Path(folder))
        small, large = Desk(make_day(SMALL, 1)), Desk(make_day(options.entries, 1001))
        for desk in (small, large):
            for _ in range(3):
                desk.count_one()
        for _ in range(options.rounds):
            small.register_one()
            large.register_one()
    few, many = statistics.median(small.times), statistics.median(large.times)
    print(f"one entry of {SMALL}: {few:.1f} ms, {small.queries} queries")
    print(f"one of {options.entries:,}: {many:.1f} ms, {large.queries} queries   {many / few:.2f} times")
    met = many / few <= TARGET and max(large.queries) <= max(small.queries)
    print(f"target: at most {TARGET} times, as many queries: {'met' if met else 'MISSED'}")
    return met


if __name__ == "__main__":
    raise SystemExit(not main())
