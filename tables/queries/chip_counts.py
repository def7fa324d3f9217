"""Stacks as they were last counted: by table, leaders, average, and their sum against the chips in play."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import BigIntegerField, F, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from tables.models import Bust, ChipCount, Seat
from tables.rules.chips import average_stack
from tournaments.models import Day, Entry, Purchase
from tournaments.rules.names import listed_name


@dataclass(frozen=True, slots=True)
class Stack:
    """An entry that plays, and its newest count; chips and as_of None where it was never counted."""

    entry: int
    number: int
    name: str
    table: int | None
    chair: int | None
    chips: int | None
    as_of: datetime | None


@dataclass(frozen=True, slots=True)
class ChipCounts:
    """The counts of a Day, biggest stack first, those not counted last by table and chair."""

    stacks: tuple[Stack, ...]
    in_play: int

    @property
    def counted(self) -> tuple[Stack, ...]:
        """Those with a count, biggest first."""
        return tuple(stack for stack in self.stacks if stack.chips is not None)

    @property
    def total(self) -> int:
        """What the counts add up to."""
        return sum(stack.chips or 0 for stack in self.stacks)

    @property
    def average(self) -> int:
        """Chips in play by player."""
        return average_stack(self.in_play, len(self.stacks))

    @property
    def as_of(self) -> datetime | None:
        """When the oldest of the counts was made."""
        return min((stack.as_of for stack in self.stacks if stack.as_of), default=None)

    @property
    def difference(self) -> int | None:
        """The counts of all players less the chips in play; None until all are counted."""
        return self.total - self.in_play if self.stacks and len(self.counted) == len(self.stacks) else None

    def leaders(self, n: int = 10) -> tuple[Stack, ...]:
        """The biggest stacks, and whoever has as many chips as the last of them."""
        counted = self.counted
        least = counted[n - 1].chips or 0 if len(counted) > n else 0
        return tuple(stack for stack in counted if (stack.chips or 0) >= least)

    def sentence(self) -> str:
        """How the counts stand to the chips in play, in words."""
        facts = {
            "counted": len(self.counted),
            "players": len(self.stacks),
            "total": f"{self.total:,}",
            "in_play": f"{self.in_play:,}",
            "off": f"{abs(self.difference or 0):,}",
        }
        if self.difference is None:
            words = _("{counted} of {players} players counted: {total} of {in_play} chips.")
        elif not self.difference:
            words = _("All {players} players counted: {total} chips, as many as are in play.")
        elif self.difference > 0:
            words = _("All {players} players counted: {total} chips, {off} more than are in play.")
        else:
            words = _("All {players} players counted: {total} chips, {off} fewer than are in play.")
        return words.format(**facts)


def chip_counts(day: Day) -> ChipCounts:
    """The newest count of everybody who plays on a Day, wherever he sits now. Four queries."""
    playing = Entry.objects.filter(day=day, state__in=[Entry.State.SEATED, Entry.State.BAGGED])
    seats = {
        entry: (table, chair)
        for entry, table, chair in Seat.objects.filter(day=day, until=None).values_list(
            "entry_id", "table__number", "chair"
        )
    }
    counts = ChipCount.objects.filter(event=day.event_id, entry__in=playing.values("pk")).order_by("at", "pk")
    newest = {entry: (chips, at) for entry, chips, at in counts.values_list("entry_id", "chips", "at")}
    stacks = [
        Stack(
            pk,
            number,
            listed_name(first, last),
            *seats.get(pk, (None, None)),
            *newest.get(pk, (None, None)),
        )
        for pk, number, first, last in playing.values_list(
            "pk", "number", "player__first_name", "player__last_name"
        )
    ]
    stacks.sort(key=lambda s: (s.chips is None, -(s.chips or 0), s.table or 0, s.chair or 0))
    return ChipCounts(tuple(stacks), chips_in_play(day))


def chips_in_play(day: Day) -> int:
    """The chips on the tables of a Day; an alternate's come with his seat. One query.

    Of who gave his stack up or was disqualified only what he still had has left play, where it was counted:
    what others had won from him is theirs.
    """
    waiting = Q(entry__state=Entry.State.PAID, entry__alternate__isnull=False)
    live = Purchase.objects.filter(event=day.event_id, entry__day=day, in_play=True).exclude(waiting)
    removed = Bust.objects.filter(day=day, kind__in=Bust.LEAVES_CHIPS, stack_before__isnull=False)
    left = Purchase.objects.filter(entry__bust__in=removed).filter(
        Q(cancelled_at=None) | Q(cancelled_at__gte=F("entry__bust__at"))
    )
    sums = (_sum(live, "chips"), _sum(left, "chips"), _sum(removed, "stack_before"))
    bought, theirs, gone = Day.objects.filter(pk=day.pk).values_list(*sums).get()
    return int(bought + theirs - gone)


def _sum(rows: QuerySet[Any], column: str) -> Coalesce:
    """The sum of a column of one event's rows, as part of another query."""
    one = rows.order_by().values("event").annotate(total=Sum(column)).values("total")
    return Coalesce(Subquery(one, output_field=BigIntegerField()), 0)
