"""A sheet of players: its columns by whatever they are called, and each row checked by itself."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.rules.errors import RuleError
from tournaments.rules.names import folded
from tournaments.rules.person import Person, checked

MOST_ROWS = 20_000
MOST_ENTRIES = 99
Line = tuple[int, Sequence[str]]  # number of the line in the file, its cells

_SPELLINGS = {
    "card": "card, card number, card no, cardno, card id, player card, player id, playerid, member, "
    "member no, member number, membership, id, no, karte, kartennummer, karten-nr, kundennummer, "
    "kundenkarte, ausweis, carte, tarjeta, tessera, karta, 卡號, 卡号, 會員號, 会员号, 會員卡號, 会员卡号",
    "first_name": "first name, firstname, first, given name, given names, forename, vorname, prenom, nombre, "
    "nome, imie, 名, 名字",
    "last_name": "last name, lastname, last, surname, family name, nachname, familienname, zuname, nom, "
    "nom de famille, apellido, apellidos, cognome, nazwisko, 姓, 姓氏",
    "name": "name, full name, fullname, player, player name, spieler, 姓名",
    "alias": "alias, nick, nickname, nick name, screen name, spitzname, pseudo, apodo, 暱稱, 昵称",
    "country": "country, country code, nation, nationality, land, nationalitat, pays, pais, paese, "
    "kraj, 國家, 国家",
    "entries": "entries, entry, bullets, buy-ins, buyins, count, anzahl, einkaufe, 次數, 次数",
    "note": "note, notes, comment, comments, remark, remarks, notiz, bemerkung, anmerkung, 備註, 备注",
}
_COLUMN_OF = {
    folded(word).replace("_", " "): column
    for column, words in _SPELLINGS.items()
    for word in words.split(",")
}


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One good row. entries: how often the list says the player bought in."""

    line: int
    person: Person
    entries: int = 1


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

    RuleError: `not-csv`, `too-many-rows`.

    >>> lines_of_csv("Karte;Vorname\\n1;Zoe\\n")
    [(1, ['Karte', 'Vorname']), (2, ['1', 'Zoe'])]
    """
    first = text.lstrip().split("\n", 1)[0]
    mark = max(",;\t", key=first.count)
    # A line of ours at the end: swallowed, it tells of a quote never closed, with all players after it.
    text += _END if text.endswith(("\n", "\r")) else f"\n{_END}"
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    lines: list[Line] = []
    begin = 1
    try:
        for cells in reader:
            if cells == [_END]:
                return lines
            lines.append((begin, cells))
            begin = reader.line_num + 1
            _refuse_many(len(lines))
        begin = lines[-1][0]
        raise csv.Error("a quote is not closed")
    except csv.Error:
        words = "This is not a list of players: line {line} cannot be read as CSV."
        raise RuleError("not-csv", words, {"line": begin}) from None


def read_players(lines: Iterable[Line]) -> PlayerSheet:
    """The players of a sheet, whose first line names the columns.

    RuleError: `sheet-empty`, `no-such-columns`, `column-twice`, `too-many-rows`.
    """
    filled = [(number, list(cells)) for number, cells in lines if any(cell.strip() for cell in cells)]
    if not filled:
        raise RuleError("sheet-empty", "The file is empty.")
    _refuse_many(len(filled))
    head = filled[0][1]
    columns = _columns(head)
    if len(filled) == 1:
        raise RuleError("sheet-empty", "The file has a line of headings and no players.")
    rows: list[PlayerRow] = []
    broken: list[BrokenRow] = []
    for number, cells in filled[1:]:
        try:
            rows.append(_row(number, cells, columns, len(head)))
        except RuleError as error:
            broken.append(BrokenRow(number, error.words, error.facts))
    twice = _twice(rows)
    broken = sorted([*broken, *twice.values()], key=lambda row: row.line)
    unknown = tuple(cell.strip() for i, cell in enumerate(head) if i not in columns and cell.strip())
    return PlayerSheet(tuple(row for row in rows if row.line not in twice), tuple(broken), unknown)


def _refuse_many(count: int) -> None:
    if count > MOST_ROWS + 1:
        words = "The file has more than {most} rows. Split it."
        raise RuleError("too-many-rows", words, {"most": MOST_ROWS})


def _columns(head: Sequence[str]) -> dict[int, str]:
    """Which column of the sheet is what, by index."""
    found: dict[int, str] = {}
    for index, cell in enumerate(head):
        column = _COLUMN_OF.get(folded(cell.replace("_", " ")))
        if column is None:
            continue
        if column in found.values():
            raise RuleError("column-twice", "Two columns are called “{name}”.", {"name": cell.strip()[:40]})
        found[index] = column
    if "name" in found.values() and "first_name" in found.values() and "last_name" not in found.values():
        found = {index: "last_name" if column == "name" else column for index, column in found.items()}
    if not {"last_name", "name"} & set(found.values()):
        words = "No column is called last_name (or name). The first line of the file reads: {head}"
        raise RuleError("no-such-columns", words, {"head": " · ".join(c.strip() for c in head)[:120]})
    return found


def _row(number: int, cells: Sequence[str], columns: Mapping[int, str], width: int) -> PlayerRow:
    if any(cell.strip() for cell in cells[width:]):
        words = "There are {cells} columns here and {width} in the first line."
        raise RuleError("too-many-cells", words, {"cells": len(cells), "width": width})
    values = {column: cells[index] if index < len(cells) else "" for index, column in columns.items()}
    entries = _entries(values.pop("entries", ""))
    name = values.pop("name", "").strip()
    if name and not values.get("last_name", "").strip():
        values |= _parted(name)
    return PlayerRow(number, checked(Person(**values)), entries)


def _parted(name: str) -> dict[str, str]:
    """A name in one column: "Rossi, Zoe" and "Zoe Rossi" alike."""
    if "," in name:
        last, first = name.split(",", 1)
    else:
        first, _space, last = name.rpartition(" ")
    return {"first_name": first, "last_name": last}


def _entries(text: str) -> int:
    plain = text.strip() or "1"
    if plain.isascii() and plain.isdigit() and len(plain) < 4 and 1 <= int(plain) <= MOST_ENTRIES:
        return int(plain)
    words = "“{text}” is not a number of entries: 1 to {most}."
    raise RuleError("entries", words, {"text": plain[:20], "most": MOST_ENTRIES})


def _twice(rows: Sequence[PlayerRow]) -> dict[int, BrokenRow]:
    """Rows of somebody who is further up already, by line: the same card, or the same name without one."""
    cards: dict[str, int] = {}
    names: dict[str, int] = {}
    found: dict[int, BrokenRow] = {}
    for row in rows:
        person = row.person
        name = folded(f"{person.first_name} {person.last_name}")
        if person.card and person.card in cards:
            words = "Card {card} is in line {first} already."
            found[row.line] = BrokenRow(row.line, words, {"card": person.card, "first": cards[person.card]})
        elif not person.card and name in names:
            words = "The same name is in line {first} already, and no card tells the two apart."
            found[row.line] = BrokenRow(row.line, words, {"first": names[name]})
        cards.setdefault(person.card, row.line)
        names.setdefault(name, row.line)
    return found
