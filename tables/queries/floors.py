"""The floors of several Days at once, for whoever looks at the whole house."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, OuterRef

from tables.models import Bust, DayFloor, DayTable, Seat
from tables.queries.balance import PlayedFloor, _played, next_to_break
from tables.queries.halts import Halt, halts
from tables.queries.no_shows import has_begun
from tables.rules.halts import SHORT
from tables.rules.seating import tables_needed
from tournaments.models import Day
from tournaments.queries.house_rules import rules_of


@dataclass(frozen=True, slots=True)
class FloorNews:
    """What whoever looks after other events must know of a Day's floor.

    halts: the tables that stand still, or should. breaks: how many tables its players no longer need, next
    which of them goes first (None: drawn, or none can). free: numbers of its closed tables that nobody has.
    """

    halts: tuple[Halt, ...] = ()
    breaks: int = 0
    next: int | None = None
    free: tuple[int, ...] = ()


def floor_news(days: Sequence[Day], now: datetime) -> dict[int, FloorNews]:
    """The news of each of these Days, by key. Five queries, however many Days, tables and players."""
    floors, short, free = _floors(days, now), _short(days), _free(days)
    found = {}
    for day in days:
        floor = floors[day.pk]
        breaks, number = _breaks(day, now, floor)
        found[day.pk] = FloorNews(
            halts=halts(day, now, floor, short=frozenset(short[day.pk])),
            breaks=breaks,
            next=number,
            free=tuple(free[day.pk]),
        )
    return found


def _breaks(day: Day, now: datetime, floor: PlayedFloor) -> tuple[int, int | None]:
    """How many tables could break by now, and which first."""
    following = next_to_break(day, now, floor)
    if not following.is_due or floor.last_hands is not None or not has_begun(day, now):
        return 0, None
    spare = len(floor.all) - tables_needed(floor.players + following.reserve, day.event.chairs)
    return max(1, spare), following.table


def _floors(days: Sequence[Day], now: datetime) -> dict[int, PlayedFloor]:
    """As `played_floor`, without who is kept apart from whom: nobody is moved here."""
    taken: dict[int, dict[int, str]] = defaultdict(dict)
    locked: dict[int, set[str]] = defaultdict(set)
    seats = Seat.objects.filter(day__in=days, until=None).order_by()
    for table, chair, entry, is_locked in seats.values_list("table_id", "chair", "entry_id", "locked"):
        taken[table][chair] = str(entry)
        if is_locked:
            locked[table].add(str(entry))
    told_since = {day.pk: now - timedelta(minutes=rules_of(day.event).hand_minutes) for day in days}
    tables = defaultdict(list)
    rows = DayTable.objects.filter(day__in=days, state=DayTable.State.OPEN).select_related("table")
    for row in rows.order_by("table__number"):
        played = _played(row, taken[row.table_id], locked[row.table_id], told_since[row.day_id])
        tables[row.day_id].append(played)
    rules: Mapping[int, DayFloor] = {floor.day_id: floor for floor in DayFloor.objects.filter(day__in=days)}
    return {
        day.pk: PlayedFloor(
            tables=tuple(tables[day.pk]),
            rule=rules[day.pk].break_rule if day.pk in rules else DayFloor.BreakRule.HIGHEST,
            among=rules[day.pk].break_among if day.pk in rules else 0,
            apart=frozenset(),
            last_hands=rules[day.pk].last_hands if day.pk in rules else None,
        )
        for day in days
    }


def _short(days: Sequence[Day]) -> dict[int, set[int]]:
    """Tables that busts alone have made short, by Day."""
    found: dict[int, set[int]] = defaultdict(set)
    busts = Bust.objects.filter(day__in=days, table__isnull=False).order_by().values("day", "table__number")
    counted = busts.annotate(n=Count("pk")).filter(n__gte=SHORT)
    for day, number in counted.values_list("day", "table__number"):
        found[day].add(number)
    return found


def _free(days: Sequence[Day]) -> dict[int, list[int]]:
    """Tables that a Day has closed and that no other has taken since, by Day."""
    found: dict[int, list[int]] = defaultdict(list)
    taken = DayTable.objects.filter(table=OuterRef("table")).exclude(state=DayTable.State.CLOSED)
    rows = DayTable.objects.filter(day__in=days, state=DayTable.State.CLOSED, table__lent=False)
    rows = rows.filter(~Exists(taken)).order_by("table__number")
    for day, number in rows.values_list("day", "table__number"):
        found[day].append(number)
    return found
