"""`@action`: one transaction, one journal row, one answer for a repeated request."""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Concatenate, Literal, ParamSpec, TypeVar

from django.apps import apps
from django.db import DatabaseError, IntegrityError, OperationalError, models, transaction

from tournaments.journal import commit
from tournaments.journal.change import By, Change
from tournaments.journal.insert import insert_row
from tournaments.journal.lock import in_turn, locked_event, locked_house, write_transaction
from tournaments.journal.single import read_row, update_row
from tournaments.models import Action, Event, House
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import may

P = ParamSpec("P")
R = TypeVar("R")

KINDS: dict[str, Literal["event", "house"]] = {}

_ATTEMPTS = 3
_DEADLOCKS = frozenset({"40P01", "40001"})
_TAKEN = frozenset({"23505", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"})


def action(
    kind: str, *, scope: Literal["event", "house"] = "event"
) -> Callable[[Callable[Concatenate[Change, P], R]], Callable[Concatenate[Change | By, P], R]]:
    """Make a function an action of this kind ("family.verb").

    Called with a By it locks, runs in one transaction and leaves one journal row; called with a Change
    it joins the action under way. For scope "event" the first argument after it is the Event or a row
    with an `event_id`. Model arguments of the outermost call are read anew after the lock.
    """
    if KINDS.setdefault(kind, scope) != scope:
        raise ValueError(f"two actions are called {kind}")

    def decorate(function: Callable[Concatenate[Change, P], R]) -> Callable[Concatenate[Change | By, P], R]:
        @functools.wraps(function)
        def run(who: Change | By, /, *args: P.args, **kwargs: P.kwargs) -> R:
            if isinstance(who, Change):
                return function(who, *args, **kwargs)
            subject = args[0] if scope == "event" else None
            return _Run(kind, who, subject, function, args, kwargs).answer()  # type: ignore[no-any-return]

        run.kind = kind  # type: ignore[attr-defined]
        return run

    return decorate


@dataclass(frozen=True, slots=True)
class _Run:
    kind: str
    by: By
    subject: Any
    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: dict[str, Any]

    def answer(self) -> Any:
        if self.by.staff is not None and not may(self.by.staff.role, self.kind):
            raise RuleError("not-your-role", "Your role may not do this.")
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return self._once()
            except IntegrityError as error:
                raise _clash(error) from error
            except OperationalError as error:
                # Two events that write the same players in another order: the database let one of them go.
                inside = transaction.get_connection().in_atomic_block
                if attempt == _ATTEMPTS or inside or _reason(error) not in _DEADLOCKS:
                    raise
        raise AssertionError("unreachable")

    def _once(self) -> Any:
        with in_turn(getattr(self.subject, "event_id", None)), write_transaction():
            scope = self._locked()
            earlier = self._earlier(scope)
            return _restored(earlier.answer) if earlier else self._first_answer(scope)

    def _locked(self) -> Event | House:
        event_id = getattr(self.subject, "event_id", None)
        if self.subject is not None and event_id is None and not isinstance(self.subject, Action):
            raise TypeError(f"{self.kind} was given {self.subject!r}, which is of no event")
        return locked_house() if event_id is None else locked_event(event_id)

    def _earlier(self, scope: Event | House) -> Action | None:
        if not self.by.request_id:
            return None
        found = Action.objects.defer("writes").filter(request_id=self.by.request_id).first()
        event_id = scope.pk if isinstance(scope, Event) else None
        if found and (found.kind, found.event_id) != (self.kind, event_id):
            raise RuleError("request-reused", "This page was sent before, for something else. Load it again.")
        return found

    def _first_answer(self, scope: Event | House) -> Any:
        change = Change(by=self.by, scope=scope, now=_time(self.by, scope.last_action_at))
        args = [_fresh(value, scope) for value in self.args]
        kwargs = {name: _fresh(value, scope) for name, value in self.kwargs.items()}
        result = self.function(change, *args, **kwargs)
        write_down(change, self.kind, answer=_kept(result))
        return result


def write_down(change: Change, kind: str, **columns: Any) -> Action:
    """Write the journal row of a finished change and move its scope's revision."""
    scope = change.scope
    scope.last_seq += 1
    scope.revision += 1
    scope.last_action_at = change.now
    update_row(scope, ("last_seq", "revision", "last_action_at"))
    event = scope if isinstance(scope, Event) else None
    if event is not None:
        revision = (event.pk, event.revision)
        transaction.on_commit(lambda: commit.tell(*revision), robust=True)
    row = Action(
        event=event,
        seq=scope.last_seq,
        kind=kind,
        facts=change.facts,
        writes=change.writes,
        actor=change.by.staff,
        device=change.by.device,
        at=change.now,
        happened_at=change.happened_at,
        request_id=change.by.request_id,
        undoes=change.undoes,
        **columns,
    )
    insert_row(row)
    if change.undoes is not None:
        _mark_undone(change.undoes, row)
    return row


def _mark_undone(done: Action, by: Action) -> None:
    """Say on an action that it was undone. If it was an undo, what it undid holds again, and so on down."""
    Action.objects.filter(pk=done.pk).update(undone_by=by)
    holds = True
    while done.undoes is not None:
        by, done = done, done.undoes
        Action.objects.filter(pk=done.pk).update(undone_by=None if holds else by)
        holds = not holds


def _time(by: By, last: datetime | None) -> datetime:
    now = by.clock()
    now -= timedelta(microseconds=now.microsecond % 1000)
    return max(now, last) if last else now


def _fresh(value: Any, scope: Event | House) -> Any:
    if not isinstance(value, models.Model):
        return value
    if isinstance(value, type(scope)) and value.pk == scope.pk:
        return scope
    found: Any = read_row(type(value), value.pk)
    if found is None:
        raise _gone()
    if isinstance(scope, Event) and hasattr(type(found), "event") and found.event_id == scope.pk:
        found.event = scope  # one object for the locked row, and no second reading of it
    return found


def _gone() -> RuleError:
    return RuleError("row-gone", "This has been removed in the meantime. Load the page again.")


def _kept(result: Any) -> Any:
    """An action's answer as JSON: rows by model and key, sequences of them, plain values as they are."""
    if isinstance(result, models.Model):
        return {"row": [result._meta.label_lower, result.pk]}
    if isinstance(result, list | tuple):
        return {"list": [_kept(value) for value in result]}
    return {"value": result}


def _restored(kept: Any) -> Any:
    if "row" in kept:
        label, pk = kept["row"]
        found = apps.get_model(label)._default_manager.filter(pk=pk).first()
        if found is None and pk is not None:
            raise _gone()
        return found
    if "list" in kept:
        return [_restored(value) for value in kept["list"]]
    return kept["value"]


def _clash(error: IntegrityError) -> RuleError | IntegrityError:
    """Two people did the same at once and the database kept the first: a sentence. Anything else: a bug."""
    if _reason(error) in _TAKEN:
        return RuleError("clash", "Somebody else has just done this, or has taken it. Look again.")
    return error


def _reason(error: DatabaseError) -> str:
    """The database's own code for what went wrong: PostgreSQL's SQLSTATE, SQLite's name."""
    cause = error.__cause__
    return getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorname", None) or ""
