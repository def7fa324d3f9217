"""The end of a Day's draws: its seed is published for good. A reopened Day draws from a new one."""

from tables.actions.day import make_seed
from tables.models import Bust, DaySeed
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day
from tournaments.queries.clock import reading_of
from tournaments.rules.errors import RuleError


@action("draw.close_day")
def close_day(change: Change, /, day: Day) -> Day:
    """Say that a Day is over, and publish its seed, for good.

    RuleError: `day-over` already, `clock-running`, `hand-for-hand-on` while busts of a hand are held.
    """
    if day.over_at is not None:
        raise RuleError("day-over", "{day} is over already.", {"day": day.label})
    if day.structure and reading_of(day, change.now).state == "running":
        raise RuleError("clock-running", "The clock of {day} is running. Pause it first.", {"day": day.label})
    if Bust.objects.filter(day=day, held=True).exists():
        words = "{day} plays hand for hand. End that first."
        raise RuleError("hand-for-hand-on", words, {"day": day.label})
    for seed in DaySeed.objects.filter(day=day, published_at=None):
        change.update(seed, published_at=change.now)
    change.note(day=day.code)
    return change.update(day, over_at=change.now)


@action("draw.reopen_day")
def reopen_day(change: Change, /, day: Day) -> Day:
    """Let a Day that is over go on, with a new seed and commitment. RuleError `day-not-over`."""
    if day.over_at is None:
        raise RuleError("day-not-over", "{day} is not over.", {"day": day.label})
    if not DaySeed.objects.filter(day=day, published_at=None).exists():
        make_seed(change, day)
    change.note(day=day.code)
    return change.update(day, over_at=None)
