"""Who has not come: reservations not claimed, paid entries without their player, by name or by table."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from tables.models import Seat
from tournaments.models import Day, Entry, Event
from tournaments.queries.claims import UNCLAIMED
from tournaments.queries.clock import on_show, reading_of
from tournaments.rules.errors import RuleError
from tournaments.rules.names import listed_name
from tournaments.rules.structure import items_from_json, registration_closes

Order = Literal["name", "table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoShow:
    """An entry whose player was not seen yet. player: his key. table, chair: None while it has none.

    is_stack: it has chips that may be taken up; not a reservation, nor an alternate.
    """

    pk: int
    player: int
    number: int
    name: str
    card: str
    option: str
    state: str
    table: int | None
    chair: int | None
    alternate: int | None
    is_stack: bool


def unclaimed(day: Day) -> QuerySet[Entry]:
    """The Day's stacks that nobody has claimed: paid or in a chair, and not seen there; no alternates."""
    waits_on_list = Q(state=Entry.State.PAID, alternate__isnull=False)
    return _unseen(day).filter(UNCLAIMED).exclude(waits_on_list)


def no_shows(day: Day, order: Order = "name") -> tuple[NoShow, ...]:
    """Every entry of a Day whose player was not seen yet, reservations too.

    By name; or by table and chair, those without a chair after them. Two queries however many there are.
    """
    sitting = Seat.objects.filter(entry=OuterRef("pk"), until=None)
    rows = (
        _unseen(day)
        .filter(UNCLAIMED | Q(state=Entry.State.RESERVED))
        .annotate(
            table_number=Subquery(sitting.values("table__number")[:1]),
            chair=Subquery(sitting.values("chair")[:1]),
        )
        .select_related("player", "option")
        .order_by("player__last_name", "player__first_name", "number")
    )
    found = tuple(map(_no_show, rows))
    return found if order == "name" else tuple(sorted(found, key=_by_table))


def missing_from(day: int) -> int:
    """How many have not come on a Day, by its key. RuleError `nothing-to-print` when nobody is missing."""
    found = _unseen(Day(pk=day)).filter(UNCLAIMED | Q(state=Entry.State.RESERVED)).count()
    if not found:
        raise RuleError("nothing-to-print", "Everybody who reserved or paid is here.")
    return found


def has_begun(day: Day, now: datetime) -> bool:
    """Whether play has begun: the clock runs or ran, and no countdown is on show."""
    if not day.structure or not day.clock_started:
        return False
    reading = reading_of(day, now)
    return reading.state != "waiting" and on_show(day, reading.item).kind != "countdown"


def may_take_up(day: Day, now: datetime) -> bool:
    """Whether the level is over after which the event has unclaimed stacks taken up: the next has begun."""
    if day.event.unclaimed != Event.Unclaimed.TAKEN_UP or not day.structure or not day.clock_started:
        return False
    reading = reading_of(day, now)
    items = items_from_json(day.structure)
    then = registration_closes(items, day.event.unclaimed_level)
    if then is None:
        return reading.state == "finished"
    order = [item.id for item in items]
    return reading.state != "waiting" and order.index(reading.item) >= order.index(then)


def stacks(found: Iterable[NoShow]) -> tuple[NoShow, ...]:
    """Those of a list that have a stack to take up."""
    return tuple(one for one in found if one.is_stack)


def _unseen(day: Day) -> QuerySet[Entry]:
    # Staff who verified a chair have seen who sits in it, also where nobody checked him in.
    seen = Seat.objects.filter(entry=OuterRef("pk"), seen_at__isnull=False)
    return Entry.objects.filter(day=day, checked_in_at=None).filter(~Exists(seen))


def _no_show(entry: Entry) -> NoShow:
    player, alternate = entry.player, entry.alternate if entry.state == Entry.State.PAID else None
    return NoShow(
        pk=entry.pk,
        player=entry.player_id,
        number=entry.number,
        name=listed_name(player.first_name, player.last_name),
        card=player.card or "",
        option=entry.option.name,
        state=entry.state,
        table=entry.table_number,  # type: ignore[attr-defined]
        chair=entry.chair,  # type: ignore[attr-defined]
        alternate=alternate,
        is_stack=entry.state != Entry.State.RESERVED and alternate is None,
    )


def _by_table(one: NoShow) -> tuple[bool, int, int, bool]:
    """In their chairs first, then those who wait for one, then the reservations."""
    return one.table is None, one.table or 0, one.chair or 0, one.state == Entry.State.RESERVED
