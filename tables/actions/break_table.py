"""Breaking a table: its players drawn to the others, by us or by real cards."""

from collections.abc import Mapping, Sequence

from tables.actions.draw_apart import draw_apart
from tables.actions.draw_record import record
from tables.actions.no_chair import refuse_too_few
from tables.actions.plans import propose, refuse_last_hands, refuse_open_plan
from tables.models import DayFloor, DayTable, Draw, Plan
from tables.queries.balance import PlayedFloor, next_to_break, played_floor
from tables.rules.breaking import DRAWN, break_by_cards, breaking_entries, plan_break
from tables.rules.draw import Draw as Chance
from tables.rules.seating import Move, Table
from tables.rules.table_numbers import written
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day
from tournaments.rules.errors import RuleError

BY_CARDS = "Table {from_table} breaks. The chair was drawn with real cards."


@action("plan.break")
def propose_break(change: Change, /, day_table: DayTable, *, cut: str = "") -> Plan:
    """Draw everybody at a table to the open chairs of the others, within one of each other.

    Where two who are kept apart drew one table, that draw is void and another one is made.
    RuleError: `table-closed`, `table-empty`; `padlocked`, also where all others are; `last-hands`,
    `plan-open`; `only-table`, `player-locked`, `room-full`; `day-over`, `cut-too-long`; `apart` where twenty
    draws did not keep them apart.
    """
    day = day_table.day
    floor, table, others = _breaking(change, day_table)
    _try(table, others)
    entries = breaking_entries(table)
    draw = draw_apart(change, day, entries, others, floor.apart, cut)
    moves = _moves(table, draw)
    change.note(day=day.code, table=table.number, draw=draw.number, moves=len(moves))
    return propose(change, day, Plan.Kind.BREAK, moves, table=day_table.table, draw=draw)


@action("plan.break_by_cards")
def propose_break_by_cards(
    change: Change,
    /,
    day_table: DayTable,
    *,
    seat_cards: Sequence[tuple[int, int]],
    cards: Mapping[int, str],
) -> Plan:
    """Plan a break as real cards decided it: the highest playing card takes the first seat card.

    seat_cards: (table, chair), as they were turned up. cards: by chair of the table that breaks.
    RuleError: as `propose_break`; `chair-not-open` naming a seat card; `card-missing` naming a chair; and
    those of `break_by_cards`.
    """
    day = day_table.day
    _floor, table, others = _breaking(change, day_table)
    _try(table, others)
    open_chairs = {(other.number, chair) for other in others for chair in other.open_chairs}
    for seat in seat_cards:
        if tuple(seat) not in open_chairs:
            words = "Chair {table}-{chair} is not open."
            raise RuleError("chair-not-open", words, {"table": seat[0], "chair": seat[1]})
    for chair in sorted(set(table.taken) ^ set(cards)):
        words = "Type one card for each player: chair {table}-{chair}."
        raise RuleError("card-missing", words, {"table": table.number, "chair": chair})
    seats = break_by_cards([(number, chair) for number, chair in seat_cards], cards)
    facts = {"from_table": table.number, "rule": "TDA 10-B"}
    moves = [
        Move(table.taken[chair], table.number, chair, *seats[chair], BY_CARDS, facts)
        for chair in sorted(cards)
    ]
    change.note(day=day.code, table=table.number, moves=len(moves))
    return propose(change, day, Plan.Kind.BREAK, moves, table=day_table.table)


@action("table.break_order")
def order_breaking(change: Change, /, day: Day, numbers: Sequence[int]) -> None:
    """Say which tables break first, first to last; those not named follow by the Day's rule.

    RuleError `tables-changed` for a table that the Day has not.
    """
    rows = {row.table.number: row for row in day.day_tables.select_related("table")}
    if set(numbers) - set(rows) or len(set(numbers)) < len(numbers):
        raise RuleError(
            "tables-changed", "The Day's tables have changed in the meantime. Load the page again."
        )
    place = {number: order for order, number in enumerate(numbers, start=1)}
    for number, row in rows.items():
        change.update(row, break_order=place.get(number))
    change.note(day=day.code, tables=written(numbers) or "–")


@action("table.break_rule")
def set_break_rule(change: Change, /, day: Day, rule: str, *, among: int = 0) -> DayFloor:
    """Say how tables break where no order is set by hand; among: of how many the next is drawn, 0 all.

    RuleError `break-rule`.
    """
    if rule not in DayFloor.BreakRule.values or among < 0:
        raise RuleError("break-rule", "There is no such order of breaking.")
    floor = DayFloor.objects.filter(day=day).first() or change.create(DayFloor, day=day)
    change.note(day=day.code, case=rule, among=among)
    return change.update(floor, break_rule=rule, break_among=among)


@action("draw.next_break")
def draw_next_break(change: Change, /, day: Day, *, cut: str = "") -> Draw:
    """Draw which table breaks next, by a recorded draw; it stands first in the order then.

    RuleError: `not-drawn` unless the Day draws its next table and none is drawn yet; `day-over`.
    """
    found = next_to_break(day, change.now)
    if not found.among:
        raise RuleError("not-drawn", "The next table to break is not drawn now.")
    among = list(found.among)
    draw = record(change, day, "pick", cut, among, lambda chance: chance.pick(among))
    row = day.day_tables.get(table__number=draw.outcome)
    change.update(row, break_order=0)
    change.note(day=day.code, draw=draw.number, table=draw.outcome)
    return draw


def _breaking(change: Change, day_table: DayTable) -> tuple[PlayedFloor, Table, tuple[Table, ...]]:
    """The floor, the table that breaks, and those its players may go to."""
    day, number = day_table.day, day_table.table.number
    if day_table.state != DayTable.State.OPEN:
        raise RuleError("table-closed", "Table {table} is not open.", {"table": number})
    if day_table.padlocked:
        raise RuleError("padlocked", "Table {table} is padlocked.", {"table": number})
    refuse_last_hands(day)
    refuse_open_plan(day, Plan.Kind.BREAK, day_table.table)
    floor = played_floor(day, change.now)
    table = next(table for table in floor.all if table.number == number)
    others = tuple(other for other in floor.movable if other.number != number)
    shut = [other.number for other in floor.all if other.number != number]
    if shut and not others:
        words = "The other tables are padlocked: {tables}. Nobody can be drawn there."
        raise RuleError("padlocked", words, {"table": number, "tables": written(shut)})
    refuse_too_few(day, table.players, sum(len(other.open_chairs) for other in others))
    return floor, table, others


def _try(table: Table, others: Sequence[Table]) -> None:
    """RuleError for a table that cannot be broken, before a draw has a number."""
    if not table.taken:
        raise RuleError("table-empty", "Nobody sits at table {table}: close it.", {"table": table.number})
    plan_break(table, others, Chance(bytes(32), 0, "seats"))


def _moves(table: Table, draw: Draw) -> list[Move]:
    """The drawn seats as moves, in the order of the old chairs."""
    seats = {entry: (number, chair) for entry, number, chair in draw.outcome}
    facts = {"from_table": table.number, "rule": "TDA 10-B"}
    return [
        Move(entry, table.number, chair, *seats[entry], DRAWN, facts)
        for chair, entry in sorted(table.taken.items())
    ]
