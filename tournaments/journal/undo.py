"""Undo: an action's writes played backwards, where nothing later stands in the way."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import IntegrityError, models, transaction

from tournaments.journal import invariants, mending, record
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.journal.in_the_way import in_force_since, later_actions, missing_of, rivals_of
from tournaments.journal.undo_rights import refuse_undo
from tournaments.models import Action, DrawerMovement, Entry, Event, LedgerLine, Shift
from tournaments.rules.errors import RuleError

_PORTION = 10_000


@action("journal.undo")
def undo(change: Change, done: Action) -> None:
    """Take back one action, an undo included.

    RuleError: `undone-already`; those of `refuse_undo`; `later-actions` with their numbers where a row has
    been written, pointed at or supplanted since (`changed-since` if no action says so); whatever invariant
    would break; `drawer-counted` where cash of it was counted since. Draws are never undone: they stay, void.
    """
    original = _first_of(done)
    if done.undone_by_id:
        raise RuleError("undone-already", "Action {seq} has been undone already.", {"seq": done.seq})
    if change.by.staff is not None:
        refuse_undo(done, change.by.staff.role, change.now)
    change.undoes = done
    change.note(seq=done.seq, kind=done.kind, original=original.kind, facts=done.facts)
    _lock_events(done)
    _lock_drawers(done)
    try:
        with transaction.atomic():  # what the database refuses leaves the transaction fit to ask why
            for write in reversed(done.writes):
                _play_backwards(change, write)
            mending.mend(change)
            _refuse_dangling(done)
        if isinstance(change.scope, Event):
            invariants.hold(change.scope)
    except _InTheWay as stop:
        raise later_actions(done, stop.keys) from None
    except models.ProtectedError as stop:
        pointing = {(row._meta.label_lower, row.pk) for row in stop.protected_objects}
        raise later_actions(done, pointing) from None
    except IntegrityError:
        rivals = rivals_of(done)
        if not rivals:
            raise
        raise later_actions(done, rivals) from None
    except RuleError as error:
        raise _named(error, done) from None


class _InTheWay(Exception):
    def __init__(self, keys: Iterable[tuple[str, Any]]) -> None:
        super().__init__()
        self.keys = set(keys)


def _first_of(done: Action) -> Action:
    """What an undo of an undo of … was about in the first place."""
    while done.undoes is not None:
        done = done.undoes
    return done


def _lock_events(done: Action) -> None:
    """Of the house's actions: the events that they wrote, so that nothing begins in one while it goes."""
    if done.event_id is None:
        written = record.keys_of(done.writes)
        keys = {pk for model, pk in written if model == "tournaments.event"}
        entries = [pk for model, pk in written if model == "tournaments.entry"]
        keys |= set(Entry.objects.filter(pk__in=entries).values_list("event_id", flat=True))
        if keys:
            list(Event.objects.select_for_update().filter(pk__in=keys).order_by("pk").values_list("pk"))


def _lock_drawers(done: Action) -> None:
    """Hold the drawers that its cash went through: a count waits for the undo, or the undo is refused."""
    lined = _drawers_of(done.writes)
    opened = {pk for model, pk in record.keys_of(done.writes) if model == Shift._meta.label_lower}
    if not lined | opened:
        return
    held = Shift.objects.select_for_update(of=("self",)).filter(pk__in=lined | opened).order_by("pk")
    counted = [shift for shift in held if shift.pk in lined and shift.closed_at is not None]
    if counted:
        words = "The drawer of {name} was counted: take the money back by a cancel with refund instead."
        raise RuleError("drawer-counted", words, {"name": counted[0].staff.name})


def _drawers_of(writes: Iterable[record.Write]) -> set[int]:
    """The drawers of the ledger's lines and the movements among these writes, as they are or would be."""
    found = set()
    for write in writes:
        for model in (LedgerLine, DrawerMovement):
            if write["model"] == model._meta.label_lower:
                keys = [row[0] for row in write["rows"]]
                rows = model._default_manager.filter(pk__in=keys).exclude(shift=None)
                found |= set(rows.values_list("shift", flat=True))
                if write["op"] == "delete" and "shift_id" in write["columns"]:
                    place = write["columns"].index("shift_id") + 1
                    found |= {row[place] for row in write["rows"] if row[place] is not None}
    return found


