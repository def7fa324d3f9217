"""Whether an event ranks its players yet, and the place of one entry, read from the end of the order only."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Min, QuerySet

from tables.models import Bust
from tables.queries.prizes import prizes
from tournaments.models import Entry, Event
from tournaments.queries.registration import registration_of
from tournaments.rules.standings import Out, Place, places


@dataclass(frozen=True, slots=True)
class PlaceOf:
    """How an entry fares. order: the nth out, None while it is in; those tied share the first of theirs.

    place and prize (minor units): None while registration is open, while its hand of hand for hand is not
    complete (held), and for an entry whose player was in again later. tied: of one hand with another, while
    there is no place to say it.
    """

    order: int | None
    place: Place | None = None
    prize: int | None = None
    held: bool = False
    tied: bool = False


def is_ranked(event: Event, now: datetime) -> bool:
    """Whether places are given: no Day takes entries any more, not even from a line that was cut."""
    if event.pool_final_at is not None:
        return True
    days = event.days.filter(over_at=None).select_related("event")
    found = [registration_of(day, now) for day in days]
    return not any(registration.is_open or registration.line_cut for registration in found)


def place_of(entry: Entry, now: datetime) -> PlaceOf:
    """The place of an entry that is out, and its prize. Reads the rows of those out later only."""
    event = entry.event
    bust = Bust.objects.filter(entry=entry).first()
    if bust is None:
        return PlaceOf(None)
    if bust.held:
        return PlaceOf(bust.order, held=True)
    if not is_ranked(event, now):
        tied = _tied_with(bust)
        return PlaceOf(min(tied), tied=len(tied) > 1)
    found = _found_from(event, _first_of_hands(event, bust))
    place = found.get(entry.pk)
    return PlaceOf(bust.order, place, prizes(event).of(place, turn_of(entry.pk, found)) if place else None)


def out_places(event: Event, entries: Iterable[int], now: datetime) -> dict[int, int]:
    """The places of those of these entries that are out and have one, by entry. A fixed number of queries."""
    busts = list(Bust.objects.filter(event=event, entry__in=entries, held=False).order_by("order"))
    if not busts or not is_ranked(event, now):
        return {}
    found = _found_from(event, _first_of_hands(event, busts[0]))
    return {bust.entry_id: found[bust.entry_id].place for bust in busts if bust.entry_id in found}


def outs_since(event: Event, order: int = 1) -> list[Out[int]]:
    """Those out from this number of the order on, as the rules of standings take them. One query."""
    return _outs(Bust.objects.filter(event=event, order__gte=order, held=False))


def turn_of(entry: int, found: dict[int, Place]) -> int:
    """Whose turn an entry is among those that share its place, from 0 in the order of going out."""
    together = [key for key, place in found.items() if place.place == found[entry].place]
    return together.index(entry)


def _outs(busts: QuerySet[Bust]) -> list[Out[int]]:
    return [
        Out(entry=entry, order=n, hand=hand, table=table, stack_before=stack, player=player)
        for entry, n, hand, table, stack, player in busts.order_by("order").values_list(
            "entry_id", "order", "hand", "table_id", "stack_before", "entry__player_id"
        )
    ]


def _tied_with(bust: Bust) -> list[int]:
    """The numbers out of those of its hand that will share its place, its own among them."""
    if bust.hand is None:
        return [bust.order]
    hand = _outs(Bust.objects.filter(event=bust.event_id, hand=bust.hand))
    found = places(len(hand), hand)
    return [out.order for out in hand if found[out.entry] == found[bust.entry_id]]


def _found_from(event: Event, begin: int) -> dict[int, Place]:
    """By entry, the places of those out from this number of the order on, which begins a hand."""
    tail = outs_since(event, begin)
    playing = Entry.objects.filter(event=event, state__in=Entry.PLAYING)
    # Of those who play only the ones who were out before: nobody is in twice, so counting suffices.
    later = Bust.objects.filter(event=event, order__gte=begin).order_by().values("entry__player")
    in_again = set(playing.filter(player__in=later).values_list("player_id", flat=True))
    # Whoever is held has not gone out yet, as far as places go.
    held = set(Bust.objects.filter(event=event, held=True).values_list("entry__player_id", flat=True))
    return places(playing.count() + len(held) + len(tail), tail, in_again | held)


def _first_of_hands(event: Event, bust: Bust) -> int:
    """The order at which reading begins, so that no hand which matters is cut in two."""
    begin: int = bust.order
    while True:
        hands = Bust.objects.filter(event=event, order__gte=begin, hand__isnull=False).values("hand")
        first = Bust.objects.filter(event=event, hand__in=hands.order_by()).aggregate(n=Min("order"))["n"]
        if first is None or first >= begin:
            return begin
        begin = first
