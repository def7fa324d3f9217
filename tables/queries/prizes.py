"""The prize pool of an event and what each place is paid, by the scheme it has chosen."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import F, Func, IntegerField, Subquery, Sum

from tables.queries.counted_days import CountedDay, CountedFloor, counted_days
from tournaments.models import Day, Entry, Event, LedgerLine
from tournaments.rules.errors import RuleError
from tournaments.rules.payout_plan import plan_from_json
from tournaments.rules.payouts import places_paid, split_tie
from tournaments.rules.prize_pool import prize_pool
from tournaments.rules.standings import Place


@dataclass(frozen=True, slots=True)
class Prizes:
    """Prizes in minor units, best place first; none while no scheme is chosen, or where `trouble` says why.

    final: no entry is taken any more. places: how many are paid.
    """

    pool: int
    final: bool
    amounts: tuple[int, ...]
    places: int
    unit: int = 1
    trouble: RuleError | None = None

    def of(self, place: Place, turn: int = 0) -> int:
        """What a place is paid; of those tied each an even share, `turn` says whose, from 0."""
        if place.place > len(self.amounts):
            return 0
        return split_tie(self.amounts, place.place, place.sharing, self.unit)[turn]


def prizes(event: Event) -> Prizes:
    """The prizes as they stand now. Two queries."""
    lines = LedgerLine.objects.filter(event=event, part=LedgerLine.Part.PRIZE).aggregate(total=Sum("amount"))
    entries, counted = _entries(event)
    pool = (lines["total"] or 0) + sum(day.prize for day in counted)
    return prizes_from(
        event, prize_pool([pool], event.guarantee), entries + sum(day.entries for day in counted)
    )


def prizes_from(event: Event, pool: int, entries: int) -> Prizes:
    """The prizes of a pool and a number of entries that are known already."""
    final = event.pool_final_at is not None
    try:
        amounts, unit = _amounts(json.dumps(event.payouts, sort_keys=True), pool, entries)
    except RuleError as trouble:
        return Prizes(pool, final, (), places_paid(entries), trouble=trouble)
    return Prizes(pool, final, amounts, len(amounts) or places_paid(entries), unit)


def _entries(event: Event) -> tuple[int, tuple[CountedDay, ...]]:
    """How many entered by name, and the Days that are run by counts alone. One query without such a Day."""
    entered = Entry.objects.filter(event=event, state__in=Entry.IN).order_by()
    n = Subquery(entered.annotate(n=Func(F("pk"), function="COUNT", output_field=IntegerField())).values("n"))
    rows = Day.objects.filter(event=event).annotate(entered=n)
    columns = ("pk", "entered", "floor__by_counts", "floor__counted", "floor__players_left")
    found = list(rows.values_list(*columns))
    floors = [CountedFloor(pk, counted, left) for pk, _n, by_counts, counted, left in found if by_counts]
    return max((row[1] for row in found), default=0), tuple(counted_days(event, floors).values())


@lru_cache(maxsize=64)
def _amounts(payouts: str, pool: int, entries: int) -> tuple[tuple[int, ...], int]:
    """The amounts and their unit. Kept: every screen of an event asks for the same ones."""
    held: Mapping[str, Any] = json.loads(payouts)
    plan = plan_from_json(held)
    return (plan.amounts(pool, entries), plan.unit) if plan else ((), 1)
