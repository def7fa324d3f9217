"""Hand for hand as its page shows it: who still plays, whose bust is held, the card of the last hands."""

from dataclasses import dataclass
from datetime import datetime

from tables.models import Bust, DayFloor, DayTable, Draw, Seat
from tables.queries.answer import OutLine, outs_of_hand
from tournaments.models import Day
from tournaments.queries.house_rules import rules_of
from tournaments.rules.names import listed_name

_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


@dataclass(frozen=True, slots=True)
class HandTable:
    """A table where people play. is_done: it has finished the hand."""

    number: int
    is_done: bool


@dataclass(frozen=True, slots=True)
class HeldBust:
    """A bust that counts once the hand is complete."""

    name: str
    table: int | None
    chair: int | None
    at: datetime


@dataclass(frozen=True, slots=True)
class LastCard:
    """The card that was drawn for the last hands. hands: None once they are over."""

    card: str
    draw: int
    hands: int | None

    @property
    def face(self) -> str:
        """The card as it is printed, as K♠ or 10♥."""
        return self.card[:-1].replace("T", "10") + _SUITS[self.card[-1]]

    @property
    def is_red(self) -> bool:
        """Hearts and diamonds."""
        return self.card[-1] in "hd"


@dataclass(frozen=True, slots=True)
class Hands:
    """hand: its number within the event, 0 while hand for hand is off. minutes: off the clock for each.

    before: who went out in the hand before, with their places.
    """

    hand: int
    minutes: int
    tables: tuple[HandTable, ...]
    held: tuple[HeldBust, ...]
    before: tuple[OutLine, ...]
    last: LastCard | None

    @property
    def left(self) -> tuple[HandTable, ...]:
        """The tables that still play."""
        return tuple(table for table in self.tables if not table.is_done)


def playing_tables(day: Day) -> list[tuple[int, int]]:
    """(number, last hand finished) of the open tables where anybody sits, by number. One query."""
    taken = Seat.objects.filter(day=day, until=None).values("table")
    rows = DayTable.objects.filter(day=day, state=DayTable.State.OPEN, table__in=taken)
    return list(rows.order_by("table__number").values_list("table__number", "hand"))


def hands(day: Day, now: datetime) -> Hands:
    """How hand for hand and the last hands stand. A few queries for each who went out in the hand before."""
    floor = DayFloor.objects.filter(day=day).first()
    hand = floor.hand if floor else 0
    return Hands(
        hand=hand,
        minutes=rules_of(day.event).hand_minutes,
        tables=tuple(HandTable(number, bool(hand) and done == hand) for number, done in playing_tables(day)),
        held=_held(day) if hand else (),
        before=outs_of_hand(day, hand - 1, now) if hand else (),
        last=_last(day, floor) if floor and floor.last_hands is not None else None,
    )


def _held(day: Day) -> tuple[HeldBust, ...]:
    rows = Bust.objects.filter(day=day, held=True).select_related("entry__player", "table").order_by("order")
    return tuple(
        HeldBust(
            listed_name(row.entry.player.first_name, row.entry.player.last_name),
            row.table.number if row.table else None,
            row.chair,
            row.at,
        )
        for row in rows
    )


def _last(day: Day, floor: DayFloor) -> LastCard | None:
    draw = Draw.objects.filter(day=day, purpose="last-hands", voided_at=None).order_by("-number").first()
    return LastCard(str(draw.outcome), draw.number, floor.last_hands) if draw else None
