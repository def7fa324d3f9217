"""The print jobs as staff see them, in words of the reader's language."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Max, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.models import PrinterProfile, PrintJob
from tournaments.journal.change import utc_now
from tournaments.models import Day, Event

DOCUMENTS = {
    "seat_cards": gettext_lazy("Seat cards"),
    "table_cards": gettext_lazy("Table cards"),
    "list_by_name": gettext_lazy("Seats by name"),
    "list_by_table": gettext_lazy("Seats by table"),
}
# What is asked for where it is needed, not on the page that prints for an event.
SLIPS = {
    "list_no_shows": gettext_lazy("Who has not come"),
    "receipt": gettext_lazy("Receipt"),
    "refund_slip": gettext_lazy("Refund slip"),
    "alternate_ticket": gettext_lazy("Alternate's ticket"),
    "option_slip": gettext_lazy("Slip for chips"),
    "move_slip": gettext_lazy("Move slip"),
    "test_page": gettext_lazy("Test page"),
    "drawer_report": gettext_lazy("Drawer's report"),
    "event_sheet": gettext_lazy("Event's sheet of money"),
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
    "silent": gettext_lazy("The printer does not answer. Is it switched on?"),
    "refuses": gettext_lazy(
        "The printer does not answer at its address. Is it switched on, and is the port right?"
    ),
    "unreachable": gettext_lazy("The printer is out of reach: there is no way to its address."),
    "no-device": gettext_lazy("The printer is out of reach: it is not plugged in, or switched off."),
    "not-a-device": gettext_lazy("There is no printer at that address of the server."),
    "no-address": gettext_lazy("The printer has no address that works. Change it on the page of printers."),
    "cut-short": gettext_lazy("The printer stopped taking it midway. Look what came out."),
    "broke-off": gettext_lazy("The line to the printer broke. Look whether it came out."),
    "no-word": gettext_lazy(
        "The printer took it and said nothing more. Look whether it came out: it may be without paper."
    ),
    "no-paper": gettext_lazy("The printer has no paper. Look what came out."),
    "refused": gettext_lazy("The server may not write to the printer."),
    "folder": gettext_lazy(
        "The folder of spare lists cannot be written to. Is the disk or the share there, and is it full?"
    ),
    "elsewhere": gettext_lazy("It was sent to another printer."),
    "bug": gettext_lazy("The PDF could not be made. The server's log says why."),
}


@dataclass(frozen=True, slots=True)
class PrintLine:
    """One job. event, slug: empty for a paper of the house. printer: empty for the browser.

    has_printer: the server hands it over, no browser prints it. has_pdf: it was made; its file may be gone.
    state: PrintJob.State's value. badge: the class that colours it. problem: a sentence, or empty.
    perhaps: it failed in a way after which it may have come out all the same.
    """

    pk: int
    event: str
    slug: str
    document: str
    what: str
    sheet: str
    printer: str
    has_printer: bool
    state: str
    state_words: str
    badge: str
    done: int
    total: int
    problem: str
    perhaps: bool
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


# What stood in a queue longer is of yesterday's event: nobody wants it on today's printer.
RECENT = timedelta(hours=12)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """A printer that left something unprinted. is_down: nothing has come out of it since.

    waiting, failed: how many jobs.
    """

    pk: int
    name: str
    problem: str
    is_down: bool
    waiting: int
    failed: int


BADGES = {
    PrintJob.State.WAITING: "badge--hollow",
    PrintJob.State.MAKING: "badge--soon",
    PrintJob.State.READY: "badge--good",
    PrintJob.State.PRINTED: "",
    PrintJob.State.FAILED: "badge--stopped",
}


def print_queue(event: Event | None = None, limit: int = 60, state: str = "") -> tuple[PrintLine, ...]:
    """The newest jobs of an event, or of all, newest first. state: only those; failed: only open ones."""
    jobs = PrintJob.objects.all() if event is None else PrintJob.objects.filter(event=event)
    if state:
        jobs = jobs.filter(state=state)
    if state == PrintJob.State.FAILED:
        jobs = jobs.filter(reprints__isnull=True)
    return _lines(jobs.order_by("-pk")[:limit])


def not_printed(now: datetime) -> QuerySet[PrintJob]:
    """What was asked for lately and has not come out: waiting, or failed and not asked for again."""
    state = PrintJob.State
    failed = Q(state=state.FAILED, reprints__isnull=True) & ~Q(problem__in=("nothing", "bug", "elsewhere"))
    return PrintJob.objects.filter(Q(state=state.WAITING) | failed, asked_at__gt=now - RECENT)


def printers_in_trouble(now: datetime) -> tuple[Trouble, ...]:
    """The printers whose last word was a failure and that have something left to print, by name."""
    rows = (
        not_printed(now).filter(profile__isnull=False).values("profile", "profile__name", "state", "problem")
    )
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in rows.annotate(n=Count("pk"), last=Max("finished_at")).order_by("profile__name"):
        found[row["profile"]].append(row)
    printed = PrintJob.objects.filter(
        profile__in=found, state=PrintJob.State.PRINTED, finished_at__isnull=False
    )
    fine = dict(printed.order_by("profile").values_list("profile").annotate(last=Max("finished_at")))
    troubles = (_trouble(pk, group, fine.get(pk)) for pk, group in found.items())
    return tuple(trouble for trouble in troubles if trouble is not None)


def _trouble(pk: int, rows: list[dict[str, Any]], fine: datetime | None) -> Trouble | None:
    failed = [row for row in rows if row["state"] == PrintJob.State.FAILED and row["last"]]
    if not failed:
        return None
    last = max(failed, key=lambda row: row["last"])
    waiting = sum(row["n"] for row in rows if row["state"] == PrintJob.State.WAITING)
    return Trouble(
        pk=pk,
        name=last["profile__name"],
        problem=problem_sentence(last["problem"]),
        is_down=fine is None or fine < last["last"],
        waiting=waiting,
        failed=sum(row["n"] for row in failed),
    )


def print_line(pk: int) -> PrintLine | None:
    """One job."""
    return next(iter(_lines(PrintJob.objects.filter(pk=pk))), None)


def printers() -> tuple[PrinterProfile, ...]:
    """The house's printers, by name."""
    return tuple(PrinterProfile.objects.all())


