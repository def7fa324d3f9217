"""Whether an option may be taken: the one place where its limits are asked, whatever door it is sold at."""

from datetime import datetime

from tournaments.models import Day, Entry, Option, Player, Purchase
from tournaments.queries.admission import refuse_stopped
from tournaments.queries.clock import clock_of
from tournaments.queries.registration import may_enter
from tournaments.rules import clock as rules
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name
from tournaments.rules.structure import items_from_json, registration_closes, schedule


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


def may_start(option: Option, player: Player, now: datetime, role: str) -> None:
    """RuleError unless this option may begin an entry of this player, who has none under way.

    role: of whoever asks; why a player is stopped is for directors alone. Those of `refuse_stopped`;
    `not-an-entry`; `reentry-first` for a re-entry of somebody who was not in and out; `reentry-needed`
    for an entry of somebody who was.
    """
    refuse_stopped(player, now, role)
    facts = {"name": full_name(player.first_name, player.last_name), "option": option.name}
    if option.kind not in Option.STARTS_ENTRY:
        raise RuleError("not-an-entry", "{option} is taken on an entry and does not begin one.", facts)
    was_in = Entry.objects.filter(event=option.event_id, player=player, state=Entry.State.OUT).exists()
    if option.kind == Option.Kind.REENTRY and not was_in:
        raise RuleError("reentry-first", "{name} was not in this event yet: take an entry.", facts)
    if option.kind == Option.Kind.ENTRY and was_in:
        raise RuleError("reentry-needed", "{name} was in and is out: only a re-entry is possible.", facts)


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
