"""What becomes of whole tables: padlocked, stopped, released, moved to another number or another Day."""

from django.db.models import Q

from tables.actions.room import AS_CLOSED, close_table
from tables.models import DayFloor, DayTable, Seat, Table
from tables.queries.counted_days import refuse_by_counts
from tables.rules.table_numbers import written
from tournaments.actions.clock import pause_clock
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Entry
from tournaments.queries.clock import reading_of
from tournaments.rules.errors import RuleError

LONGEST_REASON = 100
_OPEN = DayTable.State.OPEN


@action("table.padlock")
def padlock(change: Change, /, day_table: DayTable, *, locked: bool = True) -> DayTable:
    """Let no draw, no plan and no move take anybody from or to a table, or let them again.

    A table that was being filled is no more.
    """
    _note(change, day_table, "" if locked else "off")
    return change.update(day_table, padlocked=locked, **({"fill": 0} if locked else {}))


@action("table.stop")
def stop(change: Change, /, day_table: DayTable, *, reason: str) -> DayTable:
    """Say that play at a table stands still, and why. RuleError: `table-closed`, `no-reason`."""
    why = reason.strip()[:LONGEST_REASON]
    if day_table.state != _OPEN:
        raise RuleError("table-closed", "Table {table} is not open.", {"table": day_table.table.number})
    if not why:
        raise RuleError("no-reason", "Say why table {table} stops.", {"table": day_table.table.number})
    _note(change, day_table, "")
    change.note(reason=why)
    return change.update(day_table, stopped=why)


@action("table.resume")
def resume(change: Change, /, day_table: DayTable) -> DayTable:
    """Say that play at a table goes on."""
    _note(change, day_table, "")
    return change.update(day_table, stopped="")


@action("table.release")
def release(change: Change, /, day_table: DayTable, *, to_cash: bool = False) -> DayTable:
    """Close an empty table, so that another event may have it, or lend it to cash games.

    RuleError: `table-not-empty`; `table-elsewhere` for cash while another Day has it open.
    """
    close_table(change, day_table)
    _note(change, day_table, "cash" if to_cash else "")
    if to_cash:
        table = Table.objects.select_for_update().get(pk=day_table.table_id)
        _refuse_elsewhere(day_table, table)
        change.update(table, lent=True)
    return day_table


@action("table.move")
def move_table(change: Change, /, day_table: DayTable, number: int) -> DayTable:
    """Move a whole table to another number, everybody keeping his chair; the row of the new table.

    RuleError: `table-closed`, `padlocked`; `no-such-table`, `table-lent`, `table-elsewhere`,
    `table-not-empty` for the other one; `chair-blocked` where it has not every chair that is taken.
    """
    day = day_table.day
    if day_table.state != _OPEN:
        raise RuleError("table-closed", "Table {table} is not open.", {"table": day_table.table.number})
    if day_table.padlocked:
        raise RuleError("padlocked", "Table {table} is padlocked.", {"table": day_table.table.number})
    table = Table.objects.select_for_update().filter(number=number).first()
    if table is None:
        raise RuleError("no-such-table", "There is no table {table}.", {"table": number})
    seats = list(Seat.objects.filter(day=day, table=day_table.table_id, until=None).order_by("chair"))
    _refuse_table(day_table, table, seats)
    change.note(day=day.code, before=day_table.table.number, table=number, players=len(seats))
    kept = _kept(day_table, table)
    change.update_many(Seat.objects.filter(pk__in=[seat.pk for seat in seats]), until=change.now)
    change.update(day_table, **AS_CLOSED)
    row = DayTable.objects.filter(day=day, table=table).first()
    row = change.update(row, **kept) if row else change.create(DayTable, day=day, table=table, **kept)
    change.create_many(
        Seat,
        [
            Seat(day_id=day.pk, table_id=table.pk, chair=seat.chair, entry_id=seat.entry_id,
                 since=change.now, locked=seat.locked)
            for seat in seats
        ],
    )  # fmt: skip
    return row


