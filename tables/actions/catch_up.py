"""Doing what was typed after the dark: each line an action of its own at its own time, all or none."""

import hashlib
from dataclasses import replace

from tables.actions.bust import bust, bust_many
from tables.actions.move import move
from tables.models import Bust
from tables.queries.catch_up import CatchUp, CaughtLine
from tournaments.journal.change import By
from tournaments.journal.lock import in_turn, locked_event, write_transaction
from tournaments.models import Action, Day, Entry
from tournaments.rules.errors import RuleError


class LineRefused(Exception):
    """A line that the floor's own rules refuse; nothing of the others is kept."""

    def __init__(self, number: int, error: RuleError) -> None:
        super().__init__(number)
        self.number = number
        self.error = error


def was_done(by: By) -> bool:
    """Whether this very form was answered before: a reply that was lost does no harm."""
    done = _own(by, 0).request_id
    return done is not None and Action.objects.filter(request_id=done).exists()


def do_all(by: By, day: Day, plan: CatchUp, *, reason: str) -> int:
    """Do every line in order of time; how many that were. reason: of the moves.

    Each is journalled at the time it happened, and undone by itself. A bust goes before those that are
    known to be later. LineRefused names the line that cannot be, and nothing is done.
    """
    with in_turn(day.event_id), write_transaction():
        locked_event(day.event_id)
        for n, line in enumerate(plan.lines):
            try:
                _do(_own(by, n), day, line, reason)
            except RuleError as error:
                raise LineRefused(line.number, error) from error
    return len(plan.lines)


def _do(by: By, day: Day, line: CaughtLine, reason: str) -> None:
    what = line.what
    if what is None:
        raise line.error or RuleError("line-unreadable", "A line cannot be read.")
    who = replace(by, happened_at=what.at)
    entries = Entry.objects.select_related("day", "player").in_bulk(line.entries)
    if what.to is not None:
        move(who, entries[line.entries[0]], *what.to, reason=reason)
        return
    later = Bust.objects.filter(event=day.event_id, at__gt=what.at).order_by("order").first()
    if len(entries) == 1:
        bust(who, entries[line.entries[0]], before=later)
    else:
        bust_many(who, day, dict.fromkeys(line.entries), before=later)


def _own(by: By, n: int) -> By:
    """Each line has a request id of its own, made from the form's."""
    if not by.request_id:
        return by
    return replace(by, request_id=hashlib.sha256(f"{by.request_id} {n}".encode()).hexdigest()[:40])
