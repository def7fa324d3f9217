"""Where the button starts."""

from collections.abc import Collection, Mapping

from tables.rules.card_ranks import rank_of
from tournaments.rules.errors import RuleError
from tournaments.rules.house import HouseRules


def first_button(
    live: Collection[int], house: HouseRules, cards: Mapping[int, str] | None = None
) -> int | tuple[int, ...]:
    """The chair that has the button in the first hand, or the chairs that must draw a card (again).

    "dealers-right": the first stack to the dealer's right, so the highest chair (WSOP 85). "chair-1": that
    chair, or the first after it. "high-card": the highest of `cards`, one per chair still drawing; suits do
    not count, so those with equal highest cards draw again; without cards yet, everybody draws.
    RuleError `nobody-live`, `chair-not-live`, `not-a-card`.

    >>> high = HouseRules(first_button="high-card")
    >>> first_button({1, 2, 5}, HouseRules()), first_button({1, 2, 5}, high, {1: "Kd", 2: "Ks", 5: "9s"})
    (5, (1, 2))
    """
    if not live:
        raise RuleError("nobody-live", "Nobody sits at this table.", {})
    if house.first_button == "high-card":
        return _high_card(live, cards or {})
    return max(live) if house.first_button == "dealers-right" else min(live)


def _high_card(live: Collection[int], cards: Mapping[int, str]) -> int | tuple[int, ...]:
    """The chair with the one highest card, or all that draw."""
    for chair in cards:
        if chair not in live:
            raise RuleError("chair-not-live", "Nobody sits in chair {chair}.", {"chair": chair})
    ranks = {chair: rank_of(card) for chair, card in cards.items()} or dict.fromkeys(live, 0)
    best = max(ranks.values())
    highest = tuple(sorted(chair for chair, rank in ranks.items() if rank == best))
    return highest if len(highest) > 1 else highest[0]
