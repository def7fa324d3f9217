"""What stands in the way of an undo, by name: the later actions that have to go first."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db import models

from tournaments.journal import record
from tournaments.models import Action
from tournaments.rules.errors import RuleError

Key = tuple[str, Any]

_MOST_NAMED = 20
_MOST_ROWS = 500


def in_force_since(done: Action) -> models.QuerySet[Action]:
    """What was done after an action in the same journal and holds, oldest first; undos apart."""
    later = Action.objects.filter(event=done.event_id, seq__gt=done.seq)
    return later.filter(undone_by=None, undoes=None).order_by("seq")


def later_actions(done: Action, keys: set[Key]) -> RuleError:
    """The refusal that names who has written these rows since: `later-actions`, else `changed-since`."""
    named = [found for found in in_force_since(done).iterator() if record.keys_of(found.writes) & keys]
    named = named or [found for found in _elsewhere(done, keys) if record.keys_of(found.writes) & keys]
    if not named:
        return RuleError("changed-since", "What action {seq} did has changed since.", {"seq": done.seq})
    return RuleError(
        "later-actions",
        "Later actions stand in the way: {later}. Undo them first, newest first.",
        {
            "later": ", ".join(_number(done, found) for found in named[:_MOST_NAMED]),
            "actions": [found.pk for found in named],
        },
    )


def _elsewhere(done: Action, keys: set[Key]) -> Iterable[Action]:
    """The same of other journals: a player entered another event, a new event has a life of its own."""
    own = models.Q(event__isnull=True) if done.event_id is None else models.Q(event=done.event_id)
    later = Action.objects.filter(pk__gt=done.pk, undone_by=None, undoes=None).exclude(own)
    events = [pk for model, pk in keys if model == "tournaments.event"]
    begun = later.filter(event__in=events).select_related("event").order_by("pk")
    if begun:
        # Every action moves its event's counters, without a write of its own that would say so.
        return (_touching(found, keys) for found in begun)
    return later.select_related("event").order_by("pk").iterator()


def _touching(found: Action, keys: set[Key]) -> Action:
    found.writes = [*found.writes, {"model": "tournaments.event", "rows": [[found.event_id]]}]
    return found


def _number(done: Action, found: Action) -> str:
    """An action's number, with its event's name where the journal is another."""
    if found.event is None or found.event_id == done.event_id:
        return str(found.seq)
    return f"{found.seq} ({found.event.name})"


def rivals_of(done: Action) -> set[Key]:
    """The rows that hold what only one may, and what an undone action's would hold again: a chair, a card."""
    found: set[Key] = set()
    for write in done.writes:
        if write["op"] == "create":
            continue
        model = record.model_of(write)
        for row in _rows_before(model, write):
            found |= {(model._meta.label_lower, pk) for pk in _rivals(model, row)}
    return found


def missing_of(done: Action) -> set[Key]:
    """The rows that an undone action's rows would point at again, and that were removed since.

    The database asks only at the very end, when nobody can say any more which they were.
    """
    wanted: dict[Any, set[Any]] = {}
    for write in done.writes:
        if write["op"] == "create":
            continue
        fields = record.model_of(write)._meta.concrete_fields
        targets = {field.attname: field.related_model for field in fields if field.is_relation}
        befores = [row[1] if write["op"] == "update" else row[1:] for row in write["rows"]]
        for place, column in enumerate(write["columns"]):
            if column in targets:
                wanted.setdefault(targets[column], set()).update(values[place] for values in befores)
    return {key for target, keys in wanted.items() for key in _removed(target, sorted(keys - {None}))}


def _removed(model: type[models.Model], keys: list[Any]) -> Iterator[Key]:
    for start in range(0, len(keys), _MOST_ROWS):
        some = keys[start : start + _MOST_ROWS]
        there = set(model._default_manager.filter(pk__in=some).values_list("pk", flat=True))
        yield from ((model._meta.label_lower, key) for key in some if key not in there)


def _rows_before(model: type[models.Model], write: record.Write) -> Iterator[models.Model]:
    """The rows as they would be again; of very many, the first."""
    for key, *values in write["rows"][:_MOST_ROWS]:
        row = model._default_manager.filter(pk=key).first() or model(pk=key)
        before = values[0] if write["op"] == "update" else values
        for column, value in zip(write["columns"], before, strict=True):
            setattr(row, column, record.unpacked(model, column, value))
        yield row


def _rivals(model: type[models.Model], row: models.Model) -> Iterator[Any]:
    """Keys of other rows that a constraint of uniqueness does not allow beside this one."""
    others = model._default_manager.exclude(pk=row.pk)
    held = {field.name: getattr(row, field.attname) for field in model._meta.concrete_fields}
    unique = [([f.name], models.Q()) for f in model._meta.concrete_fields if f.unique and not f.primary_key]
    constraints = [c for c in model._meta.constraints if isinstance(c, models.UniqueConstraint)]
    unique += [(list(c.fields), c.condition or models.Q()) for c in constraints]
    for names, condition in unique:
        same = {name: held[name] for name in names}
        if None not in same.values() and (not condition or condition.check(_typed(row))):
            yield from others.filter(condition, **same).values_list("pk", flat=True)


def _typed(row: models.Model) -> dict[str, Any]:
    # With their fields, since a database cannot tell of what type nothing is.
    return {f.name: models.Value(getattr(row, f.attname), f) for f in row._meta.concrete_fields}
