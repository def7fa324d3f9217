"""Balance: where the big blind is, who moves for it, and tables filled by the next entries instead."""

from collections.abc import Mapping

from tables.actions.plans import propose, refuse_last_hands
from tables.models import DayTable, Plan
from tables.queries.balance import best_moves, played_floor
from tables.queries.floor_plan import open_chairs
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day
from tournaments.queries.registration import registration_of
from tournaments.rules.errors import RuleError


@action("table.big_blind")
def tell_big_blind(change: Change, /, day_table: DayTable, chair: int) -> DayTable:
    """Say which chair had the big blind in the last hand; its player may be out. It holds for a hand.

    RuleError: `table-closed`; `no-such-chair`; `positions-kept` where every hand is kept.
    """
    number = day_table.table.number
    if day_table.state != DayTable.State.OPEN:
        raise RuleError("table-closed", "Table {table} is not open.", {"table": number})
    if not 1 <= chair <= day_table.chairs:
        facts = {"chair": chair, "chairs": day_table.chairs}
        raise RuleError("no-such-chair", "There is no chair {chair} at a table of {chairs}.", facts)
    if "button" in (day_table.positions or {}):
        words = "Button and blinds of table {table} are kept hand by hand. Set the button instead."
        raise RuleError("positions-kept", words, {"table": number})
    change.note(day=day_table.day.code, table=number, chair=chair)
    return change.update(day_table, positions={"big_blind": chair}, positions_at=change.now)


@action("plan.balance")
def propose_balance(
    change: Change, /, day: Day, *, big_blinds: Mapping[int, int] | None = None, most: int | None = None
) -> Plan:
    """Plan the fewest moves that bring a Day's tables into balance; a plan made before makes room for it.

    big_blinds: the chairs that had it in the last hand, by table number. most: only so many of the moves,
    the first of them, so that fewer tables are asked.
    RuleError: `in-balance`; `last-hands`; `big-blind-unknown` naming the tables to ask; `no-such-table`, and
    those of `tell_big_blind`.
    """
    rows = {row.table.number: row for row in _open(day, big_blinds or {})}
    for number, chair in (big_blinds or {}).items():
        if number not in rows:
            raise RuleError("no-such-table", "Table {table} is not open here.", {"table": number})
        tell_big_blind(change, rows[number], chair)
    floor = played_floor(day, change.now)
    refuse_last_hands(day)
    moves = best_moves(day, floor)
    if not moves:
        raise RuleError("in-balance", "The tables of {day} are in balance.", {"day": day.label})
    moves = moves[:most]
    ask = tuple(dict.fromkeys(number for move in moves for number in move.needs_big_blind))
    if ask:
        facts = {"tables": ", ".join(str(number) for number in ask), "ask": ask}
        raise RuleError("big-blind-unknown", "Where is the big blind at: {tables}?", facts, "TDA 11-A")
    change.note(day=day.code, moves=len(moves))
    return propose(change, day, Plan.Kind.BALANCE, moves)


@action("table.fill")
def fill(change: Change, /, day_table: DayTable, entries: int) -> DayTable:
    """Send the next so many entries to a table, each still drawn among its chairs; 0: no longer.

    RuleError: `table-closed`, `padlocked`; `registration-closed`; `too-few-chairs`.
    """
    day, number = day_table.day, day_table.table.number
    if entries:
        if day_table.state != DayTable.State.OPEN:
            raise RuleError("table-closed", "Table {table} is not open.", {"table": number})
        if day_table.padlocked:
            raise RuleError("padlocked", "Table {table} is padlocked.", {"table": number})
        if not registration_of(day, change.now).is_open:
            words = "Registration is closed: nobody comes to table {table} any more."
            raise RuleError("registration-closed", words, {"table": number})
        chairs = open_chairs(day_table)
        if not 0 < entries <= chairs:
            words = "Table {table} has {chairs} open chairs."
            raise RuleError("too-few-chairs", words, {"table": number, "chairs": chairs})
    change.note(day=day.code, table=number, entries=entries, case="" if entries else "off")
    return change.update(day_table, fill=entries)


def _open(day: Day, numbers: Mapping[int, int]) -> list[DayTable]:
    rows = DayTable.objects.filter(day=day, table__number__in=list(numbers), state=DayTable.State.OPEN)
    return list(rows.select_related("table", "day"))
