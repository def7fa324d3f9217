"""The only hand that writes: every write of an action goes through its Change."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeVar

from django.db import models

from tournaments.journal import record
from tournaments.journal.insert import insert_many, insert_row
from tournaments.journal.single import update_row
from tournaments.models import Action, Event, House, Staff

M = TypeVar("M", bound=models.Model)


def utc_now() -> datetime:
    """The time, in whole milliseconds."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class By:
    """Who asks for an action: a member of staff at a device, or the house itself (`staff` None).

    request_id: the same one twice is answered once. happened_at: when it truly happened, if it is
    entered late. clock: where the time comes from.
    """

    staff: Staff | None = None
    device: str = ""
    request_id: str | None = None
    happened_at: datetime | None = None
    clock: Callable[[], datetime] = utc_now

    def __post_init__(self) -> None:
        """Device and request id come from outside: what no column takes must not be an error page."""
        for name, most in (("device", 60), ("request_id", 64)):
            text: str | None = getattr(self, name)
            object.__setattr__(self, name, text and text.replace("\0", "")[:most])

    @property
    def role(self) -> str:
        """The role of whoever asks, "" for the house itself."""
        return self.staff.role if self.staff else ""


@dataclass(slots=True, kw_only=True)
class Change:
    """One action under way: its time, who does it, and what it has written so far.

    now: taken after the lock, whole milliseconds, never before the last action's.
    """

    by: By
    scope: Event | House
    now: datetime
    facts: dict[str, Any] = field(default_factory=dict)
    writes: list[record.Write] = field(default_factory=list)
    undoes: Action | None = None

    @property
    def happened_at(self) -> datetime:
        """When it happened: now, or earlier if it was entered late."""
        return min(self.by.happened_at, self.now) if self.by.happened_at else self.now

    @property
    def event(self) -> Event:
        """The locked Event; using it in a house-wide action is a bug."""
        if not isinstance(self.scope, Event):
            raise TypeError("a house-wide action has no event")
        return self.scope

    def note(self, **facts: Any) -> None:
        """Keep plain values that the journal's sentence is made of."""
        self.facts.update({name: record.packed(value) for name, value in facts.items()})

    def create(self, model: type[M], **values: Any) -> M:
        """Insert one row."""
        row = model(**values)
        insert_row(row)
        self.writes.append(record.whole_rows("create", model, [row]))
        return row

    def create_unjournaled(self, model: type[M], **values: Any) -> M:
        """Insert a row that no journal may hold and no undo takes back: the seed of a Day's draws."""
        row = model(**values)
        row.save(force_insert=True)
        return row

    def create_many(self, model: type[M], rows: Sequence[M]) -> list[M]:
        """Insert rows in one go; they come back with their keys."""
        if not rows:
            return []
        made = insert_many(model, rows)
        self.writes.append(record.whole_rows("create", model, made))
        return made

    def update(self, row: M, **values: Any) -> M:
        """Set columns of one row. Only what differs is written; nothing, if nothing does."""
        wanted = {_attname(row, name): getattr(value, "pk", value) for name, value in values.items()}
        columns = [column for column, value in wanted.items() if getattr(row, column) != value]
        if not columns:
            return row
        before = [getattr(row, column) for column in columns]
        for name, value in values.items():
            setattr(row, name, value)
        update_row(row, columns)
        after = [getattr(row, column) for column in columns]
        self.writes.append(record.changed_rows(type(row), columns, [(row.pk, before, after)]))
        return row

    def update_many(self, rows: models.QuerySet[M], **values: Any) -> int:
        """Set the same values on every row of a queryset in one statement; how many rows it was."""
        model = rows.model
        columns = [_attname(model, name) for name in values]
        found = list(rows.order_by("pk").values_list("pk", *columns))
        after = [getattr(value, "pk", value) for value in values.values()]
        # The lock keeps the rows the same between the two statements; if it ever did not, that is a bug.
        if rows.update(**values) != len(found):
            raise RuntimeError(f"rows of {model._meta.label} changed under the lock")
        if found:
            changed = ((pk, before, after) for pk, *before in found)
            self.writes.append(record.changed_rows(model, columns, changed))
        return len(found)

    def shift(self, rows: models.QuerySet[M], column: str, by: int) -> int:
        """Add to a number of every row of a queryset in one statement; how many rows it was."""
        found = list(rows.order_by("pk").values_list("pk", column))
        if found:
            if rows.update(**{column: models.F(column) + by}) != len(found):
                raise RuntimeError(f"rows of {rows.model._meta.label} changed under the lock")
            changed = ((pk, [number], [number + by]) for pk, number in found)
            self.writes.append(record.changed_rows(rows.model, [column], changed))
        return len(found)

    def delete(self, row: models.Model) -> None:
        """Delete one row."""
        self.writes.append(record.whole_rows("delete", type(row), [row]))
        row.delete()

    def delete_many(self, rows: models.QuerySet[M]) -> int:
        """Delete every row of a queryset; how many it was."""
        found = list(rows.order_by("pk"))
        if found:
            self.writes.append(record.whole_rows("delete", rows.model, found))
            for some in _portions([row.pk for row in found]):
                rows.model._default_manager.filter(pk__in=some).delete()
        return len(found)


def _attname(model: models.Model | type[models.Model], name: str) -> str:
    found = model._meta.get_field(name)
    return found.attname if isinstance(found, models.Field) else name


def _portions(keys: Sequence[Any], size: int = 10_000) -> Iterable[Sequence[Any]]:
    # SQLite takes at most 32,766 variables in a statement.
    return (keys[start : start + size] for start in range(0, len(keys), size))
