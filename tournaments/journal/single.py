"""Reading and writing one row by its key, by SQL that is made once (tournaments/journal/prepared.py)."""

import functools
from collections.abc import Sequence
from typing import Any, TypeVar

from django.db import DatabaseError, connections, models, router

from tournaments.journal.prepared import Prepared
from tournaments.journal.values import Column, column, prepared

M = TypeVar("M", bound=models.Model)


def read_row(model: type[M], key: Any, *, lock: bool = False) -> M | None:
    """The row with this key, or None. lock: held until the transaction ends, where the database can."""
    row: M | None = _by_key(model, lock).first(key)
    return row


def update_row(row: models.Model, columns: Sequence[str]) -> None:
    """Write these columns of a row as it now holds them. DatabaseError if there is no such row."""
    model = type(row)
    alias = router.db_for_write(model)
    sql, known = _updating(model, alias, tuple(columns))
    with connections[alias].cursor() as cursor:
        cursor.execute(sql, [*prepared(row, known, alias, adding=False), row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError(f"no {model._meta.label} has the key {row.pk}")


@functools.cache
def _by_key(model: type[models.Model], lock: bool) -> Prepared[Any]:
    rows = model._default_manager.order_by()
    if lock:
        # Not its key: prints and announcements that point at the row need not wait for its writers.
        rows = rows.select_for_update(no_key=True)
    return Prepared(lambda key: rows.filter(pk=key))


@functools.cache
def _updating(model: type[models.Model], alias: str, columns: tuple[str, ...]) -> tuple[str, list[Column]]:
    """The statement that writes these columns of one row, and what is known of them."""
    quote = connections[alias].ops.quote_name
    by_name = {field.attname: field for field in model._meta.concrete_fields}
    fields = [by_name[column] for column in columns]
    key = model._meta.pk
    assert key is not None  # noqa: S101 - every model has one
    pairs = ", ".join(f"{quote(field.column)} = %s" for field in fields)
    table = quote(model._meta.db_table)
    sql = f"UPDATE {table} SET {pairs} WHERE {quote(key.column)} = %s"  # noqa: S608 - our own names
    return sql, list(map(column, fields))
