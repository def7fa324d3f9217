"""10,000 entries drawn and stored by one action, beside a plain bulk_create of the same seats.

    python -m bench.draw [--entries 10000] [--rounds 3]

Both on one SQLite file of their own, alternating; the best round of each counts. The action reads who waits
and the floor, draws, writes seats, entries, draw and journal row in one transaction; the floor of the
comparison inserts rows that are made already. Target: at most 2.0 times, of the processor, so that a busy
machine does not count.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

TARGET = 2.0
CHAIRS = 9


def set_up(folder: Path) -> None:
    """Django on a database of its own, before anything of ours is imported."""
    os.environ["FLOORMAN_VAR"] = str(folder)
    os.environ["DATABASE_URL"] = f"sqlite:///{folder / 'bench.sqlite3'}"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def make_field(size: int) -> Any:
    """A Day with that many paid entries and tables enough."""
    from tables.models import DayTable, Room, Table
    from tests import factories
    from tournaments.models import Entry, Player, Purchase

    day = factories.make_day()
    option = factories.make_option(day.event)
    players = Player.objects.bulk_create(
        [
            Player(first_name=f"First {i}", last_name=f"Last {i}", search=f"first last {i}")
            for i in range(size)
        ]
    )
    entries = Entry.objects.bulk_create(
        Entry(event=day.event, day=day, player=player, option=option, number=i, state="paid",
              token=f"T{i:07}", made_at=factories.START, paid_at=factories.START)
        for i, player in enumerate(players, start=1)
    )  # fmt: skip
    Purchase.objects.bulk_create(
        Purchase(event=day.event, entry=entry, option=option, chips=20_000, at=factories.START)
        for entry in entries
    )
    room = Room.objects.create(name="Hall")
    tables = Table.objects.bulk_create(
        Table(room=room, number=i, chairs=CHAIRS) for i in range(1, -(-size // CHAIRS) + 1)
    )
    DayTable.objects.bulk_create(
        DayTable(day=day, table=table, chairs=CHAIRS, state="open", order=table.number) for table in tables
    )
    return day


def empty_chairs(day: Any) -> list[Any]:
    """Everybody stands again: the seats that were, ready to be inserted by hand."""
    from tables.models import Seat
    from tournaments.models import Entry

    seats = list(Seat.objects.filter(day=day))
    Seat.objects.all().delete()
    Entry.objects.filter(day=day).update(state="paid")
    for seat in seats:
        seat.pk = None
        seat._state.adding = True
    return seats


def seconds(work: Callable[[], Any]) -> tuple[float, float]:
    """Of the processor, and on the wall."""
    busy, wall = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - busy, time.perf_counter() - wall


def compare(size: int, rounds: int) -> list[tuple[float, float]]:
    """Best seconds of the action and of the plain insert: of the processor, then on the wall."""
    from django.db import transaction

    from tables.actions.draw import draw_all
    from tables.models import Seat
    from tournaments.journal.change import By

    day = make_field(size)
    ours, plain = [], []

    def insert(seats: list[Any]) -> None:
        with transaction.atomic():
            Seat.objects.bulk_create(seats)

    for _ in range(rounds):
        ours.append(seconds(lambda: draw_all(By(), day)))
        seats = empty_chairs(day)
        plain.append(seconds(lambda rows=seats: insert(rows)))  # type: ignore[misc]
        empty_chairs(day)
    return [
        (min(action), min(insert))
        for action, insert in zip(zip(*ours, strict=True), zip(*plain, strict=True), strict=True)
    ]


def main(arguments: list[str] | None = None) -> bool:
    """Print both times and their ratio; whether the target is met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="floorman-bench-") as folder:
        set_up(Path(folder))
        measured = compare(options.entries, options.rounds)
    print(f"{options.entries:,} seats by one action, beside bulk_create")
    for name, (ours, plain) in zip(("processor", "wall"), measured, strict=True):
        print(f"{name:10} {ours * 1000:5.0f} ms {plain * 1000:5.0f} ms   {ours / plain:.2f} times")
    ratio = measured[0][0] / measured[0][1]
    print(f"target: at most {TARGET} times of the processor: {'met' if ratio <= TARGET else 'MISSED'}")
    return ratio <= TARGET


if __name__ == "__main__":
    raise SystemExit(not main())
