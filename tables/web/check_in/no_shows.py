"""Who has not come, and taking up the stacks that nobody claimed."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tables.actions.prints import ask_print
from tables.actions.unclaimed import take_up
from tables.printing.documents import DOCUMENTS
from tables.queries.check_in import check_ins
from tables.queries.no_shows import Order, may_take_up, no_shows, stacks
from tables.web.days import day_of, event_of
from tables.web.entries.views import day_at_desk
from tables.web.prints.forms import reading
from tables.web.prints.views import begun, usual_printer
from tournaments.journal.change import utc_now
from tournaments.models import Event
from tournaments.queries.house import house_zone
from tournaments.rules.roles import may
from tournaments.web.players.views import whole_number
from tournaments.web.who import by

LIST = "list_no_shows"


@require_safe
def no_shows_page(request: HttpRequest, slug: str) -> HttpResponse:
    """A Day's entries that nobody has claimed, by name or by table."""
    event = event_of(slug)
    day = day_at_desk(request, event)
    order: Order = "table" if request.GET.get("order") == "table" else "name"
    lines = no_shows(day, order) if day else ()
    role = request.user.role  # type: ignore[union-attr]
    is_due = day is not None and may_take_up(day, utc_now())
    context = {
        "event": event,
        "day": day,
        "days": list(event.days.filter(over_at=None)),
        "active": "entries",
        "order": order,
        "lines": lines,
        "stacks": stacks(lines),
        "count": check_ins(day) if day else None,
        "taken_up": event.unclaimed == Event.Unclaimed.TAKEN_UP,
        "is_due": is_due,
        "may_take_up": is_due and may(role, "bust.take_up"),
        "may_print": may(role, "print.ask"),
        "may_check_in": may(role, "entry.check_in"),
        "zone": house_zone(),
    }
    return render(request, "check_in/no_shows.html", context)


@require_POST
def no_shows_print(request: HttpRequest, slug: str) -> HttpResponse:
    """The list on paper, on the printer that was last chosen here if it takes such a page."""
    event = event_of(slug)
    day = day_of(slug, request.POST.get("day", "")[:8])
    profile = usual_printer(request)
    if profile is not None and profile.sheet not in DOCUMENTS[LIST].sheets:
        profile = None
    order = "table" if request.POST.get("order") == "table" else "name"
    options = {"day": day.pk, "order": order, **reading(request)}
    sheet = profile.sheet if profile else "a4"
    return begun(ask_print(by(request), event, document=LIST, sheet=sheet, profile=profile, options=options))


@require_POST
def take_up_stacks(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Take up the stacks that were ticked."""
    day = day_of(slug, code)
    keys = [key for text in request.POST.getlist("entry") if (key := whole_number(text)) is not None]
    taken = take_up(by(request), day, entries=keys)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Trigger": "revision"})
    said = ngettext("{n} stack taken up.", "{n} stacks taken up.", taken).format(n=taken)
    messages.success(request, said)
    return redirect(f"{reverse('no_shows', args=[slug])}?day={code}")
