"""What must be true of seeds: a published seed draws nothing more, a secret one is never left behind."""

from collections.abc import Iterator

from tables.models import DaySeed
from tournaments.journal.invariants import Violation, invariant
from tournaments.models import Event


@invariant
def days_draw_from_secret_seeds(event: Event) -> Iterator[Violation]:
    """A Day that goes on has a seed nobody knows; of one that is over, every seed drawn from is published."""
    days = {day.pk: day for day in event.days.all()}
    secret = DaySeed.objects.filter(day__in=days, published_at=None)
    ready = set(secret.values_list("day_id", flat=True))
    published = set(
        DaySeed.objects.filter(day__in=days, published_at__isnull=False).values_list("day_id", flat=True)
    )
    for pk in sorted(published - ready):
        if days[pk].over_at is None:
            words = "The seed of {day} is published for good. Reopen the day instead."
            yield Violation("seed-published", words, {"day": days[pk].label})
    for pk in secret.filter(draws__isnull=False).values_list("day_id", flat=True).distinct():
        if days[pk].over_at is not None:
            words = "{day} has been drawn from since. Close the day instead."
            yield Violation("seed-secret", words, {"day": days[pk].label})
