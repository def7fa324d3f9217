"""Reading and writing one row by its key, by SQL that is made once.

An action reads a handful of rows and writes as many; the ORM makes each statement anew, which takes several
times as long as the database takes to answer it. Here a statement is made once for each model and columns.
"""

import functools
from collections.abc import Sequence
from operator import attrgetter
from typing import Any, TypeVar

from django.db import DatabaseError, connections, models, router

M = TypeVar("M", bound=models.Model)


def read_row(model: type[M], key: Any, *, lock: bool = False) -> M | None:
    """The row with this key, or None. lock: held until the transaction ends, where the database can."""
    alias = router.db_for_write(model)
    sql, columns, converters = _selecting(model, alias, lock)
    with connections[alias].cursor() as cursor:
        cursor.execute(sql, [key])
        found = cursor.fetchone()
    if found is None:
        return None
    values = list(found)
    for place, convert, expression in converters:
        for one in convert:
            values[place] = one(values[place], expression, connections[alias])
    return model.from_db(alias, columns, values)


def update_row(row: models.Model, columns: Sequence[str]) -> None:
    """Write these columns of a row as it now holds them. DatabaseError if there is no such row."""
    model = type(row)
    alias = router.db_for_write(model)
    connection = connections[alias]
    sql, fields = _updating(model, alias, tuple(columns))
    held = attrgetter(*columns)(row)
    values = held if len(columns) > 1 else (held,)
    with connection.cursor() as cursor:
        prepared = [
            field.get_db_prep_save(value, connection) for field, value in zip(fields, values, strict=True)
        ]
        cursor.execute(sql, [*prepared, row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError(f"no {model._meta.label} has the key {row.pk}")


@functools.cache
def _selecting(model: type[models.Model], alias: str, lock: bool) -> tuple[str, list[str], list[Any]]:
    """The statement that reads one row, its columns, and what turns a column into a value."""
    connection = connections[alias]
    rows: Any = model._default_manager.using(alias).order_by().filter(pk=0)
    if lock:
        # Not its key: prints and announcements that point at the row need not wait for its writers.
        rows = rows.select_for_update(no_key=True)
    compiler = rows.query.get_compiler(connection=connection)
    sql, _params = compiler.as_sql()
    converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
    columns = [field.attname for field in model._meta.concrete_fields]
    return sql, columns, [(place, convert, column) for place, (convert, column) in converters.items()]


@functools.cache
def _updating(
    model: type[models.Model], alias: str, columns: tuple[str, ...]
) -> tuple[str, list["models.Field[Any, Any]"]]:
    """The statement that writes these columns of one row, and their fields."""
    quote = connections[alias].ops.quote_name
    by_name = {field.attname: field for field in model._meta.concrete_fields}
    fields = [by_name[column] for column in columns]
    key = model._meta.pk
    assert key is not None  # noqa: S101 - every model has one
    pairs = ", ".join(f"{quote(field.column)} = %s" for field in fields)
    table = quote(model._meta.db_table)
    return f"UPDATE {table} SET {pairs} WHERE {quote(key.column)} = %s", fields  # noqa: S608 - our own names
