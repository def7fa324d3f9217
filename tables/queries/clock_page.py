"""What the clock page shows of a Day: the item on show, the structure's rows, registration, what was done."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils.translation import gettext as _

from tables.queries.announced import announcement_sentence
from tables.queries.journal import JournalLine, journal_lines
from tournaments.models import Action, Announcement, DarkGap, Day
from tournaments.queries.clock import clock_of, schedule_of
from tournaments.queries.clock_history import open_dark_gaps
from tournaments.queries.registration import Registration, registration_of
from tournaments.rules import clock as rules
from tournaments.rules.clock import Reading
from tournaments.rules.structure import (
    Break,
    Item,
    Level,
    close_of_registration_index,
    items_from_json,
)

FAMILIES = ("clock.", "registration.", "structure.")
AHEAD = timedelta(days=2)
NEWS = timedelta(hours=1)
_LOOKED_THROUGH = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One item of the structure. `begins`: when it will begin if nothing happens. `bets`: blinds or bets."""

    id: int
    kind: str
    number: int | None
    bets: tuple[int, ...]
    ante: int
    duration_ms: int
    begins: datetime | None
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPage:
    """The page at one instant. `now` is the row on show, `next` the one that follows it."""

    state: str
    now: Row
    next: Row | None
    left: str
    ends: datetime | None
    break_begins: datetime | None
    rows: tuple[Row, ...]
    may_break: bool
    may_count_down: bool
    registration: Registration
    registration_words: str
    gaps: tuple[DarkGap, ...]
    announced: tuple[tuple[datetime, str], ...]

    @property
    def levels(self) -> tuple[int, ...]:
        """The numbers of the levels."""
        return tuple(row.number for row in self.rows if row.number is not None)


def clock_page(day: Day, now: datetime, zone: str) -> ClockPage | None:
    """The clock page of a Day; None where it has no structure yet. `zone`: the house's time zone."""
    items = items_from_json(day.structure)
    if not items:
        return None
    reading = rules.read(clock_of(day), schedule_of(day), now)
    rows = _rows(day, items, reading, now)
    at = next(index for index, row in enumerate(rows) if row.id == reading.item)
    registration = registration_of(day, now)
    begun = reading.state != "waiting" and rows[at].kind != "countdown"
    return ClockPage(
        state=reading.state,
        now=rows[at],
        next=rows[at + 1] if at + 1 < len(rows) else None,
        left=_left(reading.remaining_ms),
        ends=reading.next_change,
        break_begins=next((row.begins for row in rows[at + 1 :] if row.kind == "break"), None),
        rows=rows,
        may_break=begun and rows[at].kind == "level" and reading.state != "finished",
        may_count_down=not begun or _stands_at_start(rows, reading),
        registration=registration,
        registration_words=registration_words(day, registration, ZoneInfo(zone)),
        gaps=open_dark_gaps(day, now),
        announced=_announced(day, now),
    )


def registration_words(day: Day, registration: Registration, zone: ZoneInfo) -> str:
    """The state of registration as a sentence."""
    event = day.event
    for at, words in (
        (event.cancelled_at, _("This event was called off at {at}.")),
        (day.over_at, _("This day ended at {at}.")),
        (event.pool_final_at, _("Closed for good: the prize pool was made final at {at}.")),
        (day.line_cut_at, _("The line was cut at {at}: only those who stood in it may still enter.")),
    ):
        if at is not None:
            return words.format(at=_time(at, zone))
    if registration.held != "auto":
        return _("Held open, whatever the clock says.") if registration.is_open else _("Closed by hand.")
    if not registration.is_open:
        return _("Closed by the clock.")
    return _open_words(day, registration, zone)


