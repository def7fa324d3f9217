"""A print job's facts as words and figures on paper, in the language of who asked and the house's time."""

import functools
from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import formats, translation
from django.utils.translation import gettext as _

from tables.delivery.instants import instant
from tables.delivery.money_words import MONEY_VALUES
from tables.delivery.no_show_words import no_shows_for
from tables.delivery.slip_words import SLIP_VALUES, day_label
from tables.models import PrintJob
from tables.printing.book import MakeBook
from tables.printing.documents import DOCUMENTS
from tables.printing.labels import Labels
from tables.printing.name_list import Seated, name_key
from tables.printing.name_list_page import Heading
from tables.printing.seat_card import SeatCard
from tables.printing.table_card import TableCard
from tables.queries.prints import SeatLine, seats_to_print, tables_to_print
from tournaments.journal.change import utc_now
from tournaments.queries.house import house_name, house_zone
from tournaments.rules.names import full_name, listed_name

Progress = Callable[[int], None]


def make_document(
    job: PrintJob, progress: Progress | None = None, *, also: tuple[MakeBook, ...] = ()
) -> tuple[bytes, ...]:
    """The job's document as a PDF, then drawn into each of the other books; () when nothing it was for is
    there any more. progress: cards or lines done.
    """
    with translation.override(job.options.get("language", "en")):
        values = _VALUES[job.document](job)
        heading = (heading_for(job),) if job.document.startswith("list_") else ()
        make = functools.partial(DOCUMENTS[job.document].make, values, *heading, job.sheet, labels())
        return (make(progress), *(make(None, book) for book in also)) if values else ()


def make_pdf(job: PrintJob, progress: Progress | None = None) -> bytes:
    """The job's document as a PDF; b"" when nothing it was for is there any more."""
    return next(iter(make_document(job, progress)), b"")


def labels() -> Labels:
    """The fixed words in the language that is active."""
    return Labels(
        table=_("Table"),
        seat=_("Seat"),
        name=_("Name"),
        entry=_("Entry"),
        chips=_("Chips"),
        draw_proof=_("Draw proof"),
        reprint=_("Reprint"),
        blocked=_("not in play"),
        as_of=_("As of"),
        page=_("Page {page} of {pages}"),
        seat_cards=_("Seat cards"),
        table_cards=_("Table cards"),
        list_by_name=_("Seats by name"),
        list_by_table=_("Seats by table"),
        list_no_shows=_("Who has not come"),
        slips=_("Slips"),
    )


def seat_cards_for(job: PrintJob) -> tuple[SeatCard, ...]:
    """The cards of a job, by table and chair or by name, as its options say."""
    zone, day = ZoneInfo(house_zone()), day_label(job)
    cards = [_seat_card(line, job, day, zone) for line in seats_to_print(job.options)]
    if job.options.get("order") == "name":
        keyed = {id(card): name_key(Seated(card.name, card.table, card.chair)) for card in cards}
        cards.sort(key=lambda card: keyed[id(card)])
    return tuple(cards)


def table_cards_for(job: PrintJob) -> tuple[TableCard, ...]:
    """The table cards of a job, by number."""
    day, when = day_label(job), instant(utc_now(), ZoneInfo(house_zone()))
    return tuple(
        TableCard(
            table=line.number,
            event=_event_name(job),
            day=day,
            seats=tuple((chair, full_name(first, last)) for chair, first, last in line.seats),
            chairs=line.chairs,
            blocked=line.blocked,
            when=when,
            room=line.room,
            event_colour=_event_colour(job),
            reprint=bool(job.options.get("reprint")),
        )
        for line in tables_to_print(job.options)
    )


def players_for(job: PrintJob) -> tuple[Seated, ...]:
    """Everybody on a job's list, family name first."""
    return tuple(
        Seated(listed_name(line.first_name, line.last_name), line.table, line.chair)
        for line in seats_to_print(job.options)
    )


def heading_for(job: PrintJob) -> Heading:
    """What stands on every page of a list; a reprinted one says so beside the Day."""
    mark = _("Reprint") if job.options.get("reprint") else ""
    day = " · ".join(part for part in (day_label(job), mark) if part)
    return Heading(_event_name(job), day, instant(utc_now(), ZoneInfo(house_zone())))


def _seat_card(line: SeatLine, job: PrintJob, day: str, zone: ZoneInfo) -> SeatCard:
    base = job.options.get("base", "")
    return SeatCard(
        name=full_name(line.first_name, line.last_name),
        table=line.table,
        chair=line.chair,
        event=_event_name(job),
        day=day,
        when=instant(line.since, zone),
        number=_("Card {n}").format(n=line.card) if line.card else _("No. {n}").format(n=line.number),
        option=_("Re-entry {n}").format(n=line.reentry) if line.reentry else line.option,
        chips=_("{n} chips").format(
            n=formats.number_format(line.chips, 0, use_l10n=True, force_grouping=True)
        ),
        room=line.room,
        commitment8=line.commitment8,
        # All in capitals the code needs only its alphanumeric mode, which is the smallest.
        token_url=f"{base}/C/{line.token}".upper() if base else "",
        event_colour=_event_colour(job),
        reprint=bool(job.options.get("reprint")),
    )


def _event_name(job: PrintJob) -> str:
    """The event's name; the house's on a paper of its own."""
    return job.event.name if job.event else house_name()


def _event_colour(job: PrintJob) -> str:
    return job.event.colour if job.event else ""


_VALUES: dict[str, Callable[[PrintJob], tuple[Any, ...]]] = {
    "seat_cards": seat_cards_for,
    "table_cards": table_cards_for,
    "list_by_name": players_for,
    "list_by_table": players_for,
    "list_no_shows": no_shows_for,
    **SLIP_VALUES,
    **MONEY_VALUES,
}
