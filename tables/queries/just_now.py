"""What was just done, for the console: the journal's newest lines, floods of one kind folded into one."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from zoneinfo import ZoneInfo

from django.utils.translation import ngettext

from tables.queries.journal import JournalLine, journal_lines
from tournaments.models import Action, Event

READ = 60
BREAKS = frozenset({"plan.break", "plan.break_by_cards"})
PLANS = BREAKS | {"plan.balance", "plan.redraw"}
SETTLES = frozenset({"plan.accept", "plan.discard"})
TELL_OUTS = frozenset({"bust.bust", "bust.several", "hand.complete", "hand.stop"})
_FOLDED = {"seat.table_seen": "tables", "seat.seen": "seats"}


@dataclass(frozen=True, slots=True)
class NowLine:
    """A line, or several of one kind (many > 1). table: where somebody went out, to mend it there."""

    line: JournalLine
    text: str
    many: int = 1
    table: int | None = None

    @property
    def may_undo(self) -> bool:
        """Whether whoever reads may take it back here."""
        return self.many == 1 and self.line.may_undo


def just_now(event: Event, role: str, zone: str, *, limit: int) -> tuple[NowLine, ...]:
    """The newest lines of an event, newest first. At most three queries."""
    # Paper goes with the move or the sale that it belongs to; one that fails has a card of its own.
    rows = Action.objects.filter(event=event).exclude(kind__startswith="print.")
    rows = rows.defer("writes", "answer").select_related("actor")
    read = told_once(rows.order_by("-seq")[:READ])
    told = zip(read, journal_lines(read, role, ZoneInfo(zone)), strict=True)
    groups = groupby(told, key=lambda one: _kind(one[0]))
    lines = [line for kind, found in groups for line in _lines(kind, list(found))]
    return tuple(lines[:limit])


def told_once(rows: Iterable[Action]) -> list[Action]:
    """The newest first, without the planning of what was carried out or left right after it."""
    kept: list[Action] = []
    for row in rows:
        if not (kept and _was_settled_by(kept[-1], row)):
            kept.append(row)
    return kept


def _was_settled_by(after: Action, row: Action) -> bool:
    """Whether a row planned what the one after it settled, and not what waits on another Day or table."""
    if row.kind not in PLANS or after.kind not in SETTLES or after.undone_by_id is not None:
        return False
    broken = row.facts.get("table") if row.kind in BREAKS else None
    return (row.facts.get("day"), broken) == (after.facts.get("day"), after.facts.get("table"))


def _kind(row: Action) -> str:
    if row.undone_by_id is not None:
        return ""
    return _FOLDED.get(row.kind, "")


def _lines(kind: str, told: list[tuple[Action, JournalLine]]) -> Iterable[NowLine]:
    if kind and len(told) > 1:
        return [NowLine(told[0][1], _folded(kind, len(told)), len(told))]
    return [_one(row, line) for row, line in told]


def _one(row: Action, line: JournalLine) -> NowLine:
    seats = row.facts.get("seats") if row.kind in TELL_OUTS else None
    table = int(str(seats[0]).split("-")[0]) if seats and not line.is_undone else None
    return NowLine(line, line.text, table=table)


def _folded(kind: str, n: int) -> str:
    if kind == "tables":
        return ngettext("{n} table seen", "{n} tables seen", n).format(n=n)
    return ngettext("{n} player seen", "{n} players seen", n).format(n=n)
