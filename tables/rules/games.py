"""Which games are dealt without a big blind, at least now and then."""

from collections.abc import Iterable

_STUD = ("stud", "razz", "horse", "h.o.r.s.e", "heros", "mix", "8-game", "eight game", "dealer's choice")


def plays_stud(games: Iterable[str]) -> bool:
    """Whether stud is among the games, alone or in a mix.

    >>> plays_stud(["No-limit hold'em"]), plays_stud(["Hold'em", "H.O.R.S.E."])
    (False, True)
    """
    return any(name in game.lower() for game in games for name in _STUD)
