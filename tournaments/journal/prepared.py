"""Queries whose SQL is made once.

An action under the event's lock asks the same few questions every time, and the ORM makes each statement
anew, which takes several times as long as the database takes to answer it. A Prepared query is made by the
ORM at its first call, and from then on only its numbers change.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import connections, models
from django.db.models.query import ModelIterable

Row = TypeVar("Row")

# What the parameters are while the statement is made: no query of ours holds these numbers otherwise.
_MARKS = tuple(range(7_310_000_001, 7_310_000_101))


@dataclass(frozen=True, slots=True)
class _Statement:
    """One statement for one database. places: which parameter each mark stands at, in `params`."""

    sql: str
    params: tuple[Any, ...]
    places: tuple[tuple[int, int], ...]
    converters: tuple[tuple[int, Sequence[Callable[..., Any]], Any], ...]
    model: type[models.Model] | None
    columns: Sequence[str]
    extra: Sequence[tuple[str, int]]


class Prepared(Generic[Row]):
    """A query by whole numbers (keys), as a function of them.

    make: the queryset for such numbers, of model rows or of `values_list` tuples. Called, it gives the rows
    in a list. A number is compared with `=` only, and the query's shape must not hang on it.
    as_read: tuples of numbers and texts come as the database has them, without the ORM's converters.
    """

    def __init__(self, make: Callable[..., "models.QuerySet[Any, Row]"], *, as_read: bool = False) -> None:
        self._make = make
        self._as_read = as_read
        self._made: dict[str, _Statement] = {}

    def __call__(self, *numbers: int) -> list[Row]:
        """The rows for these numbers, now."""
        alias = "default"
        statement = self._made.get(alias)
        if statement is None:
            statement = self._made[alias] = self._prepare(alias, len(numbers))
        params = list(statement.params)
        for place, number in statement.places:
            params[place] = numbers[number]
        connection = connections[alias]
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, params)
            found = cursor.fetchall()
        rows: list[Any] = _converted(statement, found, connection) if statement.converters else found
        if statement.model is not None:
            rows = [_row_of(statement, alias, row) for row in rows]
        return rows

    def first(self, *numbers: int) -> Row | None:
        """The first of the rows, or None."""
        return next(iter(self(*numbers)), None)

    def _prepare(self, alias: str, count: int) -> _Statement:
        marks = _MARKS[:count]
        rows = self._make(*marks).using(alias)
        compiler = rows.query.get_compiler(connection=connections[alias])
        sql, params = compiler.as_sql()
        columns = [] if self._as_read else [column for column, _sql, _alias in compiler.select]
        converters = compiler.get_converters(columns)
        are_rows = issubclass(rows._iterable_class, ModelIterable)
        fields: Any = compiler.klass_info["select_fields"] if are_rows else ()
        return _Statement(
            sql=sql,
            params=tuple(params),
            places=tuple((place, marks.index(value)) for place, value in enumerate(params) if value in marks),
            converters=tuple((place, convert, column) for place, (convert, column) in converters.items()),
            model=rows.model if are_rows else None,
            columns=[compiler.select[place][0].target.attname for place in fields],
            extra=tuple((compiler.annotation_col_map or {}).items()) if are_rows else (),
        )


def _converted(statement: _Statement, found: Sequence[Sequence[Any]], connection: Any) -> list[Any]:
    """The rows with each column as its field has it."""
    rows = [list(row) for row in found]
    for place, convert, column in statement.converters:
        for one in convert:
            for row in rows:
                row[place] = one(row[place], column, connection)
    return [row if statement.model else tuple(row) for row in rows]


def _row_of(statement: _Statement, alias: str, values: Sequence[Any]) -> models.Model:
    assert statement.model is not None  # noqa: S101 - asked by the caller
    row = statement.model.from_db(alias, statement.columns, values[: len(statement.columns)])
    for name, place in statement.extra:
        setattr(row, name, values[place])
    return row
