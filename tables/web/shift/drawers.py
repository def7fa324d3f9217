"""Drawers: one's own, everybody's for the floor, and one whole with its buttons."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tables.actions.house_prints import ask_house_print
from tables.models import PrinterProfile, PrintJob
from tables.printing.documents import DOCUMENTS, ROLL
from tables.queries.print_queue import SHEETS, printers
from tables.web.prints.device import BROWSER, printer_for
from tables.web.prints.forms import reading
from tables.web.prints.views import begun
from tables.web.shift.forms import CountForm, DrawerForm, MoveForm, OpenForm, RecountForm, off_words
from tournaments.actions.shift import count_drawer, move_cash, open_shift, recount_drawer
from tournaments.models import LedgerLine, Shift, Staff
from tournaments.queries.drawers import drawer, drawer_currencies, drawer_rows, my_drawers
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import FLOOR, Role
from tournaments.web.fields import refuse
from tournaments.web.players.views import whole_number
from tournaments.web.who import by

REPORT = "drawer_report"
_FIELDS = {"reason": "reason", "amount": "*"}
_FILTERS = {"open": True, "counted": False}


@require_http_methods(["GET", "HEAD", "POST"])
def drawers(request: HttpRequest) -> HttpResponse:
    """One's own drawers and a form for a further one; the floor sees everybody's below."""
    staff: Staff = request.user  # type: ignore[assignment]
    mine, currencies = my_drawers(staff), drawer_currencies()
    free = [code for code in currencies if code not in {shift.currency for shift in mine}]
    form = OpenForm(request.POST or None, currencies=free or currencies)
    if request.method == "POST" and form.is_valid():
        try:
            opened = open_shift(by(request), **form.cleaned_data)
        except RuleError as error:
            refuse(form, error, {"drawer-open": "currency", "*": "opening"})
        else:
            messages.success(request, _("Your drawer is open."))
            return redirect("drawer", opened.pk)
    chosen = request.GET.get("show", "")
    sees_all = staff.role in FLOOR
    rows = drawer_rows(is_open=_FILTERS.get(chosen), staff=None if sees_all else staff)
    context = {
        "active": "drawers",
        "mine": [drawer(shift) for shift in mine],
        "form": form if free else None,
        "rows": [(row, off_words(row.difference, row.shift.currency)) for row in rows],
        "chosen": chosen if chosen in _FILTERS else "",
        "sees_all": sees_all,
        "zone": house_zone(),
    }
    return render(request, "shift/drawers.html", context, status=422 if form.errors else 200)


@require_safe
def drawer_page(request: HttpRequest, pk: int) -> HttpResponse:
    """One drawer: what went through it, and its count."""
    return _page(request, _drawer_of(request, pk))


@require_POST
def drawer_move(request: HttpRequest, pk: int) -> HttpResponse:
    """Cash put in or taken out."""
    shift = _drawer_of(request, pk)
    form = MoveForm(request.POST, currency=shift.currency)
    if form.is_valid():
        data = form.cleaned_data
        amount = data["amount"] if data["way"] == "in" else -data["amount"]
        try:
            move_cash(by(request), shift, amount=amount, reason=data["reason"])
        except RuleError as error:
            refuse(form, error, {"reason": "reason", "*": "amount"})
        else:
            messages.success(request, _("Noted."))
            return redirect("drawer", pk)
    return _page(request, shift, move=form)


@require_POST
def drawer_count(request: HttpRequest, pk: int) -> HttpResponse:
    """The count, which closes the drawer."""
    shift = _drawer_of(request, pk)
    form = CountForm(request.POST, currency=shift.currency)
    if form.is_valid() and not form.cleaned_data["note"]:
        _ask_why(form, shift)
    if form.is_valid():
        try:
            count_drawer(by(request), shift, **form.cleaned_data)
        except RuleError as error:
            refuse(form, error, {"*": "counted"})
        else:
            return redirect("drawer", pk)
    return _page(request, shift, count=form)


def _ask_why(form: CountForm, shift: Shift) -> None:
    """A count that is off closes nothing until it is said why: most are figures typed wrong."""
    off = off_words(form.cleaned_data["counted"] - drawer(shift).expected, shift.currency)
    if form.cleaned_data["counted"] != drawer(shift).expected:
        form.add_error("note", _("That is {off}. Count again, or say why.").format(off=off))


@require_POST
def drawer_recount(request: HttpRequest, pk: int) -> HttpResponse:
    """A count put right by a director."""
    shift = _drawer_of(request, pk)
    form = RecountForm(request.POST, currency=shift.currency)
    if form.is_valid():
        try:
            recount_drawer(by(request), shift, **form.cleaned_data)
        except RuleError as error:
            refuse(form, error, {"reason": "reason", "*": "counted"})
        else:
            messages.success(request, _("Put right."))
            return redirect("drawer", pk)
    return _page(request, shift, recount=form)


@require_POST
def drawer_report(request: HttpRequest, pk: int) -> HttpResponse:
    """The report on paper, kept among the prints."""
    shift = _drawer_of(request, pk)
    return begun(ask_paper(request, REPORT, shift.staff.name, shift=shift.pk))


def ask_paper(request: HttpRequest, document: str, name: str, **options: Any) -> PrintJob:
    """A print job of a paper about money, on the form's printer and paper. name: as the queue shows it."""
    key = whole_number(request.POST.get("printer"))
    profile = get_object_or_404(PrinterProfile, pk=key) if key is not None else None
    # A raw printer has one paper, whatever stands beside it in the form.
    sheet = ROLL if profile and profile.is_raw else request.POST.get("sheet") or "a4"
    return ask_house_print(
        by(request), document=document, sheet=sheet, profile=profile,
        options={"which": "one", "name": name, **options, **reading(request)},
    )  # fmt: skip


