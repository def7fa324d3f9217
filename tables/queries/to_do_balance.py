"""Who is to move: redraws, breaks, balance and tables to fill, as cards of the console's list."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.models import DayTable, Plan
from tables.queries.balance import (
    Balance,
    Combine,
    NextBreak,
    PlayedFloor,
    balance_of,
    combine_due,
    next_to_break,
)
from tables.queries.big_blinds import asked_felts, first_moves, to_ask
from tables.queries.no_shows import has_begun
from tables.queries.number_words import capital, in_words
from tables.queries.to_do_card import ToDo
from tournaments.models import Day
from tournaments.queries.registration import registration_of

SOON = 3  # busts until a table comes free


def balance_to_do(day: Day, now: datetime, floor: PlayedFloor) -> list[ToDo]:
    """Plans that wait, then what to plan: a redraw before a break, a break before balance.

    While registration is open short tables are filled instead, once play has begun. During the last hands
    nothing is asked for: nobody is moved, and a redraw waits until they are played (WSOP 125).
    """
    is_open = registration_of(day, now).is_open
    if is_open and not has_begun(day, now):
        return []
    waiting = list(
        Plan.objects.filter(day=day, state=Plan.State.PROPOSED).select_related("table").defer("moves")
    )
    cards = [_waiting(plan) for plan in waiting]
    if floor.last_hands is not None:
        return cards
    planned = {plan.kind for plan in waiting}
    combine = combine_due(day, now, floor)
    if combine is not None:
        return cards if Plan.Kind.REDRAW in planned else [*cards, _combine(combine)]
    breaking = {plan.table.number for plan in waiting if plan.table}
    next_break = next_to_break(day, now, floor)
    if next_break.table not in breaking:
        cards += _break(floor, next_break)
    if is_open:
        cards += _fill(day, floor, balance_of(day, now, floor))
    elif Plan.Kind.BALANCE not in planned:
        cards += _balance(floor, balance_of(day, now, floor), next_break)
    return cards + ([] if is_open else _coming_free(floor, next_break))


def _waiting(plan: Plan) -> ToDo:
    if plan.kind == Plan.Kind.BREAK and plan.table:
        title = _("Table {table} breaks: its plan waits").format(table=plan.table.number)
    elif plan.kind == Plan.Kind.REDRAW:
        title = _("The redraw waits")
    else:
        title = _("A plan to balance waits")
    text = _("Nobody has been told yet. Carry it out, or leave it.")
    return ToDo("plan", title, text, facts={"plan": plan.pk}, key=str(plan.pk))


def _combine(due: Combine) -> ToDo:
    if due.kind == "final":
        title = _("Final table due")
        text = _("{n} players are left: everybody draws a seat at one table.").format(n=due.players)
    else:
        title = ngettext("Redraw due: {tables} table", "Redraw due: {tables} tables", due.tables).format(
            tables=in_words(due.tables)
        )
        text = _("The {n} players left fit them: everybody draws a new seat.").format(n=due.players)
    return ToDo("redraw", title, text, facts={"tables": due.tables, "kind": due.kind}, key=str(due.tables))


def _break(floor: PlayedFloor, due: NextBreak) -> list[ToDo]:
    if not due.is_due:
        return []
    if due.table is None:
        if not due.among:
            return []
        text = _("Among tables {tables}.").format(tables=", ".join(map(str, due.among[:12])))
        return [ToDo("break-draw", _("Draw which table breaks next"), text)]
    table = floor.table(due.table)
    if table is None or not table.players:
        title = _("Close table {table}").format(table=due.table)
        return [ToDo("close", title, _("Nobody sits there any more."), facts={"table": due.table})]
    chairs = _chairs_elsewhere(floor, due.table)
    text = ngettext(
        "Its {players} player fits the {chairs} open chairs.",
        "Its {players} players fit the {chairs} open chairs.",
        table.players,
    ).format(players=table.players, chairs=chairs)
    title = _("Break table {table}").format(table=due.table)
    return [ToDo("break", title, text, facts={"table": due.table}, key=str(due.table))]


def _balance(floor: PlayedFloor, balance: Balance, next_break: NextBreak) -> list[ToDo]:
    if not balance.is_due:
        return []
    first = balance.moves[0]
    sizes = {table.number: table.players for table in floor.all}
    short = sizes[first.from_table] - sizes[first.to_table]
    text = capital(_("{short} short of table {table}.").format(short=in_words(short), table=first.from_table))
    if len(balance.moves) > 1:
        moves = len(balance.moves)
        text += " " + ngettext(
            "{n} move brings all into balance.", "{n} moves bring all into balance.", moves
        ).format(n=moves)
    if next_break.is_due and next_break.table is not None:
        text += " " + _("Break table {table} first: that may settle it.").format(table=next_break.table)
    title = _("Balance table {table}").format(table=first.to_table)
    return [ToDo("balance", title, text, facts=_asked(floor, balance), key=str(first.to_table))]


def _asked(floor: PlayedFloor, balance: Balance) -> dict[str, Any]:
    """The felts to tap, none where all is known; most: plan so many moves, 0 for all.

    Where some big blind is not known only the moves between the first two tables are planned.
    """
    if not balance.ask:
        return {"felts": (), "most": 0}
    most = first_moves(balance.moves)
    asked = to_ask(balance.moves[:most])
    return {"felts": asked_felts(floor, asked), "most": most if most < len(balance.moves) else 0}


def _fill(day: Day, floor: PlayedFloor, balance: Balance) -> list[ToDo]:
    """Tables that the next entries are sent to, then the shortest of those that need them."""
    filling = dict(
        DayTable.objects.filter(day=day, state=DayTable.State.OPEN, fill__gt=0)
        .order_by("table__number")
        .values_list("table__number", "fill")
    )
    cards = [_filling(table, entries) for table, entries in filling.items()]
    if balance.difference <= balance.allowed:
        return cards
    largest = max(table.players for table in floor.movable)
    short = min((table for table in floor.movable), key=lambda table: (table.players, -table.number))
    entries = min(largest - balance.allowed - short.players, len(short.open_chairs))
    if entries < 1 or short.number in filling:
        return cards
    facts = {"table": short.number, "entries": entries}
    text = ngettext("The next entry goes there.", "The next {entries} entries go there.", entries)
    title = _("Fill table {table}")
    return [
        *cards,
        ToDo("fill", title.format(**facts), text.format(**facts), facts=facts, key=str(short.number)),
    ]


def _filling(table: int, entries: int) -> ToDo:
    facts = {"table": table, "entries": entries}
    text = ngettext("The next entry goes there.", "The next {entries} entries go there.", entries)
    title = _("Table {table} is being filled")
    return ToDo("filling", title.format(**facts), text.format(**facts), facts=facts)


def _coming_free(floor: PlayedFloor, due: NextBreak) -> list[ToDo]:
    """The next table to break, a few busts ahead: for who waits for it."""
    busts = busts_until_break(floor, due)
    if due.table is None or not 0 < busts <= SOON:
        return []
    title = ngettext(
        "Table {table} comes free after {n} more bust", "Table {table} comes free after {n} more busts", busts
    ).format(table=due.table, n=busts)
    return [ToDo("coming-free", title, _("It is the next to break."), key=str(due.table))]


def busts_until_break(floor: PlayedFloor, due: NextBreak) -> int:
    """How many must go out, wherever, until the next table breaks; 0 when it may, or none is next."""
    table = floor.table(due.table) if due.table is not None else None
    if table is None or due.is_due:
        return 0
    return max(0, table.players + due.reserve - _chairs_elsewhere(floor, table.number))


def _chairs_elsewhere(floor: PlayedFloor, number: int) -> int:
    others: Iterable[int] = (len(table.open_chairs) for table in floor.movable if table.number != number)
    return sum(others)
