"""Structure templates as lists and choices show them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models import Action, StructureTemplate
from tournaments.rules.structure import items_from_json, items_to_json


@dataclass(frozen=True, slots=True)
class StructureRow:
    """A template in the list. `minutes`: the length of its levels, as "20" or "30–60"."""

    pk: int
    name: str
    source: str
    stack: int
    levels: int
    minutes: str


@dataclass(frozen=True, slots=True)
class Preset:
    """A template to start from, its items as the editor takes them."""

    pk: int
    name: str
    items: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Done:
    """What was done to a template lately and can be taken back. `kind` and `facts` make the sentence."""

    pk: int
    kind: str
    facts: dict[str, Any]
    at: datetime


def structures() -> tuple[StructureRow, ...]:
    """All templates by name. One query."""
    return tuple(_row(row) for row in StructureTemplate.objects.all())


def presets() -> tuple[Preset, ...]:
    """All templates that hold something, by name. One query."""
    rows = StructureTemplate.objects.exclude(items=[])
    return tuple(Preset(row.pk, row.name, items_to_json(items_from_json(row.items))) for row in rows)


def just_done(since: datetime, most: int = 3) -> tuple[Done, ...]:
    """The newest actions on templates since an instant that hold, newest first. One query."""
    rows = Action.objects.filter(
        event=None, kind__in=["structure.save", "structure.remove"], undone_by=None, at__gte=since
    ).defer("writes", "answer")
    return tuple(Done(row.pk, row.kind, row.facts, row.at) for row in rows.order_by("-seq")[:most])


def _row(row: StructureTemplate) -> StructureRow:
    lengths = sorted({item["duration_ms"] // 60_000 for item in row.items if item["kind"] == "level"})
    minutes = "–".join(str(length) for length in dict.fromkeys([lengths[0], lengths[-1]])) if lengths else ""
    levels = sum(item["kind"] == "level" for item in row.items)
    return StructureRow(row.pk, row.name, row.source, row.stack, levels, minutes)
