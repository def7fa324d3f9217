"""A sheet of players: its lines, and each row checked by itself."""

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from tournaments.rules import sheet_cells, sheet_dates
from tournaments.rules.errors import RuleError
from tournaments.rules.names import folded, name_key
from tournaments.rules.person import Person, checked
from tournaments.rules.sheet_columns import MOST_COLUMNS, REASON, Layout, check_layout, strict
from tournaments.rules.whole_name import parted

MOST_ROWS = 20_000
MOST_ENTRIES = 99
BirthDates = Callable[[str], date | None]
Line = tuple[int, Sequence[str]]  # number of the line in the file, its cells

_PERSON = ("card", "first_name", "last_name", "alias", "country", "note")
_RESERVED = frozenset(["reserved", "reservation", "unpaid", "online", "reserviert"])
_OUT = frozenset(["out", "busted", "eliminated", "ausgeschieden"])
_YES = frozenset(["1", "yes", "y", "x", "true", "ja", "oui", "si"])


@dataclass(frozen=True, slots=True)
class Stand:
    """Where a list says that somebody is. out: order of going out, 1 the first; place: 1 the winner."""

    table: int | None = None
    chair: int | None = None
    chips: int | None = None
    place: int | None = None
    out: int | None = None

    @property
    def is_out(self) -> bool:
        """Whether he is out of the event."""
        return self.place is not None or self.out is not None


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One good row. entries: how often the list says the player bought in.

    is_reserved: the list says that he has not paid. option: what he bought, by name, "" where the list does
    not say. is_again: a re-entry, of the player who is further up.
    """

    line: int
    person: Person
    entries: int = 1
    birth: date | None = None
    stand: Stand = Stand()
    is_reserved: bool = False
    option: str = ""
    is_again: bool = False

    @property
    def who(self) -> tuple[str, ...]:
        """Names the person within the list: rows of one player have the same."""
        if self.person.card:
            return ("card", self.person.card)
        name = name_key(self.person.first_name, self.person.last_name)
        return ("name", name, str(self.birth or ""))


@dataclass(frozen=True, slots=True)
class BrokenRow:
    """One row that cannot be taken: `words` is a constant template, `facts` fill it."""

    line: int
    words: str
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """A sheet read: good rows and broken ones, each in order, and columns that mean nothing here."""

    rows: tuple[PlayerRow, ...]
    broken: tuple[BrokenRow, ...]
    unknown: tuple[str, ...] = ()


_END = "\x1f"


def lines_of_csv(text: str) -> list[Line]:
    """The lines of a CSV text by the commonest of comma, semicolon and tab in its first line.

    RuleError: `not-csv`, `too-many-rows`, `too-many-columns`.

    >>> lines_of_csv("Karte;Vorname\\n1;Zoe\\n")
    [(1, ['Karte', 'Vorname']), (2, ['1', 'Zoe'])]
    """
    mark, begin, text = _mark(text)
    # A line of ours at the end: swallowed, it tells of a quote never closed, with all players after it.
    text += _END if text.endswith(("\n", "\r")) else f"\n{_END}"
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    before = begin - 1
    lines: list[Line] = []
    try:
        for cells in reader:
            if cells == [_END]:
                return lines
            lines.append((begin, bounded([sheet_cells.plain(cell) for cell in cells])))
            begin = before + reader.line_num + 1
            refuse_many(len(lines))
        begin = lines[-1][0] if lines else begin
        raise csv.Error("a quote is not closed")
    except csv.Error:
        words = "This is not a list of players: line {line} cannot be read as CSV."
        raise RuleError("not-csv", words, {"line": begin}) from None


def filled_lines(lines: Iterable[Line]) -> list[Line]:
    """The lines that hold anything. RuleError: `sheet-empty`, `too-many-rows`."""
    filled = [(number, list(cells)) for number, cells in lines if any(cell.strip() for cell in cells)]
    if not filled:
        raise RuleError("sheet-empty", "The file is empty.")
    refuse_many(len(filled))
    return list(filled)


def read_players(
    lines: Iterable[Line], layout: Layout | None = None, today: date | None = None
) -> PlayerSheet:
    """The players of a sheet, its columns as laid out, else as its first line names them.

    Nobody is born after today. Day and month come in the order that all the list's dates of birth allow.
    RuleError: `sheet-empty`, `no-such-columns`, `column-twice`, `too-many-rows`.
    """
    filled = filled_lines(lines)
    head = filled[0][1]
    layout = layout or strict(head)
    check_layout(layout, head)
    body = filled[1:] if layout.has_head else filled
    if not body:
        raise RuleError("sheet-empty", "The file has a line of headings and no players.")
    width = len(head) if layout.has_head else MOST_COLUMNS
    birth = _birth_dates(body, layout, today)
    rows: list[PlayerRow] = []
    broken: list[BrokenRow] = []
    for number, cells in body:
        try:
            rows.append(_row(number, cells, layout, width, birth))
        except RuleError as error:
            broken.append(BrokenRow(number, error.words, error.facts))
    twice = _twice(rows)
    broken = sorted([*broken, *twice.values()], key=lambda row: row.line)
    unknown = _unknown(head, layout) if layout.has_head else ()
    return PlayerSheet(tuple(row for row in rows if row.line not in twice), tuple(broken), unknown)


def bounded(cells: Sequence[str]) -> list[str]:
    """The cells of a line; empty ones beyond the limit are left off. RuleError `too-many-columns`."""
    if len(cells) > MOST_COLUMNS and any(cell.strip() for cell in cells[MOST_COLUMNS:]):
        words = "The file has more than {most} columns. A list of players has far fewer."
        raise RuleError("too-many-columns", words, {"most": MOST_COLUMNS})
    return list(cells[:MOST_COLUMNS])


def refuse_many(count: int) -> None:
    """RuleError `too-many-rows` for more lines than a list may have."""
    if count > MOST_ROWS + 1:
        words = "The file has more than {most} rows. Split it."
        raise RuleError("too-many-rows", words, {"most": MOST_ROWS})


def _mark(text: str) -> tuple[str, int, str]:
    """What parts the cells, the number of the first line, and the text without Excel's "sep=;"."""
    said = re.match(r"\ufeff?\s*sep=([,;\t])\r?\n", text)
    if said:
        return said[1], 2, text[said.end() :]
    text = text.removeprefix("\ufeff")
    first = re.sub(r'"[^"]*"', "", text.lstrip("\r\n ")[:100_000]).split("\n", 1)[0]
    return max(",;\t", key=first.count), 1, text


