"""A small daily without names and seats: entries, rebuys and players left are counted with two thumbs."""

from tables.actions.bust import refuse_over
from tables.actions.out import floor_of
from tables.models import DayFloor, DayTable
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Entry, Option
from tournaments.rules.errors import RuleError

MOST = 100_000


@action("event.by_counts")
def run_by_counts(change: Change, /, day: Day, *, on: bool = True) -> DayFloor:
    """Run a Day by counts alone, or with names and seats.

    RuleError: `event-over`, `day-over`; `has-entries`, `has-tables` for a Day that has begun with names;
    `has-counts` for one where somebody was counted.
    """
    refuse_over(day)
    floor = floor_of(change, day)
    if on:
        _refuse_names(day)
    elif floor.counted_entries or floor.counted_rebuys:
        words = "{day} has {entries} entries by count. Count them back to nothing first."
        raise RuleError("has-counts", words, {"day": day.label, "entries": floor.counted_entries})
    change.note(day=day.code, case="" if on else "off")
    return change.update(floor, by_counts=on)


@action("count.sold")
def count_sold(
    change: Change, /, day: Day, option: Option, *, by: int = 0, to: int | None = None
) -> DayFloor:
    """Count so many more or fewer of what the event sells, or set how many there are.

    Whoever enters plays; an entry that is counted back takes a player with it while more than one is left.
    RuleError: `not-by-counts`, `event-over`, `day-over`; `other-event`; `count-below`, `count-too-many`;
    `nobody-plays` for a rebuy before the first entry.
    """
    floor = _counted_floor(day)
    if option.event_id != day.event_id:
        raise RuleError("other-event", "That is sold in another event. Load the page again.")
    before = floor.counted.get(str(option.pk), 0)
    after = before + by if to is None else to
    starts = option.kind in Option.STARTS_ENTRY
    facts = {"option": option.name, "n": before, "most": MOST}
    if after < 0:
        raise RuleError("count-below", "{option}: {n} counted, so no more can be taken back.", facts)
    if after > MOST:
        raise RuleError("count-too-many", "{option}: at most {most} can be counted.", facts)
    if not starts and after > before and not floor.counted_entries:
        raise RuleError("nobody-plays", "Count the entries first: nobody plays yet.")
    entries = floor.counted_entries + (after - before if starts else 0)
    left = floor.players_left + (after - before if starts else 0)
    change.note(day=day.code, option=option.name, before=before, after=after)
    return change.update(
        floor,
        counted={**floor.counted, str(option.pk): after},
        counted_entries=entries,
        counted_rebuys=floor.counted_rebuys + (0 if starts else after - before),
        players_left=min(entries, max(left, 1)),
    )


@action("count.left")
def count_left(change: Change, /, day: Day, *, by: int = 0, to: int | None = None) -> DayFloor:
    """Count players out, or back in, or set how many are left.

    RuleError: `not-by-counts`, `event-over`, `day-over`; `nobody-plays`; `last-player`; `more-than-entered`.
    """
    floor = _counted_floor(day)
    before, entries = floor.players_left, floor.counted_entries
    after = before + by if to is None else to
    if not entries:
        raise RuleError("nobody-plays", "Count the entries first: nobody plays yet.")
    if after < 1:
        raise RuleError("last-player", "Nobody would be left. Whoever has all the chips has won.")
    if after > entries:
        words = "{entries} have entered, so no more than that can be left."
        raise RuleError("more-than-entered", words, {"entries": entries})
    change.note(day=day.code, before=before, after=after, case="back" if after > before else "")
    return change.update(floor, players_left=after)


def _counted_floor(day: Day) -> DayFloor:
    refuse_over(day)
    floor = DayFloor.objects.filter(day=day, by_counts=True).first()
    if floor is None:
        words = "{day} has names and seats, so nobody is counted here."
        raise RuleError("not-by-counts", words, {"day": day.label})
    return floor


def _refuse_names(day: Day) -> None:
    entries = Entry.objects.filter(day=day).exclude(state=Entry.State.CANCELLED).count()
    if entries:
        words = "{day} has {entries} entries with names already, so it cannot be run by counts only."
        raise RuleError("has-entries", words, {"day": day.label, "entries": entries})
    if DayTable.objects.filter(day=day, state=DayTable.State.OPEN).exists():
        words = "{day} has open tables. Close them first: a Day by counts only has no seats."
        raise RuleError("has-tables", words, {"day": day.label})
