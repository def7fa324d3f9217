"""Drawing seats: everybody who waits at once, one late entry, the alternates in order."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Max

from tables.actions.draw_apart import draw_apart
from tables.actions.draw_record import current_seed, record
from tables.actions.no_chair import no_chair, refuse_too_few
from tables.models import DaySeed, DayTable, Draw, Seat
from tables.queries.alternates import has_right_before, in_order
from tables.queries.apart import apart_entries, tables_to_avoid
from tables.queries.floor_plan import FloorPlan, floor_plan
from tables.queries.room import DayRoom, day_room
from tables.rules import replay
from tables.rules.draw import Draw as Chance
from tables.rules.seat_draw import deal_late
from tournaments.actions.event import rules_of
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Entry
from tournaments.rules.errors import RuleError


@action("draw.all")
def draw_all(change: Change, /, day: Day, *, cut: str = "", rest_waits: bool = False) -> Draw:
    """Seat every waiting entry of a Day by one draw, tables within one of each other; skipped alternates not.

    Reserved tables open, in order, when the open ones do not suffice. rest_waits: where even that is too
    little, as many as there are chairs are drawn for, alternates first, then in order of entry; the rest
    are alternates.
    Where two who are kept apart drew one table, that draw is void and another one is made.
    RuleError, with nothing changed: `nobody-waits`, `room-full`, `day-over`, `cut-too-long`; `apart` where
    twenty draws did not keep two apart.
    """
    waiting = Entry.objects.filter(day=day, state=Entry.State.PAID, skipped_at=None)
    places = list(waiting.order_by("number").values_list("pk", "alternate", "called_at"))
    if not places:
        raise RuleError("nobody-waits", "Nobody waits for a seat on {day}.", {"day": day.label})
    plan = floor_plan(day)
    rest = _without_chair(places, _chairs_left(plan)) if rest_waits else frozenset()
    entries = [str(pk) for pk, *_place in places if pk not in rest]
    refuse_too_few(day, len(entries), _chairs_left(plan))
    opened = plan.opened_for(len(entries))
    tables = [*plan.open, *opened]
    draw = draw_apart(change, day, entries, tables, apart_entries(day), cut)
    _open(change, day, [table.number for table in opened])
    _sit_down(change, draw, plan)
    change.update_many(waiting.exclude(pk__in=rest), state=Entry.State.SEATED)
    for entry in waiting.order_by("number") if rest else ():
        _put_on_list(change, entry)
    change.note(day=day.code, draw=draw.number, entries=len(entries), left=len(rest))
    return draw


@action("draw.seat")
def draw_seat(change: Change, /, entry: Entry, *, cut: str = "") -> Seat | None:
    """Draw one late seat by the event's rule; None when no chair is left, and the entry is an alternate.

    Alternates come first, but for those who were skipped: while no more chairs are open than they need, the
    entry goes behind them.
    A reserved table opens when the open ones are full to the event's start size.
    RuleError: `not-waiting`, `day-over`, `cut-too-long`.
    """
    if entry.state != Entry.State.PAID:
        raise RuleError("not-waiting", "Entry {number} does not wait for a seat.", {"number": entry.number})
    seed = current_seed(entry.day)
    room = day_room(entry.day)
    ahead = seed.alternates if entry.alternate is None else has_right_before(entry).count()  # type: ignore[attr-defined]
    if not room.has_more_than(ahead):
        _put_on_list(change, entry)
        change.note(entry=entry.number, alternate=entry.alternate)
        if "case" not in change.facts:  # an action that this one joined has its own sentence
            change.note(case="alternate")
        return None
    seat, draw = _seat_late(change, entry, room, cut, seed)
    change.note(entry=entry.number, draw=draw.number, seat=_spot(draw))
    return seat


def draw_chair(change: Change, entry: Entry) -> Seat:
    """Draw a chair for one who had one before, ahead of the alternates; part of the action under way.

    The entry is one that waits. RuleError `no-chair`, `day-over`.
    """
    room = day_room(entry.day)
    if not room.chairs_left:
        words = "No chair is open on {day}. Open a table first."
        raise no_chair(entry.day, "no-chair", words, day=entry.day.label)
    seat, draw = _seat_late(change, entry, room, "")
    change.note(draw=draw.number)
    return seat


@action("draw.alternates")
def seat_alternates(change: Change, /, day: Day, *, most: int | None = None) -> list[Seat]:
    """Draw a seat for each alternate (for `most` of them), the called first, while chairs are open.

    RuleError: `nobody-waits`, `room-full`, `day-over`.
    """
    current_seed(day)
    alternates = list(in_order(day).select_related("event", "day"))
    if not alternates:
        raise RuleError("nobody-waits", "No alternate waits on {day}.", {"day": day.label})
    chairs = day_room(day).chairs_left
    if not chairs:
        words = "No chair is open: {entries} alternates go on waiting."
        raise no_chair(day, "room-full", words, entries=len(alternates), chairs=0)
    seated = alternates[: chairs if most is None else min(chairs, most)]
    seats = [_seat_late(change, entry, day_room(day), "")[0] for entry in seated]
    change.note(day=day.code, entries=len(seats), left=len(alternates) - len(seats))
    return seats


@action("draw.void")
def void_draw(change: Change, /, draw: Draw, *, reason: str) -> Draw:
    """Say that a draw does not count. It stays on the public list, void, with who and why.

    RuleError: `draw-void` already, `draw-in-use` while somebody sits where it put him, `no-reason`.
    """
    facts = {"number": draw.number}
    if draw.voided_at is not None:
        raise RuleError("draw-void", "Draw {number} is void already.", facts)
    if not reason.strip():
        raise RuleError("no-reason", "Say why draw {number} is void: everybody can read it.", facts)
    sitting = Seat.objects.filter(draw=draw, until=None).count()
    if sitting:
        words = "{count} players still sit where draw {number} put them."
        raise RuleError("draw-in-use", words, {**facts, "count": sitting})
    change.note(draw=draw.number, reason=reason.strip()[:200])
    return change.update(
        draw, voided_at=change.now, voided_by=change.by.staff, void_reason=reason.strip()[:200]
    )


def _away_from(entry: Entry, room: DayRoom, seed: DaySeed) -> DayRoom:
    """The room without the tables of those he is kept apart from, as long as others have a chair."""
    avoided = tables_to_avoid(entry) if seed.has_apart else frozenset()  # type: ignore[attr-defined]
    if avoided and (left := room.without(avoided)).chairs_left:
        return left
    return room


def _chairs_left(plan: FloorPlan) -> int:
    return sum(len(table.open_chairs) for table in (*plan.open, *plan.unopened))


def _without_chair(places: Sequence[tuple[int, int | None, datetime | None]], chairs: int) -> frozenset[int]:
    """Of (entry, alternate, called) in order of entry, those beyond the chairs; nobody without a chair."""

    def right(place: tuple[int, int | None, datetime | None]) -> tuple[bool, bool, int]:
        _entry, alternate, called_at = place
        return alternate is None, called_at is None, alternate or 0

    first_to_last = sorted(places, key=right)
    return frozenset(entry for entry, *_place in first_to_last[chairs:]) if chairs else frozenset()


def _put_on_list(change: Change, entry: Entry) -> None:
    """Give an entry the next number of the alternates list, unless it has one."""
    if entry.alternate is None:
        last = Entry.objects.filter(day=entry.day_id).aggregate(n=Max("alternate"))["n"] or 0
        change.update(entry, alternate=last + 1)


def _seat_late(
    change: Change, entry: Entry, room: DayRoom, cut: str, seed: DaySeed | None = None
) -> tuple[Seat, Draw]:
    """Draw a seat where there is one: the seat and its draw."""
    key, event, day = str(entry.pk), entry.event, entry.day
    seed = seed or current_seed(day)
    tables = _away_from(entry, room, seed).in_question(rules_of(event), event.chairs)
    candidates = [table.candidate for table in tables]

    def decide(chance: Chance) -> Any:
        return replay.outcome_late_seat(key, deal_late(candidates, chance))

    draw = record(change, day, "late-seat", cut, replay.record_late(key, candidates), decide, seed=seed)
    _entry, number, chair = draw.outcome
    (table,) = (one for one in tables if one.number == number)
    if table.state == DayTable.State.RESERVED:
        _open(change, day, [number])
    if table.fill:
        filled = DayTable.objects.get(day=day, table=table.key)
        change.update(filled, fill=filled.fill - 1)
    seat = change.create(
        Seat, day=day, table_id=table.key, chair=chair, entry=entry, draw=draw, since=change.now
    )
    change.update(entry, state=Entry.State.SEATED)
    return seat, draw


def _open(change: Change, day: Day, numbers: list[int]) -> None:
    if numbers:
        rows = DayTable.objects.filter(day=day, table__number__in=numbers)
        change.update_many(rows, state=DayTable.State.OPEN)


def _sit_down(change: Change, draw: Draw, plan: FloorPlan) -> None:
    """Seats for all that a draw put somewhere, in one bulk write."""
    # By position, in the order of the columns: 10,000 rows by name take three times as long to make.
    make: Any = Seat
    day, key, now = draw.day_id, draw.pk, change.now
    seats = [
        make(None, day, plan.keys[table], chair, int(entry), key, now) for entry, table, chair in draw.outcome
    ]
    change.create_many(Seat, seats)


def _spot(draw: Draw) -> str:
    """What a late draw gave, as staff say it: 12-4."""
    _entry, table, chair = draw.outcome
    return f"{table}-{chair}"
