"""What stands beside the desk's search: what may be sold to somebody, the last sale, the room."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from tables.models import PrintJob
from tables.queries.alternates import on_list
from tables.queries.desk import Offer, entry_offers, extra_offers
from tables.queries.entries import EntryLine, entry_counts, entry_line
from tables.queries.room import day_room
from tables.queries.slips import REFUNDS
from tournaments.journal.change import utc_now
from tournaments.journal.undo_rights import begun_days, may_undo_row
from tournaments.models import Action, Day, Entry, Event, Option, Player, Staff
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name

SALES = (
    "entry.register",
    "entry.register_new",
    "entry.pay",
    "entry.take_option",
    "entry.reenter_giving_up",
    "entry.check_in",
    "bust.give_back",
    *REFUNDS,
)
PAPERS = ("seat_cards", "alternate_ticket", "option_slip", "receipt", "refund_slip")


@dataclass(frozen=True, slots=True)
class RoomNow:
    """How much room a Day has, and the event's entries."""

    chairs: int
    tables: int
    entries: int
    reentries: int
    alternates: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LastSale:
    """A sale with its entry as it is now; line None: it was taken back.

    name, sold: who took which option. action: what Undo takes back, which may_undo asks of the seller.
    returned: of a refund, what went back, in minor units; None where it is none. paper: whether there is one
    to print once more. papers: what was sent to print of it, the newest of each kind.
    """

    line: EntryLine | None
    action: int
    at: datetime
    name: str
    sold: str
    is_extra: bool
    may_undo: bool = True
    is_check_in: bool = False
    returned: int | None = None
    paper: bool = False
    papers: tuple[PrintJob, ...] = ()

    @property
    def is_refund(self) -> bool:
        """Whether it took something back."""
        return self.returned is not None


def panel_offers(
    event: Event, day: Day, player: Player | None, now: datetime, role: str
) -> tuple[Offer, ...]:
    """Every option of the event in its order, each with why it cannot be sold to this player now.

    role: of the reader; why a player is stopped is for directors alone.
    """
    known = {offer.option.pk: offer for offer in entry_offers(event, day, player, now, role)}
    playing = _playing(event, player)
    if playing is not None:
        known |= {offer.option.pk: offer for offer in extra_offers(playing, now, role)}
    return tuple(known.get(option.pk) or _not_in(option, player) for option in event.options.all())


def playing_entry(event: Event, player: Player) -> Entry | None:
    """The entry on which a rebuy or an add-on is taken."""
    states = (Entry.State.PAID, Entry.State.SEATED)
    rows = Entry.objects.filter(event=event, player=player, state__in=states).select_related("day")
    return rows.first()


def room_now(event: Event, day: Day) -> RoomNow:
    """The open chairs of a Day, with those of tables that would still open, and how many tables have one."""
    room, counts = day_room(day), entry_counts(event)
    return RoomNow(
        room.chairs_left, room.tables_with_room, counts.entries, counts.reentries, counts.alternates
    )


def goes_in_line(day: Day) -> bool:
    """Whether who buys in now becomes an alternate: no chair is left beside those for who waits already."""
    ahead = on_list(day).filter(skipped_at=None).count()
    return not day_room(day).has_more_than(ahead)


def last_sale(
    event: Event, staff: Staff, entry: Entry | None = None, *, now: datetime | None = None
) -> LastSale | None:
    """What this member of staff sold last in this event; entry: the last sale on that one."""
    rows = Action.objects.filter(event=event, actor=staff, kind__in=SALES).defer("writes", "answer")
    if entry is not None:
        rows = rows.filter(facts__number=entry.number)
    row = rows.order_by("-seq").first()
    if row is None:
        return None
    # Once it is taken back, its number may be another's.
    sold = Entry.objects.filter(event=event, number=row.facts["number"]) if not row.undone_by_id else None
    found = sold.first() if sold is not None else None
    return LastSale(
        line=entry_line(found) if found else None,
        action=row.pk,
        at=row.happened_at,
        name=row.facts["name"],
        sold=row.facts["option"],
        is_extra=row.kind == "entry.take_option",
        may_undo=may_undo_row(row, staff.role, now or utc_now(), begun_days([row], staff.role)),
        is_check_in=row.kind in {"entry.check_in", "bust.give_back"},
        returned=row.facts.get("returned", 0) if row.kind in REFUNDS else None,
        paper=found is not None and _has_paper(row, found),
        papers=_papers(row, staff, found) if found else (),
    )


def done_at_desk(event: Event, entry: Entry, pk: int | None) -> Action | None:
    """What was sold, paid, checked in or taken back on an entry, by the key of its line in the journal."""
    rows = Action.objects.filter(event=event, pk=pk or 0, kind__in=SALES, facts__number=entry.number)
    return rows.filter(undone_by=None).defer("writes", "answer").first()


def last_paper(event: Event, document: str, **names: object) -> PrintJob | None:
    """The last print of this paper, by what its options name: `entries` of a card, `purchases` of a slip."""
    rows = PrintJob.objects.filter(event=event, document=document)
    return rows.filter(**{f"options__{name}": value for name, value in names.items()}).order_by("-pk").first()


def _papers(row: Action, staff: Staff, entry: Entry) -> tuple[PrintJob, ...]:
    """What this member of staff sent to print of that entry since, in the order of asking."""
    bought = list(entry.purchases.values_list("pk", flat=True))
    of_it = Q(options__entries=[entry.pk]) | Q(options__purchase__in=bought)
    of_it |= Q(options__purchases__0__in=bought)  # one slip is of one entry
    jobs = PrintJob.objects.filter(of_it, event=row.event_id, asked_by=staff, asked_at__gte=row.at)
    jobs = jobs.filter(document__in=PAPERS, options__which="one").select_related("profile").order_by("pk")
    return tuple({job.document: job for job in jobs}.values())


def _has_paper(row: Action, entry: Entry) -> bool:
    """Whether anything can be printed of it: all but a card of who has neither chair nor place in line."""
    if row.kind in REFUNDS:
        return bool(row.facts.get("returned"))
    if row.kind == "entry.check_in" or row.kind == "bust.give_back":
        return entry.state == Entry.State.SEATED or entry.alternate is not None
    return True


def _playing(event: Event, player: Player | None) -> Entry | None:
    entry = playing_entry(event, player) if player else None
    if entry is not None:
        entry.event = entry.day.event = event
    return entry


def _not_in(option: Option, player: Player | None) -> Offer:
    if player is None:
        return Offer(option, RuleError("not-in", "A new player takes an entry first."))
    facts = {"name": full_name(player.first_name, player.last_name), "option": option.name}
    return Offer(option, RuleError("not-in", "{name} is not playing, so {option} cannot be taken.", facts))
