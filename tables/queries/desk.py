"""What the desk needs to sell: players found with their standing, and what may be sold to one."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from tables.models import Bust, Seat
from tables.queries.places import is_ranked, out_places
from tables.queries.standing import LIVE, refuse_live
from tournaments.journal.change import utc_now
from tournaments.models import Day, Entry, Event, Option, Player
from tournaments.queries.admission import refuse_stopped
from tournaments.queries.claims import is_unclaimed
from tournaments.queries.players import PlayerFound, find_players
from tournaments.queries.registration import registration_of
from tournaments.queries.sales import Limits, may_give_up, may_sell, may_start, may_take_again
from tournaments.rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands in an event by his newest entry that was not cancelled.

    is_unclaimed: it is paid for and he was not checked in yet. out: his place once there are places; before
    that his number in the order of going out, while registration is open on his Day.
    """

    entry: int
    number: int
    state: str
    state_words: str
    table: int | None
    chair: int | None
    alternate: int | None
    is_unclaimed: bool = False
    out: int | None = None

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
    """An option; refusal says why it cannot be taken now, None if it can.

    may_override: a director may sell it all the same, if he says why. gives_up: the entry whose stack its
    player gives up with it.
    """

    option: Option
    refusal: RuleError | None
    may_override: bool = False
    gives_up: int | None = None


def desk_find(event: Event, text: str, limit: int = 8) -> tuple[DeskFound, ...]:
    """Players by what was typed, with where they stand in this event."""
    found = find_players(text, limit)
    known = standings(event, [player.pk for player in found])
    return tuple(DeskFound(player, known.get(player.pk)) for player in found)


def standings(event: Event, players: list[int], now: datetime | None = None) -> dict[int, Standing]:
    """By player, for those who have an entry in this event. A fixed number of queries."""
    entries = list(
        Entry.objects.filter(event=event, player__in=players)
        .exclude(state=Entry.State.CANCELLED)
        .select_related("day")
        .order_by("number")
    )
    seats = Seat.objects.filter(entry__in=[e.pk for e in entries], until=None)
    chairs = {
        entry: (table, chair)
        for entry, table, chair in seats.values_list("entry_id", "table__number", "chair")
    }
    outs = _outs(event, entries, now or utc_now())
    return {entry.player_id: _standing(entry, chairs.get(entry.pk), outs.get(entry.pk)) for entry in entries}


def _outs(event: Event, entries: list[Entry], now: datetime) -> dict[int, int]:
    """By entry, its place; while there are no places, as how manieth it went out where entries are taken."""
    gone = [entry.pk for entry in entries if entry.state == Entry.State.OUT]
    if not gone:
        return {}
    if is_ranked(event, now):
        return out_places(event, gone, now)
    days = {entry.day_id: entry.day for entry in entries}
    for day in days.values():
        day.event = event
    still_open = {pk for pk, day in days.items() if registration_of(day, now).is_open}
    busts = Bust.objects.filter(entry__in=gone, day__in=still_open)
    return dict(busts.values_list("entry_id", "order"))


def _standing(entry: Entry, chair: tuple[int, int] | None, out: int | None) -> Standing:
    return Standing(
        entry=entry.pk,
        number=entry.number,
        state=entry.state,
        state_words=entry.get_state_display(),
        table=chair[0] if chair else None,
        chair=chair[1] if chair else None,
        alternate=entry.alternate if entry.state == Entry.State.PAID else None,
        is_unclaimed=is_unclaimed(entry),
        out=out,
    )


def entry_offers(
    event: Event, day: Day, player: Player | None, now: datetime, role: str = ""
) -> tuple[Offer, ...]:
    """The options that begin an entry, each with why it cannot be taken; player None: a new one.

    role: of the reader; why a player is stopped is for directors alone.
    """
    reserved = _has_reservation(event, player)
    stack = _stack_to_give_up(event, player, now)
    starts = event.options.filter(kind__in=Option.STARTS_ENTRY)

    def ask(limits: Limits, option: Option) -> None:
        # Who stood in the line may enter once it is cut: the clerk says so, the sale asks.
        limits.ask(may_sell, option, day, now, in_line=day.line_cut_at is not None)
        if player is None:
            if option.kind == Option.Kind.REENTRY:
                raise RuleError("reentry-first", "A new player takes an entry first.")
        elif stack is not None and option.kind == Option.Kind.REENTRY:
            refuse_stopped(player, now, role)
            limits.ask(may_take_again, option, player)
        else:
            if not reserved:
                refuse_live(event.pk, player)
            may_start(option, player, now, role)
            limits.ask(may_take_again, option, player)

    return tuple(
        _offer(ask, option, day, role, stack if option.kind == Option.Kind.REENTRY else None)
        for option in starts
    )


def extra_offers(entry: Entry, now: datetime, role: str = "") -> tuple[Offer, ...]:
    """What may be taken on an entry that is in: rebuys, add-ons and the like. role: of the reader."""
    if entry.state not in {Entry.State.PAID, Entry.State.SEATED}:
        return ()
    extras = entry.event.options.exclude(kind__in=Option.STARTS_ENTRY)

    def ask(limits: Limits, option: Option) -> None:
        limits.ask(may_sell, option, entry.day, now, in_line=entry.in_line)
        limits.ask(may_take_again, option, entry.player)

    return tuple(_offer(ask, option, entry.day, role) for option in extras)


def _has_reservation(event: Event, player: Player | None) -> bool:
    if player is None:
        return False
    return Entry.objects.filter(event=event, player=player, state=Entry.State.RESERVED).exists()


def _stack_to_give_up(event: Event, player: Player | None, now: datetime) -> int | None:
    """The entry whose stack the player may give up now for a re-entry, None if he may not."""
    if player is None or not event.may_give_up_stack:
        return None
    rows = Entry.objects.filter(event=event, player=player, state=Entry.State.SEATED).select_related("day")
    entry = rows.first()
    if entry is None:
        return None
    entry.event = entry.day.event = event
    try:
        may_give_up(entry, now)
    except RuleError:
        return None
    return entry.pk


def _offer(
    ask: Callable[[Limits, Option], None], option: Option, day: Day, role: str, gives_up: int | None = None
) -> Offer:
    """What stands in the way of an option. A director is asked as if he had a reason to set limits aside."""
    limits = Limits(day, role, reason="?")
    try:
        ask(limits, option)
    except RuleError as error:
        return Offer(option, error)
    return Offer(option, limits.against, may_override=limits.against is not None, gives_up=gives_up)
