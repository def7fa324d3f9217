"""An uploaded list of players as lines of cells: which kind of file it is, and in which letters."""

import io
import re
import unicodedata
import zipfile
from dataclasses import dataclass

import charset_normalizer
import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from tournaments.rules.csv_import import MOST_ROWS, Line, PlayerSheet, lines_of_csv, read_players
from tournaments.rules.errors import RuleError

MOST_BYTES = 8 * 1024 * 1024
_MOST_UNPACKED = 80 * 1024 * 1024
_MOST_MEMBERS = 500
_MOST_COLUMNS = 50
# Besides UTF-8 and Windows-1252, what lists come in: tried by charset-normalizer among these alone.
_OTHERS = ["big5", "gb18030", "cp932", "cp1250", "cp1251", "cp1253"]


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file read. letters: its encoding as it is commonly called, "" for a workbook."""

    sheet: PlayerSheet
    letters: str


def read_file(data: bytes) -> ReadFile:
    """The players of a CSV or XLSX file, told apart by their first bytes, not by their name.

    RuleError: `file-empty`, `file-too-big`, `not-a-list`, `workbook`, and those of `read_players`.
    """
    if len(data) > MOST_BYTES:
        raise too_big()
    if not data.strip():
        raise RuleError("file-empty", "The file is empty.")
    if data[:4] == b"PK\x03\x04":
        return ReadFile(read_players(_lines_of_workbook(data)), "")
    text, letters = _decoded(data)
    return ReadFile(read_players(lines_of_csv(text)), letters)


def too_big() -> RuleError:
    """The refusal of a file beyond the limit."""
    words = "The file is larger than {most} MB. A list of players is far smaller: is it the right file?"
    return RuleError("file-too-big", words, {"most": MOST_BYTES // (1024 * 1024)})


def _decoded(data: bytes) -> tuple[str, str]:
    """The text, and in which letters it was written."""
    for mark, codec, letters in (
        (b"\xef\xbb\xbf", "utf-8-sig", "UTF-8"),
        (b"\xff\xfe", "utf-16", "UTF-16"),
        (b"\xfe\xff", "utf-16", "UTF-16"),
    ):
        if data.startswith(mark):
            return _text(data, codec), letters
    if b"\x00" in data or data.startswith((b"%PDF", b"\xd0\xcf\x11\xe0", b"\x89PNG", b"\xff\xd8")):
        raise _not_a_list()
    try:
        return data.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError:
        return _decoded_by_guess(data)


def _text(data: bytes, codec: str) -> str:
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        raise _not_a_list() from None
    if "\x00" in text:
        raise _not_a_list()
    return text


def _decoded_by_guess(data: bytes) -> tuple[str, str]:
    """Windows-1252 where it reads like European names, else the likeliest of the others.

    Western names have accented letters one or two at a time; two bytes to a Chinese character come in
    longer rows, and as Windows-1252 they are signs rather than letters.
    """
    longest = max(map(len, re.findall(rb"[\x80-\xff]+", data)), default=0)
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        text = ""
    odd = [c for c in text if ord(c) > 127]
    letters = sum(unicodedata.category(c)[0] == "L" or c in "’‘´°ºª" for c in odd)
    if text and longest <= 2 and letters * 10 >= len(odd) * 9:
        return text, "Windows-1252"
    best = charset_normalizer.from_bytes(data, cp_isolation=_OTHERS).best()
    if best is not None:
        return str(best), best.encoding
    if text:
        return text, "Windows-1252"
    raise _not_a_list()


def _not_a_list() -> RuleError:
    return RuleError("not-a-list", "This file is neither a CSV list nor an Excel workbook (.xlsx).")


def _lines_of_workbook(data: bytes) -> list[Line]:
    """The lines of a workbook's first sheet. What would unpack to far more than a list is not opened."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            members = packed.infolist()
            if len(members) > _MOST_MEMBERS or sum(m.file_size for m in members) > _MOST_UNPACKED:
                raise RuleError("workbook", "This workbook is far too large for a list of players.")
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        rows = book.worksheets[0].iter_rows(max_row=MOST_ROWS + 2, max_col=_MOST_COLUMNS, values_only=True)
        return [(number, [_cell(value) for value in row]) for number, row in enumerate(rows, start=1)]
    except RuleError:
        raise
    # openpyxl answers a broken workbook with whatever its parts raise (KeyError, ParseError, zlib.error…).
    except (InvalidFileException, Exception) as error:
        raise RuleError("workbook", "This Excel workbook cannot be read. Save it anew, or as CSV.") from error


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