def counts() -> dict[str, int]:
    """How many jobs of late are in each state; of the failed ones those that were not asked for again."""
    found = {state.value: 0 for state in PrintJob.State}
    again = Q(state=PrintJob.State.FAILED, reprints__isnull=False)
    recent = PrintJob.objects.filter(asked_at__gt=utc_now() - RECENT).exclude(again).order_by()
    return found | dict(recent.values_list("state").annotate(n=Count("pk", distinct=True)))


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
        has_printer=row.profile is not None and row.profile.kind != PrinterProfile.Kind.BROWSER,
        state=row.state,
        state_words=row.get_state_display(),
        badge=BADGES[PrintJob.State(row.state)],
        done=row.done,
        total=row.total,
        problem=problem_sentence(row.problem) if row.problem else "",
        perhaps=row.problem.partition(":")[0] in PrintJob.PERHAPS,
        is_reprint=bool(row.options.get("reprint")),
        was_reprinted=bool(row.reprints.all()),
        asked_by=row.asked_by.name if row.asked_by else _("the house"),
        asked_at=row.asked_at,
    )


def _which(row: PrintJob) -> str:
    options, items = row.options, row.options.get("items", 0)
    if options.get("tables"):
        return _("table {numbers}").format(numbers=", ".join(str(n) for n in options["tables"]))
    if row.event is None:
        return ""
    if row.document in SLIPS:
        return options.get("name") or ngettext("{n} slip", "{n} slips", items).format(n=items)
    if row.document == "table_cards":
        return ngettext("{n} table", "{n} tables", items).format(n=items)
    if options.get("which") == "one":
        return options.get("name") or ngettext("{n} card", "{n} cards", items).format(n=items)
    if options.get("which") == "new":
        return ngettext("{n} new", "{n} new", items).format(n=items)
    return ngettext("{n} player", "{n} players", items).format(n=items)