def clock_lines(day: Day, role: str, zone: str, limit: int = 6) -> tuple[JournalLine, ...]:
    """What was last done to a Day's clock, registration and structure, undoing included; newest first."""
    kinds = Q(kind="journal.undo")
    for family in FAMILIES:
        kinds |= Q(kind__startswith=family)
    rows = Action.objects.filter(kinds, event=day.event_id).defer("writes", "answer").select_related("actor")
    found = [row for row in rows.order_by("-seq")[:_LOOKED_THROUGH] if _is_of(row, day)]
    return tuple(journal_lines(found[:limit], role, ZoneInfo(zone)))


def _is_of(row: Action, day: Day) -> bool:
    """Whether an action was about this Day's clockwork, or about that of the whole event."""
    kind, facts = row.kind, row.facts
    while kind == "journal.undo":
        kind, facts = facts["kind"], facts["facts"]
    return kind.startswith(FAMILIES) and facts.get("day", day.code) == day.code


def _rows(day: Day, items: tuple[Item, ...], reading: Reading, now: datetime) -> tuple[Row, ...]:
    coming = rules.changes_between(clock_of(day), schedule_of(day), now, now + AHEAD)
    begins = {item: at for at, item in coming}
    at = next(index for index, item in enumerate(items) if item.id == reading.item)
    places = ["past"] * at + ["now"] + ["ahead"] * (len(items) - at - 1)
    return tuple(_row(item, begins.get(item.id), place) for item, place in zip(items, places, strict=True))


def _row(item: Item, begins: datetime | None, place: str) -> Row:
    level = item if isinstance(item, Level) else None
    kind = "level" if level else "break" if isinstance(item, Break) else "countdown"
    return Row(
        id=item.id,
        kind=kind,
        number=level.number if level else None,
        bets=_bets(level) if level else (),
        ante=level.ante if level and level.ante_kind != "none" else 0,
        duration_ms=item.duration_ms,
        begins=begins,
        place=place,
    )


def _bets(level: Level) -> tuple[int, ...]:
    """The two figures a level is known by: its blinds, or the bets of a limit game."""
    if level.limit in ("fixed-limit", "spread-limit") and level.big_bet:
        return level.small_bet, level.big_bet
    return tuple(blind for blind in (level.small_blind, level.big_blind) if blind)


def _stands_at_start(rows: tuple[Row, ...], reading: Reading) -> bool:
    first = next(row.id for row in rows if row.kind != "countdown")
    return reading.item == first and reading.elapsed_ms == 0 and reading.state == "paused"


def _open_words(day: Day, registration: Registration, zone: ZoneInfo) -> str:
    level, facts = registration.closes_after_level, {"level": registration.closes_after_level, "at": ""}
    items = items_from_json(day.structure)
    last = close_of_registration_index(items, level)
    if level == 0:
        words, about = _("Open until play begins."), _("Open until play begins, about {at}.")
    elif last == len(items) - 1:
        words = about = _("Open to the end of the structure.")
    elif last is not None and isinstance(items[last], Break):
        words = _("Open until the end of level {level} and the break after it.")
        about = _("Open until the end of level {level} and the break after it, about {at}.")
    else:
        words = _("Open until the end of level {level}.")
        about = _("Open until the end of level {level}, about {at}.")
    if registration.closes_at is None:
        return words.format(**facts)
    return about.format(level=level, at=_time(registration.closes_at, zone))


def _announced(day: Day, now: datetime) -> tuple[tuple[datetime, str], ...]:
    """The announcements of the last hour, newest first, as words."""
    rows = Announcement.objects.filter(day=day, instant__gt=now - NEWS, instant__lte=now).select_related(
        "day"
    )
    return tuple((row.instant, announcement_sentence(row)) for row in rows.order_by("-instant")[:5])


def _left(remaining_ms: int) -> str:
    """As the clock shows it, rounded up to the second."""
    minutes, seconds = divmod(-(-remaining_ms // 1000), 60)
    hours, minutes_of = divmod(minutes, 60)
    return f"{hours}:{minutes_of:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _time(at: datetime, zone: ZoneInfo) -> str:
    return f"{at.astimezone(zone):%H:%M}"
