"""The house's printers: list, add, change, remove."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from tables.actions.printers import add_printer, change_printer, remove_printer
from tables.models import PrinterProfile
from tables.queries.print_queue import SHEETS, printers
from tables.web.prints.forms import PrinterForm
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import may
from tournaments.web.refusals import sentence
from tournaments.web.who import by


@require_http_methods(["GET", "HEAD", "POST"])
def printer_profiles(request: HttpRequest) -> HttpResponse:
    """All printers, and a form for a further one."""
    form = PrinterForm(request.POST or None, initial={"kind": "browser", "sheet": "a4"})
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


def _page(request: HttpRequest, form: PrinterForm, chosen: PrinterProfile | None = None) -> HttpResponse:
    rows = [(one, SHEETS.get(one.sheet, one.sheet)) for one in printers()]
    return render(
        request,
        "prints/printers.html",
        {
            "active": "prints",
            "rows": rows,
            "form": form,
            "chosen": chosen,
            "may_change": may(request.user.role, "house.change_printer"),  # type: ignore[union-attr]
        },
        status=422 if form.errors else 200,
    )
