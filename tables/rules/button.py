"""Button and blinds by the dead-button rule (TDA 32, 34-B; WSOP 85, 87).

The big blind moves on by one player each hand and never passes one. The small blind falls on the chair that
had the big blind, the button on the chair that had the small blind, whether or not anybody still sits there:
then it is dead. With two left, the button has the small blind.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from tables.rules.first_button import first_button
from tournaments.rules.errors import RuleError

__all__ = ["Positions", "dealt_in", "first_button", "first_positions", "next_hand", "position_names"]


@dataclass(frozen=True, slots=True)
class Positions:
    """The chairs of one hand.

    button_live: a player sits there. small_blind: None if nobody posts it; its chair is dead_small_blind.
    """

    button: int
    small_blind: int | None
    big_blind: int
    button_live: bool
    dead_small_blind: int | None = None


def next_hand(chairs: int, live: Collection[int], last: Positions) -> Positions:
    """The positions of the hand after `last`, with the players who are in chairs now.

    live: chairs of the players still in, newcomers too. RuleError `too-few-players`, `no-such-chair`.

    >>> next_hand(9, {1, 3, 4, 5}, Positions(button=1, small_blind=2, big_blind=3, button_live=True))
    Positions(button=2, small_blind=3, big_blind=4, button_live=False, dead_small_blind=None)
    """
    _check(chairs, live)
    big_blind = _clockwise(live, last.big_blind)[0]
    if len(live) == 2:
        return _heads_up(live, big_blind)
    button = last.small_blind if last.small_blind is not None else last.dead_small_blind
    if button is None or _clockwise((button, big_blind), last.big_blind)[0] == button:
        # Only newcomers sit before the small blind: without this the button would be beyond it.
        button = _clockwise(set(live) - {last.big_blind}, last.big_blind)[-1]
    return _positions(live, button, last.big_blind, big_blind)


def first_positions(chairs: int, live: Collection[int], button: int) -> Positions:
    """The positions of the first hand, the button given: blinds to the next two players clockwise.

    With two left the button has the small blind; a button on an empty chair goes to the player before it.
    RuleError `too-few-players`, `no-such-chair`.

    >>> first_positions(9, {1, 2, 3, 5, 6, 7}, button=7)
    Positions(button=7, small_blind=1, big_blind=2, button_live=True, dead_small_blind=None)
    """
    _check(chairs, {*live, button}, enough=len(set(live)))
    after = _clockwise(live, button)
    if len(after) == 2:
        return _heads_up(live, after[0])
    return _positions(live, button, after[0], after[1])


def position_names(live: Collection[int], positions: Positions) -> dict[int, str]:
    """What each live chair is called in this hand, clockwise from the button.

    A player who came in between the button and the small blind is in no hand yet and has no name.

    >>> position_names({1, 2, 3, 4, 5, 6}, Positions(button=6, small_blind=1, big_blind=2, button_live=True))
    {6: 'BTN', 1: 'SB', 2: 'BB', 3: 'UTG', 4: 'HJ', 5: 'CO'}
    """
    names = {positions.button: "BTN"} if positions.button in live else {}
    if positions.small_blind is not None:
        names.setdefault(positions.small_blind, "SB")
    names[positions.big_blind] = "BB"
    after_big_blind = _clockwise({*live, positions.button}, positions.big_blind)
    others = after_big_blind[: after_big_blind.index(positions.button)]
    return names | dict(zip(others, _names(len(others)), strict=True))


def dealt_in(chair: int, positions: Positions, live: Collection[int]) -> bool:
    """Whether a player who comes to this chair plays the hand: not between button and small blind only.

    Anywhere else, on the blinds and the button too (TDA 8-A, 10-A). With a dead small blind its chair is the
    end of the gap. live: the other players' chairs (the newcomer's may be among them).

    >>> hand = Positions(button=3, small_blind=5, big_blind=6, button_live=True)
    >>> dealt_in(4, hand, {3, 5, 6, 8}), dealt_in(7, hand, {3, 5, 6, 8})
    (False, True)
    """
    if chair in (positions.button, positions.big_blind):
        return True
    end = positions.small_blind if positions.small_blind is not None else positions.dead_small_blind
    if end is None:
        end = _clockwise({*live, positions.big_blind} - {chair}, positions.button)[0]
    if end in (chair, positions.button):
        return True
    return _clockwise((chair, end), positions.button)[0] != chair


def _positions(live: Collection[int], button: int, small_blind: int, big_blind: int) -> Positions:
    """The hand with its chairs alive or dead."""
    alive = small_blind in live
    return Positions(
        button=button,
        small_blind=small_blind if alive else None,
        big_blind=big_blind,
        button_live=button in live,
        dead_small_blind=None if alive else small_blind,
    )


def _heads_up(live: Collection[int], big_blind: int) -> Positions:
    """The hand of two: the other one has button and small blind."""
    (button,) = set(live) - {big_blind}
    return Positions(button=button, small_blind=button, big_blind=big_blind, button_live=True)


def _names(count: int) -> tuple[str, ...]:
    """The names between the big blind and the button, first to act first."""
    late = ("LJ", "HJ", "CO")[-(count - 1) :] if count > 1 else ()
    early = count - len(late)
    return (*("UTG" if not n else f"UTG+{n}" for n in range(early)), *late)


def _clockwise(chairs: Iterable[int], after: int) -> tuple[int, ...]:
    """The chairs from the one after `after` round to `after` itself."""
    return tuple(sorted(set(chairs), key=lambda chair: (chair <= after, chair)))


def _check(chairs: int, used: Collection[int], enough: int | None = None) -> None:
    """RuleError `too-few-players`, `no-such-chair`."""
    if (len(set(used)) if enough is None else enough) < 2:
        raise RuleError("too-few-players", "A hand needs two players.", {})
    for chair in used:
        if not 1 <= chair <= chairs:
            words = "There is no chair {chair} at a table of {chairs}."
            raise RuleError("no-such-chair", words, {"chair": chair, "chairs": chairs})
