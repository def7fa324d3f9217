"""Who finished where, and for what: the ranking of an event."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tables.models import Bust
from tables.queries.places import is_ranked, outs_since
from tables.queries.prizes import Prizes, prizes
from tournaments.models import Entry, Event
from tournaments.rules.names import listed_name
from tournaments.rules.standings import Place, places


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One entry that is out, or the winner.

    order: the nth out, None for the winner. place, tied, prize: as tables/queries/places.py PlaceOf has them.
    seat: where he sat last, as 12-4. by: who won the hand.
    """

    entry: int
    number: int
    player: int
    name: str
    country: str
    order: int | None
    place: int | None
    tied: bool = False
    prize: int | None = None
    held: bool = False
    kind: str = ""
    seat: str = ""
    by: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Results:
    """The ranking, best first: by place where there is one, else the last out first.

    ranked: places are given. left: players still in.
    """

    ranked: bool
    left: int
    prizes: Prizes
    rows: tuple[Result, ...]


def results(event: Event, now: datetime) -> Results:
    """The ranking of an event as it stands. Seven queries at most, however large the field."""
    ranked, prize = is_ranked(event, now), prizes(event)
    playing = list(Entry.objects.filter(event=event, state__in=Entry.PLAYING).values_list("pk", "player_id"))
    busts = list(_busts(event))
    found = _places(event, playing, busts) if ranked else {}
    shares = _shares(found, prize)
    rows = [_row(bust, found.get(bust["entry_id"]), shares.get(bust["entry_id"])) for bust in busts]
    rows.reverse()
    rows.sort(key=lambda row: (row.place is None, row.place or 0))
    if ranked and len(playing) == 1 and busts and not any(bust["held"] for bust in busts):
        rows.insert(0, _winner(playing[0][0], prize))
    return Results(ranked, len(playing), prize, tuple(rows))


_COLUMNS = (
    "entry_id",
    "entry__number",
    "entry__player_id",
    "entry__player__first_name",
    "entry__player__last_name",
    "entry__player__country",
    "order",
    "held",
    "kind",
    "at",
    "chair",
    "table__number",
    "by__player__first_name",
    "by__player__last_name",
)
_Row = dict[str, Any]


def _busts(event: Event) -> list[_Row]:
    return list(Bust.objects.filter(event=event).order_by("order").values(*_COLUMNS))


def _places(event: Event, playing: list[tuple[int, int]], busts: list[_Row]) -> dict[int, Place]:
    held = {bust["entry__player_id"] for bust in busts if bust["held"]}
    outs = outs_since(event)
    in_again = {player for _entry, player in playing} | held
    return places(len(playing) + len(held) + len(outs), outs, in_again)


def _shares(found: dict[int, Place], prize: Prizes) -> dict[int, int]:
    """The prize of each entry that has a place; of those tied the odd units go to the first out."""
    turns: dict[int, int] = defaultdict(int)
    shares = {}
    for entry, place in found.items():
        shares[entry] = prize.of(place, turns[place.place])
        turns[place.place] += 1
    return shares


def _row(bust: _Row, place: Place | None, prize: int | None) -> Result:
    table, by = bust["table__number"], bust["by__player__last_name"]
    return Result(
        entry=bust["entry_id"],
        number=bust["entry__number"],
        player=bust["entry__player_id"],
        name=listed_name(bust["entry__player__first_name"], bust["entry__player__last_name"]),
        country=bust["entry__player__country"],
        order=bust["order"],
        place=place.place if place else None,
        tied=bool(place and place.tied),
        prize=prize,
        held=bust["held"],
        kind=bust["kind"],
        seat=f"{table}-{bust['chair']}" if table else "",
        by=listed_name(bust["by__player__first_name"], by) if by is not None else "",
        at=bust["at"],
    )


def _winner(entry: int, prize: Prizes) -> Result:
    winner = Entry.objects.select_related("player").get(pk=entry)
    player = winner.player
    return Result(
        entry=winner.pk,
        number=winner.number,
        player=player.pk,
        name=listed_name(player.first_name, player.last_name),
        country=player.country,
        order=None,
        place=1,
        prize=prize.of(Place(1)),
    )
