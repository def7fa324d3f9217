"""The house's printers: list, add, change, remove."""

from dataclasses import asdict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tables.actions.house_prints import ask_house_print, send_elsewhere
from tables.actions.printers import add_printer, change_printer, remove_printer
from tables.delivery import making
from tables.models import PrinterProfile
from tables.queries.print_queue import SHEETS, printers
from tables.web.prints.device import DeviceForm, device_printers, keep
from tables.web.prints.forms import PrinterForm, reading
from tables.web.prints.views import begun
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import may
from tournaments.web.players.views import whole_number
from tournaments.web.refusals import sentence
from tournaments.web.who import by, device_name, keep_device_name

FIRST = {"kind": "browser", "sheet": "a4"}


@require_http_methods(["GET", "HEAD", "POST"])
def printer_profiles(request: HttpRequest) -> HttpResponse:
    """All printers, and a form for a further one."""
    form = PrinterForm(request.POST or None, initial=FIRST)
    if request.method == "POST" and form.is_valid():
        try:
            add_printer(by(request), **form.cleaned_data)
        except RuleError as error:
            form.add_error(None, sentence(error))
        else:
            return redirect("printer_profiles")
    return _page(request, form)


@require_http_methods(["GET", "HEAD", "POST"])
def printer_profile(request: HttpRequest, pk: int) -> HttpResponse:
    """Change one printer."""
    profile = get_object_or_404(PrinterProfile, pk=pk)
    # A copy: the form writes what was typed into its row, and the page lists the rows as they are.
    form = PrinterForm(request.POST or None, instance=PrinterProfile.objects.get(pk=pk))
    if request.method == "POST" and form.is_valid():
        try:
            change_printer(by(request), profile, **form.cleaned_data)
        except RuleError as error:
            form.add_error(None, sentence(error))
        else:
            return redirect("printer_profiles")
    return _page(request, form, profile)


@require_POST
def printer_remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove one printer."""
    remove_printer(by(request), get_object_or_404(PrinterProfile, pk=pk))
    return redirect("printer_profiles")


@require_POST
def printer_device(request: HttpRequest) -> HttpResponse:
    """What this machine is called and which printers it uses; kept in its browser."""
    form = DeviceForm(request.POST)
    if not form.is_valid():
        return _page(request, PrinterForm(initial=FIRST), device=form)
    answer = keep(redirect("printer_profiles"), form.value(), secure=request.is_secure())
    return keep_device_name(answer, form.cleaned_data["desk"], secure=request.is_secure())


@require_POST
def printer_test(request: HttpRequest, pk: int) -> HttpResponse:
    """A test page on one printer; straight to its job, which says what became of it."""
    profile = get_object_or_404(PrinterProfile, pk=pk)
    job = ask_house_print(
        by(request), document="test_page", sheet=profile.sheet, profile=profile, options=reading(request)
    )
    return begun(job)


@require_POST
def prints_elsewhere(request: HttpRequest, pk: int) -> HttpResponse:
    """All that one printer has left, on another. `printer` in the form: a key, or empty for this browser."""
    profile = get_object_or_404(PrinterProfile, pk=pk)
    chosen = whole_number(request.POST.get("printer", ""))
    to = get_object_or_404(PrinterProfile, pk=chosen) if chosen is not None else None
    for job in send_elsewhere(by(request), profile, to=to, reading=reading(request)):
        making.start(job)
    return redirect("prints")


def _page(
    request: HttpRequest, form: PrinterForm, chosen: PrinterProfile | None = None,
    device: DeviceForm | None = None,
) -> HttpResponse:  # fmt: skip
    rows = [(one, SHEETS.get(one.sheet, one.sheet)) for one in printers()]
    return render(
        request,
        "prints/printers.html",
        {
            "active": "prints",
            "device": device
            or DeviceForm(initial=asdict(device_printers(request)) | {"desk": device_name(request)}),
            "may_print": may(request.user.role, "print.ask"),  # type: ignore[union-attr]
            "rows": rows,
            "form": form,
            "chosen": chosen,
            "may_change": may(request.user.role, "house.change_printer"),  # type: ignore[union-attr]
        },
        status=422 if form.errors or (device and device.errors) else 200,
    )
