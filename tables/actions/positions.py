"""Button and blinds of tables whose hands are followed: final tables, heads-up."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from tables.actions.draw_record import record
from tables.models import DayTable, Draw, Seat
from tables.rules import button as rules
from tables.rules.button import Positions
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.queries.house_rules import rules_of
from tournaments.rules.errors import RuleError


@action("table.positions")
def keep_positions(change: Change, /, day_table: DayTable, button: int) -> DayTable:
    """Follow button and blinds from the first hand on, the button at this chair.

    RuleError: `table-closed`; `too-few-players`, `no-such-chair`.
    """
    _refuse_closed(day_table)
    return _keep(change, day_table, rules.first_positions(day_table.chairs, _live(day_table), button))


@action("table.first_button")
def start_positions(
    change: Change, /, day_table: DayTable, *, cards: Mapping[int, str] | None = None, cut: str = ""
) -> DayTable:
    """Follow button and blinds from the first hand on, the button by the event's rule.

    By high card: `cards` as they were dealt, by chair; without them the chair is drawn, and recorded.
    RuleError: as `keep_positions`; `draw-again` naming the chairs of equal highest cards; `nobody-live`,
    `chair-not-live`, `not-a-card`, `day-over`.
    """
    _refuse_closed(day_table)
    live, house = _live(day_table), rules_of(day_table.day.event)
    if cards and house.first_button == "high-card":
        first = rules.first_button(live, house, cards)
    elif house.first_button == "high-card" and live:
        first = _drawn(change, day_table, sorted(live), cut)
    else:
        first = rules.first_button(live, house)
    if isinstance(first, tuple):
        words = "The highest cards are equal: these chairs draw again: {chairs}."
        facts = {"chairs": ", ".join(map(str, first)), "again": first}
        raise RuleError("draw-again", words, facts)
    return _keep(change, day_table, rules.first_positions(day_table.chairs, live, first))


@action("table.next_hand")
def next_hand(change: Change, /, day_table: DayTable) -> DayTable:
    """Move button and blinds on by the dead-button rule, for those who sit there now.

    RuleError: `positions-unknown`; `too-few-players`, `no-such-chair`.
    """
    last = positions_of(day_table)
    if last is None:
        words = "Button and blinds of table {table} are not kept. Set the button first."
        raise RuleError("positions-unknown", words, {"table": day_table.table.number})
    return _keep(change, day_table, rules.next_hand(day_table.chairs, _live(day_table), last))


@action("table.forget_positions")
def forget_positions(change: Change, /, day_table: DayTable) -> DayTable:
    """Follow button and blinds no longer."""
    change.note(day=day_table.day.code, table=day_table.table.number)
    return change.update(day_table, positions=None, positions_at=None)


def positions_of(day_table: DayTable) -> Positions | None:
    """The positions of the hand under way, None where they are not kept."""
    kept: dict[str, Any] = day_table.positions or {}
    return Positions(**kept) if "button" in kept else None


def _live(day_table: DayTable) -> frozenset[int]:
    seats = Seat.objects.filter(day=day_table.day_id, table=day_table.table_id, until=None)
    return frozenset(seats.values_list("chair", flat=True))


def _refuse_closed(day_table: DayTable) -> None:
    if day_table.state != DayTable.State.OPEN:
        raise RuleError("table-closed", "Table {table} is not open.", {"table": day_table.table.number})


def _drawn(change: Change, day_table: DayTable, live: list[int], cut: str) -> int:
    """A chair drawn as by high card: each as likely as any other. On the list it says which table's."""
    seats = [f"{day_table.table.number}-{chair}" for chair in live]
    draw: Draw = record(change, day_table.day, "pick", cut, seats, lambda chance: chance.pick(seats))
    change.note(draw=draw.number)
    return int(str(draw.outcome).rsplit("-", 1)[1])


def _keep(change: Change, day_table: DayTable, positions: Positions) -> DayTable:
    change.note(
        day=day_table.day.code,
        table=day_table.table.number,
        button=positions.button,
        big_blind=positions.big_blind,
    )
    return change.update(day_table, positions=asdict(positions), positions_at=change.now)
