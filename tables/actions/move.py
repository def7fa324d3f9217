"""One player to another chair, at his request or the floor's."""

from tables.models import Apart, DayTable, Seat, Table
from tables.queries.seat_history import who_seated
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Entry
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name

LONGEST_REASON = 200


@action("seat.move")
def move(change: Change, /, entry: Entry, table: int, chair: int, *, reason: str) -> Seat:
    """Move a seated player to a free chair of an open table of his Day; the new seat, not seen yet.

    table: its number. RuleError: `no-reason`; `no-seat`, `seat-locked`; `no-such-table`, `table-elsewhere`,
    `table-closed`, `padlocked`; `no-such-chair`, `chair-blocked`, `chair-taken` by whom, since when and who
    put him there; `kept-apart`.
    """
    why = reason.strip()[:LONGEST_REASON]
    if not why:
        raise RuleError("no-reason", "Say why he changes seats.")
    seat = _seat_of(entry)
    here = DayTable.objects.filter(day=seat.day_id, table=seat.table_id).first()
    there = _open_table(entry, table)
    for row, number in ((here, seat.table.number), (there, table)):
        if row is not None and row.padlocked:
            raise RuleError("padlocked", "Table {table} is padlocked.", {"table": number})
    _refuse_chair(there, chair)
    _refuse_apart(entry, there, seat)
    change.update(seat, until=change.now)
    change.note(
        day=seat.day.code,
        name=_name(entry),
        seat=f"{seat.table.number}-{seat.chair}",
        table=table,
        chair=chair,
        reason=why,
    )
    return change.create(
        Seat, day=seat.day, table=there.table, chair=chair, entry=entry, since=change.now, locked=seat.locked
    )


def _seat_of(entry: Entry) -> Seat:
    seat = Seat.objects.filter(entry=entry, until=None).select_related("table", "day").first()
    if seat is None:
        raise RuleError("no-seat", "{name} has no seat now.", {"name": _name(entry)})
    if seat.locked:
        facts = {"name": _name(entry), "table": seat.table.number, "chair": seat.chair}
        raise RuleError("seat-locked", "{name} keeps his seat, {table}-{chair}. Unlock it first.", facts)
    return seat


def _open_table(entry: Entry, number: int) -> DayTable:
    """The table of that number, open on the entry's Day."""
    facts: dict[str, object] = {"table": number}
    rows = DayTable.objects.filter(table__number=number).select_related("table", "day__event")
    here = rows.filter(day=entry.day_id, state=DayTable.State.OPEN).first()
    if here is not None:
        return here
    elsewhere = rows.filter(state=DayTable.State.OPEN).first()
    if elsewhere is not None:
        facts |= {"event": elsewhere.day.event.name, "day": elsewhere.day.label}
        raise RuleError("table-elsewhere", "{event}, {day}, has table {table} now.", facts)
    if not Table.objects.filter(number=number).exists():
        raise RuleError("no-such-table", "There is no table {table}.", facts)
    raise RuleError("table-closed", "Table {table} is not open.", facts)


def _refuse_chair(there: DayTable, chair: int) -> None:
    facts: dict[str, object] = {"table": there.table.number, "chair": chair}
    if not 1 <= chair <= there.chairs:
        words = "There is no chair {chair} at table {table}: it has {chairs}."
        raise RuleError("no-such-chair", words, {**facts, "chairs": there.chairs})
    if chair in there.table.blocked:
        raise RuleError("chair-blocked", "Chair {table}-{chair} is blocked.", facts)
    taken = (
        Seat.objects.filter(table=there.table_id, chair=chair, until=None)
        .select_related("entry__player")
        .first()
    )
    if taken is None:
        return
    facts |= {"name": _name(taken.entry), "since": taken.since, "who": who_seated(taken)}
    words = "{name} has had {table}-{chair} since {since}, seated by {who}."
    raise RuleError("chair-taken", words, facts)


def _refuse_apart(entry: Entry, there: DayTable, seat: Seat) -> None:
    """RuleError `kept-apart` where somebody sits with whom he is not to sit."""
    if there.table_id == seat.table_id:
        return
    player = entry.player_id
    pairs = Apart.objects.filter(event=entry.event_id)
    others = {*pairs.filter(first=player).values_list("second", flat=True)}
    others |= {*pairs.filter(second=player).values_list("first", flat=True)}
    sitting = Seat.objects.filter(table=there.table_id, until=None, entry__player__in=others)
    met = sitting.select_related("entry__player").first() if others else None
    if met is not None:
        facts = {"name": _name(entry), "other": _name(met.entry), "table": there.table.number}
        raise RuleError("kept-apart", "{name} and {other}, who sits at table {table}, are kept apart.", facts)


def _name(entry: Entry) -> str:
    return full_name(entry.player.first_name, entry.player.last_name)
