"""Players who may not be entered, by the house's will or their own."""

from datetime import date

from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import House, Player
from tournaments.queries.admission import refuse_merged, today_of
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name

LONGEST_REASON = 200


@action("player.bar", scope="house")
def bar_player(change: Change, /, player: Player, *, reason: str, until: date | None = None) -> Player:
    """Let nobody enter this player, up to and with `until`, or for good.

    RuleError: `reason-missing`, `too-long`, `day-past`, `player-merged`.
    """
    reason = " ".join(reason.split())
    refuse_merged(player)
    if not reason:
        raise RuleError("reason-missing", "Say why: a director will want to know.", {"field": "reason"})
    if len(reason) > LONGEST_REASON:
        facts = {"field": "reason", "text": reason[:20], "length": len(reason), "most": LONGEST_REASON}
        raise RuleError("too-long", "“{text}…” has {length} letters; {most} at most can be kept.", facts)
    if until is not None:
        _refuse_past(change, until)
    _note(change, player)
    return change.update(player, barred=True, barred_until=until, barred_reason=reason)


@action("player.unbar", scope="house")
def unbar_player(change: Change, /, player: Player) -> Player:
    """Let a barred player be entered again. RuleError: `not-barred`."""
    if not player.barred:
        raise RuleError("not-barred", "{name} is not barred.", {"name": _name(player)})
    _note(change, player)
    return change.update(player, barred=False, barred_until=None, barred_reason="")


@action("player.exclude", scope="house")
def exclude_player(change: Change, /, player: Player, *, until: date) -> Player:
    """Let nobody enter a player who asked for it, up to and with `until`.

    RuleError: `day-past`, `player-merged`.
    """
    refuse_merged(player)
    _refuse_past(change, until)
    _note(change, player)
    return change.update(player, excluded_until=until)


@action("player.readmit", scope="house")
def readmit_player(change: Change, /, player: Player) -> Player:
    """End a player's own exclusion before its last day. RuleError: `not-excluded`."""
    if player.excluded_until is None:
        raise RuleError("not-excluded", "{name} is not excluded.", {"name": _name(player)})
    _note(change, player)
    return change.update(player, excluded_until=None)


def _refuse_past(change: Change, until: date) -> None:
    house = change.scope
    if not isinstance(house, House):
        raise TypeError("players are stopped in the scope of the house")
    if until < today_of(house, change.now):
        raise RuleError("day-past", "That day is past already.", {"field": "until"})


def _note(change: Change, player: Player) -> None:
    # Not why: clerks read the journal, too.
    change.note(name=_name(player))


def _name(player: Player) -> str:
    return full_name(player.first_name, player.last_name)
