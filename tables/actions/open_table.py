"""A table opened while people play, with players of the fullest tables drawn to it."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tables.actions.draw_apart import draw_until, meet
from tables.actions.draw_record import record
from tables.actions.plans import accept_plan, propose, refuse_last_hands
from tables.actions.room import open_table
from tables.models import DayTable, Draw, Plan
from tables.queries.balance import PlayedFloor, played_floor
from tables.rules import replay
from tables.rules.balance_sizes import Size, steps
from tables.rules.draw import Draw as Chance
from tables.rules.seating import Move, Table, first_seats
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.rules.errors import RuleError

DRAWN = "Table {to_table} opens. Who comes from table {from_table}, and to which chair, was drawn."


@action("plan.open_table")
def open_by_draw(change: Change, /, day_table: DayTable, *, cut: str = "") -> Plan:
    """Open a table and draw players of the fullest ones to it, until all are within one; the accepted plan.

    Two recorded draws: an order of everybody at the tables that give, of whom the first of each table go;
    then their chairs. Where two who are kept apart would go, that order is void and another one is drawn.
    RuleError: as `open_table`; `table-open`, `padlocked`; `nobody-to-move`; `last-hands`; `day-over`,
    `cut-too-long`; `apart` where twenty draws did not keep two apart.
    """
    day, number = day_table.day, day_table.table.number
    if day_table.state == DayTable.State.OPEN:
        raise RuleError("table-open", "Table {table} is open already.", {"table": number})
    if day_table.padlocked:
        raise RuleError("padlocked", "Table {table} is padlocked.", {"table": number})
    open_table(change, day_table)
    floor = played_floor(day, change.now)
    refuse_last_hands(day)
    table = next(table for table in floor.movable if table.number == number)
    given = _given(floor, table)
    if not given:
        words = "No table is full enough to give table {table} anybody."
        raise RuleError("nobody-to-move", words, {"table": number})
    going = _going(change, day_table, floor, given, cut)
    draw = record(
        change,
        day,
        "seats",
        cut,
        replay.record_seats(going, [table]),
        lambda chance: replay.outcome_seats(first_seats(going, [table], chance)),
    )
    places = {entry: (other.number, chair) for other in floor.all for chair, entry in other.taken.items()}
    moves = [
        Move(
            entry, *places[entry], number, chair, DRAWN, {"from_table": places[entry][0], "to_table": number}
        )
        for entry, _number, chair in draw.outcome
    ]
    plan = propose(change, day, Plan.Kind.BALANCE, moves, draw=draw)
    accept_plan(change, plan)
    change.note(day=day.code, table=number, draw=draw.number, moves=len(moves), case="")
    return plan


def _given(floor: PlayedFloor, table: Table) -> Counter[int]:
    """How many each table gives: the fullest first, until the new one is within one of the others."""
    if not table.open_chairs:
        return Counter()
    sizes = {other.number: _giving(other) for other in floor.movable if other is not table}
    sizes[table.number] = Size(0, 0, len(table.open_chairs))
    return Counter(step.giving for step in steps(sizes, 1, floor.order))


def _giving(table: Table) -> Size:
    """A table that gives and receives nobody; those who are locked stay."""
    locked = sum(entry in table.locked for entry in table.taken.values())
    return Size(table.players, locked, table.players)


def _going(
    change: Change, day_table: DayTable, floor: PlayedFloor, given: Counter[int], cut: str
) -> Sequence[str]:
    """Who goes: of each table that gives, the first of its players in a drawn order of all of them."""
    at_table = {
        entry: table.number
        for table in floor.movable
        if given[table.number]
        for _chair, entry in sorted(table.taken.items())
        if entry not in table.locked
    }
    everybody = list(at_table)

    def is_kept(draw: Draw) -> bool:
        return not meet(_first_of_each(draw.outcome, at_table, given), floor.apart)

    def shuffle(chance: Chance) -> list[str]:
        return list(chance.shuffle(everybody))

    draw = draw_until(is_kept, change, day_table.day, "shuffle", cut, everybody, shuffle)
    return _first_of_each(draw.outcome, at_table, given)


def _first_of_each(
    order: Sequence[str], at_table: Mapping[str, int], given: Mapping[int, int]
) -> Sequence[str]:
    """Of each table as many as it gives, in a drawn order of everybody at these tables."""
    left, going = Counter(given), []
    for entry in order:
        if left[at_table[entry]]:
            left[at_table[entry]] -= 1
            going.append(entry)
    return going
