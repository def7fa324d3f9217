"""Values as the database takes them, without asking each field where the answer is known."""

import functools
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connections, models

_AS_THEY_ARE: dict[type, type] = {
    models.IntegerField: int,
    models.CharField: str,
    models.BooleanField: bool,
}


class Column(NamedTuple):
    """A field, the exact types that pass it unchanged, and whether it takes text or instants."""

    field: "models.Field[Any, Any]"
    name: str
    plain: frozenset[type]
    takes: type | None


def column(field: "models.Field[Any, Any]") -> Column:
    """What is known of a field's values."""
    plain = plain_types(field)
    takes = datetime if is_instant(field) else str if str in plain else None
    return Column(field, field.attname, frozenset(plain), takes)


def plain_types(field: "models.Field[Any, Any]") -> set[type]:
    """The exact types that pass a field unchanged. A choice's member, say, is not exactly text."""
    if is_instant(field):
        return {type(None)}
    target = getattr(field, "target_field", field)
    plain = next((plain for kind, plain in _AS_THEY_ARE.items() if isinstance(target, kind)), None)
    return {plain, type(None)} if plain else set()


def is_instant(field: "models.Field[Any, Any]") -> bool:
    """Whether a field holds the instants that it is given."""
    return isinstance(field, models.DateTimeField) and not (field.auto_now or field.auto_now_add)


def prepared(row: models.Model, columns: Iterable[Column], alias: str, *, adding: bool) -> list[Any]:
    """A row's values in these columns, for the database of this alias."""
    values = []
    for field, name, plain, takes in columns:
        value = getattr(row, name)
        if type(value) not in plain:
            if takes is datetime:
                value = _instant(value, alias)
            # A choice is text as well: its member goes in as it is.
            elif takes is not str or not isinstance(value, str):
                value = field.get_db_prep_save(field.pre_save(row, adding), connections[alias])
        values.append(value)
    return values


@functools.lru_cache(maxsize=512)
def _instant(value: datetime, alias: str) -> Any:
    """An action writes its own instant in a score of columns."""
    return models.DateTimeField().get_db_prep_save(value, connections[alias])
