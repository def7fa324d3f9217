"""Who may take back an action, by its kind and by whether its Day has begun."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tournaments.models import Action, Day
from tournaments.rules import undoing
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import may_undo

_UNDO = "journal.undo"
Begun = Mapping[tuple[int | None, str], str]  # the label of each Day that has begun, by event and code


def refuse_undo(done: Action, role: str, now: datetime) -> None:
    """RuleError if this role may not take back an action: `not-your-role`, `undo-late`, `cancel-director`."""
    why = _refusal(done, role, now, begun_days([done], role))
    if why is not None:
        raise why


def may_undo_row(row: Action, role: str, now: datetime, begun: Begun) -> bool:
    """Whether this role may take back an action; begun: of `begun_days` of it."""
    return row.undone_by_id is None and _refusal(row, role, now, begun) is None


def begun_days(rows: Iterable[Action], role: str) -> Begun:
    """The Days that have begun, of the events of those actions for which it matters. One query, or none."""
    asked = [_asked(row) for row in rows]
    events = {one.event for one in asked if undoing.depends_on_day(role, one.kind, one.facts)}
    if not events:
        return {}
    found = Day.objects.filter(event__in=events, clock_started=True)
    return {(event, code): label for event, code, label in found.values_list("event", "code", "label")}


@dataclass(frozen=True, slots=True)
class _Asked:
    """What an undo is about in the first place. depth: how many undos lie between."""

    event: int | None
    kind: str
    facts: Mapping[str, Any]
    depth: int


def _asked(row: Action) -> _Asked:
    kind, facts, depth = row.kind, row.facts, 0
    while kind == _UNDO:
        kind, facts, depth = facts["kind"], facts["facts"], depth + 1
    return _Asked(row.event_id, kind, facts, depth)


def _refusal(row: Action, role: str, now: datetime, begun: Begun) -> RuleError | None:
    asked = _asked(row)
    if not may_undo(role, asked.kind):
        return RuleError("not-your-role", "Your role may not do this.")
    day = begun.get((asked.event, str(asked.facts.get("day", ""))))
    if day is None:
        return None
    return undoing.refusal(
        role,
        asked.kind,
        asked.facts,
        day=day,
        age=now - row.at if asked.depth == 0 else None,
        redoes=asked.depth % 2 == 1,
    )
