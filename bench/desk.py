"""64 clerks on threads sell 2,000 entries into 1,800 chairs, beside plain inserts of one row each.

    python -m bench.desk [--clerks 64] [--sales 2000] [--chairs 1800]

On SQLite and, where DATABASE_URL or a local server has one, on PostgreSQL. The floor of the comparison is
as many transactions of one inserted row each, by the same threads. PostgreSQL takes those side by side, while
the sales of one event stand in line for its row, so the floor is measured in line as well. Then the books: no
chair twice, the rest alternates 1 to n without a gap, every drawer holds what its clerk took, and no
invariant is broken. Target: a sale takes at most 6 times as long as a plain insert.
"""

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

TARGET = 6.0
CHAIRS_PER_TABLE = 9
POSTGRES = "postgres:///floorman_bench_desk"


def set_up(folder: Path, database: str) -> None:
    """Django on a database of its own, before anything of ours is imported."""
    os.environ["FLOORMAN_VAR"] = str(folder)
    os.environ["DATABASE_URL"] = database
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def make_desk(clerks: int, sales: int, chairs: int) -> tuple[Any, Any, list[Any], list[Any]]:
    """A Day with tables for so many, what it sells, players, and clerks with an open drawer each."""
    from tables.models import DayTable, Room, Table
    from tests import factories
    from tournaments.models import Player, Shift

    day = factories.make_day()
    option = factories.make_option(day.event)
    players = Player.objects.bulk_create(
        Player(first_name=f"First {i}", last_name=f"Last {i}", search=f"first last {i}") for i in range(sales)
    )
    room = Room.objects.create(name="Hall")
    for number in range(1, -(-chairs // CHAIRS_PER_TABLE) + 1):
        table = Table.objects.create(room=room, number=number, chairs=CHAIRS_PER_TABLE)
        DayTable.objects.create(day=day, table=table, chairs=CHAIRS_PER_TABLE, state="open", order=number)
    staff = [factories.make_staff("registration") for _ in range(clerks)]
    for clerk in staff:
        Shift.objects.create(
            staff=clerk, currency=day.event.currency, opening=10_000, opened_at=factories.START
        )
    return day, option, list(players), staff


@contextlib.contextmanager
def hub_at_work() -> Iterator[None]:
    """The hub in a loop of its own, as in the process that serves the desk's pages."""
    from tournaments.hub.installed import installed

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    asyncio.run_coroutine_threadsafe(installed().start(), loop).result()
    try:
        yield
    finally:
        asyncio.run_coroutine_threadsafe(installed().stop(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


def by_clerks(clerks: Sequence[Any], rows: Sequence[Any], work: Callable[[Any, Any], None]) -> float:
    """Seconds until the clerks, a thread each, are through with all rows."""
    from django.db import connection

    left, gate = iter(list(rows)), threading.Barrier(len(clerks) + 1)
    lock = threading.Lock()
    failed: list[BaseException] = []

    def take(clerk: Any) -> None:
        gate.wait()
        try:
            while True:
                with lock:
                    row = next(left, None)
                if row is None:
                    return
                work(clerk, row)
                if connection.vendor == "postgresql":  # back to the pool, as at the end of a request
                    connection.close()
        except BaseException as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=take, args=[clerk]) for clerk in clerks]
    for thread in threads:
        thread.start()
    gate.wait()
    begun = time.perf_counter()
    for thread in threads:
        thread.join()
    took = time.perf_counter() - begun
    if failed:
        raise failed[0]
    return took


def sell_all(day: Any, option: Any, players: Sequence[Any], clerks: Sequence[Any]) -> float:
    """Every player is sold an entry and drawn a seat, for cash."""
    from tables.actions.desk import register
    from tournaments.journal.change import By

    def sell(clerk: Any, player: Any) -> None:
        register(By(staff=clerk, device="desk"), day, player, option, method="cash")

    return by_clerks(clerks, players, sell)


def insert_all(rows: int, clerks: Sequence[Any], event: int | None = None) -> float:
    """As many transactions of one plain row; with an event's key each holds its row, as a sale does."""
    from tournaments.journal.lock import in_turn, locked_event, write_transaction
    from tournaments.models import Player

    def insert(_clerk: Any, number: int) -> None:
        turn = contextlib.nullcontext() if event is None else in_turn(event)
        with turn, write_transaction():
            if event is not None:
                locked_event(event)
            Player.objects.create(first_name="Plain", last_name=f"Row {number}", search=f"plain row {number}")

    return by_clerks(clerks, range(rows), insert)


def wrong_books(day: Any, option: Any, sales: int, chairs: int) -> list[str]:
    """What is wrong after the sale: nothing, in a house that is in order."""
    from django.db.models import Count, Sum

    from tables.models import Seat
    from tournaments.journal.invariants import violations
    from tournaments.models import Entry, LedgerLine, Shift

    taken = Seat.objects.filter(day=day, until=None)
    listed = Entry.objects.filter(day=day, alternate__isnull=False).order_by("alternate")
    drawers = LedgerLine.objects.values("shift").annotate(total=Sum("amount"))
    sold = dict(LedgerLine.objects.values_list("cashier").annotate(total=Sum("amount")))
    held = {Shift.objects.get(pk=row["shift"]).staff_id: row["total"] for row in drawers if row["shift"]}
    questions = {
        f"{taken.count()} sit": taken.count() == min(chairs, sales),
        "a chair twice": not taken.values("table", "chair").annotate(n=Count("pk")).filter(n__gt=1).exists(),
        "a gap among the alternates": list(listed.values_list("alternate", flat=True))
        == list(range(1, max(0, sales - chairs) + 1)),
        "a drawer that does not balance": held == sold and sum(sold.values()) == sales * option.price,
        "an invariant broken": violations(day.event) == [],
    }
    return [words for words, is_right in questions.items() if not is_right]


def run(database: str, clerks: int, sales: int, chairs: int) -> bool:
    """Sell, check the books and print what it took, on one database; whether the target is met."""
    with tempfile.TemporaryDirectory(prefix="floorman-bench-") as folder:
        set_up(Path(folder), database or f"sqlite:///{Path(folder) / 'bench.sqlite3'}")
        day, option, players, staff = make_desk(clerks, sales, chairs)
        with hub_at_work():
            plain = insert_all(sales, staff)
            ours = sell_all(day, option, players, staff)
            plain = min(plain, insert_all(sales, staff))
            in_line = insert_all(sales, staff, day.event_id)
        wrong = wrong_books(day, option, sales, chairs)
    name = "PostgreSQL" if database else "SQLite"
    print(f"{name}: {sales:,} sales by {clerks} clerks into {chairs:,} chairs")
    print(f"  sales          {ours:6.1f} s  {sales / ours:7.0f} a second")
    print(f"  plain inserts  {plain:6.1f} s  {sales / plain:7.0f} a second")
    print(f"  the same, one after another under the event's lock {in_line:.1f} s: {ours / in_line:.2f} times")
    print(f"  books: {', '.join(wrong) or 'in order'}")
    is_met = ours / plain <= TARGET and not wrong
    print(
        f"  {ours / plain:.2f} times; target: at most {TARGET}: {'met' if is_met else 'MISSED'}", flush=True
    )
    return is_met


def on_postgres(arguments: list[str]) -> bool:
    """The same in a process of its own on PostgreSQL, on a database made for it and dropped afterwards."""
    import psycopg

    server = os.environ.get("BENCH_POSTGRES", "postgresql:///postgres")
    try:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute("DROP DATABASE IF EXISTS floorman_bench_desk")
            connection.execute("CREATE DATABASE floorman_bench_desk")
    except psycopg.OperationalError as error:
        print(f"LEFT OUT: PostgreSQL, because no server answers ({str(error).splitlines()[0]}).")
        return True
    command = [sys.executable, "-m", "bench.desk", "--database", POSTGRES, *arguments]
    is_met = subprocess.run(command, check=False).returncode == 0
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP DATABASE floorman_bench_desk")
    return is_met


def main(arguments: list[str] | None = None) -> bool:
    """Both databases; whether the target is met on each that is there."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--clerks", type=int, default=64)
    parser.add_argument("--sales", type=int, default=2_000)
    parser.add_argument("--chairs", type=int, default=1_800)
    parser.add_argument("--database", default="")
    options = parser.parse_args(arguments)
    is_met = run(options.database, options.clerks, options.sales, options.chairs)
    if options.database:
        return is_met
    given = [f"--{name}={getattr(options, name)}" for name in ("clerks", "sales", "chairs")]
    return on_postgres(given) and is_met


if __name__ == "__main__":
    raise SystemExit(not main())
