"""Who may not be entered: barred, excluded at his own wish, or under age. One question for every door."""

from dataclasses import dataclass
from datetime import date

from tournaments.rules.errors import RuleError
from tournaments.rules.roles import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Admission:
    """What is known of a player that may stop him.

    barred_until, excluded_until: the last day of it; barred without a last day is for good.
    """

    name: str
    barred: bool = False
    barred_until: date | None = None
    reason: str = ""
    excluded_until: date | None = None
    birth_date: date | None = None


def age_on(birth: date, today: date) -> int:
    """Whole years; who was born on 29 February is a year older on 1 March where there is no 29th.

    >>> age_on(date(2008, 11, 30), date(2026, 11, 29)), age_on(date(2008, 11, 30), date(2026, 11, 30))
    (17, 18)
    """
    return today.year - birth.year - ((today.month, today.day) < (birth.month, birth.day))


def may_play(player: Admission, today: date, minimum_age: int) -> None:
    """RuleError with the reason if the player is stopped: `barred`, `self-excluded`, `under-age`.

    The words are for directors; `said_to` makes of them what others may read.
    """
    facts = {"name": player.name}
    if player.barred and player.barred_until is None:
        raise RuleError("barred", "{name} is barred for good: {reason}", facts | {"reason": player.reason})
    if player.barred and player.barred_until is not None and today <= player.barred_until:
        until = {"until": player.barred_until.isoformat(), "reason": player.reason}
        raise RuleError("barred", "{name} is barred until {until}: {reason}", facts | until)
    if player.excluded_until is not None and today <= player.excluded_until:
        words = "{name} is excluded at the player's own wish until {until}."
        raise RuleError("self-excluded", words, facts | {"until": player.excluded_until.isoformat()})
    if player.birth_date is not None and (age := age_on(player.birth_date, today)) < minimum_age:
        words = "{name} is {age} years old; {minimum} is the least age here."
        raise RuleError("under-age", words, {**facts, "age": age, "minimum": minimum_age})


def said_to(role: str, error: RuleError) -> RuleError:
    """The refusal as somebody of this role may know it: the reason is for directors alone.

    >>> str(said_to("registration", RuleError("barred", "{name} is barred", {"name": "Zoe"})))
    'This player may not be entered. Call a director.'
    """
    if role == Role.DIRECTOR:
        return error
    return RuleError("call-director", "This player may not be entered. Call a director.")
