"""The independent chip model (Malmuth-Harville): what a stack is worth while prizes are still open.

The chance to finish ahead is in proportion to the chips, at every place anew. The same chances arise when
each player's clock rings at random, at a rate in proportion to his chips, and the order of ringing is the
order of finishing (exponential clocks). From that follow both ways used here:

- exactly, up to ten players: by inclusion and exclusion over the sets of opponents whose clocks ring later,
  a prize is a whole-numbered combination of terms own / (own + chips of the set);
- beyond, by numerical integration over the instant at which a player's own clock rings.
"""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb, exp, expm1, log

from tournaments.rules.errors import RuleError
from tournaments.rules.shares import Amount, exact

MOST_EXACT = 10
# Steps on a logarithmic scale of time. The integrand is analytic in a strip of that scale, so the trapezoidal
# rule errs by about exp(-pi ** 2 * STEPS), far below a double's own precision.
STEPS = 10


def icm(stacks: Sequence[Amount], prizes: Sequence[Amount]) -> tuple[Fraction, ...]:
    """Each player's share of the prizes, in the order of the stacks; together exactly the prizes.

    Exact to ten players; beyond, within 1e-9 of the prize sum. Prizes, best first, may be fewer than the
    players. Players without chips share, evenly, the last places. RuleError `negative-stack`,
    `more-prizes-than-players`, `negative-prize`.

    >>> [str(share) for share in icm((1500, 1200), (100, 76))]
    ['268/3', '260/3']
    """
    chips, paid = read_deal(stacks, prizes)
    live = [stack for stack in chips if stack]
    without = sum(paid[len(live) :], Fraction(0))
    worth = iter(_exactly(live, paid) if len(live) <= MOST_EXACT else _closely(live, paid[: len(live)]))
    return tuple(next(worth) if stack else without / (len(chips) - len(live)) for stack in chips)


def read_deal(stacks: Sequence[Amount], prizes: Sequence[Amount]) -> tuple[list[Fraction], list[Fraction]]:
    """Stacks and prizes as fractions, one prize per player, those that are not paid 0."""
    chips = [exact(stack) for stack in stacks]
    paid = [exact(prize) for prize in prizes]
    if any(stack < 0 for stack in chips):
        raise RuleError("negative-stack", "A stack is never below nothing.")
    if any(prize < 0 for prize in paid):
        raise RuleError("negative-prize", "A prize is never below nothing.")
    if len(paid) > len(chips):
        words = "There are {prizes} prizes for {players} players."
        raise RuleError("more-prizes-than-players", words, {"prizes": len(paid), "players": len(chips)})
    return chips, paid + [Fraction(0)] * (len(chips) - len(paid))


def _exactly(chips: Sequence[Fraction], paid: Sequence[Fraction]) -> list[Fraction]:
    """By inclusion and exclusion: 2 ** (players - 1) terms for each player."""
    others = len(chips) - 1
    # By how many opponents are certain to ring later; those of the rest ring before, in every number.
    factors = [
        sum(((-1) ** r * comb(later, r) * paid[others - later + r] for r in range(later + 1)), Fraction(0))
        for later in range(others + 1)
    ]
    found: dict[Fraction, Fraction] = {}
    for index, own in enumerate(chips):
        if own not in found:
            found[own] = _worth(own, [*chips[:index], *chips[index + 1 :]], factors)
    return [found[own] for own in chips]


def _worth(own: Fraction, opponents: Sequence[Fraction], factors: Sequence[Fraction]) -> Fraction:
    sets: dict[tuple[Fraction, int], int] = {(own, 0): 1}
    for stack in opponents:
        wider = defaultdict(int, sets)
        for (chips, size), count in sets.items():
            wider[chips + stack, size + 1] += count
        sets = wider
    terms: dict[Fraction, Fraction] = defaultdict(Fraction)
    for (chips, size), count in sets.items():
        terms[chips] += factors[size] * count
    return own * _sum([factor / chips for chips, factor in terms.items()])


def _sum(terms: Sequence[Fraction]) -> Fraction:
    """In halves: adding one by one would carry the longest denominator through every step."""
    if len(terms) < 3:
        return sum(terms, Fraction(0))
    middle = len(terms) // 2
    return _sum(terms[:middle]) + _sum(terms[middle:])


def _closely(chips: Sequence[Fraction], paid: Sequence[Fraction]) -> list[Fraction]:
    """By integration, then scaled so that the shares add up to the prizes exactly."""
    total = sum(paid, Fraction(0))
    if not total:
        return [Fraction(0)] * len(chips)
    field = sum(chips, Fraction(0))
    rates = [float(stack / field) for stack in chips]
    worth = [Fraction(share) for share in _integral(rates, [float(prize / total) for prize in paid])]
    scale = total / sum(worth)
    return [share * scale for share in worth]


def _integral(rates: Sequence[float], prizes: Sequence[float]) -> list[float]:
    """Sum over instants exp(step / STEPS): before the first nobody has rung, after the last everybody has."""
    found = [0.0] * len(rates)
    last = log(45 / min(rates))
    for step in range(-34 * STEPS, int(last * STEPS) + 2):
        instant = exp(step / STEPS)
        rung = [-expm1(-rate * instant) for rate in rates]
        for index, prize in enumerate(_prizes_at(rung, prizes)):
            rate = rates[index] * instant
            found[index] += prize * rate * exp(-rate) / STEPS
    return found


def _prizes_at(rung: Sequence[float], prizes: Sequence[float]) -> list[float]:
    """The mean prize of each player if his clock rings now, given each one's chance to have rung before.

    All terms are positive and nothing is divided, so nothing cancels: chances for the number of players rung
    from the left, mean prizes by that number from the right.
    """
    from_right = [list(prizes)]
    for chance in reversed(rung[1:]):
        after = from_right[-1]
        from_right.append([one + chance * (two - one) for one, two in pairwise(after)])
    found, counts = [], [1.0]
    for chance, means in zip(rung, reversed(from_right), strict=True):
        found.append(sum(map(float.__mul__, counts, means)))
        stay = 1 - chance
        counts = [
            stay * here + chance * before for here, before in zip([*counts, 0.0], [0.0, *counts], strict=True)
        ]
    return found
