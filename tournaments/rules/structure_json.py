"""Items to and from the JSON list that a template and a Day keep. Strict: what it reads, it writes again."""

import functools
import json
from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.rules.errors import RuleError
from tournaments.rules.structure_items import (
    AMOUNT_FIELDS,
    ANTE_KINDS,
    LIMITS,
    Break,
    Countdown,
    Item,
    Level,
)

MOST_ITEMS = 1_000
MOST_CHIPS = 10**12
MOST_MS = 30 * 24 * 3_600_000
MOST_NUMBER = 10**9
LONGEST_GAME = 60
LONGEST_NOTE = 300

_LEVEL = ("id", "number", "duration_ms", "game", "limit", *AMOUNT_FIELDS, "ante_kind", "note", "stop_at_end")
FIELDS: Mapping[str, tuple[str, ...]] = {
    "level": _LEVEL,
    "break": ("id", "duration_ms", "color_up", "note", "stop_at_end"),
    "countdown": ("id", "duration_ms", "stop_at_end"),
}
_REQUIRED = {
    "level": ("id", "number", "duration_ms"),
    "break": ("id", "duration_ms"),
    "countdown": ("id", "duration_ms"),
}
_MOST = {"id": MOST_NUMBER, "number": MOST_NUMBER, "duration_ms": MOST_MS}
_LONGEST = {"game": LONGEST_GAME, "note": LONGEST_NOTE}
_CHOICES: Mapping[str, tuple[str, ...]] = {"limit": LIMITS, "ante_kind": ANTE_KINDS}


def kind_of(item: Item) -> str:
    """ "level", "break" or "countdown"."""
    return type(item).__name__.lower()


def items_to_json(items: Sequence[Item]) -> list[dict[str, Any]]:
    """One dict per item: "kind", then every field, always in the same order.

    >>> items_to_json([Countdown(id=1, duration_ms=60_000)])
    [{'kind': 'countdown', 'id': 1, 'duration_ms': 60000, 'stop_at_end': False}]
    """
    return [_to_json(item) for item in items]


def items_from_json(rows: object) -> tuple[Item, ...]:
    """The items of a JSON list; fields with a default may be missing.

    RuleError "structure-list", "structure-row" or "structure-field", naming the row, from 1, and field.

    >>> items_from_json([{"kind": "break", "id": 3, "duration_ms": 900_000, "color_up": [25]}])
    (Break(id=3, duration_ms=900000, color_up=(25,), note='', stop_at_end=False),)
    """
    if not isinstance(rows, list) or len(rows) > MOST_ITEMS:
        words = "A structure is a list of at most {most} levels and breaks."
        raise RuleError("structure-list", words, {"most": MOST_ITEMS})
    try:
        return _known(json.dumps(rows))
    except TypeError:  # no JSON: the row that holds it is named
        return _read(rows)


@functools.lru_cache(maxsize=256)
def _known(text: str) -> tuple[Item, ...]:
    """A structure once more: every page and every sale reads that of its Day, which hardly ever changes."""
    return _read(json.loads(text))


def _read(rows: list[object]) -> tuple[Item, ...]:
    return tuple(_from_json(row, number) for number, row in enumerate(rows, start=1))


def _to_json(item: Item) -> dict[str, Any]:
    kind = kind_of(item)
    found: dict[str, Any] = {"kind": kind}
    for name in FIELDS[kind]:
        value = getattr(item, name)
        found[name] = list(value) if isinstance(value, tuple) else value
    return found


def _from_json(row: object, number: int) -> Item:
    kind = row.get("kind") if isinstance(row, dict) else None
    if not isinstance(row, dict) or not isinstance(kind, str) or kind not in FIELDS:
        words = "Row {row} is not a level, a break or a countdown."
        raise RuleError("structure-row", words, {"row": number})
    for name in row:
        if name != "kind" and name not in FIELDS[kind]:
            raise _wrong(number, name, "Row {row}: there is no field {field} here.")
    for name in _REQUIRED[kind]:
        if name not in row:
            raise _wrong(number, name, "Row {row}: {field} is missing.")
    values = {name: _value(number, name, row[name]) for name in FIELDS[kind] if name in row}
    if kind == "level":
        return Level(**values)
    return Break(**values) if kind == "break" else Countdown(**values)


def _value(row: int, name: str, value: object) -> Any:
    if name == "color_up":
        if not isinstance(value, list) or not all(_is_whole(chip, 1, MOST_CHIPS) for chip in value):
            raise _wrong(row, name, "Row {row}: {field} is not a list of chips.")
        return tuple(value)
    if name in _CHOICES:
        if value not in _CHOICES[name]:
            raise _wrong(row, name, "Row {row}: {field} is none of the choices.")
    elif name in _LONGEST:
        # JSON writes a NUL as \u0000, which PostgreSQL does not keep.
        if not isinstance(value, str) or len(value) > _LONGEST[name] or "\0" in value:
            raise _wrong(row, name, "Row {row}: {field} is not a text, or is too long.")
    elif name == "stop_at_end":
        if not isinstance(value, bool):
            raise _wrong(row, name, "Row {row}: {field} is not yes or no.")
    elif not _is_whole(value, 1 if name == "id" else 0, _MOST.get(name, MOST_CHIPS)):
        raise _wrong(row, name, "Row {row}: {field} is not a whole number, or is out of range.")
    return value


def _is_whole(value: object, least: int, most: int) -> bool:
    # bool is an int in Python; true is no number of chips.
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _wrong(row: int, name: object, words: str) -> RuleError:
    return RuleError("structure-field", words, {"row": row, "field": str(name)[:60]})
