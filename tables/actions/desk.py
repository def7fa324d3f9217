"""The registration desk: entries reserved, sold, seated and cancelled."""

import base64
import secrets
from datetime import date

from django.db.models import Max

from tables.actions.draw import draw_seat
from tables.actions.sale import give_back, sell
from tables.actions.seat import unseat
from tables.models import Seat
from tables.queries.standing import refuse_live
from tournaments.actions.player import add_player
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Entry, Event, Option, Player
from tournaments.queries.sales import may_sell, may_start, may_take_again
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name
from tournaments.rules.person import Person

CANCELLABLE = (Entry.State.RESERVED, Entry.State.PAID, Entry.State.SEATED)


@action("entry.reserve")
def reserve(change: Change, /, day: Day, player: Player, option: Option, *, in_line: bool = False) -> Entry:
    """Hold a place for a player, unpaid.

    in_line: he stood in the line when it was cut. RuleError: `player-in` with where he is, and those of
    `may_sell`, `may_start` and `may_take_again`.
    """
    _refuse_entry(change, day, player, option, in_line=in_line)
    return _new_entry(change, day, player, option, state=Entry.State.RESERVED, in_line=in_line)


@action("entry.register")
def register(
    change: Change,
    /,
    day: Day,
    player: Player,
    option: Option,
    *,
    method: str = "cash",
    seat: bool = True,
    in_line: bool = False,
    cut: str = "",
) -> Entry:
    """Sell an entry; a player's reservation becomes it.

    seat: draw his seat at once, where the event seats at registration. RuleError: as `reserve`; `method`.
    """
    reserved = Entry.objects.filter(event=day.event_id, player=player, state=Entry.State.RESERVED).first()
    if reserved is not None:
        in_line = in_line or reserved.in_line
        return _paid(change, reserved, day, option, method=method, seat=seat, in_line=in_line, cut=cut)
    _refuse_entry(change, day, player, option, in_line=in_line)
    entry = _new_entry(change, day, player, option, state=Entry.State.PAID, in_line=in_line)
    sell(change, entry, option, method)
    return _seated(change, entry, seat=seat, cut=cut)


@action("entry.register_new")
def register_new(
    change: Change,
    /,
    day: Day,
    option: Option,
    person: Person,
    *,
    birth_date: date | None = None,
    method: str = "cash",
    seat: bool = True,
    in_line: bool = False,
) -> Entry:
    """Add a player and sell him an entry. RuleError: as `add_player` and `register`."""
    player = add_player(change, person, birth_date=birth_date)
    return register(change, day, player, option, method=method, seat=seat, in_line=in_line)


@action("entry.reserve_new")
def reserve_new(
    change: Change,
    /,
    day: Day,
    option: Option,
    person: Person,
    *,
    birth_date: date | None = None,
    in_line: bool = False,
) -> Entry:
    """Add a player and hold a place for him. RuleError: as `add_player` and `reserve`."""
    return reserve(change, day, add_player(change, person, birth_date=birth_date), option, in_line=in_line)


@action("entry.pay")
def pay(change: Change, /, entry: Entry, *, method: str = "cash", seat: bool = True, cut: str = "") -> Entry:
    """Sell what was reserved. RuleError: `not-reserved`, and those of `register`."""
    if entry.state != Entry.State.RESERVED:
        raise RuleError("not-reserved", "Entry {number} is not a reservation.", {"number": entry.number})
    return _paid(
        change, entry, entry.day, entry.option, method=method, seat=seat, in_line=entry.in_line, cut=cut
    )


@action("entry.seat")
def seat_entry(change: Change, /, entry: Entry, *, cut: str = "") -> Entry:
    """Draw the seat of an entry that waits; without a free chair it goes on the alternates list.

    RuleError: `not-waiting`.
    """
    if entry.state != Entry.State.PAID:
        words = "Entry {number} does not wait for a seat."
        raise RuleError("not-waiting", words, {"number": entry.number})
    _note(change, entry)
    _note_seat(change, entry, draw_seat(change, entry, cut=cut))
    return entry


