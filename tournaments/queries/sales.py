"""Whether an option may be taken: the one place where its limits are asked, whatever door it is sold at."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.journal.prepared import Prepared
from tournaments.models import Day, Entry, Option, Player, Purchase
from tournaments.queries.admission import refuse_stopped
from tournaments.queries.clock import clock_of
from tournaments.queries.registration import last_level, may_enter
from tournaments.rules import clock as rules
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name
from tournaments.rules.roles import DIRECTOR_ONLY
from tournaments.rules.structure import Level, items_from_json, registration_closes, schedule

# What a director may sell against; what ends all sales, or stops a player, nobody sets aside.
OVERRIDABLE = frozenset({"option-over", "option-limit", "registration-closed"})


@dataclass(slots=True)
class Limits:
    """Asks limits of a sale on a Day, and lets a director's reason set aside those that he may.

    reason: why it is sold all the same, "" where nobody said so. against: the first limit set aside.
    """

    day: Day
    role: str
    reason: str = ""
    against: RuleError | None = None

    def ask(self, limit: Callable[..., None], *args: object, **more: object) -> None:
        """Ask one limit; its RuleError passes unless it is set aside."""
        try:
            limit(*args, **more)
        except RuleError as refusal:
            if not self.reason or not may_override(refusal, self.day, self.role):
                raise
            self.against = self.against or refusal

    @property
    def used(self) -> str:
        """The reason to keep: "" where no limit stood in the way."""
        return self.reason if self.against else ""


def may_override(refusal: RuleError, day: Day, role: str) -> bool:
    """Whether somebody of this role may sell although this was said."""
    return refusal.code in OVERRIDABLE and role in DIRECTOR_ONLY and not _is_shut(day)


def may_sell(option: Option, day: Day, now: datetime, *, in_line: bool = False) -> None:
    """RuleError unless this option is sold on this Day at `now`, to whomever.

    `option-elsewhere`; `registration-closed`; `option-over` past its level. An entry needs registration to
    be open besides its own level; an option without a level of its own is sold as long as that is.
    """
    if option.event_id != day.event_id:
        raise RuleError("option-elsewhere", "{option} belongs to another event.", {"option": option.name})
    if option.kind in Option.STARTS_ENTRY or not option.until_level:
        may_enter(day, now, in_line=in_line)
    else:
        _refuse_shut(day)
    if option.until_level and _is_past(day, now, option.until_level):
        words = "{option} was sold until the end of level {level}."
        raise RuleError("option-over", words, {"option": option.name, "level": option.until_level})


def may_take_again(option: Option, player: Player) -> None:
    """RuleError `option-limit` if the player has taken this option as often as he may."""
    if not option.per_player:
        return
    taken = Purchase.objects.filter(option=option, entry__player=player, cancelled_at=None).count()
    if taken >= option.per_player:
        words = "{name} has taken {option} {taken} times, which is all that is allowed."
        if taken == 1:
            words = "{name} has taken {option} once, which is all that is allowed."
        facts = {"name": full_name(player.first_name, player.last_name), "option": option.name}
        raise RuleError("option-limit", words, facts | {"taken": taken})


# Of the player, not of the event as well: SQLite would look for them through the whole event.
_ENTRIES_OF = Prepared(lambda player: Entry.objects.filter(player=player).order_by("pk"))


def entries_of(player: Player, event_id: int) -> list[Entry]:
    """The player's entries in one event, the first first."""
    return [entry for entry in _ENTRIES_OF(player.pk) if entry.event_id == event_id]


def may_start(
    option: Option, player: Player, now: datetime, role: str, mine: Sequence[Entry] | None = None
) -> None:
    """RuleError unless this option may begin an entry of this player, who has none under way.

    role: of whoever asks; why a player is stopped is for directors alone. mine: his entries in the event,
    if they are at hand. Those of `refuse_stopped`; `not-an-entry`; `reentry-first` for a re-entry of
    somebody who was not in and out; `reentry-needed` for an entry of somebody who was.
    """
    refuse_stopped(player, now, role)
    facts = {"name": full_name(player.first_name, player.last_name), "option": option.name}
    if option.kind not in Option.STARTS_ENTRY:
        raise RuleError("not-an-entry", "{option} is taken on an entry and does not begin one.", facts)
    known = entries_of(player, option.event_id) if mine is None else mine
    was_in = any(entry.state == Entry.State.OUT for entry in known)
    if option.kind == Option.Kind.REENTRY and not was_in:
        raise RuleError("reentry-first", "{name} was not in this event yet: take an entry.", facts)
    if option.kind == Option.Kind.ENTRY and was_in:
        raise RuleError("reentry-needed", "{name} was in and is out: only a re-entry is possible.", facts)


def may_give_up(entry: Entry, now: datetime) -> None:
    """RuleError unless the player may give up this entry's stack now, to enter again.

    `give-up-never` where the event does not have it; `give-up-no-stack` for an entry that has no chair;
    `give-up-not-now` but in the last level of registration, or the break that ends it.
    """
    day = entry.day
    facts = {"number": entry.number, "level": last_level(day)}
    if not day.event.may_give_up_stack:
        raise RuleError("give-up-never", "In this event nobody gives up his stack for a re-entry.")
    if entry.state != Entry.State.SEATED:
        raise RuleError("give-up-no-stack", "Entry {number} has no stack to give up.", facts)
    if not _is_last_level(day, now):
        words = "A stack is given up only in level {level}, the last one of registration."
        raise RuleError("give-up-not-now", words, facts)


def _is_last_level(day: Day, now: datetime) -> bool:
    """Whether the last level of registration is being played, or the break after it."""
    items = items_from_json(day.structure)
    if not items:
        return False
    reading = rules.read(clock_of(day), schedule(items), now)
    order = [item.id for item in items]
    numbers = {item.number: item.id for item in items if isinstance(item, Level)}
    last, closing = numbers.get(last_level(day)), registration_closes(items, last_level(day))
    if last is None or reading.state in {"waiting", "finished"}:
        return False
    end = order.index(closing) if closing is not None else len(order)
    return order.index(last) <= order.index(reading.item) < end


def _is_shut(day: Day) -> bool:
    try:
        _refuse_shut(day)
    except RuleError:
        return True
    return False


def _refuse_shut(day: Day) -> None:
    """What ends all sales, also of options with a level of their own."""
    if day.event.cancelled_at is not None:
        raise RuleError("registration-closed", "This event was called off.")
    if day.over_at is not None:
        raise RuleError("registration-closed", "This day is over.")
    if day.event.pool_final_at is not None:
        raise RuleError("registration-closed", "The prize pool is final: nothing is sold any more.")


def _is_past(day: Day, now: datetime, level: int) -> bool:
    """Whether play has gone beyond a level and the break that follows it."""
    items = items_from_json(day.structure)
    closing = registration_closes(items, level)
    if closing is None or not items:
        return False
    reading = rules.read(clock_of(day), schedule(items), now)
    order = [item.id for item in items]
    return reading.state != "waiting" and order.index(reading.item) >= order.index(closing)