def paper_choices(request: HttpRequest, document: str) -> dict[str, Any]:
    """What the form of a paper offers: printers and papers, the usual ones chosen."""
    usual = printer_for(request, "receipts")
    sheets = DOCUMENTS[document].sheets
    return {
        "printers": printers(),
        "browser": BROWSER,
        "usual_printer": usual.pk if usual else None,
        "sheets": [(sheet, SHEETS[sheet]) for sheet in sheets],
        "usual_sheet": usual.sheet if usual and usual.sheet in sheets else sheets[0],
    }


def _drawer_of(request: HttpRequest, pk: int) -> Shift:
    """The drawer, if it is one's own or one is of the floor; else 403."""
    shift = get_object_or_404(Shift.objects.select_related("staff"), pk=pk)
    staff: Staff = request.user  # type: ignore[assignment]
    if shift.staff_id != staff.pk and staff.role not in FLOOR:
        raise PermissionDenied(_("This is the drawer of {name}.").format(name=shift.staff.name))
    return shift


def _page(request: HttpRequest, shift: Shift, **forms: DrawerForm) -> HttpResponse:
    found = drawer(shift)
    ways = dict(LedgerLine.Method.choices)
    role = request.user.role  # type: ignore[union-attr]
    kinds = {"move": MoveForm, "count": CountForm, "recount": RecountForm}
    context = {
        "active": "drawers",
        "drawer": found,
        "shift": shift,
        "off": off_words(found.difference, shift.currency),
        "lines": [(line, ways[line.way]) for line in reversed(found.lines)],
        "ways": [(ways[way], amount) for way, amount in found.ways],
        "is_director": role == Role.DIRECTOR,
        "zone": house_zone(),
        **paper_choices(request, REPORT),
        **{f"{name}_form": forms.get(name) or made(currency=shift.currency) for name, made in kinds.items()},
    }
    return render(request, "shift/drawer.html", context, status=422 if forms else 200)
