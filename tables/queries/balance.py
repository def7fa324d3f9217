"""The floor of a Day as balancing and breaking know it, and what is due there."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db.models import Count

from tables.models import DayFloor, DayTable, Plan, Seat
from tables.queries.apart import Pairs, apart_entries
from tables.rules.balance_sizes import allowed_difference, break_order
from tables.rules.balancing import plan_balance
from tables.rules.breaking import may_break
from tables.rules.final_table import final_table_due, redraw_at_players, redraw_due
from tables.rules.games import plays_stud
from tables.rules.seating import Move, Table, tables_needed
from tournaments.models import Day, Entry
from tournaments.queries.house_rules import rules_of
from tournaments.queries.registration import registration_of
from tournaments.rules.house import HouseRules
from tournaments.rules.structure import Level, items_from_json


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """An open table of a Day with what staff have said of it. opened: its place in opening order."""

    key: int
    table: Table
    opened: int
    break_order: int | None
    padlocked: bool
    stopped: str


@dataclass(frozen=True, slots=True)
class PlayedFloor:
    """The open tables of a Day by number; entries by their key, as text. apart: who may not sit together.

    last_hands: how many each table still plays, once their card is drawn: nobody is moved until then.
    """

    tables: tuple[PlayedTable, ...]
    rule: str
    among: int
    apart: Pairs
    last_hands: int | None = None

    @property
    def all(self) -> tuple[Table, ...]:
        """Every open table."""
        return tuple(played.table for played in self.tables)

    @property
    def movable(self) -> tuple[Table, ...]:
        """The tables that plans may move players from and to."""
        return tuple(played.table for played in self.tables if not played.padlocked)

    @property
    def order(self) -> tuple[int, ...]:
        """Table numbers, first to break first: those put in order by hand, then by the Day's rule."""
        by_hand = [played for played in self.tables if played.break_order is not None]
        by_hand.sort(key=lambda played: (played.break_order or 0, -played.table.number))
        first = [played.table.number for played in by_hand]
        if self.rule == DayFloor.BreakRule.OVERFLOW:
            last_opened = sorted(self.tables, key=lambda played: (-played.opened, -played.table.number))
            first += [played.table.number for played in last_opened]
        return break_order([table.number for table in self.all], first)

    def table(self, number: int) -> Table | None:
        """An open table by its number."""
        return next((table for table in self.all if table.number == number), None)

    @property
    def players(self) -> int:
        """How many sit at all the tables."""
        return sum(table.players for table in self.all)


@dataclass(frozen=True, slots=True)
class Balance:
    """How far the tables are from balance. tables: the largest and the smallest of those out of it.

    filled_instead: registration is open, so the short tables get the next entries. moves: the fewest that
    help, without chair or player where a big blind is not known; ask: the tables to ask for it.
    """

    difference: int
    allowed: int
    tables: tuple[int, ...]
    filled_instead: bool
    moves: tuple[Move, ...]
    ask: tuple[int, ...]

    @property
    def is_due(self) -> bool:
        """Whether somebody has to move."""
        return bool(self.moves)


@dataclass(frozen=True, slots=True)
class NextBreak:
    """The table that breaks next; None while it is to be drawn, or where no table can be broken.

    is_due: everybody there fits elsewhere with `reserve` chairs to spare. among: the numbers to draw from.
    """

    table: int | None
    is_due: bool
    reserve: int
    among: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Combine:
    """Everybody is drawn anew to so many tables: at the event's points, or for the final table."""

    kind: Literal["redraw", "final"]
    tables: int
    players: int


def played_floor(day: Day, now: datetime) -> PlayedFloor:
    """Who plays where on a Day, at its open tables. Four queries, however large the field."""
    taken: dict[int, dict[int, str]] = defaultdict(dict)
    locked: dict[int, set[str]] = defaultdict(set)
    seats = Seat.objects.filter(day=day, until=None).order_by()
    for table, chair, entry, is_locked in seats.values_list("table_id", "chair", "entry_id", "locked"):
        taken[table][chair] = str(entry)
        if is_locked:
            locked[table].add(str(entry))
    rows = DayTable.objects.filter(day=day, state=DayTable.State.OPEN).select_related("table")
    floor = DayFloor.objects.filter(day=day).first()
    told_since = now - timedelta(minutes=rules_of(day.event).hand_minutes)
    return PlayedFloor(
        tables=tuple(
            _played(row, taken[row.table_id], locked[row.table_id], told_since)
            for row in rows.order_by("table__number")
        ),
        rule=floor.break_rule if floor else DayFloor.BreakRule.HIGHEST,
        among=floor.break_among if floor else 0,
        apart=apart_entries(day),
        last_hands=floor.last_hands if floor else None,
    )


def _played(
    row: DayTable, taken: Mapping[int, str], locked: Collection[str], told_since: datetime
) -> PlayedTable:
    table = Table(
        row.table.number,
        row.chairs,
        dict(taken),
        big_blind=known_big_blind(row, told_since),
        button=(row.positions or {}).get("button"),
        blocked=frozenset(row.table.blocked),
        locked=frozenset(locked),
    )
    return PlayedTable(row.table_id, table, row.order, row.break_order, row.padlocked, row.stopped)


def known_big_blind(row: DayTable, told_since: datetime) -> int | None:
    """The chair of the last big blind: where positions are kept, or while what staff said still holds.

    It holds for the hand it was said in, and for as long as the table stands still.
    """
    positions = row.positions or {}
    if "button" in positions or row.stopped:
        return positions.get("big_blind")
    fresh = row.positions_at is not None and row.positions_at >= told_since
    return positions.get("big_blind") if fresh else None


