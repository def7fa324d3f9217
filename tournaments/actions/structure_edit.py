"""Editing the structure of a Day, also while its clock runs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tournaments.actions.clock_write import note_shown, write_clock
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day
from tournaments.queries.clock import clock_of, schedule_of, structure_mark
from tournaments.queries.clock_history import last_mover
from tournaments.rules import clock as rules
from tournaments.rules.errors import RuleError
from tournaments.rules.structure import Item, Level, check, items_from_json, items_to_json, schedule


@action("structure.edit_day")
def edit_structure(
    change: Change,
    day: Day,
    items: Sequence[Item],
    *,
    keep: rules.Keep = "elapsed",
    based_on: str | None = None,
) -> Day:
    """Give a Day another structure. The item on show keeps the time played, the time left, or restarts.

    Rows are the same by id; a row with id 0, or with one that the Day has not, is new. `based_on` is the
    `structure_mark` of what the editor loaded. RuleError: `stale-structure` with who changed it and when;
    the first finding of `check` that is impossible.
    """
    _refuse_stale(day, based_on)
    new, next_id = _with_ids(day, items)
    for finding in check(new, tuple(day.event.chips)):
        if finding.severity == "impossible":
            raise RuleError(finding.code, finding.words, {**finding.facts, "item": finding.item})
    clock = _moved(change, day, new, keep)
    write_clock(change, day, clock, structure=items_to_json(new), next_item_id=next_id)
    levels = sum(isinstance(item, Level) for item in new)
    note_shown(change, day, change.now, levels=levels, case=keep if day.clock_started else "")
    return day


def _moved(change: Change, day: Day, new: Sequence[Item], keep: rules.Keep) -> rules.Clock:
    """The clock under the new structure; a Day that had none begins at its first item."""
    if not day.structure:
        return rules.Clock(item=new[0].id)
    return rules.reschedule(clock_of(day), schedule_of(day), schedule(new), change.now, keep)


def _with_ids(day: Day, items: Sequence[Item]) -> tuple[tuple[Item, ...], int]:
    """The items with fresh ids where they are new, and the id after these. No id is ever used twice."""
    known = {item.id for item in items_from_json(day.structure)}
    next_id = day.next_item_id
    made: list[Item] = []
    for item in items:
        if item.id in known:
            known.remove(item.id)  # a second row of the same id is a copy
            made.append(item)
        else:
            made.append(replace(item, id=next_id))
            next_id += 1
    return tuple(made), next_id


def _refuse_stale(day: Day, based_on: str | None) -> None:
    if based_on is None or based_on == structure_mark(day):
        return
    mover = last_mover(day, ("structure",))
    if mover is None:
        raise RuleError("stale-structure", "The structure has been changed since. Load it again.")
    words = "{who} changed the structure at {at}, after you opened it. Load it again."
    facts: dict[str, Any] = {"who": mover.who or "Floorman", "at": mover.at, "kind": mover.kind}
    raise RuleError("stale-structure", words, facts)
