"""All events, and a new one."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tables.actions.day import open_event
from tables.models import Table
from tables.queries.floor import events_board
from tables.queries.print_queue import printers_in_trouble
from tables.web.setup.event_form import NewEventForm
from tournaments.journal.change import utc_now
from tournaments.models import House, StructureTemplate
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.rules.house import HouseRules
from tournaments.rules.roles import may
from tournaments.web.fields import refuse
from tournaments.web.who import by

# At which field a refusal is said; any other is about the structure, which is copied and checked.
FIELDS = {
    "slug-taken": "slug",
    "no-such-table": "tables",
    "table-lent": "tables",
    "table-taken": "tables",
    "clash": "",
    "not-your-role": "",
    "request-reused": "",
    "row-gone": "template",
    "*": "template",
}


@require_GET
def floor_page(request: HttpRequest) -> HttpResponse:
    """Every event with the clocks and counts of its running Days, and what is in trouble."""
    now = utc_now()
    cards = events_board(now)
    context = {
        "active": "floor",
        "cards": [card for card in cards if card.state not in {"over", "called-off"}],
        "printers": printers_in_trouble(now),
        "clocks": {
            card.key: {"clock": card.clock, "schedule": card.schedule, "slug": card.slug}
            for card in cards
            if card.clock and card.state in {"running", "paused"}
        },
        "past": [card for card in cards if card.state in {"over", "called-off"}],
        "zone": house_zone(),
        "may_set_up": may(request.user.role, "event.open"),  # type: ignore[union-attr]
    }
    return render(request, "setup/floor.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new_event(request: HttpRequest) -> HttpResponse:
    """An event that can run at once, by one form."""
    house = House.objects.filter(pk=1).first() or House()
    form = NewEventForm(request.POST or None, zone=house.timezone, currency=house.currency)
    if request.method == "POST" and form.is_valid():
        try:
            event = _open(request, form)
        except RuleError as error:
            refuse(form, error, FIELDS)
        else:
            messages.success(request, _("%(name)s is made.") % {"name": event.name})
            return redirect("console", event.slug)
    context = {
        "active": "floor",
        "form": form,
        "zone": house.timezone,
        "more_open": _concerns_more(form),
        "house_tables": Table.objects.count(),
        "has_structures": StructureTemplate.objects.exists(),
    }
    return render(request, "setup/event_new.html", context, status=422 if form.errors else 200)


def _open(request: HttpRequest, form: NewEventForm) -> Any:
    data = form.cleaned_data
    return open_event(
        by(request),
        slug=form.address(),
        template=data["template"],
        starts_at=data["starts_at"],
        label=_("Day 1"),
        option=form.option(),
        tables=data["tables"],
        **form.settings(HouseRules()),
    )


def _concerns_more(form: NewEventForm) -> bool:
    """Whether something is wrong in the part of the form that is folded away."""
    shown = {"name", "template", "starts_at", "prize", "fee", "staff", "tables", "__all__"}
    return bool(set(form.errors) - shown)
