"""A draw with its record, the only way to chance: numbered without gaps, from the Day's secret seed."""

from collections.abc import Callable
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from tables.models import Apart, DaySeed, Draw
from tables.queries.alternates import how_many_here
from tables.rules.draw import Draw as Chance
from tournaments.journal.change import Change
from tournaments.journal.prepared import Prepared
from tournaments.models import Day
from tournaments.rules.errors import RuleError

LONGEST_CUT = 200


def record(
    change: Change,
    day: Day,
    purpose: str,
    cut: str,
    candidates: Any,
    decide: Callable[[Chance], Any],
    *,
    seed: DaySeed | None = None,
) -> Draw:
    """Draw, and keep what it chose from and what came out, as part of the action under way.

    seed: the Day's current one, if it is at hand and nothing was drawn since it was read.
    purpose, candidates and what `decide` returns: as tables/rules/replay.py reads them.
    RuleError: `day-over`, `cut-too-long`.
    """
    seed = seed or current_seed(day)
    if len(cut) > LONGEST_CUT:
        raise RuleError(
            "cut-too-long", "The cut is longer than {most} characters. Shorten it.", {"most": LONGEST_CUT}
        )
    number = (seed.last_draw or 0) + 1  # type: ignore[attr-defined]
    return change.create(
        Draw,
        day=day,
        seed=seed,
        number=number,
        purpose=purpose,
        cut=cut,
        candidates=candidates,
        outcome=decide(Chance(bytes(seed.seed), number, purpose, cut)),
        at=change.now,
    )


def _with_last_draw(day: int) -> QuerySet[DaySeed]:
    numbers = Draw.objects.filter(day=OuterRef("day")).order_by("-number").values("number")
    secret = DaySeed.objects.filter(day=day, published_at=None).order_by("-number")
    return secret.annotate(
        last_draw=Subquery(numbers[:1]),
        # What a late seat asks of its Day besides, in the same breath.
        alternates=Subquery(how_many_here(OuterRef("day"))),
        has_apart=Exists(Apart.objects.filter(event=OuterRef("day__event"))),
    )[:1]


_SECRET_SEEDS = Prepared(_with_last_draw)


def current_seed(day: Day) -> DaySeed:
    """The Day's seed that nobody knows yet. RuleError `day-over` once published.

    With its `last_draw`, how many `alternates` are here, and whether the event `has_apart` anybody.
    """
    seed = _SECRET_SEEDS.first(day.pk)
    if seed is None or day.over_at is not None:
        words = "Day {day} is over and its seed is published. Reopen the day to draw again."
        raise RuleError("day-over", words, {"day": day.label})
    return seed
