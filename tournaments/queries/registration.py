"""Whether a Day takes entries: derived from the clock and from what a director holds, never from the plan."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from tournaments.models import Action, Day
from tournaments.queries.clock import clock_of
from tournaments.rules import clock as rules
from tournaments.rules.errors import RuleError
from tournaments.rules.structure import Item, Level, items_from_json, registration_closes, schedule

Held = Literal["auto", "open", "closed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    """Registration of one Day at one instant.

    closes_at: when the clock will close it if nothing happens; None if that is not known, or not up to
    the clock. line_cut: only those marked as in line may still enter.
    """

    is_open: bool
    closes_after_level: int
    closes_at: datetime | None
    held: Held
    line_cut: bool


@dataclass(frozen=True, slots=True)
class _ByClock:
    """What the clock alone says. level: the number of the level whose beginning closes."""

    is_open: bool
    closes_at: datetime | None = None
    closed_at: datetime | None = None
    level: int | None = None


def last_level(day: Day) -> int:
    """Registration is open until the end of this level: the Day's own, else the event's. 0: to the start."""
    return day.event.registration_level if day.registration_level is None else day.registration_level


def registration_of(day: Day, now: datetime) -> Registration:
    """Registration of a Day at an instant."""
    by_clock = _by_clock(day, now)
    held: Held = day.registration  # type: ignore[assignment]
    cut = day.line_cut_at is not None
    shut = _shut(day) is not None or cut or held == "closed"
    is_open = not shut and (held == "open" or by_clock.is_open)
    return Registration(
        is_open=is_open,
        closes_after_level=last_level(day),
        closes_at=by_clock.closes_at if is_open and held == "auto" else None,
        held=held,
        line_cut=cut and _shut(day) is None,
    )


def may_enter(day: Day, now: datetime, *, in_line: bool = False) -> None:
    """RuleError `registration-closed`, with when and why, unless an entry may be taken at `now`.

    in_line: the player is marked as in line, which counts once the line was cut.
    """
    shut = _shut(day)
    if shut is not None:
        raise shut
    if day.line_cut_at is not None:
        if not in_line:
            words = "The line was cut at {closed_at}: only players who stood in it may still enter."
            raise _closed(words, closed_at=day.line_cut_at)
        return
    if day.registration == Day.Registration.CLOSED:
        raise _by_hand(day)
    if day.registration == Day.Registration.AUTO:
        _by_the_clock(day, now)


def _by_the_clock(day: Day, now: datetime) -> None:
    found = _by_clock(day, now)
    if found.is_open:
        return
    facts = {"closed_at": found.closed_at, "level": found.level}
    if found.level is None:
        raise _closed("Registration closed with the last level.", **facts)
    if found.closed_at is None:
        raise _closed("Registration closed when level {level} began.", **facts)
    raise _closed("Registration closed at {closed_at}, when level {level} began.", **facts)


def _shut(day: Day) -> RuleError | None:
    """Why nobody may enter at all, whatever a director holds; None if that is not so."""
    event = day.event
    if event.cancelled_at is not None:
        return _closed("This event was called off at {closed_at}.", closed_at=event.cancelled_at)
    if day.over_at is not None:
        return _closed("This day ended at {closed_at}.", closed_at=day.over_at)
    if event.pool_final_at is not None:
        return _closed("The prize pool was made final at {closed_at}.", closed_at=event.pool_final_at)
    return None


def _by_clock(day: Day, now: datetime) -> _ByClock:
    items = items_from_json(day.structure)
    if not items:
        return _ByClock(is_open=True)
    limit = last_level(day)
    closing = registration_closes(items, limit)
    level = _number(items, closing)
    first = next((item.number for item in items if isinstance(item, Level)), 1)
    # A later Day goes on with the numbers of the one before: its registration ended there, unless it is
    # the restart after the last level that registration was open in.
    if first > limit + 1:
        return _ByClock(is_open=False, level=limit + 1)
    clock, plan = clock_of(day), schedule(items)
    reading = rules.read(clock, plan, now)
    if reading.state == "waiting":
        return _ByClock(is_open=True)
    if closing is None:
        return _ByClock(is_open=reading.state != "finished")
    order = [item.id for item in items]
    if order.index(reading.item) < order.index(closing):
        return _ByClock(is_open=True, closes_at=rules.instant_of(clock, plan, now, closing), level=level)
    return _ByClock(is_open=False, closed_at=_began(clock, plan, now, closing), level=level)


def _began(clock: rules.Clock, plan: tuple[rules.Item, ...], now: datetime, item: int) -> datetime | None:
    """When an item began, as far back as the clock remembers."""
    if clock.anchor is None:
        return None
    passed = rules.changes_between(clock, plan, clock.anchor, now)
    return next((at for at, begun in passed if begun == item), None)


def _number(items: tuple[Item, ...], item: int | None) -> int | None:
    return next((found.number for found in items if found.id == item and isinstance(found, Level)), None)


def _by_hand(day: Day) -> RuleError:
    """The refusal while registration is held closed, with who closed it and when, if the journal knows."""
    done = (
        Action.objects.filter(event=day.event_id, facts__day=day.code, kind__startswith="registration.")
        .select_related("actor")
        .order_by("-seq")
        .first()
    )
    if done is None:
        return _closed("Registration is closed.", closed_at=None)
    words = "Registration was closed at {closed_at} by {who}."
    return _closed(words, closed_at=done.at, who=done.actor.name if done.actor else "Floorman")


def _closed(words: str, **facts: Any) -> RuleError:
    return RuleError("registration-closed", words, facts)
