"""Everybody drawn anew to fewer tables: at the event's points, and for the final table."""

from collections.abc import Sequence
from dataclasses import replace

from tables.actions.draw_apart import draw_apart
from tables.actions.plans import propose, refuse_last_hands, refuse_open_plan
from tables.models import DayTable, Draw, Plan
from tables.queries.balance import PlayedFloor, played_floor
from tables.rules.seating import Move, Table
from tables.rules.table_numbers import written
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day
from tournaments.rules.errors import RuleError

DRAWN_ANEW = "Everybody draws a new seat."
Place = tuple[int, int]


@action("plan.redraw")
def propose_redraw(change: Change, /, day: Day, numbers: Sequence[int], *, cut: str = "") -> Plan:
    """Draw everybody who sits on a Day anew, to these tables; the others close when that is accepted.

    A table may be reserved: it opens then. A locked player keeps his chair, so his table must be one of them.
    Chips go with their players. RuleError: `nobody-sits`, `no-tables-chosen`, `no-such-table`,
    `table-closed`, `table-lent`, `table-elsewhere`, `padlocked`, `seat-locked`, `plan-open`, `room-full`,
    `last-hands`, `day-over`, `cut-too-long`; `apart` where twenty draws did not keep two apart.
    """
    refuse_open_plan(day, Plan.Kind.REDRAW)
    floor = played_floor(day, change.now)
    refuse_last_hands(day)
    places = {entry: (table.number, chair) for table in floor.all for chair, entry in table.taken.items()}
    if not places:
        raise RuleError("nobody-sits", "Nobody sits on {day}.", {"day": day.label})
    tables = _cleared(floor, _chosen(day, numbers))
    staying = {entry for table in tables for entry in table.taken.values()}
    _refuse_locked(floor, staying)
    entries = sorted((entry for entry in places if entry not in staying), key=int)
    draw = draw_apart(change, day, entries, tables, floor.apart, cut)
    change.note(day=day.code, tables=written(sorted(numbers)), draw=draw.number, entries=len(entries))
    return propose(change, day, Plan.Kind.REDRAW, _moves(draw, places), draw=draw)


def _chosen(day: Day, numbers: Sequence[int]) -> list[DayTable]:
    """The tables to draw to, each free to be used on this Day."""
    if not numbers:
        raise RuleError("no-tables-chosen", "Choose the tables first.")
    rows = {
        row.table.number: row
        for row in day.day_tables.filter(table__number__in=numbers).select_related("table")
    }
    open_rows = DayTable.objects.filter(table__number__in=numbers, state=DayTable.State.OPEN).exclude(day=day)
    elsewhere = {row.table.number: row for row in open_rows.select_related("table", "day__event")}
    for number in numbers:
        facts: dict[str, object] = {"table": number}
        if number not in rows:
            raise RuleError("no-such-table", "Table {table} is not given to this Day.", facts)
        row = rows[number]
        if number in elsewhere:
            holder = elsewhere[number].day
            facts |= {"event": holder.event.name, "day": holder.label}
            raise RuleError("table-elsewhere", "{event}, {day}, has table {table} now.", facts)
        if row.state == DayTable.State.CLOSED:
            raise RuleError("table-closed", "Table {table} is closed.", facts)
        if row.table.lent:
            raise RuleError("table-lent", "Table {table} is lent to cash games.", facts)
        if row.padlocked:
            raise RuleError("padlocked", "Table {table} is padlocked.", facts)
    return [rows[number] for number in numbers]


def _cleared(floor: PlayedFloor, rows: Sequence[DayTable]) -> list[Table]:
    """The tables as nobody sat there but those who keep their chair."""
    cleared = []
    for row in rows:
        table = floor.table(row.table.number)
        empty = Table(row.table.number, row.chairs, {}, blocked=frozenset(row.table.blocked))
        if table is None:
            cleared.append(empty)
        else:
            kept = {chair: entry for chair, entry in table.taken.items() if entry in table.locked}
            cleared.append(replace(empty, taken=kept, locked=table.locked))
    return cleared


def _refuse_locked(floor: PlayedFloor, staying: set[str]) -> None:
    for played in floor.tables:
        table = played.table
        if played.padlocked:
            raise RuleError("padlocked", "Table {table} is padlocked.", {"table": table.number})
        for chair, entry in table.taken.items():
            if entry in table.locked and entry not in staying:
                facts = {"table": table.number, "chair": chair}
                raise RuleError("seat-locked", "The player in {table}-{chair} keeps his seat.", facts)


def _moves(draw: Draw, places: dict[str, Place]) -> list[Move]:
    """The drawn seats as moves, in the order of the old seats. Some draw the seat they had."""
    facts = {"rule": "WSOP 67"}
    moves = [
        Move(entry, *places[entry], number, chair, DRAWN_ANEW, facts) for entry, number, chair in draw.outcome
    ]
    return sorted(moves, key=lambda move: (move.from_table, move.from_chair or 0))
