"""An uploaded list of players as lines of cells: which kind of file it is, and in which letters."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import charset_normalizer

from tournaments.journal.change import utc_now
from tournaments.queries.workbook import lines_of_workbook
from tournaments.rules.csv_import import (
    MOST_ROWS,
    Line,
    PlayerSheet,
    filled_lines,
    lines_of_csv,
    read_players,
)
from tournaments.rules.errors import RuleError
from tournaments.rules.sheet_columns import Layout

MOST_BYTES = 8 * 1024 * 1024
# Besides UTF-8 and Windows-1252, what lists come in: tried by charset-normalizer among these alone.
_OTHERS = ["big5", "gb18030", "cp932", "cp1250", "cp1251", "cp1253"]


_OLD_OFFICE = b"\xd0\xcf\x11\xe0"
_SAMPLE_BYTES = 64 * 1024
MOST_LINES = 5 * MOST_ROWS  # a cell may have several


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file read. letters: its encoding as it is commonly called, "" for a workbook."""

    sheet: PlayerSheet
    letters: str


@dataclass(frozen=True, slots=True)
class Cells:
    """What a file holds, before anybody says which column is what: its lines that hold anything."""

    lines: tuple[Line, ...]
    letters: str

    @property
    def first(self) -> Sequence[str]:
        """The cells of the first line."""
        return self.lines[0][1]

    @property
    def width(self) -> int:
        """So many columns are named, or used in the first lines."""
        return max(len(cells) for _number, cells in self.lines[:100])


def read_file(data: bytes, layout: Layout | None = None) -> ReadFile:
    """The players of a CSV or XLSX file, its columns as laid out, else as its first line names them.

    RuleError: those of `read_cells` and `read_players`.
    """
    cells = read_cells(data)
    return ReadFile(read_players(cells.lines, layout, utc_now().date()), cells.letters)


def read_cells(data: bytes) -> Cells:
    """The lines of a CSV or XLSX file, told apart by its first bytes, not by its name.

    RuleError: `file-empty`, `file-too-big`, `not-a-list`, `workbook`, `workbook-locked`, `sheet-empty`,
    `not-csv`, `too-many-rows`, `too-many-columns`.
    """
    if len(data) > MOST_BYTES:
        raise too_big()
    if not data.strip():
        raise RuleError("file-empty", "The file is empty.")
    if data[:4] == b"PK\x03\x04":
        return Cells(tuple(filled_lines(lines_of_workbook(data))), "")
    if data.startswith(_OLD_OFFICE):
        raise _old_workbook(data)
    text, letters = _decoded(data)
    return Cells(tuple(filled_lines(lines_of_csv(text))), letters)


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
    if data.startswith((b"%PDF", b"\x89PNG", b"\xff\xd8")):
        raise _not_a_list()
    if b"\x00" in data:
        return _without_mark(data), "UTF-16"
    try:
        return data.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError:
        return _decoded_by_line(data) or _decoded_by_guess(data)


def _decoded_by_line(data: bytes) -> tuple[str, str] | None:
    """A list in UTF-8 that lines of another one were pasted into; None if most of it is no UTF-8."""
    if data.count(b"\n") > MOST_LINES:
        return None
    lines = data.split(b"\n")
    texts = [_utf_8(line) for line in lines]
    others = [line for line, text in zip(lines, texts, strict=True) if text is None]
    if 2 * len(others) > sum(not line.isascii() for line in lines):
        return None
    guessed, letters = _decoded_by_guess(b"\n".join(others))
    rest = iter(guessed.split("\n"))
    return "\n".join(next(rest) if text is None else text for text in texts), f"UTF-8, {letters}"


def _utf_8(line: bytes) -> str | None:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _text(data: bytes, codec: str) -> str:
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        raise _not_a_list() from None
    if "\x00" in text:
        raise _not_a_list()
    return text


def _without_mark(data: bytes) -> str:
    """UTF-16 that does not say so: every other byte of its first line is nothing."""
    start = data[:200]
    for codec, zeros, letters in (
        ("utf-16-le", start[1::2], start[::2]),
        ("utf-16-be", start[::2], start[1::2]),
    ):
        if zeros.count(0) * 10 >= len(zeros) * 8 and 0 not in letters:
            return _text(data, codec)
    raise _not_a_list()


def _old_workbook(data: bytes) -> RuleError:
    """An old workbook, or one that a password locks: both come in the same wrapping."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        words = "This workbook is locked with a password. Save it without one, or as CSV."
        return RuleError("workbook-locked", words)
    return RuleError("workbook", "This is an old Excel workbook (.xls). Save it as .xlsx, or as CSV.")


def _decoded_by_guess(data: bytes) -> tuple[str, str]:
    """Windows-1252 where it reads like European names, else the likeliest of the others.

    Western names have accented letters one or two at a time; two bytes to a Chinese character come in
    longer rows, and as Windows-1252 they are signs rather than letters.
    """
    longest = max((len(found[0]) for found in re.finditer(rb"[\x80-\xff]+", data)), default=0)
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        text = ""
    odd = list(islice((c for c in text if ord(c) > 127), _SAMPLE_BYTES))
    letters = sum(unicodedata.category(c)[0] == "L" or c in "’‘´°ºª" for c in odd)
    if text and longest <= 2 and letters * 10 >= len(odd) * 9:
        return text, "Windows-1252"
    best = charset_normalizer.from_bytes(_sample(data), cp_isolation=_OTHERS).best()
    if best is not None:
        return data.decode(best.encoding, "replace"), best.encoding
    if text:
        return text, "Windows-1252"
    raise _not_a_list()


def _sample(data: bytes) -> bytes:
    """Lines enough to tell the letters by, from where letters beyond ASCII begin: the whole takes seconds."""
    first = re.search(rb"[\x80-\xff]", data)
    begin = max(0, first.start() - 1000) if first else 0
    sample = data[begin : begin + _SAMPLE_BYTES]
    return sample if len(sample) < _SAMPLE_BYTES else sample.rpartition(b"\n")[0] or sample


def _not_a_list() -> RuleError:
    return RuleError("not-a-list", "This file is neither a CSV list nor an Excel workbook (.xlsx).")
