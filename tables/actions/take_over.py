"""Taking over an event that has begun elsewhere: entries, chairs, chips, who is out, and the clock."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tables.actions.desk import new_token, next_number
from tables.actions.import_entries import add_players, sell_to
from tables.actions.room import add_room
from tables.actions.sale import refuse_method
from tables.models import Bust, ChipCount, DayTable, Room, Seat, Table
from tables.queries.counted_days import refuse_by_counts
from tables.queries.import_plan import refuse_changed
from tables.queries.take_over_plan import TakenRow, TakeOverPlan, take_over_plan
from tournaments.actions.clock_write import write_clock
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Entry, Option, Player
from tournaments.queries.clock import clock_of, on_show, schedule_of
from tournaments.rules import clock as rules
from tournaments.rules.csv_import import PlayerSheet, Stand
from tournaments.rules.errors import RuleError


@action("entry.take_over")
def take_over(
    change: Change,
    /,
    day: Day,
    option: Option,
    sheet: PlayerSheet,
    *,
    item: int,
    left_ms: int,
    method: str = "cash",
    makes_tables: bool = False,
    room: Room | None = None,
    expected: Mapping[int, str] | None = None,
) -> int:
    """Make a Day what another system's list says it is; how many entries that were. The clock stands.

    Players are added, entries sold outside any drawer, tables opened and chairs taken as named, without a
    draw; stacks are counted, and those who are out go out in their order. item, left_ms: what the clock
    shows and how much of it is left. makes_tables: add tables that the house has not, to this room.
    expected: `TakeOverPlan.seen()` as shown before.
    RuleError, with nothing written: `rows-broken`, `take-over` with the first problem, `import-changed`,
    `not-an-entry`, `method`, `registration-closed`, `day-over`, those of the clock.
    """
    _refuse(change, day, option, method)
    plan = take_over_plan(day, sheet, option, change.by.role, makes_tables=makes_tables, now=change.now)
    _refuse_plan(plan, expected)
    if plan.missing:
        _make_tables(change, day, plan, room)
    _open_tables(change, day, plan)
    taken = _entries(change, day, plan)
    sell_to(change, [made.entry for made in taken if made.entry.state != Entry.State.RESERVED], method)
    _put_out(change, day, plan, taken)
    _sit_down(change, day, taken)
    _set_clock(change, day, item, left_ms)
    change.note(
        day=day.code,
        entries=len(taken),
        players=plan.seated + plan.waiting,
        tables=len(plan.tables),
        level=on_show(day, item).level or 0,
        left_ms=left_ms,
    )
    return len(taken)


@dataclass(frozen=True, slots=True)
class Taken:
    """An entry made, and the row it comes from; None for one that the list only counts."""

    entry: Entry
    row: TakenRow | None


def _refuse(change: Change, day: Day, option: Option, method: str) -> None:
    refuse_method(method)
    if option.kind != Option.Kind.ENTRY or option.event_id != day.event_id:
        raise RuleError("not-an-entry", "{option} does not begin an entry.", {"option": option.name})
    if change.event.cancelled_at is not None:
        raise RuleError("registration-closed", "This event was called off.")
    if day.over_at is not None:
        raise RuleError("day-over", "{day} is over. Reopen it first.", {"day": day.label})
    if not day.structure:
        raise RuleError("clock-no-items", "The schedule has no levels.")
    refuse_by_counts(day)


def _refuse_plan(plan: TakeOverPlan, expected: Mapping[int, str] | None) -> None:
    if expected is not None:
        refuse_changed(expected, plan.seen())
    if plan.broken:
        words = "{count} rows cannot be taken over, the first is line {line}. Nothing was taken over."
        raise RuleError("rows-broken", words, {"count": len(plan.broken), "line": plan.broken[0].line})
    if plan.problems:
        raise RuleError("take-over", plan.problems[0].words, plan.problems[0].facts)


def _make_tables(change: Change, day: Day, plan: TakeOverPlan, room: Room | None) -> None:
    """The tables that the house has not, with chairs enough."""
    room = room or Room.objects.first() or add_room(change, name=day.event.name[:60])
    chairs = max(2, day.event.chairs)
    change.create_many(
        Table, [Table(room=room, number=n, chairs=max(chairs, plan.chairs[n])) for n in plan.missing]
    )


def _open_tables(change: Change, day: Day, plan: TakeOverPlan) -> None:
    """Every table named is open on this Day, with as many chairs as are taken at it.

    That nobody else has them and that none is lent was asked of all at once by the plan.
    """
    held = {row.table.number: row for row in day.day_tables.select_related("table")}
    order = max((row.order for row in held.values()), default=0)
    new = Table.objects.filter(number__in=[n for n in plan.tables if n not in held]).order_by("number")
    rows = [
        DayTable(
            day=day,
            table=table,
            state=DayTable.State.OPEN,
            order=order + i,
            chairs=min(table.chairs, max(plan.chairs[table.number], day.event.chairs)),
        )
        for i, table in enumerate(new, start=1)
    ]
    change.create_many(DayTable, rows)
    for number in plan.tables:
        if number in held:
            row = held[number]  # while it was closed the house may have taken chairs from it
            chairs = min(row.table.chairs, max(row.chairs, plan.chairs[number]))
            change.update(row, state=DayTable.State.OPEN, chairs=chairs)


def _entries(change: Change, day: Day, plan: TakeOverPlan) -> list[Taken]:
    """An entry for each row, and before it those of its player that the list only counts."""
    firsts = [row for row in plan.rows if row.first == row.planned.line]
    players = add_players(change, [row.planned for row in firsts])
    of_line = dict(zip((row.first for row in firsts), players, strict=True))
    options = Option.objects.in_bulk([*{row.option for row in plan.rows}])
    again = change.event.options.filter(kind=Option.Kind.REENTRY).first()
    held = Entry.objects.in_bulk([row.reservation for row in plan.rows if row.reservation])
    number = next_number(change.event)
    made: list[Taken] = []
    for row in plan.rows:
        player, option = of_line[row.first], options[row.option]
        for index in range(row.before):
            bought = option if not index else again or option
            made.append(
                Taken(_entry(change, day, player, bought, number, Entry.State.OUT, again=index > 0), None)
            )
            number += 1
        if row.before:
            option = again or option
        is_again = row.is_reentry or row.before > 0
        if row.reservation in held:
            claimed = _claimed(change, day, held[row.reservation], row, option, again=is_again)
            made.append(Taken(claimed, row))
            continue
        made.append(Taken(_entry(change, day, player, option, number, row.state, again=is_again), row))
        number += 1
    new = iter(change.create_many(Entry, [taken.entry for taken in made if taken.entry.pk is None]))
    return [taken if taken.entry.pk else Taken(next(new), taken.row) for taken in made]


def _entry(
    change: Change, day: Day, player: Player, option: Option, number: int, state: str, *, again: bool
) -> Entry:
    at = change.happened_at
    is_here = state in {Entry.State.SEATED, Entry.State.OUT}
    return Entry(
        event=change.event,
        day=day,
        player=player,
        number=number,
        state=state,
        option=option,
        reentry=again,
        token=new_token(),
        made_at=at,
        paid_at=None if state == Entry.State.RESERVED else at,
        checked_in_at=at if is_here else None,
        out_at=at if state == Entry.State.OUT else None,
    )


def _claimed(change: Change, day: Day, held: Entry, row: TakenRow, option: Option, *, again: bool) -> Entry:
    """A reservation that the list says what became of."""
    at = change.happened_at
    return change.update(
        held,
        state=row.state,
        day=day,
        option=option,
        reentry=again,
        paid_at=None if row.state == Entry.State.RESERVED else at,
        checked_in_at=at if row.state in {Entry.State.SEATED, Entry.State.OUT} else held.checked_in_at,
        out_at=at if row.state == Entry.State.OUT else None,
    )


def _put_out(change: Change, day: Day, plan: TakeOverPlan, taken: Sequence[Taken]) -> None:
    """Who is out, in order: first the entries that the list only counts, then as their places have it.

    In one write and not by `put_out`, which ends the seat of one who had one here.
    """
    by_line = {made.row.planned.line: made.entry for made in taken if made.row is not None}
    gone = [made.entry for made in taken if made.row is None]
    gone += [by_line[row.planned.line] for row in plan.in_order_of_out()]
    last = change.event.busts.count()
    change.create_many(
        Bust,
        [
            Bust(event=change.event, day=day, entry=entry, order=order, at=change.happened_at)
            for order, entry in enumerate(gone, start=last + 1)
        ],
    )


def _sit_down(change: Change, day: Day, taken: Sequence[Taken]) -> None:
    """Chairs as named, without a draw, and stacks as counted."""
    numbers = {made.row.stand.table for made in taken if made.row is not None}
    tables = {table.number: table for table in Table.objects.filter(number__in=numbers - {None})}
    change.create_many(Seat, list(_seats(change, day, taken, tables)))
    counts = [
        ChipCount(event=change.event, day=day, entry=m.entry, chips=m.row.stand.chips, at=change.happened_at)
        for m in taken
        if m.row is not None and m.row.stand.chips is not None and not m.row.stand.is_out
    ]
    change.create_many(ChipCount, counts)


def _seats(change: Change, day: Day, taken: Sequence[Taken], tables: Mapping[int, Table]) -> Iterator[Seat]:
    at = change.happened_at
    for made in taken:
        stand = made.row.stand if made.row is not None else Stand()
        if stand.table is not None and stand.chair is not None:
            yield Seat(
                day=day,
                table=tables[stand.table],
                chair=stand.chair,
                entry=made.entry,
                since=at,
                seen_at=at,
            )


def _set_clock(change: Change, day: Day, item: int, left_ms: int) -> None:
    """The clock at this item with so much left, begun and standing: Start is one press."""
    schedule = schedule_of(day)
    begun = rules.pause(rules.start(clock_of(day), schedule, change.now), schedule, change.now)
    there = rules.go_to(begun, schedule, change.now, item)
    write_clock(change, day, rules.set_remaining(there, schedule, change.now, left_ms))
