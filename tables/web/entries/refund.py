"""Taking back an entry, or one option of it: what is returned in which way, and where the stack goes."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from tables.actions.desk import cancel
from tables.actions.refund import IN_PLAY, REMOVED, cancel_option
from tables.actions.sale import LONGEST_REASON
from tables.actions.settled_slips import COPIES
from tables.queries.entries import entry_line
from tables.queries.refund import RefundSheet, live_purchases, may_be_cancelled, refund_sheet
from tables.queries.slips import last_refund
from tables.web.days import event_of
from tables.web.prints.device import receipt_copies
from tables.web.prints.sale import SalePrints, print_refund
from tournaments.models import Action, Entry, Event, LedgerLine, Purchase
from tournaments.rules.errors import RuleError
from tournaments.rules.payments import MONEY
from tournaments.web.players.views import whole_number
from tournaments.web.refusals import sentence
from tournaments.web.template_tags import money
from tournaments.web.who import by


class RefundForm(forms.Form):
    """Where the stack goes, how money is returned, and why."""

    stack = forms.ChoiceField(
        label=_("The stack"),
        choices=[
            (REMOVED, _("is taken out of play by the dealer")),
            (IN_PLAY, _("stays on the table and is blinded off")),
        ],
        widget=forms.RadioSelect(attrs={"data-focus": True}),
        error_messages={"required": _("Say where the stack goes: out of play, or left on the table.")},
    )
    refund_method = forms.ChoiceField(
        label=_("Money goes back"),
        required=False,
        choices=[
            ("", _("the way it came")),
            *(choice for choice in LedgerLine.Method.choices if choice[0] in MONEY),
        ],
    )
    reason = forms.CharField(label=_("Reason"), required=False, max_length=LONGEST_REASON)
    slip = forms.TypedChoiceField(
        label=_("Refund slip"),
        coerce=int,
        required=False,
        choices=[
            (0, _("None")),
            (1, _("One: for the player")),
            (2, _("Two: for the player, and for the house to be signed")),
        ],
    )

    def __init__(self, *args: Any, sheet: RefundSheet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not sheet.in_play:
            del self.fields["stack"]
        if not sheet.has_money:
            del self.fields["refund_method"]
        if not sheet.total:
            del self.fields["slip"]


@require_http_methods(["GET", "HEAD", "POST"])
def entry_refund(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What taking an entry or one purchase back returns; sent, it is taken back."""
    event = event_of(slug)
    rows = Entry.objects.select_related("player", "day", "option")
    entry = get_object_or_404(rows, pk=pk, event=event)
    entry.event = entry.day.event = event
    asked = request.POST if request.method == "POST" else request.GET
    purchase = _purchase(entry, asked.get("purchase"))
    bought = live_purchases(entry, purchase.pk if purchase else None)
    sheet = refund_sheet(entry, bought, request.user.role)  # type: ignore[union-attr]
    usual = {"slip": len(receipt_copies(request))}
    form = RefundForm(request.POST if request.method == "POST" else None, sheet=sheet, initial=usual)
    if request.method == "POST" and _taken_back(request, event, entry, purchase, form):
        back = ("desk", slug) if asked.get("then") == "desk" else ("entry", slug, pk)
        return redirect(reverse(back[0], args=back[1:]) + _slip(request, entry, bought))
    context = {
        "event": event,
        "day": entry.day,
        "active": "entries",
        "entry": entry,
        "line": entry_line(entry),
        "purchase": purchase,
        "bought": bought,
        "sheet": sheet,
        "form": form,
        "then": "desk" if asked.get("then") == "desk" else "",
        "is_possible": may_be_cancelled(entry) and (purchase is None or bool(bought)),
    }
    return render(request, "entries/refund.html", context, status=422 if form.errors else 200)


@require_POST
def entry_refund_slip(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The slip of what was returned last on an entry, once more."""
    event = event_of(slug)
    entry = get_object_or_404(Entry.objects.select_related("player"), pk=pk, event=event)
    printed = print_refund(request, entry, last_refund(entry), COPIES)
    if printed.refused:
        messages.error(request, printed.refused)
    return redirect(reverse("entry", args=[slug, pk]) + _print_query(printed))


def _slip(request: HttpRequest, entry: Entry, bought: Iterable[Purchase]) -> str:
    """Have as many copies of the slip made as were chosen; what the page it leads to is told of them.

    Nothing of it holds up the refund, which is done. A repeated press has nothing left to give back, and
    finds the slip of the first.
    """
    copies = COPIES[: whole_number(request.POST.get("slip")) or 0]
    keys = [one.pk for one in bought] or last_refund(entry)
    if not copies or not keys:
        return ""
    printed = print_refund(request, entry, keys, copies)
    if printed.refused:
        messages.error(request, printed.refused)
    return _print_query(printed)


def _print_query(printed: SalePrints) -> str:
    return f"?print={printed.job.pk}" if printed.job else ""


def _purchase(entry: Entry, asked: str | None) -> Purchase | None:
    """The purchase that alone is taken back; None for the whole entry."""
    if not asked:
        return None
    found = entry.purchases.select_related("option").filter(pk=whole_number(asked) or 0).first()
    if found is None:
        raise Http404(asked)
    return found


def _taken_back(
    request: HttpRequest, event: Event, entry: Entry, purchase: Purchase | None, form: RefundForm
) -> bool:
    who = by(request)
    # The reply to a press that was lost is asked for again: by now there is nothing left to choose.
    is_again = who.request_id is not None and Action.objects.filter(request_id=who.request_id).exists()
    if not form.is_valid() and not is_again:
        return False
    data = form.cleaned_data
    how = {name: data.get(name) or "" for name in ("stack", "refund_method", "reason")}
    try:
        if purchase is not None:
            cancel_option(who, purchase, **how)
        else:
            cancel(who, entry, **how)
    except RuleError as error:
        form.add_error(
            "stack" if error.code == "stack-where" and "stack" in form.fields else None, sentence(error)
        )
        return False
    messages.success(request, _said(event, entry, purchase, how["stack"]))
    return True


def _said(event: Event, entry: Entry, purchase: Purchase | None, stack: str) -> str:
    rows = LedgerLine.objects.filter(entry=entry, amount__lt=0)
    if purchase is not None:
        rows = rows.filter(purchase=purchase)
        words = _now("{option} taken back: {amount} returned.")
    else:
        words = _now("Entry {number} cancelled: {amount} returned.")
    last = rows.order_by("-at").first()
    amount = -sum(line.amount for line in rows.filter(at=last.at)) if last else 0
    option = purchase.option.name if purchase else ""
    said = words.format(number=entry.number, option=option, amount=money(amount, event.currency))
    if stack == IN_PLAY and purchase is None:
        said += " " + _now(
            "His stack stays in play: his chair counts as open, so block it or move the stack."
        )
    return said
