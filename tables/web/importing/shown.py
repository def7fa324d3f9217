"""A list as its page shows it: for each line in words what would happen, a page at a time."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tables.queries.import_plan import ImportPlan, Note, PlannedRow
from tables.queries.take_over_plan import TakenRow, TakeOverPlan
from tables.web.importing.forms import COLUMN_NAMES
from tables.web.importing.kept import Looked
from tournaments.models import Entry
from tournaments.rules.csv_import import BrokenRow
from tournaments.rules.names import listed_name
from tournaments.web.players.views import whole_number
from tournaments.web.refusals import sentence
from tournaments.web.template_tags import chips

PAGE_ROWS = 50
MOST_BROKEN = 100
MOST_NOTES = 100
LINES = 12


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list. tone: "new", "known", "skipped" or "broken"."""

    number: int
    name: str
    card: str
    tone: str
    words: str


def page_of(
    request: HttpRequest, looked: Looked, plan: ImportPlan | TakeOverPlan | None, **more: Any
) -> dict[str, Any]:
    """What both pages show of a list that was looked at."""
    broken = plan.broken if plan else ()
    return {
        "looked": looked,
        "columns": looked.columns(),
        "column_names": COLUMN_NAMES,
        "refusal": sentence(looked.refusal) if looked.refusal else "",
        "plan": plan,
        "broken": [(row.line, said(row)) for row in broken[:MOST_BROKEN]],
        "more_broken": max(0, len(broken) - MOST_BROKEN),
        "notes": grouped(plan.notes if plan else ()),
        **more,
    }


def list_lines(plan: ImportPlan, *, paid: bool) -> list[Line]:
    """Every line of a list to import, in its order."""
    return _ordered(plan.rows, plan.broken, lambda row: _list_line(row, paid=paid))


def taken_lines(plan: TakeOverPlan) -> list[Line]:
    """Every line of a running event, in its order."""
    return _ordered(plan.rows, plan.broken, _taken_line)


def paged(request: HttpRequest, lines: Sequence[Line]) -> dict[str, Any]:
    """One page of lines."""
    pages = max(1, -(-len(lines) // PAGE_ROWS))
    page = min(max(1, whole_number(request.GET.get("page")) or 1), pages)
    return {
        "lines": lines[(page - 1) * PAGE_ROWS : page * PAGE_ROWS],
        "page": page,
        "pages": pages,
        "total": len(lines),
    }


def said(row: BrokenRow | Note) -> str:
    """A sentence about a row, in the reader's language; large figures in groups of three."""
    facts = {
        name: f"{value:,}"
        if name in {"counted", "in_play", "off", "chips"} and isinstance(value, int)
        else value
        for name, value in row.facts.items()
    }
    return _(row.words).format(**facts)


def grouped(notes: Iterable[Note]) -> list[tuple[str, str, int]]:
    """(sentence, the first lines it is true of, how many more), in the order of the list."""
    lines: dict[str, list[int]] = {}
    for note in notes:
        lines.setdefault(said(note), []).append(note.line)
    return [
        (text, ", ".join(map(str, found[:LINES])), max(0, len(found) - LINES))
        for text, found in list(lines.items())[:MOST_NOTES]
    ]


def _ordered(rows: Sequence[Any], broken: Sequence[BrokenRow], line_of: Callable[[Any], Line]) -> list[Line]:
    refused = [Line(row.line, "", "", "broken", _("Refused: {why}").format(why=said(row))) for row in broken]
    return sorted([*map(line_of, rows), *refused], key=lambda line: line.number)


def _list_line(row: PlannedRow, *, paid: bool) -> Line:
    person = row.row.person
    becomes = _("paid") if paid and not row.row.is_reserved else _("reserved")
    words = {
        "new": _("New player, {becomes}"),
        "known": _("{name} is known, {becomes}"),
        "in": _("In this event already: skipped"),
        "out": _("Was in and is out: skipped"),
        "again": _("A further entry of a player above: skipped"),
    }[row.verdict].format(becomes=becomes, name=row.known_as)
    tone = row.verdict if row.makes_entry else "skipped"
    return Line(row.line, listed_name(person.first_name, person.last_name), person.card, tone, words)


def _taken_line(row: TakenRow) -> Line:
    person, stand = row.planned.row.person, row.stand
    who = (
        _("New player")
        if row.planned.player is None
        else _("{name} is known").format(name=row.planned.known_as)
    )
    if row.is_reentry:
        who = _("Re-entry")
    if row.state == Entry.State.SEATED:
        where = _("sits in {table}-{chair}").format(table=stand.table, chair=stand.chair)
    elif row.state == Entry.State.OUT and stand.place:
        where = _("out in place {place}").format(place=stand.place)
    elif row.state == Entry.State.OUT:
        where = _("out, number {out} to go").format(out=stand.out)
    else:
        where = _("reserved") if row.state == Entry.State.RESERVED else _("waits for a seat")
    words = f"{who}, {where}"
    if stand.chips is not None and not stand.is_out:
        words = _("{what}, {chips} chips").format(what=words, chips=chips(stand.chips))
    if row.before:
        words = _("{what}; {n} entries before").format(what=words, n=row.before)
    tone = "known" if row.planned.player else "new"
    return Line(row.planned.line, listed_name(person.first_name, person.last_name), person.card, tone, words)
