"""The alternates of a Day in the order in which chairs are theirs, and what may be said of their wait.

The called come first, by number, then those who wait, by number. Whoever was skipped keeps his number, and no
chair is kept for him until he returns.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal
from zoneinfo import ZoneInfo

from django.db.models import Case, F, Func, IntegerField, Q, QuerySet, When
from django.utils.translation import gettext as _

from tables.models import Bust
from tables.queries.floor_plan import shut_tables
from tables.queries.journal import JournalLine, journal_lines
from tables.queries.room import day_room
from tables.rules.table_numbers import written
from tables.rules.waiting import UNKNOWN, Break, Wait, expected_waits, steps
from tournaments.models import Action, Day, Entry
from tournaments.queries.clock import clock_of, reading_of, schedule_of
from tournaments.rules import clock as rules
from tournaments.rules.names import full_name, listed_name

AHEAD = timedelta(hours=4)
LOOKED_BACK = timedelta(hours=2)

State = Literal["called", "waiting", "skipped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alternate:
    """One alternate. number: on the list. at: when he was called or skipped.

    ahead: how many have a chair before him, None once skipped. has_chair: one is open for him now.
    """

    entry_id: int
    number: int
    name: str
    state: State
    at: datetime | None
    ahead: int | None
    has_chair: bool
    wait: Wait

    @property
    def words(self) -> str:
        """His expected wait, "" once he was skipped: no chair is kept for him."""
        return "" if self.ahead is None else wait_words(self.wait)

    @property
    def time_words(self) -> str:
        """The same behind the words "expected wait"."""
        is_unknown = self.ahead is not None and self.wait == UNKNOWN
        return _("not known yet") if is_unknown else self.words


@dataclass(frozen=True, slots=True)
class Alternates:
    """The list of a Day by number, and the chairs that a player could be drawn to now.

    shut: where there is none, the padlocked tables that have one.
    """

    lines: tuple[Alternate, ...]
    chairs: int
    shut: tuple[int, ...] = ()

    @property
    def shut_words(self) -> str:
        """Why nobody is called although chairs are open, "" where that is not so."""
        words = _("The only open chairs are at padlocked tables: {tables}.")
        return words.format(tables=written(self.shut)) if self.shut else ""

    @property
    def called(self) -> tuple[Alternate, ...]:
        """Those who were called and are awaited."""
        return tuple(line for line in self.lines if line.state == "called")

    @property
    def waiting(self) -> tuple[Alternate, ...]:
        """Those who wait to be called."""
        return tuple(line for line in self.lines if line.state == "waiting")

    @property
    def skipped(self) -> tuple[Alternate, ...]:
        """Those who did not come."""
        return tuple(line for line in self.lines if line.state == "skipped")

    @property
    def to_call(self) -> tuple[Alternate, ...]:
        """Those whom the open chairs suffice for and who are not called yet."""
        return tuple(line for line in self.waiting if line.has_chair)


def on_list(day: Day | int) -> QuerySet[Entry]:
    """The entries that are alternates of a Day now, by number, the skipped ones too."""
    rows = Entry.objects.filter(day=day, state=Entry.State.PAID, alternate__isnull=False)
    return rows.order_by("alternate")


def in_order(day: Day | int) -> QuerySet[Entry]:
    """Those of them that are here, in the order in which chairs are theirs."""
    is_called = Case(When(called_at__isnull=False, then=0), default=1)
    return on_list(day).filter(skipped_at=None).order_by(is_called, "alternate")


def has_right_before(entry: Entry) -> QuerySet[Entry]:
    """The alternates who have a chair before this entry: to one who is on no list, all that are here.

    The called have it before all others, among themselves by number.
    """
    others = on_list(entry.day_id).filter(skipped_at=None).exclude(pk=entry.pk)
    if entry.alternate is None:
        return others
    lower = Q(alternate__lt=entry.alternate)
    if state_of(entry) == "called":
        return others.filter(lower, called_at__isnull=False)
    return others.filter(lower | Q(called_at__isnull=False))


def how_many_here(day: Any) -> QuerySet[Entry, dict[str, int]]:
    """How many alternates of a Day are here, for a subquery. day: an OuterRef to its key."""
    count = Func(F("pk"), function="COUNT", output_field=IntegerField())
    return on_list(day).filter(skipped_at=None).order_by().annotate(n=count).values("n")


def state_of(entry: Entry) -> State:
    """What became of an alternate so far."""
    if entry.skipped_at is not None:
        return "skipped"
    return "waiting" if entry.called_at is None else "called"


def alternates_of(day: Day, now: datetime) -> Alternates:
    """The alternates of a Day. Five queries, however many they are; two more where no chair is open."""
    entries = list(on_list(day).select_related("player"))
    if not entries:
        return Alternates((), 0)
    chairs = day_room(day).chairs_left
    order = _by_right(entries)
    waits = waits_of(day, len(order), chairs, now)
    ahead = {entry.pk: place for place, entry in enumerate(order)}
    lines = tuple(_line(entry, ahead.get(entry.pk), chairs, waits) for entry in entries)
    return Alternates(lines, chairs, () if chairs > 0 else shut_tables(day))


def place_of(entry: Entry, now: datetime) -> Alternate | None:
    """Where one alternate stands in his list; None if he is on none. Five queries."""
    if entry.alternate is None or entry.state != Entry.State.PAID:
        return None
    return next((line for line in alternates_of(entry.day, now).lines if line.entry_id == entry.pk), None)


def waits_of(day: Day, n: int, chairs: int, now: datetime) -> tuple[Wait, ...]:
    """The expected waits of the first n in order. One query."""
    opened = list(Bust.objects.filter(day=day, at__gt=now - LOOKED_BACK).values_list("at", flat=True))
    played, breaks = played_ms(day, now), breaks_around(day, now)
    return expected_waits(n, opened=opened, open_chairs=chairs, now=now, played_ms=played, breaks=breaks)


def screen_alternates(day: Day, chairs: int, now: datetime) -> dict[str, Any]:
    """What the screen document says of alternates, with names only where the event shows them. Two queries.

    waits: for as many ahead at most as the first figure says, the kind and the minutes of the wait.
    """
    entries = list(on_list(day).select_related("player"))
    order = _by_right(entries)
    called = [entry for entry in order if entry.called_at is not None]
    waits = steps(waits_of(day, len(order), chairs, now)) if order else ()
    return {
        "alternates_called": [_called(entry, day.event.shows_names) for entry in called],
        "alternates_waiting": [entry.alternate for entry in order[len(called) :]],
        "alternates_waits": [[ahead, wait.kind, wait.minutes] for ahead, wait in waits],
    }


NO_ALTERNATES: dict[str, Any] = {"alternates_called": [], "alternates_waiting": [], "alternates_waits": []}


def wait_words(wait: Wait) -> str:
    """A wait as people say it; too few chairs opened to know it, that is said."""
    words = {
        "now": _("a chair is open"),
        "under": _("under {n} min"),
        "about": _("about {n} min"),
        "after-break": _("not before the next break"),
        "over": _("more than {h} hours"),
        "unknown": _("wait not known yet"),
    }
    return words[wait.kind].format(n=wait.minutes, h=wait.minutes // 60)


def alternate_lines(day: Day, role: str, zone: str, limit: int = 5) -> tuple[JournalLine, ...]:
    """What was last done with the alternates of an event, newest first, for Undo beside it. One query."""
    kinds = Q(kind__startswith="alternate.") | Q(kind="draw.alternates")
    kinds |= Q(kind="journal.undo", facts__original__startswith="alternate.")
    rows = Action.objects.filter(kinds, event=day.event_id).defer("writes", "answer").select_related("actor")
    return tuple(journal_lines(rows.order_by("-seq")[:limit], role, ZoneInfo(zone)))


def breaks_around(day: Day, now: datetime) -> tuple[Break, ...]:
    """The breaks that the clock knows of, from its last touch to some hours ahead; none while it stands."""
    clock = clock_of(day)
    if clock.anchor is None or not day.structure:
        return ()
    plan = schedule_of(day)
    items = {item.id: item for item in plan}
    changes = rules.changes_between(clock, plan, clock.anchor, now + AHEAD)
    begun = [(clock.anchor, clock.item), *changes]
    ends = [at for at, _item in changes]
    found = []
    for index, (at, item) in enumerate(begun):
        if item in items and items[item].kind != "level":
            whole = at + timedelta(milliseconds=items[item].duration_ms)
            found.append((at, ends[index] if index < len(ends) else whole))
    return tuple(found)


def played_ms(day: Day, now: datetime) -> int:
    """How long a Day has been played by its structure, breaks left out."""
    if not day.structure:
        return 0
    plan, shown = schedule_of(day), reading_of(day, now)
    if shown.state == "waiting":
        return 0
    at = next(index for index, item in enumerate(plan) if item.id == shown.item)
    whole = sum(item.duration_ms for item in plan[:at] if item.kind == "level")
    return whole + (max(0, shown.elapsed_ms) if plan[at].kind == "level" else 0)


def _by_right(entries: Iterable[Entry]) -> list[Entry]:
    here = [entry for entry in entries if entry.skipped_at is None]
    return sorted(here, key=lambda entry: (entry.called_at is None, entry.alternate))


def _line(entry: Entry, ahead: int | None, chairs: int, waits: Sequence[Wait]) -> Alternate:
    return Alternate(
        entry_id=entry.pk,
        number=entry.alternate or 0,
        name=listed_name(entry.player.first_name, entry.player.last_name),
        state=state_of(entry),
        at=entry.skipped_at or entry.called_at,
        ahead=ahead,
        has_chair=ahead is not None and ahead < chairs,
        wait=UNKNOWN if ahead is None else waits[ahead],
    )


def _called(entry: Entry, with_name: bool) -> dict[str, Any]:
    player = entry.player
    return {
        "number": entry.alternate,
        "name": full_name(player.first_name, player.last_name) if with_name else None,
    }