def _refuse_dangling(done: Action) -> None:
    missing = missing_of(done)
    if missing:
        raise _InTheWay(missing)


def _play_backwards(change: Change, write: record.Write) -> None:
    if write["op"] == "create":
        _uncreate(change, write)
    elif write["op"] == "delete":
        _recreate(change, write)
    else:
        _restore(change, write)


def _uncreate(change: Change, write: record.Write) -> None:
    model, columns = record.model_of(write), write["columns"]
    rows = _rows(model, [row[0] for row in write["rows"]])
    if getattr(model, "NEVER_UNDONE", False):
        for row in rows.values():
            change.update(row, voided_at=change.now, voided_by=change.by.staff, void_reason="undone")
        return
    _expect(write, rows, {row[0]: row[1:] for row in write["rows"]}, columns)
    keys = list(rows)
    for start in range(0, len(keys), _PORTION):
        change.delete_many(model._default_manager.filter(pk__in=keys[start : start + _PORTION]))


def _recreate(change: Change, write: record.Write) -> None:
    model = record.model_of(write)
    names = [model._meta.pk.attname, *write["columns"]]
    rows = [
        model(**{n: record.unpacked(model, n, v) for n, v in zip(names, row, strict=True)})
        for row in write["rows"]
    ]
    change.create_many(model, rows)


def _restore(change: Change, write: record.Write) -> None:
    write = mending.without_numbers(write)
    model, columns = record.model_of(write), write["columns"]
    rows = _rows(model, [row[0] for row in write["rows"]])
    _expect(write, rows, {pk: after for pk, _before, after in write["rows"]}, columns)
    # Rows that go back to the same values go back in one statement: a draw of 10,000 was one, too.
    alike: dict[str, tuple[dict[str, Any], list[Any]]] = {}
    for pk, before, _after in write["rows"]:
        values = {c: record.unpacked(model, c, v) for c, v in zip(columns, before, strict=True)}
        alike.setdefault(repr(before), (values, []))[1].append(pk)
    for values, keys in alike.values():
        if len(keys) == 1 and isinstance(change.scope, model) and change.scope.pk == keys[0]:
            change.update(change.scope, **values)
        elif len(keys) == 1:
            change.update(rows[keys[0]], **values)
        else:
            _update_portions(change, model, keys, values)


def _update_portions(
    change: Change, model: type[models.Model], keys: Sequence[Any], values: dict[str, Any]
) -> None:
    for start in range(0, len(keys), _PORTION):
        change.update_many(model._default_manager.filter(pk__in=keys[start : start + _PORTION]), **values)


def _rows(model: type[models.Model], keys: Sequence[Any]) -> dict[Any, models.Model]:
    found: dict[Any, models.Model] = {}
    for start in range(0, len(keys), _PORTION):
        found |= model._default_manager.in_bulk(keys[start : start + _PORTION])
    return found


def _expect(
    write: record.Write, rows: dict[Any, models.Model], after: dict[Any, list[Any]], columns: list[str]
) -> None:
    """Every row must still read as the action left it, but for numbers that a mender gives."""
    numbers = mending.numbers_of(record.model_of(write))
    places = [i for i, column in enumerate(columns) if column not in numbers]
    columns = [columns[i] for i in places]
    after = {pk: [values[i] for i in places] for pk, values in after.items()}
    differing = [
        (write["model"], pk)
        for pk, values in after.items()
        if pk not in rows or not record.reads_as(rows[pk], columns, values)
    ]
    if differing:
        raise _InTheWay(differing)


def _named(error: RuleError, done: Action) -> RuleError:
    """An invariant's sentence, with the actions since as facts for the console to offer."""
    later = [found.pk for found in in_force_since(done).only("pk")[:20]]
    return RuleError(error.code, error.words, {**error.facts, "actions": later}, error.rule)
