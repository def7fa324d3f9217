"""The queue of all events, and the page of one job."""

from csp.constants import NONE, SELF
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tables.actions.house_prints import asked_again, confirmed, fitting_sheet
from tables.delivery.making import pdf_path
from tables.models import PrinterProfile, PrintJob
from tables.queries.print_queue import counts, print_line, print_queue, printers, printers_in_trouble
from tables.web.prints.forms import reading
from tables.web.prints.views import begun
from tables.web.shift.access import refuse_money_paper
from tournaments.journal.change import utc_now
from tournaments.queries.house import house_zone
from tournaments.rules.roles import may
from tournaments.web.players.views import whole_number
from tournaments.web.who import by

# A browser's own viewer shows the PDF: it brings its style along, and the file is ours.
VIEWER = {"default-src": [NONE], "object-src": [SELF], "style-src": [SELF], "frame-ancestors": [SELF]}


@require_GET
def prints_page(request: HttpRequest) -> HttpResponse:
    """Every event's jobs, newest first, printers in trouble on top; a fragment for htmx.

    `state` in the address: only those.
    """
    asked = request.GET.get("state", "")
    state = asked if asked in PrintJob.State.values else ""
    lines, found = print_queue(state=state), counts()
    part = request.htmx  # type: ignore[attr-defined]
    return render(
        request,
        "prints/_queue.html" if part else "prints/queue.html",
        {
            "active": "prints",
            "lines": lines,
            "state": state,
            "chips": [(one.value, one.label, found[one.value]) for one in PrintJob.State],
            "counts": found,
            "troubles": printers_in_trouble(utc_now()),
            "is_moving": any(line.is_under_way for line in lines),
            **_common(request),
        },
    )


@require_GET
def print_job(request: HttpRequest, pk: int) -> HttpResponse:
    """One job: how far it is, the PDF, what went wrong, and what to do."""
    return _job_page(request, pk, "prints/job.html")


@require_GET
def print_progress(request: HttpRequest, pk: int) -> HttpResponse:
    """What of a job's page changes while it is made."""
    return _job_page(request, pk, "prints/_job.html")


@require_GET
def print_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """The PDF, in the browser's viewer. 404 with a way out when it is not there (any more)."""
    job = get_object_or_404(PrintJob.objects.select_related("event"), pk=pk)
    refuse_money_paper(request, job)
    try:
        pdf = pdf_path(pk).read_bytes()
    except FileNotFoundError:
        return _job_page(request, pk, "prints/job.html", status=404, is_gone=True)
    # Whole, not streamed: under ASGI a file would be read into memory all the same.
    answer = HttpResponse(pdf, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{_of(job)}-{job.document}-{pk}.pdf"'
    answer["Cache-Control"] = "private, no-store"
    answer._csp_replace = VIEWER  # type: ignore[attr-defined]  # as csp.decorators.csp_replace does
    return answer


@require_POST
def print_again(request: HttpRequest, pk: int) -> HttpResponse:
    """The same once more, marked as a reprint, on the same printer or on another.

    `printer` in the form: a profile's key, or empty for this browser.
    """
    job = get_object_or_404(PrintJob.objects.select_related("event", "profile"), pk=pk)
    refuse_money_paper(request, job)
    profile = job.profile
    if "printer" in request.POST:
        chosen = whole_number(request.POST["printer"])
        profile = get_object_or_404(PrinterProfile, pk=chosen) if chosen is not None else None
    sheet = job.sheet if profile == job.profile else fitting_sheet(job, profile)
    return begun(asked_again(by(request), job, sheet, profile, reading(request)))


@require_POST
def print_confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """It came out of the printer."""
    job = get_object_or_404(PrintJob, pk=pk)
    refuse_money_paper(request, job)
    confirmed(by(request), job)
    return redirect("prints") if request.POST.get("next") == "prints" else redirect("print_job", pk)


def _of(job: PrintJob) -> str:
    """Whose paper it is, in a file's name."""
    return job.event.slug if job.event else "house"


def _job_page(
    request: HttpRequest, pk: int, template: str, status: int = 200, *, is_gone: bool = False
) -> HttpResponse:
    line = print_line(pk)
    if line is None:
        raise Http404(_("no print job {pk}").format(pk=pk))
    context = {
        "active": "prints",
        "line": line,
        "is_gone": is_gone and line.has_pdf,
        "prints_now": request.GET.get("print") == "1" and not line.has_printer,
        **_common(request),
    }
    return render(request, template, context, status=status)


def _common(request: HttpRequest) -> dict[str, object]:
    role = request.user.role  # type: ignore[union-attr]
    return {"zone": house_zone(), "printers": printers(), "may_print": may(role, "print.ask")}
