"""What was typed after the dark, in words and in order of time, with what is wrong of each line."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from tables.models import DayTable, Seat
from tables.rules.caught_up import Happened, Spot, happened
from tournaments.models import Day
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name

MOST_LINES = 200
# A time of day longer ago was meant for today and is still to come: nobody goes out before everybody.
FAR_BACK = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class CaughtLine:
    """One line as typed. names, entries: of its players, in the order of its spots; empty if it is wrong."""

    number: int
    text: str
    what: Happened | None = None
    names: tuple[str, ...] = ()
    entries: tuple[int, ...] = ()
    error: RuleError | None = None


@dataclass(frozen=True, slots=True)
class CatchUp:
    """The lines in order of time; those that cannot be read at the end."""

    lines: tuple[CaughtLine, ...]

    @property
    def is_right(self) -> bool:
        """Whether all of it can be done."""
        return bool(self.lines) and not self.wrong

    @property
    def wrong(self) -> int:
        """How many lines cannot be done."""
        return sum(line.error is not None for line in self.lines)

    @property
    def seen(self) -> str:
        """Names what was shown: whoever commits sends it back."""
        return ";".join(",".join(str(key) for key in line.entries) for line in self.lines)

    def refused(self, number: int, error: RuleError) -> "CatchUp":
        """The same with one line refused."""
        return CatchUp(
            tuple(replace(line, error=error) if line.number == number else line for line in self.lines)
        )


@dataclass(slots=True)
class _Floor:
    """Who sits where while the lines are gone through in order. gone: who left a chair, and when."""

    taken: dict[Spot, tuple[int, str]]
    chairs: Mapping[int, frozenset[int]]
    gone: dict[Spot, tuple[datetime, str]] = field(default_factory=dict)


def catch_up(day: Day, text: str, now: datetime, zone: str) -> CatchUp:
    """The plan of what was typed. Two queries. RuleError `too-many-lines`."""
    typed = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if len(typed) > MOST_LINES:
        raise RuleError("too-many-lines", "At most {most} lines at a time.", {"most": MOST_LINES})
    read = [_read(number, line, now, zone) for number, line in typed]
    can, cannot = [line for line in read if line.what], [line for line in read if not line.what]
    can.sort(key=lambda line: (line.what.at if line.what else now, line.number))
    floor = _floor(day)
    return CatchUp((*(_gone_through(floor, line) for line in can), *cannot))


def _read(number: int, text: str, now: datetime, zone: str) -> CaughtLine:
    try:
        what = happened(text, now, zone)
        if now - what.at > FAR_BACK:
            raise RuleError("time-ahead", "It is not {time} yet.", {"time": text.split()[0][:10]})
        return CaughtLine(number, text.strip(), what)
    except RuleError as error:
        return CaughtLine(number, text.strip()[:80], error=error)


def _floor(day: Day) -> _Floor:
    rows = Seat.objects.filter(day=day, until=None).order_by()
    columns = ("table__number", "chair", "entry_id", "entry__player__first_name", "entry__player__last_name")
    taken = {
        (table, chair): (entry, full_name(first, last))
        for table, chair, entry, first, last in rows.values_list(*columns)
    }
    tables = DayTable.objects.filter(day=day, state=DayTable.State.OPEN)
    chairs = {
        number: frozenset(range(1, n + 1)) - frozenset(blocked)
        for number, n, blocked in tables.values_list("table__number", "chairs", "table__blocked")
    }
    return _Floor(taken, chairs)


def _gone_through(floor: _Floor, line: CaughtLine) -> CaughtLine:
    """The line with its players, who then are out or sit elsewhere."""
    what = line.what
    if what is None:
        return line
    try:
        found = [_player_in(floor, spot) for spot in what.spots]
        if what.to is not None:
            _refuse_chair(floor, what.to)
    except RuleError as error:
        return replace(line, error=error)
    for spot, (_entry, name) in zip(what.spots, found, strict=True):
        del floor.taken[spot]
        floor.gone[spot] = (what.at, name)
    if what.to is not None:
        floor.taken[what.to] = found[0]
    return replace(line, names=tuple(name for _entry, name in found), entries=tuple(key for key, _n in found))


def _player_in(floor: _Floor, spot: Spot) -> tuple[int, str]:
    found = floor.taken.get(spot)
    if found is not None:
        return found
    facts = {"table": spot[0], "chair": spot[1]}
    if spot[0] not in floor.chairs:
        raise RuleError("table-closed", "Table {table} is not open here.", facts)
    if spot in floor.gone:
        at, name = floor.gone[spot]
        words = "Nobody sits in {table}-{chair} then: {name} left it at {at}."
        raise RuleError("nobody-there", words, {**facts, "at": at, "name": name})
    raise RuleError("nobody-there", "Nobody sits in {table}-{chair}.", facts)


def _refuse_chair(floor: _Floor, spot: Spot) -> None:
    facts = {"table": spot[0], "chair": spot[1]}
    if spot[0] not in floor.chairs:
        raise RuleError("table-closed", "Table {table} is not open here.", facts)
    if spot[1] not in floor.chairs[spot[0]]:
        raise RuleError("no-such-chair", "Nobody can sit in {table}-{chair}.", facts)
    if spot in floor.taken:
        words = "{name} sits in {table}-{chair} then."
        raise RuleError("chair-taken", words, {**facts, "name": floor.taken[spot][1]})