def _birth_dates(body: Sequence[Line], layout: Layout, today: date | None) -> BirthDates:
    """How this list's dates of birth are read."""
    if "birth_date" not in layout.columns:
        return sheet_dates.birth_date
    column = layout.columns.index("birth_date")
    month_first = sheet_dates.is_month_first(cells[column] for _line, cells in body if column < len(cells))
    return partial(sheet_dates.birth_date, month_first=month_first, today=today)


def _row(number: int, cells: Sequence[str], layout: Layout, width: int, birth_date: BirthDates) -> PlayerRow:
    if any(cell.strip() for cell in cells[width:]):
        words = "There are {cells} columns here and {width} in the first line."
        raise RuleError("too-many-cells", words, {"cells": len(cells), "width": width})
    named = zip(layout.columns, cells, strict=False)
    values = {column: cell.strip() for column, cell in named if column}
    person = {name: values[name] for name in _PERSON if name in values}
    if values.get("name") and not person.get("last_name"):
        person["first_name"], person["last_name"] = parted(values["name"])
    state = folded(values.get("state", ""))
    stand = _stand(values)
    if state in _OUT and not stand.is_out:
        raise RuleError("place-missing", "He is out, and the list does not say in which place.")
    return PlayerRow(
        number,
        checked(Person(**person)),
        _entries(values.get("entries", "")),
        birth=birth_date(values.get("birth_date", "")),
        stand=stand,
        is_reserved=state in _RESERVED,
        option=values.get("option", "")[:60],
        is_again=folded(values.get("reentry", "")) in _YES,
    )


def _stand(values: Mapping[str, str]) -> Stand:
    table, chair = sheet_cells.seat(values.get("table", ""), values.get("chair", ""))
    return Stand(
        table,
        chair,
        sheet_cells.chips(values.get("chips", "")),
        sheet_cells.whole(values.get("place", ""), "“{text}” is not a place."),
        sheet_cells.whole(values.get("out", ""), "“{text}” is not a number in the order of going out."),
    )


def _unknown(head: Sequence[str], layout: Layout) -> tuple[str, ...]:
    """What is called something and read as nothing; the column of ours that gave the reason is no loss."""
    return tuple(
        cell.strip()
        for index, cell in enumerate(head)
        if cell.strip() and not "".join(layout.columns[index : index + 1]) and folded(cell) != REASON
    )


def _entries(text: str) -> int:
    plain = text or "1"
    if plain.isascii() and plain.isdigit() and len(plain) < 4 and 1 <= int(plain) <= MOST_ENTRIES:
        return int(plain)
    words = "“{text}” is not a number of entries: 1 to {most}."
    raise RuleError("entries", words, {"text": plain[:20], "most": MOST_ENTRIES})


def _twice(rows: Sequence[PlayerRow]) -> dict[int, BrokenRow]:
    """Rows of somebody who is further up already, by line: the same card, or the same name without one.

    A birth date tells two of one name apart. Who is out further up, or is said to enter again, may be here.
    """
    cards: dict[str, PlayerRow] = {}
    names: dict[str, list[PlayerRow]] = {}
    found: dict[int, BrokenRow] = {}
    for row in rows:
        person = row.person
        name = name_key(person.first_name, person.last_name)
        namesakes = [r for r in names.get(name, ()) if not (r.birth and row.birth and r.birth != row.birth)]
        if person.card and person.card in cards:
            first = cards[person.card]
            if not (row.is_again or row.stand.is_out or first.stand.is_out):
                words = "Card {card} is in line {first} already."
                found[row.line] = BrokenRow(row.line, words, {"card": person.card, "first": first.line})
        elif not person.card and namesakes and not row.is_again:
            words = "The same name is in line {first} already, and no card tells the two apart."
            found[row.line] = BrokenRow(row.line, words, {"first": namesakes[0].line})
        cards[person.card] = row
        names.setdefault(name, []).append(row)
    return found
