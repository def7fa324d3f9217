"""The cells of a sheet: text that no spreadsheet takes for a formula, numbers, chairs."""

import re

from tournaments.rules.errors import RuleError

# What a spreadsheet takes for a formula, in the Western and in the wide letters.
_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")
_GROUPED = re.compile(r"\d{1,3}(?:[ ,.'’\u00a0\u202f]\d{3})+")
_ORDINAL = re.compile(r"(\d+)\s*(?:st|nd|rd|th|er|e|ème|\.|º|ª|°)?", re.IGNORECASE)
_SEAT = re.compile(r"\D{0,8}(\d{1,5})\s*[-/.:–]\s*\D{0,8}(\d{1,2})")
_LETTERS = re.compile(r"^[^\W\d]+\W{0,2}(?=\d)")  # "T12", "Table 12"
_NONE = frozenset({"", "-", "–", "—", "0", "n/a"})
LARGEST = 10**12


def neutral(text: str) -> str:
    """Text as an exported cell: an apostrophe before what a spreadsheet would work out as a formula.

    >>> neutral("=cmd"), neutral("'=cmd"), neutral("O'Brien"), neutral("'tis")
    ("'=cmd", "''=cmd", "O'Brien", "'tis")
    """
    return f"'{text}" if _FORMULA.match(text) else text


def plain(text: str) -> str:
    """The text that `neutral` made a cell of.

    >>> plain("'=cmd"), plain("''=cmd"), plain("'tis"), plain("=cmd")
    ('=cmd', "'=cmd", "'tis", '=cmd')
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def whole(text: str, words: str) -> int | None:
    """A whole number as lists have it: "20,000", "20 000", "41st"; None for an empty cell, a dash or 0.

    RuleError `cell` with these words, which may say {text}.
    """
    neat = text.strip()
    if neat.casefold() in _NONE:
        return None
    if _GROUPED.fullmatch(neat):
        neat = re.sub(r"\D", "", neat)
    found = _ORDINAL.fullmatch(neat)
    if not found or not found[1].isascii() or len(found[1]) > 12 or int(found[1]) > LARGEST:
        raise RuleError("cell", words, {"text": text.strip()[:20]})
    return int(found[1]) or None


def chips(text: str) -> int | None:
    """Chips; a 0 that is written is 0. RuleError `cell`."""
    if text.strip() == "0":
        return 0
    return whole(text, "“{text}” is not a number of chips.")


def seat(table: str, chair: str) -> tuple[int | None, int | None]:
    """(table, chair), of two cells or of one that says "12-4". RuleError `cell`.

    >>> seat("12", "4"), seat("", "12-4"), seat("Table 12 / Seat 4", ""), seat("", "")
    ((12, 4), (12, 4), (12, 4), (None, None))
    """
    for both, other in ((chair, table), (table, chair)):
        found = _SEAT.fullmatch(both.strip())
        if found and (not other.strip() or whole(_LETTERS.sub("", other.strip()), _TABLE) == int(found[1])):
            return int(found[1]), int(found[2])
    return whole(_LETTERS.sub("", table.strip()), _TABLE), whole(_LETTERS.sub("", chair.strip()), _CHAIR)


_TABLE = "“{text}” is not the number of a table."
_CHAIR = "“{text}” is not a chair."
