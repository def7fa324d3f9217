"""The event, its options and the tables that a simulated evening is played with."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from tables.actions.day import open_event
from tables.actions.room import add_room, add_tables
from tables.models import DayTable, Room, Table
from tables.simulation.chance import Habits
from tournaments.actions.option import add_option
from tournaments.actions.payouts import set_payouts
from tournaments.actions.structure_edit import edit_structure
from tournaments.journal.change import By
from tournaments.models import Day, Event, House, Option
from tournaments.rules.payout_plan import PayoutPlan
from tournaments.rules.schemes import Curve
from tournaments.rules.structure import Break, Item, Level

HALL = "Simulation hall"
STACK, CHIPS = 30_000, [25, 100, 500, 1_000, 5_000, 25_000]
LEVEL, PAUSE, PAUSE_AFTER = timedelta(minutes=20), timedelta(minutes=15), 4
BIG_BLINDS = (
    *(200, 300, 400, 600, 800, 1_000, 1_200, 1_600, 2_000, 2_400, 3_000, 4_000, 5_000, 6_000, 8_000),
    *(10_000, 12_000, 16_000, 20_000, 24_000, 30_000, 40_000, 50_000, 60_000, 80_000, 100_000, 120_000),
    *(160_000, 200_000, 240_000),
)
REGISTRATION_LEVEL = 8
MOST_CHAIRS = 10
PRICE = (450_00, 50_00)


@dataclass(frozen=True, slots=True)
class Setting:
    """Where an evening is played. players: how many people come, the late ones among them."""

    event: Event
    day: Day
    entry: Option
    reentry: Option
    players: int

    def now(self) -> Day:
        """The Day as it stands, its event with it."""
        return Day.objects.select_related("event").get(pk=self.day.pk)


def make_setting(
    by: By, *, slug: str, players: int, chairs: int, chance: random.Random, habits: Habits
) -> Setting:
    """Make an event with its Day, options, prizes and tables; tables that the house lacks are added.

    RuleError as the actions behind it.
    """
    seats = players if chance.random() >= habits.short_room else int(players * habits.early * 0.95)
    numbers = _tables(by, max(1 if players <= chairs else 2, -(-seats // chairs)), chairs)
    event = open_event(
        by,
        slug=slug,
        name=f"Simulated evening, {players} players",
        template=None,
        starts_at=by.clock(),
        currency=House.objects.values_list("currency", flat=True).first() or "EUR",
        stack=STACK,
        chips=CHIPS,
        chairs=chairs,
        registration_level=REGISTRATION_LEVEL,
        seating=Event.Seating.FOR_ALL,
        rules={"reserve_while_open": chairs},
        option=_priced(Option.Kind.ENTRY, "Entry"),
        tables=numbers,
    )
    day = event.days.get()
    edit_structure(by, day, structure())
    add_option(by, event, **_priced(Option.Kind.REENTRY, "Re-entry"))
    set_payouts(by, event, plan=PayoutPlan(Curve(), unit=100))
    return setting_of(event, players)


def setting_of(event: Event, players: int) -> Setting:
    """The setting of an event that has its options and its Day already."""
    kinds = {option.kind: option for option in event.options.order_by("-pk")}
    day = event.days.select_related("event").order_by("code")[0]
    return Setting(event, day, kinds[Option.Kind.ENTRY], kinds[Option.Kind.REENTRY], players)


def structure() -> Sequence[Item]:
    """A plain evening: levels of twenty minutes, a break after every fourth."""
    items: list[Item] = []
    for number, big in enumerate(BIG_BLINDS, start=1):
        items.append(
            Level(
                id=len(items) + 1,
                number=number,
                duration_ms=LEVEL // timedelta(milliseconds=1),
                small_blind=big // 2,
                big_blind=big,
                ante=big,
                ante_kind="big-blind",
            )
        )
        if number % PAUSE_AFTER == 0:
            items.append(Break(id=len(items) + 1, duration_ms=PAUSE // timedelta(milliseconds=1)))
    return items


def _priced(kind: str, name: str) -> dict[str, Any]:
    prize, fee = PRICE
    return {"kind": kind, "name": name, "prize": prize, "fee": fee, "staff": 0, "chips": STACK}


def _tables(by: By, wanted: int, chairs: int) -> list[int]:
    """The numbers of so many tables that no event has open, the lowest first; new ones where that is too few.

    They get ten chairs, for a final table seats one more than the others.
    """
    taken = DayTable.objects.exclude(state=DayTable.State.CLOSED).values("table")
    free = Table.objects.filter(lent=False, chairs__gte=chairs).exclude(pk__in=taken)
    numbers = list(free.order_by("number").values_list("number", flat=True)[:wanted])
    if len(numbers) < wanted:
        hall = Room.objects.filter(name=HALL).first() or add_room(by, name=HALL)
        last = Table.objects.order_by("-number").values_list("number", flat=True).first() or 0
        first, last = last + 1, last + wanted - len(numbers)
        add_tables(by, hall, first=first, last=last, chairs=MOST_CHAIRS)
        numbers += range(first, last + 1)
    return numbers