@action("table.merge_days")
def merge_days(change: Change, /, source: Day, target: Day) -> int:
    """Bring everybody who sits on one Day to another, tables and chairs kept; how many they are.

    Who has reserved a place on it comes along; the clock of the one that is left stops.
    RuleError: `same-day`, `other-event`, `day-over`, `nobody-sits`; `by-counts`; `still-waiting` while
    somebody waits for a seat there; `hand-for-hand-on` while busts of a hand are held on either.
    """
    _refuse_merge(source, target)
    refuse_by_counts(target)
    rows = list(source.day_tables.filter(state=_OPEN).select_related("table"))
    keys = [row.table_id for row in rows]
    there = {row.table_id: row for row in target.day_tables.filter(table__in=keys)}
    seats = list(Seat.objects.filter(day=source, until=None).order_by("pk"))
    coming = Q(pk__in=[seat.entry_id for seat in seats]) | Q(day=source, state=Entry.State.RESERVED)
    kept = {row.table_id: _kept(row, row.table) for row in rows}
    change.update_many(Seat.objects.filter(day=source, until=None), until=change.now)
    change.update_many(source.day_tables.filter(state=_OPEN), **AS_CLOSED)
    for key, row in there.items():
        change.update(row, **kept[key])
    change.create_many(
        DayTable, [DayTable(day=target, table_id=key, **kept[key]) for key in keys if key not in there]
    )
    change.update_many(Entry.objects.filter(coming), day=target)
    change.create_many(
        Seat,
        [
            Seat(day_id=target.pk, table_id=seat.table_id, chair=seat.chair, entry_id=seat.entry_id,
                 since=change.now, seen_at=seat.seen_at, locked=seat.locked)
            for seat in seats
        ],
    )  # fmt: skip
    if source.structure and reading_of(source, change.now).state == "running":
        pause_clock(change, source)
    numbers = sorted(row.table.number for row in rows)
    change.note(day=source.code, to_day=target.code, players=len(seats), tables=written(numbers) or "–")
    return len(seats)


def _refuse_merge(source: Day, target: Day) -> None:
    if source.pk == target.pk:
        raise RuleError("same-day", "Choose two Days.")
    if source.event_id != target.event_id:
        raise RuleError("other-event", "{day} belongs to another event.", {"day": target.label})
    for day in (source, target):
        if day.over_at is not None:
            raise RuleError("day-over", "{day} is over.", {"day": day.label})
    for day in (source, target):
        if DayFloor.objects.filter(day=day, hand__gt=0).exists():
            words = "{day} plays hand for hand. End that first."
            raise RuleError("hand-for-hand-on", words, {"day": day.label})
    waiting = Entry.objects.filter(day=source, state=Entry.State.PAID).count()
    if waiting:
        words = "{entries} still wait for a seat on {day}. Seat them first."
        raise RuleError("still-waiting", words, {"entries": waiting, "day": source.label})
    if not Seat.objects.filter(day=source, until=None).exists():
        raise RuleError("nobody-sits", "Nobody sits on {day}.", {"day": source.label})


def _kept(row: DayTable, table: Table) -> dict[str, object]:
    """The state of a table that goes along with its players."""
    return {
        "state": _OPEN,
        "chairs": min(row.chairs, table.chairs),
        "order": row.order,
        "break_order": row.break_order,
        "fill": row.fill,
        "positions": row.positions,
        "positions_at": row.positions_at,
        "padlocked": row.padlocked,
        "stopped": row.stopped,
        "hand": row.hand,
    }


def _refuse_table(day_table: DayTable, table: Table, seats: list[Seat]) -> None:
    facts: dict[str, object] = {"table": table.number}
    if table.lent:
        raise RuleError("table-lent", "Table {table} is lent to cash games.", facts)
    _refuse_elsewhere(day_table, table)
    if table.pk == day_table.table_id or table.day_tables.filter(day=day_table.day_id, state=_OPEN).exists():
        raise RuleError("table-not-empty", "Table {table} is open on this Day already.", facts)
    for seat in seats:
        if seat.chair > table.chairs or seat.chair in table.blocked:
            words = "Chair {table}-{chair} is blocked, and somebody would sit in it."
            raise RuleError("chair-blocked", words, {**facts, "chair": seat.chair})


def _refuse_elsewhere(day_table: DayTable, table: Table) -> None:
    others = table.day_tables.filter(state=_OPEN).exclude(day=day_table.day_id)
    holder = others.select_related("day__event").first()
    if holder is not None:
        facts = {"table": table.number, "event": holder.day.event.name, "day": holder.day.label}
        raise RuleError("table-elsewhere", "{event}, {day}, has table {table} now.", facts)


def _note(change: Change, day_table: DayTable, case: str) -> None:
    change.note(
        day=day_table.day.code, table=day_table.table.number, number=day_table.table.number, case=case
    )
