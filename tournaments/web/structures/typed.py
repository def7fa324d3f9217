"""What the structure editor sent: the rows as JSON, or as the plain form's fields."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.rules.errors import RuleError
from tournaments.rules.structure import FIELDS, Item, items_from_json, items_to_json

_EMPTY: Mapping[str, Any] = {
    "note": "",
    "stop_at_end": False,
    "game": "",
    "limit": "no-limit",
    "ante_kind": "none",
    "color_up": [],
}
_FIGURES = ("small_blind", "big_blind", "ante", "small_bet", "big_bet", "bring_in", "completion")
_TIME = re.compile(r"(\d{1,6})(?::([0-5]?\d))?")


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed: `items`, or why they cannot be read. `rows` go back on the page either way."""

    rows: list[dict[str, Any]]
    items: tuple[Item, ...]
    refusal: RuleError | None = None


def read_json(text: str | bytes) -> Any:
    """What JSON holds. ValueError also for half a character, which no page and no database takes."""
    sent = json.loads(text)
    json.dumps(sent, ensure_ascii=False).encode()
    return sent


def typed_items(post: Mapping[str, str], base: Sequence[dict[str, Any]]) -> Typed:
    """The editor's rows. `base`: the rows it was given, which the plain form does not send whole."""
    try:
        sent = read_json(post["items"]) if post.get("items") else _plain_rows(post, base)
    except (ValueError, RecursionError):
        error = RuleError("structure-unread", "The rows could not be read. Load the page again.")
        return Typed(list(base), (), error)
    try:
        items = items_from_json(sent)
    except RuleError as error:
        return Typed(_showable(sent), (), error)
    return Typed(items_to_json(items), items)


def _showable(sent: object) -> list[dict[str, Any]]:
    """As much of refused rows as the page can show again: known fields of the right kind."""
    if not isinstance(sent, list):
        return []
    return [_showable_row(row, n) for n, row in enumerate(sent[:1000], 1) if _kind(row) in FIELDS]


def _showable_row(row: Mapping[str, Any], number: int) -> dict[str, Any]:
    shown: dict[str, Any] = {"kind": row["kind"]}
    for name in FIELDS[row["kind"]]:
        usual = _EMPTY.get(name, number if name == "id" else 0)
        value = row.get(name, usual)
        shown[name] = value if type(value) is type(usual) and len(str(value)[:400]) < 400 else usual
    return shown


def _kind(row: object) -> str:
    return str(row.get("kind")) if isinstance(row, dict) else ""


def _plain_rows(post: Mapping[str, str], base: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of the form as it is without scripts: figures changed, none added or moved."""
    known = {str(row["id"]): row for row in base}
    found: list[dict[str, Any]] = []
    while (kind := post.get(f"items-{len(found)}-kind")) is not None:
        prefix = f"items-{len(found)}-"
        row = known.get(post.get(f"{prefix}id", ""), {"id": len(found) + 1, "number": len(found) + 1})
        found.append(_plain_row({**row, "kind": kind}, prefix, post))
    return found


def _plain_row(row: dict[str, Any], prefix: str, post: Mapping[str, str]) -> dict[str, Any]:
    fields = FIELDS.get(row["kind"], ())
    for name in ("game", "limit", "ante_kind", "note"):
        if name in fields and prefix + name in post:
            row[name] = post[prefix + name]
    for name in _FIGURES:
        if name in fields and prefix + name in post:
            row[name] = _figure(post[prefix + name])
    if "color_up" in fields and f"{prefix}color_up" in post:
        row["color_up"] = [_figure(chip) for chip in re.split(r"[\s,;]+", post[f"{prefix}color_up"]) if chip]
    if f"{prefix}minutes" in post:
        row["duration_ms"] = _duration(post[f"{prefix}minutes"])
    return {name: value for name, value in row.items() if name == "kind" or name in fields}


def _figure(text: str) -> int | str:
    """A figure, grouped or not; what is none stays text, which the codec refuses by row and field."""
    plain = re.sub(r"[\s,.'’]", "", text)
    return (
        int(plain) if plain.isascii() and plain.isdigit() and len(plain) < 15 else (plain and text[:40]) or 0
    )


def _duration(text: str) -> int | str:
    match = _TIME.fullmatch(text.strip())
    return (int(match[1]) * 60 + int(match[2] or 0)) * 1000 if match else text[:40]
