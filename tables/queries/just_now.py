"""What was just done, for the console: the journal's newest lines, floods of one kind folded into one."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from zoneinfo import ZoneInfo

from django.utils.translation import ngettext

from tables.queries.journal import JournalLine, journal_line
from tournaments.models import Action, Event

READ = 60
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
    """The newest lines of an event, newest first. Two queries."""
    rows = Action.objects.filter(event=event).defer("writes", "answer").select_related("actor")
    groups = groupby(rows.order_by("-seq")[:READ], key=_kind)
    lines = [line for kind, found in groups for line in _lines(kind, list(found), role, ZoneInfo(zone))]
    return tuple(lines[:limit])


def _kind(row: Action) -> str:
    if row.undone_by_id is not None:
        return ""
    return "prints" if row.kind.startswith("print.") else _FOLDED.get(row.kind, "")


def _lines(kind: str, rows: list[Action], role: str, zone: ZoneInfo) -> Iterable[NowLine]:
    if kind and len(rows) > 1:
        return [NowLine(journal_line(rows[0], role, zone), _folded(kind, len(rows)), len(rows))]
    return [_one(row, role, zone) for row in rows]


def _one(row: Action, role: str, zone: ZoneInfo) -> NowLine:
    line = journal_line(row, role, zone)
    seats = row.facts.get("seats") if row.kind in {"bust.bust", "bust.several"} else None
    table = int(str(seats[0]).split("-")[0]) if seats and not line.is_undone else None
    return NowLine(line, line.text, table=table)


def _folded(kind: str, n: int) -> str:
    if kind == "tables":
        return ngettext("{n} table seen", "{n} tables seen", n).format(n=n)
    if kind == "seats":
        return ngettext("{n} player seen", "{n} players seen", n).format(n=n)
    return ngettext("{n} print", "{n} prints", n).format(n=n)
