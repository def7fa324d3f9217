"""A stack as staff type it: 43.5k, 1.2m, 43 500. What could be two numbers is refused."""

import re
import unicodedata

from tournaments.rules.errors import RuleError

MOST_CHIPS = 10**12
_SUFFIXES = {"": 0, "k": 3, "m": 6, "千": 3, "万": 4, "萬": 4}
_TYPED = re.compile(r"(\d+(?:[ .,'’]\d+)*) ?([km千万萬]?)", re.IGNORECASE)
_GROUPED = re.compile(r"\d{1,3}(?:([ .,'’])\d{3})(?:\1\d{3})*")
_DECIMAL = re.compile(r"(\d+)([.,])(\d+)")


def chips_typed(text: str, decimal: str = ".") -> int:
    """The chips that were typed.

    k and m are thousands and millions, 千 and 万 thousands and ten thousands. Without one of them a point,
    comma, space or apostrophe groups three digits; with one, a point or comma is the decimal sign. decimal:
    the house's, which alone may be followed by exactly three digits there ("43.500k").
    RuleError: `chips-empty`, `chips-unreadable`, `chips-ambiguous`, `chips-not-whole`, `chips-too-many`.

    >>> [chips_typed(text) for text in ("43.5k", "1.2m", "43 500", "43,500", "43.500", "4.35万", "43500")]
    [43500, 1200000, 43500, 43500, 43500, 43500, 43500]
    """
    plain = " ".join(unicodedata.normalize("NFKC", text).split())
    if not plain:
        raise RuleError("chips-empty", "Type how many chips.")
    match = _TYPED.fullmatch(plain)
    if match is None or not plain.isprintable():
        raise _refusal(
            "chips-unreadable", '"{text}" is not a number of chips. Type it like 43500 or 43.5k.', text
        )
    figures, zeros = match[1], _SUFFIXES[match[2].lower()]
    chips = _figures(figures, text) if not match[2] else _scaled(figures, zeros, decimal, text)
    if chips > MOST_CHIPS:
        raise _refusal("chips-too-many", '"{text}" is more chips than there are.', text)
    return chips


def _figures(figures: str, text: str) -> int:
    """Digits alone, or grouped by threes with one kind of sign."""
    if _GROUPED.fullmatch(figures) or figures.isdigit():
        return _number(re.sub(r"\D", "", figures), text)
    if _DECIMAL.fullmatch(figures):
        raise _refusal("chips-not-whole", '"{text}" is not a whole number of chips. Is a k missing?', text)
    raise _refusal(
        "chips-unreadable", '"{text}" is not a number of chips. Type it like 43500 or 43.5k.', text
    )


def _scaled(figures: str, zeros: int, decimal: str, text: str) -> int:
    """A number of thousands, ten thousands or millions."""
    match = _DECIMAL.fullmatch(figures)
    if match is None:
        return int(_figures(figures, text) * 10**zeros)
    whole, sign, rest = match.groups()
    if len(rest) == 3 and sign != decimal and len(whole) <= 3:
        words = '"{text}" can be read in two ways. Type all its digits.'
        raise _refusal("chips-ambiguous", words, text)
    rest = rest.rstrip("0")
    if len(rest) > zeros:
        raise _refusal("chips-not-whole", '"{text}" is not a whole number of chips. Is a k missing?', text)
    return _number(whole + rest.ljust(zeros, "0"), text)


def _number(digits: str, text: str) -> int:
    """The digits as a number; far too many of them are no number at all."""
    if len(digits) > 40:
        raise _refusal("chips-too-many", '"{text}" is more chips than there are.', text)
    return int(digits)


def _refusal(code: str, words: str, text: str) -> RuleError:
    return RuleError(code, words, {"text": text.strip()[:40]})
