"""The registration desk: entries reserved, sold, seated and cancelled."""

import base64
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from tables.actions.draw import draw_seat
from tables.actions.no_chair import not_your_turn
from tables.actions.out import take_back_out
from tables.actions.refund import IN_PLAY, give_back, stays_in_play
from tables.actions.sale import Terms, reason_of, sell
from tables.actions.seat import unseat
from tables.models import Seat
from tables.queries.counted_days import refuse_by_counts
from tables.queries.refund import CANCELLABLE, taken_up
from tables.queries.standing import refuse_live
from tournaments.actions.player import add_player
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.journal.prepared import Prepared
from tournaments.models import Day, Entry, Event, Option, Player
from tournaments.queries.sales import Limits, entries_of, may_sell, may_start, may_take_again
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name
from tournaments.rules.payments import Payment
from tournaments.rules.person import Person


@action("entry.reserve")
def reserve(change: Change, /, day: Day, player: Player, option: Option, *, in_line: bool = False) -> Entry:
    """Hold a place for a player, unpaid.

    in_line: he stood in the line when it was cut. RuleError: `player-in` with where he is, and those of
    `may_sell`, `may_start` and `may_take_again`.
    """
    _allowed(change, day, player, option, terms=Terms(), in_line=in_line)
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
    payments: Sequence[Payment] = (),
    override: str = "",
    seat: bool = True,
    in_line: bool = False,
    cut: str = "",
) -> Entry:
    """Sell an entry; a player's reservation becomes it.

    payments: the parts of the price, where it is not paid in one way. override: why a director sells it
    against a limit. seat: draw his seat at once, where the event seats at registration.
    RuleError: as `reserve` and `sell`.
    """
    terms = Terms(method, payments, reason_of(override))
    mine = entries_of(player, day.event_id)
    reserved = next((entry for entry in mine if entry.state == Entry.State.RESERVED), None)
    if reserved is not None:
        in_line = in_line or reserved.in_line
        return _paid(change, reserved, day, option, terms=terms, seat=seat, in_line=in_line, cut=cut)
    terms = _allowed(change, day, player, option, terms=terms, in_line=in_line, mine=mine)
    entry = _new_entry(change, day, player, option, state=Entry.State.PAID, in_line=in_line)
    sell(change, entry, option, terms)
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
    payments: Sequence[Payment] = (),
    override: str = "",
    seat: bool = True,
    in_line: bool = False,
) -> Entry:
    """Add a player and sell him an entry. RuleError: as `add_player` and `register`."""
    player = add_player(change, person, birth_date=birth_date)
    return register(
        change,
        day,
        player,
        option,
        method=method,
        payments=payments,
        override=override,
        seat=seat,
        in_line=in_line,
    )


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
def pay(
    change: Change,
    /,
    entry: Entry,
    *,
    method: str = "cash",
    payments: Sequence[Payment] = (),
    override: str = "",
    seat: bool = True,
    cut: str = "",
) -> Entry:
    """Sell what was reserved. RuleError: `not-reserved`, and those of `register`."""
    if entry.state != Entry.State.RESERVED:
        raise RuleError("not-reserved", "Entry {number} is not a reservation.", {"number": entry.number})
    terms = Terms(method, payments, reason_of(override))
    return _paid(
        change, entry, entry.day, entry.option, terms=terms, seat=seat, in_line=entry.in_line, cut=cut
    )


@action("entry.seat")
def seat_entry(change: Change, /, entry: Entry, *, cut: str = "") -> Entry:
    """Draw the seat of an entry that waits; without a free chair it goes on the alternates list.

    RuleError: `not-waiting`; `not-your-turn` for one on that list already while no chair is left for him.
    """
    if entry.state != Entry.State.PAID:
        words = "Entry {number} does not wait for a seat."
        raise RuleError("not-waiting", words, {"number": entry.number})
    _note(change, entry)
    was_alternate = entry.alternate is not None
    seat = draw_seat(change, entry, cut=cut)
    if seat is None and was_alternate:
        raise not_your_turn(entry)
    _note_seat(change, entry, seat)
    return entry


