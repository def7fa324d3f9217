"""What may be taken back by whom once play has begun: an undo must not go round the rule for a refund."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from tournaments.rules.errors import RuleError
from tournaments.rules.roles import DIRECTOR_ONLY, FLOOR, Role

SLIP = timedelta(minutes=2)  # so long a slip of the hand is mended by whoever made it

_SEATED = "seated"  # the case of a sale that put somebody in a chair
_SALES = frozenset(
    {"entry.register", "entry.register_new", "entry.pay", "entry.reenter_giving_up", "entry.seat"}
)


def puts_in_play(kind: str, facts: Mapping[str, Any]) -> bool:
    """Whether an action put chips on a table, which its undo would take off it again.

    >>> puts_in_play("entry.pay", {"case": "seated"}), puts_in_play("entry.pay", {"case": "alternate"})
    (True, False)
    """
    if kind in _SALES:
        return facts.get("case") == _SEATED
    if kind == "entry.take_option":
        return bool(facts.get("seated"))
    return kind == "entry.check_in" and bool(facts.get("drawn"))


def takes_out_of_play(kind: str, facts: Mapping[str, Any]) -> bool:
    """Whether an action was a refund of chips that were on a table, or had been taken up from one."""
    if kind == "entry.cancel":
        return "table" in facts or facts.get("case") == "taken-up"
    return kind == "entry.cancel_option" and bool(facts.get("seated"))


def depends_on_day(role: str, kind: str, facts: Mapping[str, Any]) -> bool:
    """Whether it matters to this role's undo that the Day has begun."""
    if Role(role) in DIRECTOR_ONLY:
        return False
    return takes_out_of_play(kind, facts) or (Role(role) not in FLOOR and puts_in_play(kind, facts))


def refusal(
    role: str, kind: str, facts: Mapping[str, Any], *, day: str, age: timedelta | None, redoes: bool = False
) -> RuleError | None:
    """Why this role may not undo an action of a Day that has begun, None if it may.

    day: its label. age: since the action, None for one undone and done again. redoes: the undo would do the
    action again. Codes: `undo-late`, `cancel-director`.

    >>> refusal("registration", "entry.pay", {"case": "seated"}, day="Day 1", age=timedelta(minutes=2))
    >>> str(refusal("floor", "entry.cancel", {"table": 4}, day="Day 1", age=timedelta(0)))
    'Day 1 has begun: only a director takes this cancellation back.'
    """
    if not depends_on_day(role, kind, facts):
        return None
    if takes_out_of_play(kind, facts):
        words = "{day} has begun: only a director takes this cancellation back."
        return RuleError("cancel-director", words, {"day": day})
    if redoes or (age is not None and age <= SLIP):
        return None
    words = (
        "{day} has begun, and this is more than {minutes} minutes old: the floor undoes it, or a director "
        "cancels it with a refund."
    )
    return RuleError("undo-late", words, {"day": day, "minutes": SLIP // timedelta(minutes=1)})
