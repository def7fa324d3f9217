"""Hand for hand: every table plays one hand, busts of it are held until all have finished (TDA RP-8)."""

from typing import Any

from tables.actions.bust import name_of, refuse_over
from tables.actions.out import floor_of, next_hand
from tables.models import Bust, DayFloor, DayTable, Seat
from tournaments.actions.clock import adjust_clock, pause_clock
from tournaments.actions.event import rules_of
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day
from tournaments.queries.clock import reading_of
from tournaments.rules.errors import RuleError

_MINUTE_MS = 60_000


@action("hand.start")
def start_hand_for_hand(change: Change, /, day: Day, *, pause: bool = True) -> DayFloor:
    """Begin hand for hand with the hand that is being played; the clock stops.

    pause: at once; else when the first table has finished its hand (WSOP 126.a).
    RuleError: `hand-for-hand-on`, `one-table`, `event-over`, `day-over`.
    """
    refuse_over(day)
    floor = floor_of(change, day)
    if floor.hand:
        raise RuleError("hand-for-hand-on", "{day} plays hand for hand already.", {"day": day.label})
    if len(_playing(day)) < 2:
        words = "Hand for hand needs two tables with players."
        raise RuleError("one-table", words, {"day": day.label})
    change.update(floor, hand=next_hand(change.event))
    if pause:
        _stop_clock(change, day)
    change.note(day=day.code, case="")
    return floor


@action("hand.done")
def hand_done(change: Change, /, table: DayTable) -> DayTable:
    """A table has finished the hand; twice changes nothing. RuleError `hand-for-hand-off`."""
    floor = _floor_on(change, table.day)
    if table.hand != floor.hand:
        _stop_clock(change, table.day)
    change.note(
        day=table.day.code, table=table.table.number, case="already" if table.hand == floor.hand else ""
    )
    return change.update(table, hand=floor.hand)


@action("hand.complete")
def complete_hand(change: Change, /, day: Day, *, force: bool = False) -> DayFloor:
    """End the hand at all tables: its busts count now, together, and the clock loses the house's minutes.

    force: although a table has not been ticked. RuleError: `tables-playing` with their numbers;
    `hand-for-hand-off`.
    """
    floor = _floor_on(change, day)
    left = [row.table.number for row in _playing(day) if row.hand != floor.hand]
    if left and not force:
        words = "Still playing this hand: tables {tables}."
        raise RuleError("tables-playing", words, {"tables": ", ".join(map(str, left))})
    minutes = rules_of(change.event).hand_minutes
    out = _release(change, day)
    _stop_clock(change, day)
    if day.structure and reading_of(day, change.now).state == "paused":
        adjust_clock(change, day, -minutes * _MINUTE_MS)
    change.update(floor, hand=next_hand(change.event))
    change.note(day=day.code, minutes=minutes, forced=left, **_outs(out))
    return floor


@action("hand.stop")
def stop_hand_for_hand(change: Change, /, day: Day) -> DayFloor:
    """Play on as before; busts that were held count as one hand. The clock stays stopped until it is started.

    RuleError `hand-for-hand-off`.
    """
    floor = _floor_on(change, day)
    change.note(day=day.code, **_outs(_release(change, day)))
    return change.update(floor, hand=0)


def _floor_on(change: Change, day: Day) -> DayFloor:
    floor = floor_of(change, day)
    if not floor.hand:
        raise RuleError("hand-for-hand-off", "{day} does not play hand for hand.", {"day": day.label})
    return floor


def _playing(day: Day) -> list[DayTable]:
    """The open tables where anybody sits, by number; one whose last player went out plays no more."""
    taken = Seat.objects.filter(day=day, until=None).values("table")
    rows = DayTable.objects.filter(day=day, state=DayTable.State.OPEN, table__in=taken)
    return list(rows.select_related("table").order_by("table__number"))


def _stop_clock(change: Change, day: Day) -> None:
    if day.structure and reading_of(day, change.now).state == "running":
        pause_clock(change, day)


def _release(change: Change, day: Day) -> list[Bust]:
    """Let the busts that were held count; which they were."""
    held = Bust.objects.filter(day=day, held=True)
    busts = list(held.select_related("entry__player", "table").order_by("order"))
    change.update_many(held, held=False)
    return busts


def _outs(busts: list[Bust]) -> dict[str, Any]:
    """Who went out, for the journal's sentence."""
    return {
        "out": len(busts),
        "names": [name_of(bust.entry) for bust in busts],
        "seats": [f"{bust.table.number}-{bust.chair}" for bust in busts if bust.table],
        "case": "outs" if busts else "",
    }