@action("entry.cancel")
def cancel(
    change: Change, /, entry: Entry, *, reason: str = "", stack: str = "", refund_method: str = ""
) -> Entry:
    """Take an entry back before its player is out: his chair is free, his money is returned.

    One whose stack was taken up is taken back, too, by a director: its player never came.

    stack: where a stack goes that is in play, "removed" or "in-play". refund_method: "" for the way each
    part was paid. RuleError: `cannot-cancel` for one that is out, bagged or cancelled; `pool-final`,
    `cancel-director`, `stack-where`; `refund-method`.
    """
    bust = taken_up(entry)
    if entry.state not in CANCELLABLE and bust is None:
        facts = {"number": entry.number, "state": entry.state}
        raise RuleError("cannot-cancel", "Entry {number} is {state} and cannot be cancelled.", facts)
    stays = stays_in_play(change, entry, stack)
    _note(change, entry)
    change.note(reason=reason_of(reason))
    if stays:
        change.note(case=IN_PLAY)
    if entry.state == Entry.State.SEATED:
        seat = unseat(change, entry)
        if seat is not None:
            change.note(table=seat.table.number, chair=seat.chair)
    if bust is not None:
        change.note(case="taken-up")
        take_back_out(change, bust)
    give_back(change, entry.purchases.all(), stays=stays, refund_method=refund_method)
    return change.update(entry, state=Entry.State.CANCELLED, in_line=False, out_at=None)


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
    (last,) = _LAST_NUMBER.first(event.pk) or (0,)
    return int(last) + 1


_LAST_NUMBER = Prepared(
    lambda event: Entry.objects.filter(event=event).order_by("-number").values_list("number")[:1]
)


def new_token() -> str:
    """Twelve characters for the code on a card: 60 bits, upper case, so that the code stays small."""
    return base64.b32encode(secrets.token_bytes(8)).decode()[:12]


def _allowed(
    change: Change,
    day: Day,
    player: Player,
    option: Option,
    *,
    terms: Terms,
    in_line: bool,
    reserved: bool = False,
    mine: Sequence[Entry] | None = None,
) -> Terms:
    """The terms that hold: their reason only if a limit stood in the way. reserved: his place is held.

    mine: his entries in the event, if they are at hand.
    """
    refuse_by_counts(day)
    limits = Limits(day, change.by.role, terms.override)
    limits.ask(may_sell, option, day, change.now, in_line=in_line)
    if not reserved:
        refuse_live(day.event_id, player, mine)
    may_start(option, player, change.now, change.by.role, mine)
    limits.ask(may_take_again, option, player)
    return replace(terms, override=limits.used)


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
        # Who pays at the desk stands there.
        checked_in_at=change.happened_at if state == Entry.State.PAID else None,
    )
    _note(change, entry)
    return entry


def _paid(
    change: Change,
    entry: Entry,
    day: Day,
    option: Option,
    *,
    terms: Terms,
    seat: bool,
    in_line: bool,
    cut: str,
) -> Entry:
    """A reservation sold, on the Day and with the option he takes now."""
    terms = _allowed(change, day, entry.player, option, terms=terms, in_line=in_line, reserved=True)
    change.update(
        entry,
        state=Entry.State.PAID,
        paid_at=change.happened_at,
        checked_in_at=change.happened_at,
        day=day,
        option=option,
        reentry=option.kind == Option.Kind.REENTRY,
        in_line=in_line,
    )
    _note(change, entry)
    sell(change, entry, option, terms)
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
        _entry, table, chair = seat.draw.outcome  # type: ignore[union-attr]  # a seat just drawn has its draw
        change.note(case="seated", table=table, chair=chair)
