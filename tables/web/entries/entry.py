"""One entry: what it is, and the buttons for it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tables.actions.desk import cancel, mark_in_line, pay, seat_entry
from tables.actions.sale import take_option
from tables.queries.desk import extra_offers
from tables.queries.entry import entry_sheet
from tables.queries.refund import may_be_cancelled, taken_up_at
from tables.queries.slips import last_refund
from tables.web.days import event_of
from tables.web.prints.sale import just_printed
from tournaments.journal.change import utc_now
from tournaments.models import Entry, Event, LedgerLine, Option
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import may
from tournaments.web.refusals import sentence
from tournaments.web.who import by


@require_safe
def entry_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One entry whole."""
    event = event_of(slug)
    return _page(request, event, _entry(event, pk))


@require_POST
def entry_act(request: HttpRequest, slug: str, pk: int, verb: str) -> HttpResponse:
    """One button of an entry. Refused, its page says why."""
    event = event_of(slug)
    entry = _entry(event, pk)
    try:
        _act(request, event, entry, verb)
    except RuleError as error:
        return _page(request, event, _entry(event, pk), refused=sentence(error))
    if request.POST.get("then") == "list":
        return redirect("entries", event.slug)
    return redirect("entry", event.slug, pk)


def _act(request: HttpRequest, event: Event, entry: Entry, verb: str) -> None:
    who, method = by(request), request.POST.get("method", "cash")
    if verb == "pay":
        pay(who, entry, method=method, seat=request.POST.get("seat", "now") == "now")
    elif verb == "seat":
        seat_entry(who, entry, cut=request.POST.get("cut", "")[:201])
    elif verb == "cancel":
        cancel(
            who,
            entry,
            reason=request.POST.get("reason", ""),
            stack=request.POST.get("stack", ""),
            refund_method=request.POST.get("refund_method", ""),
        )
        messages.success(request, _("Entry {number} cancelled.").format(number=entry.number))
    elif verb == "in-line":
        mark_in_line(who, entry, in_line=request.POST.get("in_line") != "no")
    elif verb == "option":
        option = get_object_or_404(Option, pk=_key(request.POST.get("option")), event=event)
        take_option(who, entry, option, method=method)
    else:
        raise Http404(verb)


def _key(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else 0


def _entry(event: Event, pk: int) -> Entry:
    entry = get_object_or_404(Entry.objects.select_related("player", "day", "option"), pk=pk, event=event)
    entry.event = entry.day.event = event
    return entry


def _page(request: HttpRequest, event: Event, entry: Entry, refused: str = "") -> HttpResponse:
    context = {
        "event": event,
        "day": entry.day,
        "active": "entries",
        "entry": entry,
        "sheet": entry_sheet(entry),
        "offers": [
            (offer.option, sentence(offer.refusal) if offer.refusal else "")
            for offer in extra_offers(entry, utc_now())
        ],
        "methods": LedgerLine.Method.choices,
        "may_sell": may(request.user.role, "entry.register"),  # type: ignore[union-attr]
        "may_cancel": may_be_cancelled(entry),
        "taken_up": taken_up_at(entry.pk) if entry.state == Entry.State.OUT else None,
        "may_bring_back": may(request.user.role, "bust.give_back"),  # type: ignore[union-attr]
        "may_print": may(request.user.role, "print.ask"),  # type: ignore[union-attr]
        "has_refund": bool(last_refund(entry)),
        "printed": just_printed(request, event),
        "refused": refused,
        "zone": house_zone(),
    }
    return render(request, "entries/entry.html", context, status=422 if refused else 200)
