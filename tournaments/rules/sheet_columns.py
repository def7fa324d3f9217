"""What the columns of a sheet mean, by whatever they are called."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.rules.errors import RuleError
from tournaments.rules.names import folded

REASON = "reason"  # the column of ours that says why a row was refused
MOST_COLUMNS = 60

_SPELLINGS = {
    "card": "card, card number, card no, cardno, card id, player card, player id, playerid, member, "
    "member no, member number, membership, id, no, karte, kartennummer, karten-nr, kundennummer, "
    "kundenkarte, ausweis, carte, tarjeta, tessera, karta, cartao, numero do cartao, kaart, "
    "kaartnummer, kort, kortnummer, so the, ma the, карта, номер карты, αριθμος καρτας, καρτα, "
    "卡號, 卡号, 會員號, 会员号, 會員卡號, 会员卡号, カード番号, 会員番号, 회원번호, 카드번호",
    "first_name": "first name, firstname, first, given name, given names, forename, vorname, prenom, nombre, "
    "nome, imie, voornaam, fornamn, fornavn, ten, имя, имя отчество, ονομα, 名, 名字, 이름",
    "last_name": "last name, lastname, last, surname, family name, nachname, familienname, zuname, nom, "
    "nom de famille, apellido, apellidos, cognome, nazwisko, sobrenome, apelido, achternaam, efternamn, "
    "etternavn, efternavn, ho, фамилия, επωνυμο, 姓, 姓氏, 苗字, 성",
    "name": "name, full name, fullname, player, player name, spieler, naam, nome completo, nombre completo, "
    "nom complet, ho va ten, ho ten, фио, фамилия имя, игрок, ονοματεπωνυμο, 姓名, 氏名, 名前, 성명",
    "alias": "alias, nick, nickname, nick name, screen name, spitzname, pseudo, apodo, 暱稱, 昵称",
    "country": "country, country code, nation, nat, nationality, land, nationalitat, pays, pais, paese, "
    "kraj, 國家, 国家",
    "birth_date": "birth date, birthdate, date of birth, dob, born, birthday, geburtsdatum, geburtstag, "
    "geboren, date de naissance, fecha de nacimiento, data di nascita, data de nascimento, "
    "geboortedatum, fodelsedatum, fodselsdato, data urodzenia, ngay sinh, дата рождения, "
    "ημερομηνια γεννησης, 生日, 出生日期, 生年月日, 생년월일",
    "note": "note, notes, comment, comments, remark, remarks, notiz, bemerkung, anmerkung, 備註, 备注",
    "entries": "entries, entry, no of entries, bullets, buy-ins, buyins, count, anzahl, einkaufe, 次數, 次数",
    "state": "state, status, zustand, statut, estado, stato, 狀態, 状态",
    "option": "option, entry option, einkauf, buy-in, buyin",
    "reentry": "re-entry, reentry, is re-entry, wiedereinkauf",
    "table": "table, table no, table number, tisch, tischnummer, mesa, tavolo, stol, tafel, bord, ban, "
    "стол, τραπεζι, 桌, 桌號, 桌号, テーブル, 테이블",
    "chair": "chair, seat, seat no, seat number, sitz, sitzplatz, stuhl, place assise, siege, asiento, "
    "posto, lugar, stoel, plats, ghe, место, кресло, θεση, 座位, 座位號, 座位号, 席, 좌석",
    "chips": "chips, stack, chip count, chipcount, chip stack, stapel, jetons, tapis, fichas, chip, "
    "marker, фишки, μαρκες, 籌碼, 筹码, チップ, 칩",
    "place": "place, rank, finish, finishing place, position, pos, platz, rang, classement, puesto, "
    "posizione, 名次",
    "out": "out, out order, bust order, bustout, bust out, busted, ausgeschieden, raus, elimination, "
    "出局, 出局順序",
}
COLUMNS = tuple(_SPELLINGS)
FLOOR_COLUMNS = frozenset({"table", "chair", "chips", "place", "out"})
_COLUMN_OF = {
    folded(word).replace("_", " "): column
    for column, words in _SPELLINGS.items()
    for word in (*words.split(","), column)
}


@dataclass(frozen=True, slots=True)
class Layout:
    """What each column of a sheet is, "" for nothing; and whether the first line names them."""

    columns: tuple[str, ...]
    has_head: bool = True


def proposed(first: Sequence[str], second: Sequence[str] = ()) -> Layout:
    """What the first two lines of a sheet tell of its columns; of two that mean the same, the first counts.

    >>> proposed(["Karte", "Nachname", "Vorname", "Tisch"])
    Layout(columns=('card', 'last_name', 'first_name', 'table'), has_head=True)
    >>> proposed(["900100", "Zoe", "Rossi"], ["900101", "Ann", "Lee"])
    Layout(columns=('card', 'first_name', 'last_name'), has_head=False)
    """
    cells = first[:MOST_COLUMNS]
    found = _beside_a_table([column_of(cell) for cell in cells])
    if not _is_head(cells, found, second):
        return Layout(_guessed(cells), has_head=False)
    columns = [column if column not in found[:index] else "" for index, column in enumerate(found)]
    return Layout(tuple(_named(columns)), has_head=True)


def _is_head(first: Sequence[str], found: Sequence[str], second: Sequence[str]) -> bool:
    """Whether a line names the columns below it."""
    named = set(found) - {""}
    if named & {"name", "last_name"} or len(named) > 1:
        return True
    with_figures = [bool(re.search(r"\d", cell)) for cell in first]
    if named and not any(with_figures):
        return True
    below = [bool(re.search(r"\d", cell)) for cell in second]
    return any(under and not above for above, under in zip(with_figures, below, strict=False))


def column_of(head: str) -> str:
    """The column that is called so, "" if none is."""
    return _COLUMN_OF.get(_neat(head), "")


def check_layout(layout: Layout, head: Sequence[str]) -> None:
    """RuleError unless the columns give a name, each once: `no-such-columns`, `column-twice`."""
    for index, column in enumerate(layout.columns):
        if column and column in layout.columns[:index]:
            raise RuleError("column-twice", "Two columns are called “{name}”.", {"name": _said(head, index)})
    if not {"last_name", "name"} & set(layout.columns):
        words = "No column is called last_name (or name). The first line of the file reads: {head}"
        raise RuleError("no-such-columns", words, {"head": " · ".join(c.strip() for c in head)[:120]})


def strict(first: Sequence[str]) -> Layout:
    """The layout that the first line names, where nobody is asked. RuleErrors of `check_layout`."""
    columns = _beside_a_table([column_of(cell) for cell in first[:MOST_COLUMNS]])
    layout = Layout(tuple(_named(columns)))
    check_layout(layout, first)
    return layout


def shape_of(first: Sequence[str]) -> str:
    """Names a sheet's shape: sheets with the same first line are alike, one of our broken rows included."""
    cells = [_neat(cell) for cell in first]
    while cells and cells[-1] in {"", REASON}:
        cells.pop()
    if not any(column_of(cell) for cell in cells):
        cells = [str(len(cells))]
    return hashlib.sha256("\x1f".join(cells).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def fitted(columns: Sequence[str], width: int) -> tuple[str, ...]:
    """Columns for a sheet of this width: what is unknown or missing means nothing."""
    known = [column if column in _SPELLINGS else "" for column in columns[:width]]
    return (*known, *("" for _missing in range(width - len(known))))


def _beside_a_table(columns: list[str]) -> list[str]:
    """ "Tisch, Platz": the place right after a table is a chair, where no column is one.

    >>> _beside_a_table(["name", "table", "place", "chips", "place"])
    ['name', 'table', 'chair', 'chips', 'place']
    """
    if "table" not in columns or "chair" in columns:
        return columns
    after = columns.index("table") + 1
    is_chair = columns[after : after + 1] == ["place"]
    return [*columns[:after], "chair", *columns[after + 1 :]] if is_chair else columns


def _named(columns: Sequence[str]) -> list[str]:
    """A "name" beside a first name is the last name."""
    if "name" in columns and "first_name" in columns and "last_name" not in columns:
        return ["last_name" if column == "name" else column for column in columns]
    return list(columns)


def _guessed(cells: Sequence[str]) -> tuple[str, ...]:
    """Columns of a sheet without headings: figures are a card, text is a name."""
    texts = [i for i, cell in enumerate(cells) if re.search(r"[^\W\d]{2}", cell)]
    columns = [""] * len(cells)
    if texts and (len(texts) == 1 or " " in cells[texts[0]].strip()):
        columns[texts[0]] = "name"
    elif texts:
        columns[texts[0]], columns[texts[1]] = "first_name", "last_name"
    card = next((i for i, cell in enumerate(cells) if re.fullmatch(r"\d{4,}", cell.strip())), None)
    if card is not None:
        columns[card] = "card"
    return tuple(columns)


def _neat(head: str) -> str:
    return folded(head.lstrip("\ufeff").replace("_", " "))


def _said(head: Sequence[str], index: int) -> str:
    return head[index].strip()[:40] if index < len(head) else str(index + 1)
