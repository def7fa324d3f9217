"""The print jobs as staff see them, in words of the reader's language."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.models import PrinterProfile, PrintJob
from tournaments.models import Day, Event

DOCUMENTS = {
    "seat_cards": gettext_lazy("Seat cards"),
    "table_cards": gettext_lazy("Table cards"),
    "list_by_name": gettext_lazy("Seats by name"),
    "list_by_table": gettext_lazy("Seats by table"),
}
# What is asked for where it is needed, not on the page that prints for an event.
SLIPS = {
    "receipt": gettext_lazy("Receipt"),
    "alternate_ticket": gettext_lazy("Alternate's ticket"),
    "option_slip": gettext_lazy("Slip for chips"),
    "move_slip": gettext_lazy("Move slip"),
    "test_page": gettext_lazy("Test page"),
}
SHEETS = {
    "a4": gettext_lazy("A4"),
    "letter": gettext_lazy("Letter"),
    "4x3": gettext_lazy("4 × 3 inch card"),
    "80mm": gettext_lazy("80 mm roll"),
}
PROBLEMS = {
    "nothing": gettext_lazy("Nobody it was for still has that seat."),
    "no-lp": gettext_lazy(
        "The server has no printing system: the command lp is missing. Use another printer."
    ),
    "lp-late": gettext_lazy("The printer's queue did not answer in time."),
    "lp": gettext_lazy("The printer's queue refused it."),
    "bug": gettext_lazy("The PDF could not be made. The server's log says why."),
}


@dataclass(frozen=True, slots=True)
class PrintLine:
    """One job. event, slug: empty for a paper of the house. printer: empty for the browser.

    has_pdf: it was made, though its file may be gone since.
    state: PrintJob.State's value. badge: the class that colours it. problem: a sentence, or empty.
    """

    pk: int
    event: str
    slug: str
    document: str
    what: str
    sheet: str
    printer: str
    is_cups: bool
    state: str
    state_words: str
    badge: str
    done: int
    total: int
    problem: str
    is_reprint: bool
    was_reprinted: bool
    asked_by: str
    asked_at: datetime

    @property
    def is_under_way(self) -> bool:
        """Whether the page should ask again."""
        return self.state in (PrintJob.State.WAITING, PrintJob.State.MAKING)

    @property
    def has_pdf(self) -> bool:
        """Whether there is something to open."""
        return self.state in (PrintJob.State.READY, PrintJob.State.PRINTED)


BADGES = {
    PrintJob.State.WAITING: "badge--hollow",
    PrintJob.State.MAKING: "badge--soon",
    PrintJob.State.READY: "badge--good",
    PrintJob.State.PRINTED: "",
    PrintJob.State.FAILED: "badge--stopped",
}


def print_queue(event: Event | None = None, limit: int = 60) -> tuple[PrintLine, ...]:
    """The newest jobs of an event, or of all, newest first."""
    jobs = PrintJob.objects.all() if event is None else PrintJob.objects.filter(event=event)
    return _lines(jobs.order_by("-pk")[:limit])


def print_line(pk: int) -> PrintLine | None:
    """One job."""
    return next(iter(_lines(PrintJob.objects.filter(pk=pk))), None)


def printers() -> tuple[PrinterProfile, ...]:
    """The house's printers, by name."""
    return tuple(PrinterProfile.objects.all())


def counts(lines: Iterable[PrintLine]) -> dict[str, int]:
    """How many of the lines are in each state."""
    found = {state.value: 0 for state in PrintJob.State}
    for line in lines:
        found[line.state] += 1
    return found


def problem_sentence(problem: str) -> str:
    """Why a job failed: "code: what the queue said", as tables/delivery/making.py keeps it."""
    code, _colon, detail = problem.partition(": ")
    said = str(PROBLEMS.get(code, problem))
    return f"{said} ({detail})" if detail else said


def _lines(jobs: QuerySet[PrintJob]) -> tuple[PrintLine, ...]:
    rows = list(jobs.select_related("event", "profile", "asked_by").prefetch_related("reprints"))
    days = dict(
        Day.objects.filter(pk__in={row.options.get("day") for row in rows}).values_list("pk", "label")
    )
    return tuple(_line(row, days.get(row.options.get("day"), "")) for row in rows)


def _line(row: PrintJob, day: str) -> PrintLine:
    return PrintLine(
        pk=row.pk,
        event=row.event.name if row.event else "",
        slug=row.event.slug if row.event else "",
        document=str({**DOCUMENTS, **SLIPS}.get(row.document, row.document)),
        what=" · ".join(part for part in (day, _which(row)) if part),
        sheet=str(SHEETS.get(row.sheet, row.sheet)),
        printer=row.profile.name if row.profile else "",
        is_cups=bool(row.profile and row.profile.kind == PrinterProfile.Kind.CUPS),
        state=row.state,
        state_words=row.get_state_display(),
        badge=BADGES[PrintJob.State(row.state)],
        done=row.done,
        total=row.total,
        problem=problem_sentence(row.problem) if row.problem else "",
        is_reprint=bool(row.options.get("reprint")),
        was_reprinted=bool(row.reprints.all()),
        asked_by=row.asked_by.name if row.asked_by else _("the house"),
        asked_at=row.asked_at,
    )


def _which(row: PrintJob) -> str:
    options, items = row.options, row.options.get("items", 0)
    if options.get("tables"):
        return _("table {numbers}").format(numbers=", ".join(str(n) for n in options["tables"]))
    if row.document == "table_cards":
        return ngettext("{n} table", "{n} tables", items).format(n=items)
    if options.get("which") == "one":
        return options.get("name") or ngettext("{n} card", "{n} cards", items).format(n=items)
    if options.get("which") == "new":
        return ngettext("{n} new", "{n} new", items).format(n=items)
    return ngettext("{n} player", "{n} players", items).format(n=items)
