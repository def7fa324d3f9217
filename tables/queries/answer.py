"""What the console answers where the finger was: the action just done, who is out with place and prize."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from tables.models import Bust, Seat
from tables.queries.journal import JournalLine, journal_line
from tables.queries.places import PlaceOf, place_of
from tournaments.journal.record import keys_of
from tournaments.models import Action, Day, Event, Option
from tournaments.queries.registration import registration_of
from tournaments.rules.names import full_name

OUTS = frozenset({"bust.bust", "bust.several", "bust.correct", "bust.won_by", "hand.complete", "hand.stop"})
NEW_OUTS = frozenset({"bust.bust", "bust.several"})
MOST_SHOWN = 10


@dataclass(frozen=True, slots=True)
class OutLine:
    """Somebody who is out. fares: his number out, then place and prize. by: who won the hand, if known."""

    bust: int
    entry: int
    player: int
    name: str
    table: int | None
    chair: int | None
    at: datetime
    by: int | None
    fares: PlaceOf


@dataclass(frozen=True, slots=True)
class Answer:
    """An action with whoever it put out. may_reenter: the event still sells a second entry.

    moved: the seat that a move gave, or that was drawn for one who is back in, while its player has it.
    """

    line: JournalLine
    outs: tuple[OutLine, ...] = ()
    may_reenter: bool = False
    moved: int | None = None


def answer_of(event: Event, key: int, role: str, zone: str, now: datetime) -> Answer | None:
    """An action of the event by its key, as the panel says it; None if it is not there."""
    row = Action.objects.filter(event=event, pk=key).select_related("actor").first()
    if row is None:
        return None
    line = journal_line(row, role, ZoneInfo(zone))
    is_drawn = row.kind == "bust.reinstate" and row.facts.get("case") == "drawn"
    if (row.kind == "seat.move" or is_drawn) and not line.is_undone:
        begun = [pk for model, pk in keys_of(row.writes) if model == Seat._meta.label_lower]
        seats = Seat.objects.filter(pk__in=begun, until=None)
        return Answer(line, moved=seats.values_list("pk", flat=True).first())
    if row.kind not in OUTS or line.is_undone:
        return Answer(line)
    keys = [pk for model, pk in keys_of(row.writes) if model == Bust._meta.label_lower]
    # Those put out before others carry the others' new numbers in the same action.
    busts = Bust.objects.filter(pk__in=keys)
    if row.kind in NEW_OUTS:
        busts = busts.filter(at=row.happened_at)
    outs = tuple(_out(bust, now) for bust in _read(busts)[:MOST_SHOWN])
    return Answer(line, outs, may_reenter(event, outs, now))


def outs_from(
    event: Event, table: int, now: datetime, most: int = 10, asked: int | None = None
) -> tuple[OutLine, ...]:
    """Who went out from a table, newest first; asked: an entry that is out, before all."""
    found = list(_read(Bust.objects.filter(event=event, table__number=table))[:most])
    if asked is not None:
        mine = list(_read(Bust.objects.filter(event=event, entry=asked)))
        found = [*mine, *(bust for bust in found if bust.entry_id != asked)]
    return tuple(_out(bust, now) for bust in found)


def outs_of_hand(day: Day, hand: int, now: datetime) -> tuple[OutLine, ...]:
    """Who went out on a Day in the hand of this number, in order; of very many the first few."""
    busts = _read(Bust.objects.filter(day=day, hand=hand)).order_by("order")
    return tuple(_out(bust, now) for bust in busts[:MOST_SHOWN])


def latest_outs(event: Event, most: int = 30) -> tuple[Bust, ...]:
    """Those who went out last, the newest first: a bust entered late goes before one of them."""
    rows = Bust.objects.filter(event=event).order_by("-order").select_related("entry__player")
    return tuple(rows[:most])


def done_by(event: Event, staff: object, request_id: str | None) -> int | None:
    """The key of the action that a request has just done; its paper is no action of its own here."""
    rows = Action.objects.filter(event=event).exclude(kind__startswith="print.")
    rows = rows.filter(request_id=request_id) if request_id else rows.filter(actor=staff)  # type: ignore[misc]
    return rows.order_by("-seq").values_list("pk", flat=True).first()


def _read(busts: QuerySet[Bust]) -> QuerySet[Bust]:
    return busts.select_related("entry__player", "entry__event", "table").order_by("-order")


def _out(bust: Bust, now: datetime) -> OutLine:
    player = bust.entry.player
    return OutLine(
        bust=bust.pk,
        entry=bust.entry_id,
        player=player.pk,
        name=full_name(player.first_name, player.last_name),
        table=bust.table.number if bust.table else None,
        chair=bust.chair,
        at=bust.at,
        by=bust.by_id,
        fares=place_of(bust.entry, now),
    )


def may_reenter(event: Event, outs: tuple[OutLine, ...], now: datetime) -> bool:
    """Whether a re-entry is still sold on the Day of those who are out."""
    if not outs or not Option.objects.filter(event=event, kind=Option.Kind.REENTRY).exists():
        return False
    day = Bust.objects.select_related("day__event").get(pk=outs[0].bust).day
    return registration_of(day, now).is_open
