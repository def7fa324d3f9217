"""Choosing what to print, and the one-press card of the desk."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from tables.actions.prints import ask_print, pages, settled
from tables.delivery import making
from tables.models import PrinterProfile, PrintJob, Seat
from tables.printing.documents import DOCUMENTS
from tables.queries.print_queue import print_queue
from tables.web.days import event_of
from tables.web.prints.device import printer_for
from tables.web.prints.forms import BROWSER, PrintForm, reading
from tables.web.prints.sale import LONE_CARD
from tournaments.journal.change import utc_now
from tournaments.models import Entry, Event
from tournaments.queries.clock import current_day
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name
from tournaments.rules.roles import may
from tournaments.web.refusals import sentence
from tournaments.web.who import by

LAST = 8


@require_http_methods(["GET", "HEAD", "POST"])
def event_print(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose document, which, paper and printer; the last jobs beside it."""
    event = event_of(slug)
    if request.method != "POST":
        return _choosing(request, event, PrintForm(event, initial=_first_choice(request, event)))
    form = PrintForm(event, request.POST)
    if not form.is_valid():
        return _choosing(request, event, form, status=422)
    profile = form.profile()
    try:
        job = ask_print(
            by(request), event, document=form.cleaned_data["document"], sheet=form.cleaned_data["sheet"],
            profile=profile, options=form.options(request),
        )  # fmt: skip
    except RuleError as error:
        form.add_error(None, sentence(error))
        return _choosing(request, event, form, status=422)
    request.session["printer"] = profile.pk if profile else None
    return begun(job)


@require_GET
def print_preview(request: HttpRequest, slug: str) -> HttpResponse:
    """How many cards and pages a choice makes, or why none."""
    form = PrintForm(event_of(slug), request.GET)
    return render(request, "prints/_preview.html", _preview(request, form))


@require_POST
def print_entry(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One player's card at one press, on the printer that was last chosen here; straight to the PDF."""
    event = event_of(slug)
    entry = get_object_or_404(Entry.objects.select_related("player"), pk=pk, event=event)
    profile = printer_for(request, "cards")
    seat = Seat.objects.filter(entry=entry, until=None).first()
    options = {
        "day": seat.day_id if seat else entry.day_id,
        "which": "one",
        "entries": [entry.pk],
        "name": full_name(entry.player.first_name, entry.player.last_name),
        **reading(request),
    }
    sheet = profile.sheet if profile else LONE_CARD
    job = ask_print(by(request), event, document="seat_cards", sheet=sheet, profile=profile, options=options)
    making.start(job)
    job.refresh_from_db()
    ready = job.state == PrintJob.State.READY
    return redirect("print_pdf" if ready else "print_job", job.pk)


def begun(job: PrintJob) -> HttpResponse:
    """Have a job made and go to its page, which prints at once where the browser is the printer."""
    making.start(job)
    return redirect(reverse("print_job", args=[job.pk]) + "?print=1")


def usual_printer(request: HttpRequest) -> PrinterProfile | None:
    """This machine's printer for papers that are no card of a player."""
    return printer_for(request, "slips")


def _first_choice(request: HttpRequest, event: Event) -> dict[str, Any]:
    """What the form begins with: what the address names, and the usual printer with its paper."""
    asked = request.GET
    day = event.days.filter(code=asked.get("day", "")).first() or current_day(event, utc_now())
    profile = printer_for(request, "cards")
    which = "one" if asked.get("entry") else "table" if asked.get("table") else "all"
    return {
        "day": str(day.pk) if day else "",
        "document": asked.get("document", "seat_cards"),
        "which": asked.get("which", which),
        "table": asked.get("table", ""),
        "entry": asked.get("entry", ""),
        "order": "table",
        "sheet": asked.get("sheet") or (profile.sheet if profile else "a4"),
        "printer": str(profile.pk) if profile else BROWSER,
    }


def _choosing(request: HttpRequest, event: Event, form: PrintForm, status: int = 200) -> HttpResponse:
    shown = form if form.is_bound else PrintForm(event, form.initial)
    return render(
        request,
        "prints/event.html",
        {
            "event": event,
            "day": current_day(event, utc_now()),
            "active": "print",
            "form": form,
            "lines": print_queue(event, LAST),
            "zone": house_zone(),
            "may_print": may(request.user.role, "print.ask"),  # type: ignore[union-attr]
            **_preview(request, shown),
        },
        status=status,
    )


def _preview(request: HttpRequest, form: PrintForm) -> dict[str, Any]:
    """items and pages of a choice, or `refused`: the sentence why there are none."""
    is_local = request.get_host().partition(":")[0] in ("localhost", "127.0.0.1", "[")
    if not form.is_valid():
        return {"is_local": is_local}
    document, sheet = form.cleaned_data["document"], form.cleaned_data["sheet"]
    try:
        chosen = settled(form.event, document, sheet, form.options(request))
    except RuleError as error:
        return {"refused": sentence(error)}
    count = pages(document, sheet, chosen)
    return {
        "document": document,
        "items": chosen["items"],
        "pages": count,
        "per_page": DOCUMENTS[document].items_per_page[sheet],
        "takes_long": count > making.AT_ONCE,
        "is_local": is_local and document == "seat_cards",
    }
