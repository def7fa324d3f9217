"""The rules that an event is played by."""

from dataclasses import fields
from typing import Any

from tournaments.models import Event
from tournaments.rules.house import HouseRules

_KNOWN = frozenset(field.name for field in fields(HouseRules))


def rules_of(event: Event) -> HouseRules:
    """The HouseRules value that an event stores; fields it does not name keep the house's defaults."""
    # JSON has no tuples, and a frozen value has no lists.
    kept: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in event.rules.items()
        if name in _KNOWN
    }
    return HouseRules(**kept)
