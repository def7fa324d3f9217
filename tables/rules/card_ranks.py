"""How high a card is, with and without its suit."""

from tournaments.rules.errors import RuleError

RANKS = "23456789TJQKA"
SUITS = "cdhs"  # lowest first, where suits count


def rank_of(card: str) -> int:
    """The card's rank, 2 to 14 (the ace is high); of "9s" or of a bare "9". RuleError `not-a-card`.

    >>> rank_of("Kd"), rank_of("10h"), rank_of("5")
    (13, 10, 5)
    """
    return RANKS.index(_parts(card)[0]) + 2


def height_of(card: str) -> tuple[int, int]:
    """Rank, then suit: spades over hearts over diamonds over clubs. RuleError `not-a-card`.

    >>> height_of("9s") > height_of("9h") > height_of("9c")
    True
    """
    rank, suit = _parts(card)
    if not suit:
        raise _not_a_card(card)
    return RANKS.index(rank) + 2, SUITS.index(suit)


def _parts(card: str) -> tuple[str, str]:
    """Rank and suit, the suit empty when none is given."""
    text = card.strip().upper().replace("10", "T")
    rank, suit = text[:1], text[1:].lower()
    if not rank or rank not in RANKS or (suit and suit not in tuple(SUITS)):
        raise _not_a_card(card)
    return rank, suit


def _not_a_card(card: str) -> RuleError:
    return RuleError("not-a-card", '"{card}" is not a card: say it like 9s or Kd.', {"card": card})
