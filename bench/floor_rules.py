"""The plans of a floor of 1,112 tables after 5,000 random busts, on values alone.

    python -m bench.floor_rules [--tables 1112] [--busts 5000] [--rounds 9]

`plan_balance` for the whole floor, and `plan_break` of the first table to break into all the others. The best
round of each counts, of the processor. Target: under 50 ms each.
"""

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

from tables.rules.balancing import plan_balance
from tables.rules.breaking import plan_break
from tables.rules.draw import Draw
from tables.rules.seating import Table
from tournaments.rules.house import HouseRules

TARGET_MS = 50.0
CHAIRS = 9


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


def best_ms(work: Callable[[], Any], rounds: int) -> float:
    """The shortest of the rounds, in milliseconds of the processor."""
    times = []
    for _ in range(rounds):
        before = time.process_time()
        work()
        times.append(time.process_time() - before)
    return min(times) * 1000


def spread(floor: list[Table], moves: Any) -> int:
    """How far apart the largest and the smallest table are once the plan is carried out."""
    sizes = {table.number: table.players for table in floor}
    for move in moves:
        sizes[move.from_table] -= 1
        sizes[move.to_table] += 1
    return max(sizes.values()) - min(sizes.values())


def main(arguments: list[str] | None = None) -> bool:
    """Print what both plans take; whether the target is met and the plan leaves the tables within one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tables", type=int, default=1112)
    parser.add_argument("--busts", type=int, default=5000)
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args(arguments)
    floor = make_floor(options.tables, options.busts, seed=1)
    order = [table.number for table in floor]
    house = HouseRules()
    first, *others = floor
    print(f"{options.tables:,} tables, {options.busts:,} busts at random")
    moves = plan_balance(floor, house, order)
    balance = best_ms(lambda: plan_balance(floor, house, order), options.rounds)
    breaking = best_ms(lambda: plan_break(first, others, Draw(bytes(32), 1, "seats")), options.rounds)
    print(f"plan_balance {balance:6.1f} ms   {len(moves):,} moves, then {spread(floor, moves)} apart")
    print(f"plan_break   {breaking:6.1f} ms   {first.players} players to {len(others):,} tables")
    met = max(balance, breaking) < TARGET_MS and spread(floor, moves) <= house.max_difference
    print(f"target: each under {TARGET_MS:.0f} ms: {'met' if met else 'MISSED'}")
    return met


if __name__ == "__main__":
    raise SystemExit(not main())
