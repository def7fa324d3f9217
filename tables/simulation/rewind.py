"""Back to the start: everything of an evening undone, and whether a trace of it is left."""

from typing import Any

from django.apps import apps
from django.db import models

from tables.models import DaySeed, Draw
from tables.simulation.desk import CARD
from tournaments.journal.change import By
from tournaments.journal.undo import undo
from tournaments.models import Action, Event, House, Player, Shift, Staff, StructureTemplate

# The journal itself, what no undo takes back, and what belongs to the house and not to the event.
LEFT_OUT = {Action, Draw, DaySeed, House, Staff, Shift, StructureTemplate}
COUNTERS = {"last_seq", "revision", "last_action_at"}
Rows = dict[str, list[tuple[Any, ...]]]


def rows_of(event: Event) -> Rows:
    """Every row of an event, and of the players who are invented, column by column."""
    found: Rows = {}
    for app in ("tournaments", "tables"):
        for model in apps.get_app_config(app).get_models():
            rows = None if model in LEFT_OUT else _of(event, model)
            if rows is not None:
                columns = [
                    field.attname for field in model._meta.concrete_fields if field.name not in COUNTERS
                ]
                found[model._meta.label] = sorted(rows.values_list(*columns), key=repr)
    return found


def last_action(event: Event) -> int:
    """The number of the event's last action."""
    return Event.objects.values_list("last_seq", flat=True).get(pk=event.pk)


def undo_since(by: By, event: Event, since: int) -> int:
    """Undo all that was done in an event after an action, the last first; how many undos that took.

    RuleError where one is refused: what was done after it is undone by then.
    """
    made = 0
    later = Action.objects.filter(event=event, seq__gt=since).order_by("-seq")
    for seq in list(later.values_list("seq", flat=True)):
        done = Action.objects.get(event=event, seq=seq)
        if done.undone_by_id is None:
            undo(by, done)
            made += 1
    return made


def traces(before: Rows, after: Rows) -> list[str]:
    """What differs, a sentence for each kind of row."""
    return [
        f"{label}: {len(set(after[label]) - set(rows))} rows came, {len(set(rows) - set(after[label]))} went"
        for label, rows in before.items()
        if after[label] != rows
    ]


def _of(event: Event, model: type[models.Model]) -> models.QuerySet[Any] | None:
    """The rows of a model that are the event's; None where none can be."""
    names = {field.name for field in model._meta.concrete_fields}
    manager = model._default_manager
    if model is Event:
        return manager.filter(pk=event.pk)
    if model is Player:
        return manager.filter(card__startswith=CARD)
    for name, path in (("event", "event"), ("day", "day__event"), ("entry", "entry__event")):
        if name in names:
            return manager.filter(**{path: event})
    return None
