"""How writes are kept in the journal, so that each can be played backwards.

A write is a small dict, bulk writes included, so that 10,000 seats are one entry:

    {"model": "tables.seat", "op": "create", "columns": [...], "rows": [[pk, value, ...], ...]}
    {"model": ..., "op": "delete", ...the same...}
    {"model": ..., "op": "update", "columns": [...], "rows": [[pk, [before, ...], [after, ...]], ...]}

Values are JSON: instants as ISO text in UTC, dates as ISO text, everything else as the column holds it.
Columns named in a model's SECRET_COLUMNS are written but never recorded, nor are its LARGE_COLUMNS: what
a row that is never undone nor changed holds itself.
"""

import functools
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from operator import attrgetter
from typing import Any

from django.apps import apps
from django.db import models

Write = dict[str, Any]


def columns_of(model: type[models.Model]) -> list[str]:
    """The recorded columns of a model, by attribute name (`event_id`), without its key."""
    left_out = unrecorded_columns(model)
    return [f.attname for f in model._meta.concrete_fields if not f.primary_key and f.attname not in left_out]


def unrecorded_columns(model: type[models.Model]) -> frozenset[str]:
    """The columns of a model that the journal does not hold."""
    secret: frozenset[str] = getattr(model, "SECRET_COLUMNS", frozenset())
    large: frozenset[str] = getattr(model, "LARGE_COLUMNS", frozenset())
    return secret | large


def packed(value: Any) -> Any:
    """A column's value as JSON."""
    if isinstance(value, datetime) and value.tzinfo is not None:
        # One instant, one text: a form's time in the house's zone reads back from the database in UTC.
        return value.astimezone(UTC).isoformat()
    return value.isoformat() if isinstance(value, datetime | date) else value


def unpacked(model: type[models.Model], column: str, value: Any) -> Any:
    """What `packed` made, as the column holds it."""
    field = next(f for f in model._meta.concrete_fields if f.attname == column)
    return value if value is None or isinstance(field, models.JSONField) else field.to_python(value)


def reads_as(row: models.Model, columns: Sequence[str], values: Sequence[Any]) -> bool:
    """Whether a row's columns hold what was recorded of them."""
    held = [getattr(row, column) for column in columns]
    if held == values:  # most columns are plain numbers and texts
        return True
    return all(
        a == b or packed(a) == b or a == unpacked(type(row), column, b)
        for column, a, b in zip(columns, held, values, strict=True)
    )


def model_of(write: Write) -> type[models.Model]:
    """The model a write is about."""
    return apps.get_model(write["model"])


def whole_rows(op: str, model: type[models.Model], rows: Iterable[models.Model]) -> Write:
    """The record of rows created or deleted."""
    columns, read, dated = _recording(model)
    kept = [list(read(row)) for row in rows]
    # Only these columns need packing: 10,000 seats are 80,000 values.
    for values in kept:
        for i in dated:
            values[i] = packed(values[i])
    return {"model": model._meta.label_lower, "op": op, "columns": list(columns), "rows": kept}


@functools.cache
def _recording(model: type[models.Model]) -> tuple[list[str], Callable[[Any], tuple[Any, ...]], list[int]]:
    """The recorded columns of a model, what reads its key and them from a row, and where in it dates are."""
    columns = columns_of(model)
    key = model._meta.pk
    assert key is not None  # noqa: S101 - every model has one
    dated = [i for i, column in enumerate(columns, start=1) if _is_dated(model, column)]
    return columns, attrgetter(key.attname, *columns), dated


@functools.cache
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
    places = [i for i, column in enumerate(columns) if column not in unrecorded_columns(model)]
    known = [columns[i] for i in places]
    kept = [[pk, [before[i] for i in places], [after[i] for i in places]] for pk, before, after in rows]
    for i in (i for i, column in enumerate(known) if _is_dated(model, column)):
        for _pk, before, after in kept:
            before[i], after[i] = packed(before[i]), packed(after[i])
    return {"model": model._meta.label_lower, "op": "update", "columns": known, "rows": kept}


def keys_of(writes: Iterable[Write]) -> set[tuple[str, Any]]:
    """Every (model, pk) that these writes touched."""
    return {(write["model"], row[0]) for write in writes for row in write["rows"]}
