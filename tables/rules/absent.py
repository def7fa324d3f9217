"""Players absent at the start (WSOP 36): whoever is here alone does not wait for ever."""

from dataclasses import dataclass

ALONE_AFTER_MINUTES = 5


@dataclass(frozen=True, slots=True)
class LonePlay:
    """The button moves on every so many minutes, and whoever is here alone takes these blinds."""

    every_minutes: int
    gets: tuple[str, ...]


def lone_play(present: int, minutes_since_start: int, *, heads_up_event: bool = False) -> LonePlay | None:
    """How a table with one player goes on without the others; None while it waits, or needs no rule.

    In a heads-up event he takes his opponent's blind each minute, at other tables both blinds every other.

    >>> lone_play(1, 5)
    LonePlay(every_minutes=2, gets=('SB', 'BB'))
    >>> lone_play(1, 4), lone_play(2, 60)
    (None, None)
    """
    if present != 1 or minutes_since_start < ALONE_AFTER_MINUTES:
        return None
    return LonePlay(1, ("opponent's blind",)) if heads_up_event else LonePlay(2, ("SB", "BB"))
