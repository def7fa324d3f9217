"""Days with what makes their draws provable: every Day gets a secret seed and a public commitment."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tables.actions.room import give_tables
from tables.models import DaySeed, DayTable
from tables.rules.draw import commitment
from tournaments.actions import event as events
from tournaments.actions.option import add_option
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Event, StructureTemplate


@action("event.open", scope="house")
def open_event(
    change: Change,
    /,
    *,
    slug: str,
    name: str,
    template: StructureTemplate | None,
    starts_at: datetime | None = None,
    code: str = "1",
    label: str = "Day 1",
    option: Mapping[str, Any] | None = None,
    tables: Sequence[int] = (),
    **settings: Any,
) -> Event:
    """Make an event with its first Day, its structure copied from a template.

    `option`: what it sells first, by the columns of an Option. `tables`: numbers of those reserved for the
    Day, in opening order. RuleError as the actions that it joins.
    """
    event = events.create_event(change, slug=slug, name=name, **settings)
    day = open_day(change, event, code=code, label=label, template=template, starts_at=starts_at)
    if option:
        add_option(change, event, **option)
    if tables:
        give_tables(change, day, tables, state=DayTable.State.RESERVED)
    change.note(slug=slug, name=name)
    return event


@action("event.open_day")
def open_day(
    change: Change,
    /,
    event: Event,
    *,
    code: str,
    label: str,
    template: StructureTemplate | None = None,
    like: Day | None = None,
    starts_at: datetime | None = None,
) -> Day:
    """Add a Day, its structure from a template or like another Day's, and commit to its seed."""
    day = events.add_day(
        change, event, code=code, label=label, template=template, like=like, starts_at=starts_at
    )
    make_seed(change, day)
    return day


def make_seed(change: Change, day: Day) -> DaySeed:
    """A new 32-byte seed for a Day. In no journal: whoever reads the journal must not know the draws."""
    seed = secrets.token_bytes(32)
    number = DaySeed.objects.filter(day=day).count() + 1
    return change.create_unjournaled(
        DaySeed, day=day, number=number, seed=seed, commitment=commitment(seed), made_at=change.now
    )
