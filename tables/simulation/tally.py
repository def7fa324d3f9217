"""What an evening came to, and what was wrong in it."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime

from tables.models import Bust
from tables.queries.places import is_ranked
from tables.queries.results import results
from tournaments.journal.invariants import violations
from tournaments.models import Entry, Event


@dataclass(frozen=True, slots=True)
class Accepted:
    """A plan that was carried out, and the players at each table before and after it.

    bound: a locked player or a padlock stood in the way. whole: every move of it was made.
    """

    kind: str
    moves: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    allowed: int
    bound: bool = False
    whole: bool = True

    @property
    def difference(self) -> int:
        """How far apart the largest and the smallest table were afterwards."""
        return max(self.after, default=0) - min(self.after, default=0)

    @property
    def leaves_them_apart(self) -> bool:
        """Whether tables were left further apart than the house allows, for no reason."""
        allowed = self.allowed
        if self.kind == "break":  # it spreads its own players: those before it may be further apart
            allowed = max(allowed, max(self.before) - min(self.before))
        return self.whole and not self.bound and self.difference > allowed


@dataclass(slots=True)
class Tally:
    """Counts by name, the plans, and whatever was found wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    plans: list[Accepted] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def accepted(self, plan: Accepted) -> None:
        """Keep a plan that was carried out."""
        self.plans.append(plan)
        self.counts[plan.kind] += 1
        self.counts["moves"] += plan.moves
        if plan.leaves_them_apart:
            self.wrong.append(f"a {plan.kind} left the tables {plan.difference} apart: {plan.after}")

    def check(self, event: Event) -> None:
        """Ask every invariant."""
        self.counts["checks"] += 1
        self.wrong += [str(violation) for violation in violations(event)]

    def worst(self, kind: str) -> int:
        """The largest difference between two tables after a plan of this kind that nothing held back."""
        free = (plan for plan in self.plans if plan.kind == kind and plan.whole and not plan.bound)
        return max((plan.difference for plan in free), default=0)


def check_places(event: Event, now: datetime) -> list[str]:
    """What is wrong with the places of an event that was played to its end: each one once, ties apart."""
    if not is_ranked(event, now):
        return ["the event was not ranked at its end"]
    found = results(event, now)
    places = sorted(row.place for row in found.rows if row.place)
    taken: list[int] = []
    for place in dict.fromkeys(places):
        taken += range(place, place + places.count(place))
    players = Entry.objects.filter(event=event, state__in=Entry.IN).values("player").distinct().count()
    wrong = []
    if taken != list(range(1, players + 1)):
        wrong.append(f"{players} players have the places {places}")
    if Entry.objects.filter(event=event, state__in=Entry.PLAYING).count() != 1:
        wrong.append("the event has no single winner")
    return wrong


def ties(event: Event, now: datetime) -> int:
    """How many share a place with another."""
    return sum(row.tied for row in results(event, now).rows)


def busts(event: Event) -> int:
    """How many are out."""
    return Bust.objects.filter(event=event).count()
