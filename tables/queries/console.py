"""What the console says of a Day besides its seats: the clock strip and what to do next."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.models import DayTable, PrintJob
from tables.queries.alternates import Alternate, Alternates, alternates_of
from tables.queries.balance import PlayedFloor
from tables.queries.counted_days import counted_day
from tables.queries.merged import plays_on
from tables.queries.no_shows import has_begun, may_take_up, unclaimed
from tables.queries.prizes import prizes_from
from tables.queries.screen import field_of, screen_state
from tables.queries.to_do_card import ToDo
from tables.queries.to_do_floor import floor_to_do
from tournaments.models import Day, Entry, Event, Option
from tournaments.queries.clock import reading_of
from tournaments.queries.clock_history import open_dark_gaps
from tournaments.queries.registration import registration_of
from tournaments.rules.clock import Reading
from tournaments.rules.prize_pool import prize_pool

MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class Strip:
    """The clock strip. `document` is the screen document's plain values.

    next_break: when it comes if nothing stops the clock. to_money: how many more go out unpaid, None
    while places are not known. pool, short_of_guarantee: minor units, as far as the event has them.
    """

    document: dict[str, Any]
    state: str
    item: int
    is_break: bool
    level: int | None
    next_break: datetime | None = None
    closes_at: datetime | None = None
    to_money: int | None = None
    pool: int = 0
    short_of_guarantee: int = 0


def strip(day: Day, now: datetime) -> Strip:
    """The clock strip of a Day at an instant."""
    shown = reading_of(day, now) if day.structure else None
    field = field_of(day.event, day)
    document = screen_state(day.event, day, shown, now, field)
    items = {item["id"]: item for item in document["schedule"]}
    on_show = items.get(shown.item) if shown else None
    sold, entries, left = field.prize, field.entries, field.left
    if not document["counts"]["tables"] and (counted := counted_day(day)):
        sold, entries, left = sold + counted.prize, entries + counted.entries, left + counted.left
    prize = prizes_from(day.event, prize_pool([sold], day.event.guarantee), entries)
    return Strip(
        document=document,
        state=shown.state if shown else "empty",
        item=shown.item if shown else 0,
        is_break=bool(on_show and on_show["kind"] == "break"),
        level=on_show["number"] if on_show else None,
        next_break=_next_break(shown, now),
        closes_at=registration_of(day, now).closes_at,
        to_money=left - prize.places if prize.amounts else None,
        pool=prize.pool,
        short_of_guarantee=max(0, day.event.guarantee - sold),
    )


def _next_break(shown: Reading | None, now: datetime) -> datetime | None:
    if shown is None or shown.state != "running" or not shown.to_break_ms:
        return None
    return now + timedelta(milliseconds=shown.to_break_ms)


def to_do(day: Day, now: datetime, floor: PlayedFloor | None = None) -> list[ToDo]:
    """What to do next, most pressing first. floor: where whoever asks has read it already."""
    shown = reading_of(day, now) if day.structure else None
    found = [
        *_dark(day, now),
        *floor_to_do(day, now, floor),
        *_missing(day),
        *_waiting(day, now),
        *_unclaimed(day, now),
        *_registration(day, now),
        *_color_up(day, shown),
    ]
    return found + _prints(day)


def _dark(day: Day, now: datetime) -> list[ToDo]:
    return [
        ToDo("dark", _("Was play stopped?"), is_urgent=True, facts={"gap": gap})
        for gap in open_dark_gaps(day, now)
    ]


def _missing(day: Day) -> list[ToDo]:
    found = []
    if not day.structure:
        found.append(ToDo("structure", _("Give this Day a structure"), _("Its clock has no levels yet.")))
    if not Option.objects.filter(event=day.event_id).exists():
        found.append(ToDo("options", _("Say what an entry costs"), _("The event sells nothing yet.")))
    if not day.day_tables.exclude(state=DayTable.State.CLOSED).exists():
        found.append(_without_tables(day))
    return found


def _without_tables(day: Day) -> ToDo:
    there = plays_on(day)
    if there.pk != day.pk:
        title = _("{day} plays on as {there}").format(day=day.label, there=there.label)
        return ToDo(
            "merged", title, _("Its players went there with tables and chairs."), facts={"there": there}
        )
    return ToDo("tables", _("Give this Day tables"), _("Nobody can be seated without."))


def _waiting(day: Day, now: datetime) -> list[ToDo]:
    waiting = Entry.objects.filter(day=day, state=Entry.State.PAID, alternate=None).count()
    found = []
    if waiting:
        title = ngettext("{n} entry waits for a seat", "{n} entries wait for a seat", waiting).format(
            n=waiting
        )
        found.append(ToDo("draw", title, _("Draw them over the open tables.")))
    return found + _alternates(alternates_of(day, now))


def _alternates(on_list: Alternates) -> list[ToDo]:
    """Whom to call first, else who is awaited or waits."""
    to_call, called, waiting = on_list.to_call, on_list.called, on_list.waiting
    if to_call:
        n = len(to_call)
        title = ngettext(
            "{n} chair is open: call alternate {numbers}",
            "{n} chairs are open: call alternates {numbers}",
            n,
        ).format(n=n, numbers=_numbers(to_call))
        return [ToDo("alternates", title, _("They come to the desk and are seated."), facts={"call": n})]
    if called:
        title = ngettext("Alternate {numbers} is called", "Alternates {numbers} are called", len(called))
        text = _("Seat him when he comes, or skip him.")
        return [ToDo("alternates", title.format(numbers=_numbers(called)), text)]
    if waiting:
        title = ngettext("{n} alternate waits", "{n} alternates wait", len(waiting)).format(n=len(waiting))
        return [ToDo("alternates", title, on_list.shut_words or _("Called in order as chairs open."))]
    return []


def _unclaimed(day: Day, now: datetime) -> list[ToDo]:
    """Once play has begun: the stacks that nobody has claimed, by what the event does with them."""
    if day.over_at is not None or not has_begun(day, now):
        return []
    keys = list(unclaimed(day).order_by("number").values_list("pk", flat=True))
    if not keys:
        return []
    choice = day.event.unclaimed
    if may_take_up(day, now):
        title = ngettext("Take up {n} unclaimed stack", "Take up {n} unclaimed stacks", len(keys))
        text = _("Level {level} is over. Nothing is refunded.").format(level=day.event.unclaimed_level)
        return [ToDo("take-up", title.format(n=len(keys)), text, facts={"entries": keys})]
    title = ngettext("{n} stack nobody has claimed", "{n} stacks nobody has claimed", len(keys))
    text = _("Dealt in from the start.")
    if choice == Event.Unclaimed.WHEN_CLAIMED:
        text = _("Not in play until they are claimed; their chairs are kept.")
    elif choice == Event.Unclaimed.TAKEN_UP:
        text = _("Dealt in; taken up after level {level}.").format(level=day.event.unclaimed_level)
    return [ToDo("unclaimed", title.format(n=len(keys)), text)]


def _numbers(alternates: Sequence[Alternate]) -> str:
    """Their numbers, as 7, 8, 9; of very many the first few."""
    numbers = [str(line.number) for line in alternates[:MOST_NAMED]]
    return ", ".join(numbers) + (" …" if len(alternates) > MOST_NAMED else "")


def _registration(day: Day, now: datetime) -> list[ToDo]:
    registration = registration_of(day, now)
    if registration.is_open or not day.clock_started or day.event.pool_final_at:
        return []
    return [
        ToDo("pool", _("Registration is closed"), _("Is everybody in line served? Then the pool is final."))
    ]


def _color_up(day: Day, shown: Reading | None) -> list[ToDo]:
    ahead = _items_ahead(day, shown)
    due = next((item for item in ahead if item["kind"] == "break"), None)
    if not due or not due.get("color_up"):
        return []
    chips = ", ".join(f"{chip:,}" for chip in due["color_up"])
    return [ToDo("color-up", _("Color up {chips} at the next break").format(chips=chips))]


def _items_ahead(day: Day, shown: Reading | None) -> list[dict[str, Any]]:
    ids = [item["id"] for item in day.structure]
    return day.structure[ids.index(shown.item) :] if shown and shown.item in ids else []


def _prints(day: Day) -> list[ToDo]:
    failed = PrintJob.objects.filter(event=day.event_id, state=PrintJob.State.FAILED, reprints=None).count()
    if not failed:
        return []
    title = ngettext("{n} print failed", "{n} prints failed", failed).format(n=failed)
    return [ToDo("prints", title, _("Look at the queue."), is_urgent=True)]
