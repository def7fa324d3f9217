"""An event's entries as the desk lists them: filtered, found, sorted by number and not by text."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext_noop as _

from tables.models import Seat
from tables.queries.turns import turns
from tournaments.models import Entry, Event
from tournaments.queries.claims import UNCLAIMED, is_unclaimed
from tournaments.queries.name_search import named
from tournaments.rules.names import listed_name

SORTS = {"newest": _("Newest first"), "number": _("Number"), "name": _("Name"), "seat": _("Seat")}
NOT_CHECKED_IN = "not-checked-in"  # beside the states, in the filter
_SEAT = re.compile(r"(\d{1,4})-(\d{0,2})", re.ASCII)
_WHOLE = re.compile(r"\d{1,6}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFilter:
    """Which entries, in which order. text: a name, alias, card, number, seat ("12-4") or table ("12-")."""

    text: str = ""
    state: str = ""
    option: int | None = None
    sort: str = "newest"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLine:
    """One entry. table and chair are None while it has no chair, alternate while it is on no list.

    is_unclaimed: it is paid for and its player was not checked in yet. why_not: why an alternate is
    not to be seated now; said on the list and on his page.
    """

    pk: int
    number: int
    name: str
    card: str
    country: str
    state: str
    state_words: str
    option: str
    day: str
    table: int | None
    chair: int | None
    alternate: int | None
    in_line: bool
    is_unclaimed: bool = False
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class EntryPage:
    """A page of entries, and how many there are in all."""

    lines: tuple[EntryLine, ...]
    total: int
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class EntryCounts:
    """How many entries of an event are where. entries: all that are or were in, re-entries among them."""

    entries: int
    reentries: int
    reserved: int
    waiting: int
    alternates: int
    seated: int
    out: int
    cancelled: int
    unclaimed: int = 0


def entry_page(event: Event, wanted: EntryFilter, page: int = 1, size: int = 100) -> EntryPage:
    """A page of an event's entries; a page beyond the last is the last."""
    rows = _filtered(event, wanted)
    total = rows.count()
    pages = max(1, -(-total // size))
    page = min(max(1, page), pages)
    rows = _sorted(_with_chairs(rows), wanted.sort).select_related("player", "option", "day")
    found = list(rows[(page - 1) * size : page * size])
    return EntryPage(with_turns(found, map(_line, found)), total, page, pages)


def with_turns(entries: Iterable[Entry], lines: Iterable[EntryLine]) -> tuple[EntryLine, ...]:
    """The lines of these entries, those of alternates with why not where it is not their turn."""
    on_lists = {entry.day_id for entry in entries if entry.alternate and entry.state == Entry.State.PAID}
    why = turns(sorted(on_lists))
    return tuple(replace(line, why_not=why[line.pk]) if why.get(line.pk) else line for line in lines)


def entry_line(entry: Entry) -> EntryLine:
    """One entry as the list has it."""
    rows = _with_chairs(Entry.objects.filter(pk=entry.pk)).select_related("player", "option", "day")
    return _line(rows.get())


def entry_counts(event: Event) -> EntryCounts:
    """How many entries are where."""
    state = Entry.State
    found = Entry.objects.filter(event=event).aggregate(
        entries=Count("pk", Q(state__in=Entry.IN)),
        reentries=Count("pk", Q(state__in=Entry.IN, reentry=True)),
        reserved=Count("pk", Q(state=state.RESERVED)),
        waiting=Count("pk", Q(state=state.PAID, alternate=None)),
        alternates=Count("pk", Q(state=state.PAID, alternate__isnull=False)),
        seated=Count("pk", Q(state=state.SEATED)),
        out=Count("pk", Q(state=state.OUT)),
        cancelled=Count("pk", Q(state=state.CANCELLED)),
        unclaimed=Count("pk", UNCLAIMED),
    )
    return EntryCounts(**found)


def _filtered(event: Event, wanted: EntryFilter) -> QuerySet[Entry]:
    rows = Entry.objects.filter(event=event)
    if wanted.state == NOT_CHECKED_IN:
        rows = rows.filter(UNCLAIMED)
    elif wanted.state:
        rows = rows.filter(state=wanted.state)
    if wanted.option is not None:
        rows = rows.filter(option=wanted.option)
    text = wanted.text.strip()[:100]
    seat = _SEAT.fullmatch(text)
    if seat:
        sitting = Seat.objects.filter(until=None, table__number=int(seat[1]))
        if seat[2]:
            sitting = sitting.filter(chair=int(seat[2]))
        return rows.filter(pk__in=sitting.values("entry"))
    if _WHOLE.fullmatch(text):
        return rows.filter(Q(number=int(text)) | Q(player__card__startswith=text))
    return named(rows, text, "player__")


def _with_chairs(rows: QuerySet[Entry]) -> QuerySet[Entry]:
    sitting = Seat.objects.filter(entry=OuterRef("pk"), until=None)
    return rows.annotate(
        table_number=Subquery(sitting.values("table__number")[:1]),
        chair=Subquery(sitting.values("chair")[:1]),
    )


def _sorted(rows: QuerySet[Entry], sort: str) -> QuerySet[Entry]:
    if sort == "seat":
        return rows.order_by(F("table_number").asc(nulls_last=True), "chair", "number")
    if sort == "name":
        return rows.order_by("player__last_name", "player__first_name", "number")
    return rows.order_by("number" if sort == "number" else "-number")


def _line(entry: Entry) -> EntryLine:
    player = entry.player
    return EntryLine(
        pk=entry.pk,
        number=entry.number,
        name=listed_name(player.first_name, player.last_name),
        card=player.card or "",
        country=player.country,
        state=entry.state,
        state_words=entry.get_state_display(),
        option=entry.option.name,
        day=entry.day.code,
        table=entry.table_number,  # type: ignore[attr-defined]
        chair=entry.chair,  # type: ignore[attr-defined]
        alternate=entry.alternate if entry.state == Entry.State.PAID else None,
        in_line=entry.in_line and entry.state == Entry.State.RESERVED,
        is_unclaimed=is_unclaimed(entry),
    )
