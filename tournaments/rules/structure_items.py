"""What a structure is made of: levels, breaks, and a countdown before the first level.

Glossary: an *item* is any of the three; a level's *amounts* are all chip values that must be paid in
it; its *unit* is the bet that stands for its height (the big blind, or the small bet without blinds).
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Limit: TypeAlias = Literal["no-limit", "pot-limit", "fixed-limit", "spread-limit"]
AnteKind: TypeAlias = Literal["none", "all", "big-blind", "button"]

LIMITS: tuple[Limit, ...] = ("no-limit", "pot-limit", "fixed-limit", "spread-limit")
ANTE_KINDS: tuple[AnteKind, ...] = ("none", "all", "big-blind", "button")
AMOUNT_FIELDS = (
    "small_blind",
    "big_blind",
    "ante",
    "bring_in",
    "completion",
    "small_bet",
    "big_bet",
)
HOLDEM = "Hold'em"


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """One level: what is played, for how long, and what must be paid.

    `ante_kind` says who pays the ante: everybody, the big blind for the table, or the button.
    `bring_in` and `completion` are for stud, where `small_blind` and `big_blind` stay 0.
    `small_bet` and `big_bet` are the bets of fixed limit, the lowest and highest bet of spread limit.
    `stop_at_end`: the clock holds at 0 until staff start the next item.
    """

    id: int
    number: int
    duration_ms: int
    game: str = HOLDEM
    limit: Limit = "no-limit"
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    ante_kind: AnteKind = "none"
    bring_in: int = 0
    completion: int = 0
    small_bet: int = 0
    big_bet: int = 0
    note: str = ""
    stop_at_end: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """A break; `color_up` are the chips that leave play in it, smallest first."""

    id: int
    duration_ms: int
    color_up: tuple[int, ...] = ()
    note: str = ""
    stop_at_end: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Countdown:
    """The time that runs down to the start of a Day; only ever its first item."""

    id: int
    duration_ms: int
    stop_at_end: bool = False


Item: TypeAlias = Level | Break | Countdown


def amounts(level: Level) -> tuple[int, ...]:
    """All chip values above 0 that are paid in a level.

    >>> amounts(Level(id=1, number=1, duration_ms=1, small_blind=75, big_blind=150, ante=25, ante_kind="all"))
    (75, 150, 25)
    """
    return tuple(value for name in AMOUNT_FIELDS if (value := getattr(level, name)))


def unit(level: Level) -> int:
    """The big blind, or the small bet of a game that has no blinds."""
    return level.big_blind or level.small_bet


def opening_choices(level: Level) -> tuple[int, int]:
    """What the stud player with the bring-in may open for: the bring-in, or a completed bet.

    >>> opening_choices(Level(id=1, number=1, duration_ms=1, bring_in=100, small_bet=400, big_bet=800))
    (100, 400)
    """
    return level.bring_in, level.completion or level.small_bet
