"""What a desk prints of a sale or refund: card, alternate's ticket, slip for chips, receipt, refund slip."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from tables.actions.prints import ask_print
from tables.actions.settled_slips import COPIES
from tables.delivery import making
from tables.models import PrinterProfile, PrintJob, Seat
from tables.printing.documents import DOCUMENTS
from tables.queries.alternates import place_of
from tables.queries.desk_panel import last_paper
from tables.queries.slips import REFUNDS, last_refund
from tables.web.prints.device import Use, printer_for, receipt_copies
from tables.web.prints.forms import reading
from tournaments.journal.change import By, utc_now
from tournaments.models import Action, Entry, Event, Option, Purchase
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name
from tournaments.web.players.views import whole_number
from tournaments.web.refusals import sentence
from tournaments.web.who import by

# A card of its own size, where nobody has chosen: a page for one slip is a waste.
LONE_CARD = "4x3"
NAMES = {
    "seat_cards": gettext_lazy("Seat card"),
    "alternate_ticket": gettext_lazy("Alternate's ticket"),
    "option_slip": gettext_lazy("Slip for chips"),
    "receipt": gettext_lazy("Receipt"),
    "refund_slip": gettext_lazy("Refund slip"),
}
USES: dict[str, Use] = {"seat_cards": "cards", "receipt": "receipts", "refund_slip": "receipts"}


@dataclass(frozen=True, slots=True)
class SalePrints:
    """The jobs of a sale as they are now, the main paper first; refused: why one could not be asked for."""

    jobs: tuple[PrintJob, ...] = ()
    refused: str = ""

    @property
    def job(self) -> PrintJob | None:
        """The main paper."""
        return self.jobs[0] if self.jobs else None

    @property
    def named(self) -> tuple[tuple[str, PrintJob], ...]:
        """Each with what it is."""
        return tuple((str(NAMES[job.document]), job) for job in self.jobs)

    @property
    def for_browser(self) -> tuple[PrintJob, ...]:
        """What this browser is to print, in this order."""
        return tuple(job for job in self.jobs if job.state == PrintJob.State.READY)

    @property
    def is_under_way(self) -> bool:
        """Whether a printer still has to answer for any of it."""
        return any(job.state in (PrintJob.State.WAITING, PrintJob.State.MAKING) for job in self.jobs)


@dataclass(frozen=True, slots=True)
class _Wanted:
    document: str
    options: dict[str, Any]
    reprint_of: PrintJob | None = None


def print_sale(
    request: HttpRequest, entry: Entry, purchase: Purchase | None, *,
    received: int | None = None, change: int | None = None, wait: str = "",
) -> SalePrints:  # fmt: skip
    """Ask for all that belongs to a sale and have it made. No printer takes a sale back or holds it up.

    purchase: what was sold; None for the card alone. received, change: cash, in minor units. wait: the time
    an alternate is told, in words; else what the list says.
    """
    wanted = [*_papers(entry, purchase, wait)]
    copies = receipt_copies(request)
    if purchase is not None and copies:
        options: dict[str, Any] = {"purchase": purchase.pk, "copies": list(copies)}
        if received is not None:
            options |= {"received": received, "change": change or 0}
        wanted.append(_Wanted("receipt", options))
    return _printed(request, entry, wanted)


def print_refund(
    request: HttpRequest, entry: Entry, purchases: Sequence[int], copies: Sequence[str]
) -> SalePrints:
    """Ask for the slip of a refund, and have it made; marked, if there was one before."""
    options = {"purchases": sorted(purchases), "copies": list(copies)}
    before = last_paper(entry.event, "refund_slip", purchases=options["purchases"])
    return _printed(request, entry, [_Wanted("refund_slip", options, before)])


def just_printed(request: HttpRequest, event: Event) -> SalePrints:
    """The job that `print` in the address names, for the page a press led to; none, if not of this event."""
    pk = whole_number(request.GET.get("print"))
    jobs = PrintJob.objects.filter(event=event, pk=pk, document="refund_slip") if pk else ()
    return SalePrints(tuple(jobs))


def print_once_more(request: HttpRequest, entry: Entry, done: Action | None) -> SalePrints:
    """The paper of what was last done on an entry, marked as a reprint; done None: its card or ticket.

    Of an entry that has neither chair nor place in line, and of an option without chips, the receipt.
    """
    if done is not None and done.kind in REFUNDS:
        return print_refund(request, entry, last_refund(entry, done.happened_at), COPIES)
    bought = entry.purchases.select_related("option").filter(at=done.happened_at).last() if done else None
    wanted = list(_papers(entry, bought, ""))
    if not wanted and bought is not None:
        options = {"purchase": bought.pk, "copies": list(receipt_copies(request) or COPIES)}
        wanted = [_Wanted("receipt", options, last_paper(entry.event, "receipt", purchase=bought.pk))]
    return _printed(request, entry, wanted)


def _printed(request: HttpRequest, entry: Entry, wanted: Iterable[_Wanted]) -> SalePrints:
    jobs, refused = [], ""
    for one in wanted:
        try:
            jobs.append(_asked(request, entry, one))
        except RuleError as error:
            refused = refused or sentence(error)
    for job in jobs:
        making.start(job)
        job.refresh_from_db(fields=["state", "problem", "done"])
    return SalePrints(tuple(jobs), refused)


def _papers(entry: Entry, purchase: Purchase | None, wait: str) -> Iterator[_Wanted]:
    """The card, the alternate's ticket or the slip for chips that a sale of this entry brings."""
    if purchase is not None and purchase.option.kind not in Option.STARTS_ENTRY:
        if purchase.chips:
            options = {"purchases": [purchase.pk]}
            yield _Wanted("option_slip", options, last_paper(entry.event, "option_slip", **options))
        return
    if Seat.objects.filter(entry=entry, until=None).exists():
        before = last_paper(entry.event, "seat_cards", entries=[entry.pk])
        yield _Wanted("seat_cards", {"entries": [entry.pk]}, before)
    elif entry.alternate is not None:
        place = place_of(entry, utc_now())
        yield _Wanted(
            "alternate_ticket",
            {"entries": [entry.pk], "wait": wait or (place.time_words if place else "")},
            last_paper(entry.event, "alternate_ticket", entries=[entry.pk]),
        )


def _asked(request: HttpRequest, entry: Entry, wanted: _Wanted) -> PrintJob:
    profile = printer_for(request, USES.get(wanted.document, "slips"))
    seat = Seat.objects.filter(entry=entry, until=None).first() if wanted.document == "seat_cards" else None
    options = {
        "day": seat.day_id if seat else entry.day_id,
        "which": "one",
        "name": full_name(entry.player.first_name, entry.player.last_name),
        **wanted.options,
        **reading(request),
    }
    return ask_print(
        _by(request, wanted.document), entry.event, document=wanted.document,
        sheet=_sheet(profile, wanted.document), profile=profile, options=options,
        reprint_of=wanted.reprint_of,
    )  # fmt: skip


def _sheet(profile: PrinterProfile | None, document: str) -> str:
    is_fitting = profile is not None and profile.sheet in DOCUMENTS[document].sheets
    return profile.sheet if profile is not None and is_fitting else LONE_CARD


def _by(request: HttpRequest, document: str) -> By:
    """Who asks. The sale has its own row in the journal; a repeated press finds all of them again."""
    who = by(request)
    return replace(who, request_id=f"{who.request_id[:60]}:{document[0]}") if who.request_id else who