def is_mixed(day: Day) -> bool:
    """Whether stud is among the games of a Day."""
    return plays_stud(item.game for item in items_from_json(day.structure) if isinstance(item, Level))


def best_moves(day: Day, floor: PlayedFloor) -> tuple[Move, ...]:
    """The fewest moves that bring a Day into balance, with nobody sent to whom he is kept apart from."""
    house, mixed, tables = rules_of(day.event), is_mixed(day), list(floor.movable)
    while True:
        moves = plan_balance(tables, house, floor.order, mixed)
        clashing = next(
            (move for move in moves if move.entry and _meets(move, moves, tables, floor.apart)), None
        )
        if clashing is None:
            return moves
        tables = [_locking(table, clashing) for table in tables]


def _meets(move: Move, moves: Iterable[Move], tables: Iterable[Table], apart: Pairs) -> bool:
    """Whether the move brings two together who are kept apart."""
    others = {other for pair in apart if move.entry in pair for other in pair if other != move.entry}
    if not others:
        return False
    there = next(set(table.taken.values()) for table in tables if table.number == move.to_table)
    there -= {other.entry for other in moves if other.from_table == move.to_table}
    there |= {other.entry for other in moves if other.entry and other.to_table == move.to_table}
    return not others.isdisjoint(there)


def _locking(table: Table, move: Move) -> Table:
    """The table with the move's player staying, if he sits here."""
    if table.number != move.from_table or move.entry is None:
        return table
    return Table(
        table.number, table.chairs, table.taken, table.big_blind, table.button, table.blocked,
        table.locked | {move.entry},
    )  # fmt: skip


def balance_of(day: Day, now: datetime, floor: PlayedFloor | None = None) -> Balance:
    """Whether a Day's tables are in balance by the house's rules, and what would bring them there."""
    floor = floor or played_floor(day, now)
    sizes = {table.number: table.players for table in floor.movable}
    allowed = allowed_difference(len(sizes), rules_of(day.event))
    largest, smallest = max(sizes.values(), default=0), min(sizes.values(), default=0)
    moves = best_moves(day, floor) if largest - smallest > allowed else ()
    return Balance(
        difference=largest - smallest,
        allowed=allowed,
        tables=tuple(n for n, size in sizes.items() if size > smallest + allowed or size < largest - allowed),
        filled_instead=registration_of(day, now).is_open,
        moves=moves,
        ask=tuple(dict.fromkeys(number for move in moves for number in move.needs_big_blind)),
    )


def next_to_break(day: Day, now: datetime, floor: PlayedFloor | None = None) -> NextBreak:
    """Which table breaks next, and whether it may: before balance, and with the house's reserve kept free."""
    floor = floor or played_floor(day, now)
    reserve = rules_of(day.event).reserve_while_open if registration_of(day, now).is_open else 0
    tables = {table.number: table for table in floor.movable}
    whole = [n for n in floor.order if n in tables and tables[n].locked.isdisjoint(tables[n].taken.values())]
    if len(tables) < 2 or not whole:
        return NextBreak(None, is_due=False, reserve=reserve)
    drawn = {played.table.number for played in floor.tables if played.break_order is not None}
    if floor.rule == DayFloor.BreakRule.RANDOM and whole[0] not in drawn:
        among = tuple(whole[: floor.among or None])
        return NextBreak(None, may_break(floor.movable, reserve), reserve, among)
    return NextBreak(whole[0], fits_elsewhere(tables[whole[0]], floor.movable, reserve), reserve)


def fits_elsewhere(table: Table, tables: Iterable[Table], reserve: int = 0) -> bool:
    """Whether everybody at a table finds a chair at the others, with so many to spare."""
    room = sum(len(other.open_chairs) for other in tables if other.number != table.number)
    return table.players + reserve <= room


def combine_due(day: Day, now: datetime, floor: PlayedFloor | None = None) -> Combine | None:
    """Whether everybody is drawn anew now: the final table, else a point at which the event redraws."""
    floor = floor or played_floor(day, now)
    house, players = rules_of(day.event), floor.players
    tables = sum(1 for table in floor.all if table.players)
    if tables < 2 or not players or registration_of(day, now).is_open:
        return None
    chairs = day.event.chairs
    if final_table_due(players, chairs, house):
        return Combine("final", 1, players)
    needed = tables_needed(players, chairs)
    if needed > 1 and (redraw_due(_entries(day), tables, needed, house) or _at_players(day, players, house)):
        return Combine("redraw", needed, players)
    return None


def _at_players(day: Day, players: int, house: HouseRules) -> bool:
    """Whether a point of the event in players is reached, and no redraw was made there."""
    if players > max(house.redraw_players, default=0):
        return False
    most = Seat.objects.filter(day=day).aggregate(n=Count("entry", distinct=True))["n"]
    made = Plan.objects.filter(day=day, kind=Plan.Kind.REDRAW, state=Plan.State.ACCEPTED)
    last = made.order_by("-ended_at", "-pk").first()
    drawn_at = len(last.moves) if last else None
    return redraw_at_players(_entries(day), most, drawn_at, players, house)


def _entries(day: Day) -> int:
    return Entry.objects.filter(event=day.event_id, state__in=Entry.IN).count()


def move_to_json(move: Move) -> dict[str, Any]:
    """A move as a Plan stores it."""
    return {
        "entry": int(move.entry) if move.entry else None,
        "from_table": move.from_table,
        "from_chair": move.from_chair,
        "to_table": move.to_table,
        "to_chair": move.to_chair,
        "why": move.why,
        "facts": dict(move.facts),
    }
