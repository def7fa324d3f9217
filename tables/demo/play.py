"""Two hours of the demo's main event: stacks counted, players out, one moved, tables out of balance."""

from datetime import datetime, timedelta
from random import Random

from tables.actions.bust import bust
from tables.actions.chip_counts import count_table
from tables.actions.marks import mark_absent
from tables.actions.move import move
from tables.models import DayTable, Seat
from tournaments.journal.change import By
from tournaments.models import Day, Entry

OUT = {5: 3, 14: 2, 9: 1}  # table: how many went out there
COUNTED = 22


def play(day: Day, now: datetime) -> None:
    """Through the actions, each at its own time before `now`."""
    chance = Random(17)  # noqa: S311 - invented stacks
    busts = [number for number, n in OUT.items() for _ in range(n)]
    chance.shuffle(busts)
    for minutes, number in zip(range(70, 5, -10), busts, strict=False):
        seats = list(_sitting(day, number))
        loser, winner = chance.sample(seats, 2)
        bust(_at(now, minutes), loser.entry, by=winner.entry)
    for table in day.day_tables.select_related("table", "day").order_by("table__number")[:COUNTED]:
        count_table(_at(now, 21), table, _stacks(table, day.event.stack, chance))
    mover = _sitting(day, 23)[0]
    move(_at(now, 4), mover.entry, 9, _free_chair(day, 9), reason="balance")
    mark_absent(_at(now, 2), _sitting(day, 17)[3].entry)


def _at(now: datetime, minutes: int) -> By:
    return By(device="demo", clock=lambda: now - timedelta(minutes=minutes))


def _sitting(day: Day, number: int) -> list[Seat]:
    seats = Seat.objects.filter(day=day, table__number=number, until=None).select_related("entry__player")
    return list(seats.order_by("chair"))


def _stacks(table: DayTable, start: int, chance: Random) -> dict[int, int]:
    """Stacks as they lie after two hours: many below what they began with, a few far above."""
    entries = Entry.objects.filter(seats__table=table.table_id, seats__until=None, day=table.day_id)
    return {
        key: max(500, round(start * chance.lognormvariate(-0.12, 0.5) / 100) * 100)
        for key in entries.order_by("pk").values_list("pk", flat=True)
    }


def _free_chair(day: Day, number: int) -> int:
    chairs = range(1, day.day_tables.get(table__number=number).chairs + 1)
    taken = {seat.chair for seat in _sitting(day, number)}
    return next(chair for chair in chairs if chair not in taken)
