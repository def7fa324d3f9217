"""How far the counting of a Day has come, in three aggregates."""

from dataclasses import dataclass

from django.db.models import Count, OuterRef, Subquery, Sum

from tables.models import ChipCount
from tables.queries.chip_counts import chips_in_play
from tables.rules.chips import average_stack
from tournaments.models import Day, Entry


@dataclass(frozen=True, slots=True)
class Counted:
    """Those who play on a Day, how many were counted, what that adds up to, and the chips in play."""

    players: int
    counted: int
    total: int
    in_play: int

    @property
    def average(self) -> int:
        """Chips in play by player."""
        return average_stack(self.in_play, self.players)

    @property
    def difference(self) -> int | None:
        """The counts of all less the chips in play; None until all are counted."""
        return self.total - self.in_play if self.players and self.counted == self.players else None

    @property
    def off(self) -> int:
        """How far the counts are from the chips in play."""
        return abs(self.difference or 0)


def counted_so_far(day: Day) -> Counted:
    """The newest counts of a Day, summed. Two queries."""
    newest = ChipCount.objects.filter(entry=OuterRef("pk")).order_by("-at", "-pk").values("chips")[:1]
    playing = Entry.objects.filter(day=day, state__in=[Entry.State.SEATED, Entry.State.BAGGED])
    found = playing.annotate(newest=Subquery(newest)).aggregate(
        players=Count("pk"), counted=Count("newest"), total=Sum("newest")
    )
    return Counted(found["players"], found["counted"], found["total"] or 0, chips_in_play(day))
