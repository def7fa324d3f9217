"""The event's sheet of money and the director's counters."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from tables.queries.counters import counters
from tables.web.days import event_of
from tables.web.prints.views import begun
from tables.web.shift.drawers import ask_paper, paper_choices
from tournaments.journal.change import utc_now
from tournaments.models import LedgerLine, Option
from tournaments.queries.clock import current_day
from tournaments.queries.event_sheet import event_sheet
from tournaments.queries.house import house_zone

SHEET = "event_sheet"
CHECKS = {
    "price": _("Sold, at its price"),
    "part": _("By part"),
    "way": _("By way to pay"),
    "clerk": _("By clerk"),
    "drawer": _("By drawer"),
}


@require_safe
def sheet_page(request: HttpRequest, slug: str) -> HttpResponse:
    """All money of an event, and whether it balances."""
    event = event_of(slug)
    sheet = event_sheet(event)
    context: dict[str, Any] = {
        "event": event,
        "day": current_day(event, utc_now()),
        "active": "sheet",
        "sheet": sheet,
        "checks": [(CHECKS[check.key], check) for check in sheet.checks],
        "parts": dict(LedgerLine.Part.choices),
        "ways": dict(LedgerLine.Method.choices),
        "kinds": dict(Option.Kind.choices),
        "zone": house_zone(),
        **paper_choices(request, SHEET),
    }
    return render(request, "shift/sheet.html", context)


@require_POST
def sheet_print(request: HttpRequest, slug: str) -> HttpResponse:
    """The sheet on paper, kept among the prints."""
    event = event_of(slug)
    return begun(ask_paper(request, SHEET, event.name, event=event.pk))


@require_safe
def counters_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The counters; alone for htmx, when the event's revision moves."""
    event, now, zone = event_of(slug), utc_now(), house_zone()
    day = current_day(event, now)
    part = request.htmx  # type: ignore[attr-defined]
    context = {
        "event": event,
        "day": day,
        "active": "sheet",
        "counters": counters(event, day, now, zone),
        "zone": zone,
    }
    return render(request, "shift/_counters.html" if part else "shift/counters.html", context)
