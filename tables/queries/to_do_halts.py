"""The tables that stop or stand still, as cards of the console's list."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.queries.balance import PlayedFloor
from tables.queries.big_blinds import asked_felts
from tables.queries.halts import Halt, Kind, halts
from tables.queries.number_words import in_words
from tables.queries.to_do_card import ToDo
from tournaments.models import Day

MOST = 4  # cards of one kind; the rest are told in one line
_ORDER: tuple[Kind, ...] = ("stop", "ask", "stopped", "discretion")


def halts_to_do(day: Day, now: datetime, floor: PlayedFloor) -> list[ToDo]:
    """Those that must not deal first, then those to ask about, those that stand, those left to staff."""
    found = halts(day, now, floor)
    cards: list[ToDo] = []
    found_first = next((halt for kind in _ORDER for halt in found if halt.kind == kind), None)
    for kind in _ORDER:
        of_kind = [halt for halt in found if halt.kind == kind]
        cards += [_card(halt, floor, is_first=halt is found_first) for halt in of_kind[:MOST]]
        cards += _more(kind, of_kind[MOST:])
    return cards


def _card(halt: Halt, floor: PlayedFloor, *, is_first: bool) -> ToDo:
    """is_first: of all; its card asks for the big blind itself, where it asks for one."""
    table, facts = halt.table, halt.facts
    short = in_words(facts["largest"] - facts["players"])
    said: dict[Kind, tuple[str, str]] = {
        "stop": (_("Stop table {table}"), _(halt.why)),
        "ask": (
            _("Table {table} is {short} short"),
            _("It stops when its big blind falls on an empty chair. Where is the big blind?"),
        ),
        "stopped": (_("Table {table} is stopped"), "{reason}"),
        "discretion": (_("Table {table} is {short} short"), _(halt.why)),
    }
    title, text = said[halt.kind]
    told: dict[str, Any] = {**facts, "short": short}
    return ToDo(
        f"halt-{halt.kind}",
        title.format(**told),
        text.format(**told),
        is_urgent=halt.kind != "discretion",
        facts={
            "table": table,
            "reason": _("Too few players"),
            "rule": facts["rule"],
            "felts": asked_felts(floor, [table] if is_first and halt.kind == "ask" else []),
        },
        key=str(table),
    )


def _more(kind: Kind, left: Iterable[Halt]) -> list[ToDo]:
    numbers = [str(halt.table) for halt in left]
    if not numbers:
        return []
    n = len(numbers)
    title = {
        "stop": ngettext("Stop {n} further table", "Stop {n} further tables", n),
        "ask": ngettext("{n} further table is short", "{n} further tables are short", n),
        "stopped": ngettext("{n} further table is stopped", "{n} further tables are stopped", n),
        "discretion": ngettext("{n} further table is short", "{n} further tables are short", n),
    }[kind].format(n=n)
    shown = ", ".join(numbers[:20]) + (" …" if n > 20 else "")
    return [ToDo("halts-more", title, shown, is_urgent=kind != "discretion")]
