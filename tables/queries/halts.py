"""Which tables stand still, and why, in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from django.db.models import Count
from django.utils.translation import gettext_noop as _

from tables.models import Bust
from tables.queries.balance import PlayedFloor, played_floor
from tables.rules.halts import SHORT, Halts, halted
from tournaments.models import Day
from tournaments.queries.house_rules import rules_of

Kind = Literal["stop", "ask", "discretion", "stopped"]

WORDS: dict[Kind, str] = {
    "stop": _(
        "Stop: table {table} has {players} players, the largest {largest}. Balance before its next hand."
    ),
    "ask": _(
        "Table {table} has {players} players, the largest table {largest}. "
        "It stops once its big blind would fall on an empty chair: where is the big blind?"
    ),
    "discretion": _(
        "Table {table} has {players} players, the largest table {largest}. "
        "The tables are short-handed: whether it stops is for the floor to say."
    ),
    "stopped": _("Table {table} stands still: {reason}"),
}
_RULES = {"2024": "TDA 11-D (2024)", "2022": "TDA 11-D (2022)"}


@dataclass(frozen=True, slots=True)
class Halt:
    """A table that stops, or may have to. why: a constant template that `facts` fill.

    kind: "stop" by rule; "ask" for its big blind first; "discretion" of staff; "stopped" by staff already.
    """

    table: int
    kind: Kind
    why: str
    facts: Mapping[str, Any]


def halts(
    day: Day, now: datetime, floor: PlayedFloor | None = None, *, short: frozenset[int] | None = None
) -> tuple[Halt, ...]:
    """The tables of a Day that stand still or should, by number. One query besides the floor's.

    During the last hands none stops by rule: it would wait for a balance that is not made (WSOP 125).
    short: the tables that busts have made short, where whoever asks has read them already.
    """
    floor = floor or played_floor(day, now)
    house = rules_of(day.event)
    found = Halts()
    if floor.last_hands is None:
        found = halted(floor.all, house, _short_by_busts(day) if short is None else short)
    stopped = [played.table.number for played in floor.tables if played.stopped]
    kinds: dict[int, Kind] = {}
    for kind, numbers in _by_weight(found, stopped):
        kinds |= dict.fromkeys(numbers, kind)
    largest = max((table.players for table in floor.all), default=0)
    made = []
    for played in floor.tables:
        number = played.table.number
        if number in kinds:
            facts: dict[str, Any] = {"table": number, "players": played.table.players, "largest": largest}
            facts |= {"reason": played.stopped, "rule": _RULES.get(house.halt, "")}
            made.append(Halt(number, kinds[number], WORDS[kinds[number]], facts))
    return tuple(made)


def _by_weight(found: Halts, stopped: Iterable[int]) -> tuple[tuple[Kind, Iterable[int]], ...]:
    """What is said of which tables; of two things about one table the later is said."""
    return ("discretion", found.discretion), ("ask", found.ask), ("stop", found.stop), ("stopped", stopped)


def _short_by_busts(day: Day) -> frozenset[int]:
    """The tables that have lost as many to busts as make a table short; players moved off do not count."""
    busts = Bust.objects.filter(day=day, table__isnull=False).order_by().values("table__number")
    counted = busts.annotate(n=Count("pk")).filter(n__gte=SHORT)
    return frozenset(counted.values_list("table__number", flat=True))
