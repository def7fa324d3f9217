"""Players who are not there: penalties in hands, blinds taken from those who have not come."""

from dataclasses import dataclass

from tournaments.rules.errors import RuleError

WAIT_MINUTES = 5  # from the start, before an absent opponent's blinds are taken by time
UNCLAIMED_MINUTES = 30


def hands_missed(players: int, rounds: int) -> int:
    """The hands a penalty of so many rounds lasts: one for each player, the penalised too (TDA 71-A).

    players: at the table when it was given. RuleError `penalty-negative`.

    >>> hands_missed(9, 2)
    18
    """
    if players < 0 or rounds < 0:
        words = "A penalty of {rounds} rounds at a table of {players} players is none."
        raise RuleError("penalty-negative", words, {"rounds": rounds, "players": players}, "TDA 71-A")
    return players * rounds


def penalty_left(hands: int, dealt: int, misdeals: int = 0) -> int:
    """The hands of a penalty that are left; a misdeal counts as one (TDA 35-C, 71-C).

    >>> penalty_left(9, dealt=4, misdeals=1)
    4
    """
    return max(0, hands - dealt - misdeals)


@dataclass(frozen=True, slots=True)
class LonePlay:
    """The button moves on every so many minutes, and whoever is here alone takes these blinds."""

    every_minutes: int
    gets: tuple[str, ...]


def lone_play(present: int, minutes_since_start: int, *, heads_up_event: bool = False) -> LonePlay | None:
    """How a table with one player goes on (WSOP 36); None while it waits, or needs no rule.

    In a heads-up event he takes his opponent's blind each minute, at other tables both blinds every other.

    >>> lone_play(1, 5)
    LonePlay(every_minutes=2, gets=('SB', 'BB'))
    >>> lone_play(1, 4), lone_play(2, 60)
    (None, None)
    """
    if present != 1 or minutes_since_start < WAIT_MINUTES:
        return None
    return LonePlay(1, ("opponent's blind",)) if heads_up_event else LonePlay(2, ("SB", "BB"))


def may_take_unclaimed(minutes_since_start: int, new_level: bool) -> bool:
    """Whether the chips of a paid player who cannot be reached may be taken out of play.

    After half an hour, or once a new level has begun (Robert's Rules).

    >>> may_take_unclaimed(20, new_level=False), may_take_unclaimed(20, new_level=True)
    (False, True)
    """
    return new_level or minutes_since_start >= UNCLAIMED_MINUTES
