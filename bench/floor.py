"""The floor at its largest: plans for 1,112 tables, and a bust in an event of 10,000 beside one of 100.

    python -m bench.floor [--tables 1112] [--busts 5000] [--entries 10000] [--rounds 9]

Plans: `plan_balance` for the whole floor after that many busts, `plan_break` of one table into all the
others, on values alone, beside a sorted copy of the same tables, alternating. Target: each under 50 ms.

Actions: a bust, in an event of 10,000 and in one of 100, alternating in one database (SQLite, or
the one that BENCH_DATABASE_URL names); the best round of each counts, of the processor. Target: as many
queries, and at most 1.3 times the time. (`bench.register` does the same for the desk.)
"""

import argparse
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.register import make_day, set_up
from tables.rules.balancing import plan_balance
from tables.rules.breaking import plan_break
from tables.rules.draw import Draw
from tables.rules.seating import Table
from tournaments.rules.house import HouseRules

TARGET_MS = 50.0
TARGET = 1.3
CHAIRS = 9
SMALL = 100
BUSTS = 40


def make_floor(tables: int, busts: int, seed: int) -> list[Table]:
    """Full tables with that many players gone at random, and a big blind anywhere."""
    chance = random.Random(seed)
    seats = [(number, chair) for number in range(1, tables + 1) for chair in range(1, CHAIRS + 1)]
    gone = set(chance.sample(seats, busts))
    taken: dict[int, dict[int, str]] = {number: {} for number in range(1, tables + 1)}
    for number, chair in seats:
        if (number, chair) not in gone:
            taken[number][chair] = f"{number}-{chair}"
    return [
        Table(number, CHAIRS, players, big_blind=chance.randint(1, CHAIRS))
        for number, players in taken.items()
    ]


def copied(floor: list[Table]) -> list[Table]:
    """The tables again, the largest first: what reading them all costs at the least."""
    return sorted(
        (Table(table.number, table.chairs, dict(table.taken), table.big_blind) for table in floor),
        key=lambda table: -table.players,
    )


def best_ms(rounds: int, **works: Callable[[], Any]) -> dict[str, float]:
    """The shortest of the rounds of each, alternating, in milliseconds of the processor."""
    best = dict.fromkeys(works, float("inf"))
    for _ in range(rounds):
        for name, work in works.items():
            before = time.process_time()
            work()
            best[name] = min(best[name], (time.process_time() - before) * 1000)
    return best


def spread(floor: list[Table], moves: Any) -> int:
    """How far apart the largest and the smallest table are once the plan is carried out."""
    sizes = {table.number: table.players for table in floor}
    for move in moves:
        sizes[move.from_table] -= 1
        sizes[move.to_table] += 1
    return max(sizes.values()) - min(sizes.values())


def plans(tables: int, busts: int, rounds: int) -> bool:
    """Print what both plans take; whether the target is met and the plan leaves the tables within one."""
    floor = make_floor(tables, busts, seed=1)
    order = [table.number for table in floor]
    house = HouseRules()
    first, *others = floor
    moves = plan_balance(floor, house, order)
    best = best_ms(
        rounds,
        copy=lambda: copied(floor),
        balance=lambda: plan_balance(floor, house, order),
        breaking=lambda: plan_break(first, others, Draw(bytes(32), 1, "seats")),
    )
    print(f"{tables:,} tables, {busts:,} busts at random; a sorted copy of them {best['copy']:.1f} ms")
    apart = spread(floor, moves)
    for name, what in (
        ("balance", f"{len(moves):,} moves, then {apart} apart"),
        ("breaking", f"{first.players} players to {len(others):,} tables"),
    ):
        print(f"plan_{name:9} {best[name]:6.1f} ms   {best[name] / best['copy']:4.1f} times   {what}")
    met = max(best["balance"], best["breaking"]) < TARGET_MS and apart <= house.max_difference
    print(f"target: each under {TARGET_MS:.0f} ms: {'met' if met else 'MISSED'}")
    return met


class Floor:
    """One event, and the busts of it."""

    def __init__(self, day: Any) -> None:
        from tables.models import Seat

        self.day = day
        seats = Seat.objects.filter(day=day, until=None).order_by("pk")
        entries = [seat.entry for seat in seats.select_related("entry")]
        random.Random(1).shuffle(entries)
        self.left = entries
        self.queries: set[int] = set()
        self._make_outs_busts()

    def bust_one(self) -> None:
        """The next of a shuffled field goes out."""
        from tables.actions.bust import bust
        from tournaments.journal.change import By

        bust(By(), self.left.pop())

    def count_one(self) -> None:
        """The same, its queries counted."""
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        with CaptureQueriesContext(connection) as caught:
            self.bust_one()
        self.queries.add(len(caught))

    def _make_outs_busts(self) -> None:
        """Those whom `bench.register` has put out get the row that says so."""
        from tables.models import Bust
        from tests.factories import START
        from tournaments.models import Entry

        out = Entry.objects.filter(event=self.day.event, state="out").order_by("number")
        Bust.objects.bulk_create(
            Bust(event=self.day.event, day=self.day, entry=entry, order=order, at=START)
            for order, entry in enumerate(out, start=1)
        )


def busts(entries: int, rounds: int) -> bool:
    """Print what a bust takes among few and among many; whether the target is met."""
    with tempfile.TemporaryDirectory(prefix="floorman-bench-") as folder:
        set_up(Path(folder))
        small, large = Floor(make_day(SMALL, 1)), Floor(make_day(entries, 1001))
        for floor in (small, large):
            for _ in range(3):
                floor.count_one()
        best = best_ms(rounds, small=small.bust_one, large=large.bust_one)
    few, many = best["small"], best["large"]
    print(f"a bust in an event of {SMALL}: {few:.1f} ms, {_alike(small.queries)} queries")
    print(f"in one of {entries:,}: {many:.1f} ms, {_alike(large.queries)} queries   {many / few:.2f} times")
    met = many / few <= TARGET and max(large.queries) <= max(small.queries)
    print(f"target: at most {TARGET} times, as many queries: {'met' if met else 'MISSED'}")
    return met


def _alike(queries: set[int]) -> str:
    return " or ".join(str(n) for n in sorted(queries))


def main(arguments: list[str] | None = None) -> bool:
    """Print both; whether both targets are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=1112)
    parser.add_argument("--busts", type=int, default=5000)
    parser.add_argument("--entries", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args(arguments)
    planned = plans(options.tables, options.busts, options.rounds)
    return busts(options.entries, BUSTS) and planned


if __name__ == "__main__":
    raise SystemExit(not main())
