"""How many hands each table still plays on the last level of a day, by a card (WSOP 125)."""

from tables.rules.card_ranks import rank_of

FULL_RING = range(3, 8)  # 9 and 10 chairs
SHORTER = range(2, 6)  # 8 chairs and fewer


def last_hands(chairs: int, card: str | int) -> int | None:
    """The hands left at each table by the card turned up; None: the card does not count, turn another.

    `card` as "5d", or its rank alone. RuleError `not-a-card`.

    >>> last_hands(9, "7c"), last_hands(8, "7c"), last_hands(8, "2s")
    (7, None, 2)
    """
    hands = rank_of(str(card))
    return hands if hands in cards_that_count(chairs) else None


def cards_that_count(chairs: int) -> tuple[int, ...]:
    """The ranks that set a number of hands, lowest first.

    >>> cards_that_count(9), cards_that_count(8)
    ((3, 4, 5, 6, 7), (2, 3, 4, 5))
    """
    return tuple(FULL_RING if chairs >= 9 else SHORTER)
