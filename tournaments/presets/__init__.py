"""The published structures that ship with the house, each with its source. No database, no Django."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tournaments.rules.structure import Item, items_from_json


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A structure as published.

    `late_registration_levels`: registration is open until the end of this level (None: not said).
    `handed`: chairs per table (None: not said). `chips`: smallest first.
    """

    name: str
    source: str
    note: str
    stack: int
    late_registration_levels: int | None
    handed: int | None
    chips: tuple[int, ...]
    items: tuple[Item, ...]


@cache
def presets() -> tuple[Preset, ...]:
    """All presets, in the order in which the file lists them.

    >>> [preset.stack for preset in presets()][:3]
    [60000, 25000, 50000]
    """
    text = files(__name__).joinpath("structures.json").read_text(encoding="utf-8")
    return tuple(
        Preset(**{**row, "chips": tuple(row["chips"]), "items": items_from_json(row["items"])})
        for row in json.loads(text)
    )


def preset(name: str) -> Preset:
    """The preset whose name begins so; KeyError if there is none.

    >>> preset("2018 WPT").late_registration_levels
    4
    """
    found = next((one for one in presets() if one.name.startswith(name)), None)
    if found is None:
        raise KeyError(name)
    return found