@action("entry.cancel")
def cancel(change: Change, /, entry: Entry, *, reason: str = "") -> Entry:
    """Take an entry back before its player is out: his chair is free, his money is returned.

    RuleError: `cannot-cancel` for one that is out, bagged or cancelled; `pool-final`.
    """
    if entry.state not in CANCELLABLE:
        facts = {"number": entry.number, "state": entry.state}
        raise RuleError("cannot-cancel", "Entry {number} is {state} and cannot be cancelled.", facts)
    if change.event.pool_final_at is not None and entry.state != Entry.State.RESERVED:
        raise RuleError("pool-final", "The prize pool is final: no entry is taken back any more.")
    _note(change, entry)
    if entry.state == Entry.State.SEATED:
        unseat(change, entry)
    returned = give_back(change, entry.purchases.all())
    change.note(reason=reason[:200], returned=returned)
    return change.update(entry, state=Entry.State.CANCELLED, in_line=False)


@action("entry.in_line")
def mark_in_line(change: Change, /, entry: Entry, *, in_line: bool = True) -> Entry:
    """Mark a reservation as standing in line: it may be paid after the line was cut.

    RuleError: `not-reserved`.
    """
    if entry.state != Entry.State.RESERVED:
        raise RuleError("not-reserved", "Entry {number} is not a reservation.", {"number": entry.number})
    _note(change, entry)
    change.note(case="" if in_line else "off")
    return change.update(entry, in_line=in_line)


def next_number(event: Event) -> int:
    """The number of the next entry of an event."""
    return (Entry.objects.filter(event=event).aggregate(n=Max("number"))["n"] or 0) + 1


def new_token() -> str:
    """Twelve characters for the code on a card: 60 bits, upper case, so that the code stays small."""
    return base64.b32encode(secrets.token_bytes(8)).decode()[:12]


def _refuse_entry(change: Change, day: Day, player: Player, option: Option, *, in_line: bool) -> None:
    may_sell(option, day, change.now, in_line=in_line)
    refuse_live(day.event_id, player)
    may_start(option, player, change.now, change.by.role)
    may_take_again(option, player)


def _new_entry(
    change: Change, day: Day, player: Player, option: Option, *, state: str, in_line: bool
) -> Entry:
    entry = change.create(
        Entry,
        event=change.event,
        day=day,
        player=player,
        number=next_number(change.event),
        state=state,
        option=option,
        reentry=option.kind == Option.Kind.REENTRY,
        token=new_token(),
        in_line=in_line,
        made_at=change.happened_at,
        paid_at=change.happened_at if state == Entry.State.PAID else None,
    )
    _note(change, entry)
    return entry


def _paid(
    change: Change,
    entry: Entry,
    day: Day,
    option: Option,
    *,
    method: str,
    seat: bool,
    in_line: bool,
    cut: str,
) -> Entry:
    """A reservation sold, on the Day and with the option he takes now."""
    may_sell(option, day, change.now, in_line=in_line)
    may_start(option, entry.player, change.now, change.by.role)
    may_take_again(option, entry.player)
    change.update(
        entry,
        state=Entry.State.PAID,
        paid_at=change.happened_at,
        day=day,
        option=option,
        reentry=option.kind == Option.Kind.REENTRY,
        in_line=in_line,
    )
    _note(change, entry)
    sell(change, entry, option, method)
    return _seated(change, entry, seat=seat, cut=cut)


def _seated(change: Change, entry: Entry, *, seat: bool, cut: str) -> Entry:
    if seat and change.event.seating == Event.Seating.AT_REGISTRATION:
        _note_seat(change, entry, draw_seat(change, entry, cut=cut))
    return entry


def _note(change: Change, entry: Entry) -> None:
    player = entry.player
    change.note(
        day=entry.day.code,
        number=entry.number,
        name=full_name(player.first_name, player.last_name),
        option=entry.option.name,
    )


def _note_seat(change: Change, entry: Entry, seat: Seat | None) -> None:
    if seat is None:
        change.note(case="alternate", alternate=entry.alternate)
    else:
        change.note(case="seated", table=seat.table.number, chair=seat.chair)
