"""What anybody may know: seats by name where the event shows names, a seat by its card, the commitments."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from tables.models import DaySeed, Seat
from tournaments.models import Day, Entry, Event
from tournaments.queries.name_search import named
from tournaments.rules.names import full_name, typed_words

MOST = 20


@dataclass(frozen=True, slots=True)
class PublicSeat:
    """Where somebody sits; `table` and `chair` are None while he has no chair, `alternate` off the list.

    moved_from: his seat of that Day before, as "24-1", "" if this is the first; moved_at: since when.
    """

    name: str
    table: int | None
    chair: int | None
    state: str
    alternate: int | None = None
    moved_from: str = ""
    moved_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Commitment:
    """What a Day's draws were bound to beforehand; the seed once it is published."""

    day: str
    commitment: str
    published_seed: str | None


def find_public_seats(event: Event, day: Day, text: str) -> tuple[PublicSeat, ...]:
    """Entries of a Day whose names contain all words typed (two letters or more); none where hidden."""
    words = typed_words(text)
    if not event.shows_names or sum(map(len, words)) < 2:
        return ()
    entries = Entry.objects.filter(day=day).exclude(state=Entry.State.CANCELLED).select_related("player")
    found = named(entries, text, "player__").order_by("player__last_name", "player__first_name", "number")
    return _with_chairs(list(found[:MOST]))


def seat_of_token(token: str) -> tuple[Entry, PublicSeat] | None:
    """The entry and the seat that a card's code stands for."""
    entry = Entry.objects.select_related("event", "day", "player").filter(token=token.upper()).first()
    return (entry, _with_chairs([entry])[0]) if entry else None


def commitments(event: Event) -> tuple[Commitment, ...]:
    """Every Day's commitment, by Day; published seeds in hex."""
    seeds = (
        DaySeed.objects.filter(day__event=event)
        .annotate(label=F("day__label"))
        .order_by("day__code", "number")
    )
    return tuple(
        Commitment(seed.label, seed.commitment, bytes(seed.seed).hex() if seed.published_at else None)
        for seed in seeds
    )


def _with_chairs(entries: list[Entry]) -> tuple[PublicSeat, ...]:
    rows = Seat.objects.filter(entry__in=entries).select_related("table").order_by("pk")
    seats: dict[int, list[Seat]] = defaultdict(list)
    for seat in rows:
        seats[seat.entry_id].append(seat)
    return tuple(_public_seat(entry, seats[entry.pk]) for entry in entries)


def _public_seat(entry: Entry, seats: list[Seat]) -> PublicSeat:
    seat = next((one for one in seats if one.until is None), None)
    before = [one for one in seats if seat and one.pk < seat.pk and one.day_id == seat.day_id]
    last = before[-1] if before else None
    return PublicSeat(
        moved_from=f"{last.table.number}-{last.chair}" if last else "",
        moved_at=seat.since if seat and last else None,
        name=full_name(entry.player.first_name, entry.player.last_name),
        table=seat.table.number if seat else None,
        chair=seat.chair if seat else None,
        state=entry.state,
        alternate=entry.alternate if entry.state == Entry.State.PAID else None,
    )
