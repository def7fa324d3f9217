"""How writes are kept in the journal, so that each can be played backwards.

A write is a small dict, bulk writes included, so that 10,000 seats are one entry:

    {"model": "tables.seat", "op": "create", "columns": [...], "rows": [[pk, value, ...], ...]}
    {"model": ..., "op": "delete", ...the same...}
    {"model": ..., "op": "update", "columns": [...], "rows": [[pk, [before, ...], [after, ...]], ...]}

Values are JSON: instants and dates as ISO text, everything else as the column holds it. Columns named
in a model's SECRET_COLUMNS are written but never recorded.
"""

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from operator import attrgetter
from typing import Any

from django.apps import apps
from django.db import models

Write = dict[str, Any]


def columns_of(model: type[models.Model]) -> list[str]:
    """The recorded columns of a model, by attribute name (`event_id`), without its key."""
    secret: frozenset[str] = getattr(model, "SECRET_COLUMNS", frozenset())
    return [f.attname for f in model._meta.concrete_fields if not f.primary_key and f.attname not in secret]


def packed(value: Any) -> Any:
    """A column's value as JSON."""
    return value.isoformat() if isinstance(value, datetime | date) else value


def unpacked(model: type[models.Model], column: str, value: Any) -> Any:
    """What `packed` made, as the column holds it."""
    field = next(f for f in model._meta.concrete_fields if f.attname == column)
    return value if value is None or isinstance(field, models.JSONField) else field.to_python(value)


def model_of(write: Write) -> type[models.Model]:
    """The model a write is about."""
    return apps.get_model(write["model"])


def whole_rows(op: str, model: type[models.Model], rows: Iterable[models.Model]) -> Write:
    """The record of rows created or deleted."""
    columns = columns_of(model)
    read = attrgetter(model._meta.pk.attname, *columns)
    kept = [list(read(row)) for row in rows]
    # Only these columns need packing: 10,000 seats are 80,000 values.
    dated = [i for i, column in enumerate(columns, start=1) if _is_dated(model, column)]
    for values in kept:
        for i in dated:
            values[i] = packed(values[i])
    return {"model": model._meta.label_lower, "op": op, "columns": columns, "rows": kept}


def _is_dated(model: type[models.Model], column: str) -> bool:
    """Whether a column holds dates or instants. A foreign key holds what its target's key does."""
    field = next(f for f in model._meta.concrete_fields if f.attname == column)
    return isinstance(getattr(field, "target_field", field), models.DateField)


def changed_rows(
    model: type[models.Model],
    columns: Sequence[str],
    rows: Iterable[tuple[Any, Sequence[Any], Sequence[Any]]],
) -> Write:
    """The record of rows updated: (pk, values before, values after), in the order of `columns`."""
    kept = [[pk, [packed(v) for v in before], [packed(v) for v in after]] for pk, before, after in rows]
    return {"model": model._meta.label_lower, "op": "update", "columns": list(columns), "rows": kept}


def keys_of(writes: Iterable[Write]) -> set[tuple[str, Any]]:
    """Every (model, pk) that these writes touched."""
    return {(write["model"], row[0]) for write in writes for row in write["rows"]}
