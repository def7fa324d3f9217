"""Making an event and changing what it is."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.db.models import ProtectedError

from tournaments.actions.claim import follow_choice
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Entry, Event, StructureTemplate
from tournaments.queries.house_rules import rules_of as rules_of
from tournaments.rules.errors import RuleError
from tournaments.rules.house import HouseRules
from tournaments.rules.structure import check, items_from_json, items_to_json

# Columns of an Event that staff may set; the rest belongs to the journal and the clock.
SETTINGS = frozenset(
    {
        "name",
        "colour",
        "currency",
        "stack",
        "chips",
        "chairs",
        "registration_level",
        "guarantee",
        "seating",
        "unclaimed",
        "unclaimed_level",
        "rules",
        "shows_names",
        "shows_pool",
        "shows_average",
        "may_give_up_stack",
    }
)


@action("event.create", scope="house")
def create_event(change: Change, /, *, slug: str, name: str, **settings: Any) -> Event:
    """Make an event without Days. RuleError: `slug-taken`."""
    _known(settings)
    if Event.objects.filter(slug=slug).exists():
        raise RuleError("slug-taken", "Another event has the address {slug}.", {"slug": slug})
    change.note(slug=slug, name=name)
    return change.create(Event, slug=slug, name=name, **settings)


@action("event.change")
def change_event(change: Change, /, event: Event, **settings: Any) -> Event:
    """Set what an event is. The slug never changes: it is printed. RuleError: `currency-in-use`."""
    _known(settings)
    moved = sorted(name for name, value in settings.items() if getattr(event, name) != value)
    if "currency" in moved and event.purchases.exists():
        raise RuleError(
            "currency-in-use",
            "Money has been taken already: the currency stays {currency}.",
            {"currency": event.currency},
        )
    change.note(columns=moved)
    change.update(event, **settings)
    if "unclaimed" in moved:
        follow_choice(change, event)
    return event


@action("event.cancel")
def cancel_event(change: Change, /, event: Event) -> Event:
    """Call an event off. RuleError: `entries-in` while anybody is still in it."""
    inside = event.entries.filter(
        state__in=[Entry.State.PAID, Entry.State.SEATED, Entry.State.BAGGED]
    ).count()
    if inside:
        raise RuleError("entries-in", "{count} entries are still in. Cancel them first.", {"count": inside})
    change.note(name=event.name)
    return change.update(event, cancelled_at=change.now)


@action("event.add_day")
def add_day(
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
    """Add a Day with its own copy of a structure: a template's, or that of the Day it is to be like.

    RuleError: `day-code-taken`, or an impossible structure.
    """
    if event.days.filter(code=code).exists():
        raise RuleError("day-code-taken", "This event has a Day {code} already.", {"code": code})
    source = template.items if template else like.structure if like else []
    # As the codec writes it, so that an editor who changes nothing leaves the very same rows.
    items = items_to_json(items_from_json(source))
    _refuse_impossible(items, event.chips)
    change.note(code=code, label=label)
    return change.create(
        Day,
        event=event,
        code=code,
        label=label,
        starts_at=starts_at,
        structure=items,
        next_item_id=max((item["id"] for item in items), default=0) + 1,
    )


@action("event.change_day")
def change_day(change: Change, /, day: Day, *, code: str, label: str, starts_at: datetime | None) -> Day:
    """Rename a Day or set its planned start. RuleError: `day-code-taken`."""
    if Day.objects.filter(event=day.event_id, code=code).exclude(pk=day.pk).exists():
        raise RuleError("day-code-taken", "This event has a Day {code} already.", {"code": code})
    change.note(code=code, label=label)
    return change.update(day, code=code, label=label, starts_at=starts_at)


@action("event.remove_day")
def remove_day(change: Change, /, day: Day) -> None:
    """Take a Day out of the plan, with what was set for its floor.

    RuleError: `day-in-use` once anybody entered or was counted, a table was given or anything else was done.
    """
    floor = getattr(day, "floor", None)
    used = day.entries.exists() or day.seats.exists() or day.draws.exists() or day.day_tables.exists()
    in_use = RuleError(
        "day-in-use", "Day {code} has entries, tables or a clock that ran.", {"code": day.code}
    )
    if used or day.clock_started or (floor is not None and floor.counted_entries):
        raise in_use
    change.note(code=day.code)
    try:
        if floor is not None:
            change.delete(floor)
        change.delete(day)
    except ProtectedError:
        raise in_use from None


def rules_to_json(rules: HouseRules) -> dict[str, Any]:
    """A HouseRules value as an event stores it: what differs from the defaults."""
    plain = asdict(HouseRules())
    return {name: value for name, value in asdict(rules).items() if value != plain[name]}


def _known(settings: dict[str, Any]) -> None:
    unknown = set(settings) - SETTINGS
    if unknown:
        raise TypeError(f"no settings of an event: {sorted(unknown)}")


def _refuse_impossible(items: list[dict[str, Any]], chips: list[int]) -> None:
    """RuleError with the words of the first finding that makes a structure impossible."""
    values = items_from_json(items)
    for finding in check(values, tuple(chips)) if items_to_json(values) else ():
        if finding.severity == "impossible":
            raise RuleError(finding.code, finding.words, finding.facts)
