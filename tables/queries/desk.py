"""What the desk needs to sell: players found with their standing, and what may be sold to one."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from tables.models import Seat
from tables.queries.standing import LIVE, refuse_live
from tournaments.models import Day, Entry, Event, Option, Player
from tournaments.queries.claims import is_unclaimed
from tournaments.queries.players import PlayerFound, find_players
from tournaments.queries.sales import may_sell, may_start, may_take_again
from tournaments.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands in an event by his newest entry that was not cancelled.

    is_unclaimed: it is paid for and he was not checked in yet.
    """

    entry: int
    number: int
    state: str
    state_words: str
    table: int | None
    chair: int | None
    alternate: int | None
    is_unclaimed: bool = False

    @property
    def is_live(self) -> bool:
        return self.state in LIVE


@dataclass(frozen=True, slots=True)
class DeskFound:
    """A player found; standing None: not in this event."""

    player: PlayerFound
    standing: Standing | None


@dataclass(frozen=True, slots=True)
class Offer:
    """An option; refusal says why it cannot be taken now, None if it can."""

    option: Option
    refusal: RuleError | None


def desk_find(event: Event, text: str, limit: int = 8) -> tuple[DeskFound, ...]:
    """Players by what was typed, with where they stand in this event."""
    found = find_players(text, limit)
    known = standings(event, [player.pk for player in found])
    return tuple(DeskFound(player, known.get(player.pk)) for player in found)


def standings(event: Event, players: list[int]) -> dict[int, Standing]:
    """By player, for those who have an entry in this event."""
    entries = list(
        Entry.objects.filter(event=event, player__in=players)
        .exclude(state=Entry.State.CANCELLED)
        .order_by("number")
    )
    seats = Seat.objects.filter(entry__in=[e.pk for e in entries], until=None)
    chairs = {
        entry: (table, chair)
        for entry, table, chair in seats.values_list("entry_id", "table__number", "chair")
    }
    return {entry.player_id: _standing(entry, chairs.get(entry.pk)) for entry in entries}


def _standing(entry: Entry, chair: tuple[int, int] | None) -> Standing:
    return Standing(
        entry=entry.pk,
        number=entry.number,
        state=entry.state,
        state_words=entry.get_state_display(),
        table=chair[0] if chair else None,
        chair=chair[1] if chair else None,
        alternate=entry.alternate if entry.state == Entry.State.PAID else None,
        is_unclaimed=is_unclaimed(entry),
    )


def entry_offers(
    event: Event, day: Day, player: Player | None, now: datetime, role: str = ""
) -> tuple[Offer, ...]:
    """The options that begin an entry, each with why it cannot be taken; player None: a new one.

    role: of the reader; why a player is stopped is for directors alone.
    """
    reserved = _has_reservation(event, player)
    starts = event.options.filter(kind__in=Option.STARTS_ENTRY)

    def ask(option: Option) -> None:
        # Who stood in the line may enter once it is cut: the clerk says so, the sale asks.
        may_sell(option, day, now, in_line=day.line_cut_at is not None)
        if player is not None:
            if not reserved:
                refuse_live(event.pk, player)
            may_start(option, player, now, role)
            may_take_again(option, player)
        elif option.kind == Option.Kind.REENTRY:
            raise RuleError("reentry-first", "A new player takes an entry first.")

    return tuple(Offer(option, _refusal(ask, option)) for option in starts)


def extra_offers(entry: Entry, now: datetime) -> tuple[Offer, ...]:
    """What may be taken on an entry that is in: rebuys, add-ons and the like."""
    if entry.state not in {Entry.State.PAID, Entry.State.SEATED}:
        return ()
    extras = entry.event.options.exclude(kind__in=Option.STARTS_ENTRY)

    def ask(option: Option) -> None:
        may_sell(option, entry.day, now, in_line=entry.in_line)
        may_take_again(option, entry.player)

    return tuple(Offer(option, _refusal(ask, option)) for option in extras)


def _has_reservation(event: Event, player: Player | None) -> bool:
    if player is None:
        return False
    return Entry.objects.filter(event=event, player=player, state=Entry.State.RESERVED).exists()


def _refusal(ask: Callable[[Option], None], option: Option) -> RuleError | None:
    try:
        ask(option)
    except RuleError as error:
        return error
    return None
