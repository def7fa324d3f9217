"""Holding registration open or closed, extending it, cutting the line, and making the pool final."""

from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Event
from tournaments.queries.registration import last_level, registration_of
from tournaments.rules.errors import RuleError
from tournaments.rules.structure import Level, items_from_json


@action("registration.hold")
def hold_registration(change: Change, day: Day, hold: str) -> Day:
    """Hold registration "open" or "closed", or let it follow the clock ("auto"). A cut line is forgotten.

    RuleError: `pool-final`, `day-over`.
    """
    _refuse_final(day)
    if hold not in Day.Registration.values:
        raise ValueError(hold)
    change.note(day=day.code, case=hold, before=day.registration)
    return change.update(day, registration=hold, line_cut_at=None)


@action("registration.extend")
def extend_registration(change: Change, day: Day, level: int) -> Day:
    """Keep registration open until the end of another level; the clock decides again.

    RuleError: `no-such-level`, `pool-final`, `day-over`.
    """
    _refuse_final(day)
    numbers = [item.number for item in items_from_json(day.structure) if isinstance(item, Level)]
    if level != 0 and level not in numbers:
        raise RuleError("no-such-level", "The structure has no level {level}.", {"level": level})
    change.note(day=day.code, level=level, before=last_level(day))
    return change.update(day, registration_level=level, registration=Day.Registration.AUTO, line_cut_at=None)


@action("registration.cut_line")
def cut_line(change: Change, day: Day) -> Day:
    """From now on only entries marked as in line may be taken. Cutting it twice changes nothing.

    RuleError: `pool-final`, `day-over`.
    """
    _refuse_final(day)
    change.note(day=day.code, case="already" if day.line_cut_at else "")
    return change.update(day, line_cut_at=day.line_cut_at or change.now)


@action("registration.finish_line")
def finish_line(change: Change, day: Day) -> Day:
    """Say that everybody in line has entered: registration of this Day is closed.

    RuleError: `line-not-cut`, `pool-final`, `day-over`.
    """
    _refuse_final(day)
    if day.line_cut_at is None:
        raise RuleError("line-not-cut", "The line has not been cut.")
    change.note(day=day.code)
    return change.update(day, registration=Day.Registration.CLOSED, line_cut_at=None)


@action("registration.confirm_pool")
def confirm_pool(change: Change, event: Event) -> Event:
    """Make the prize pool final: the line is done on every Day, nobody enters any more.

    RuleError: `registration-open` with the Day that still takes entries. Twice changes nothing.
    """
    if event.pool_final_at is not None:
        change.note(case="already")
        return event
    for day in event.days.filter(over_at=None).select_related("event"):
        if registration_of(day, change.now).is_open:
            words = "Registration for day {day} is still open. Close it or cut the line first."
            raise RuleError("registration-open", words, {"day": day.code})
        if day.line_cut_at is not None:
            change.update(day, registration=Day.Registration.CLOSED, line_cut_at=None)
    change.note(case="")
    return change.update(event, pool_final_at=change.now)


def _refuse_final(day: Day) -> None:
    if day.event.pool_final_at is not None:
        words = "The prize pool was made final at {at}. Undo that first."
        raise RuleError("pool-final", words, {"at": day.event.pool_final_at})
    if day.over_at is not None:
        raise RuleError("day-over", "This day ended at {at}.", {"at": day.over_at})
