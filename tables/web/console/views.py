"""The console page and its panels. Panels are loaded again when the event's revision moves."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST

from tables.models import DayTable
from tables.queries import console, journal
from tables.queries.counted_days import is_by_counts
from tables.queries.found import find_anybody, table_numbered
from tables.queries.tiles import tile_groups
from tables.web.console.panel import base_context, page_context, shown_groups, side_context
from tables.web.console.sent import whole
from tables.web.days import day_of, event_of
from tournaments.journal.change import utc_now
from tournaments.journal.undo import undo
from tournaments.models import Action
from tournaments.queries.house import house_zone
from tournaments.web.who import by

PAGE = 100


@require_GET
def console_page(request: HttpRequest, slug: str, code: str | None = None) -> HttpResponse:
    """The console of a Day, with the table and the mode that the address names."""
    event = event_of(slug)
    if not event.days.exists():
        return redirect("event_settings", slug)
    day = day_of(slug, code)
    number = whole(request.GET.get("table"))
    context = page_context(request, day, number, request.GET.get("mode", ""))
    opened = any(tile.state == DayTable.State.OPEN for group in context["groups"] for tile in group.tiles)
    if not opened and is_by_counts(day):
        return redirect("daily", slug, day.code)
    return render(request, "console/page.html", context)


@require_GET
def strip_panel(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The clock strip."""
    day = day_of(slug, code)
    context = {**base_context(request, day), "strip": console.strip(day, utc_now()), "oob": True}
    return render(request, "console/_strip.html", context)


@require_GET
def todo_panel(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """What to do next, and what was just done."""
    day = day_of(slug, code)
    return render(request, "console/_todo.html", {**base_context(request, day), **side_context(request, day)})


@require_GET
def tables_panel(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The tiles of all tables, or of the group asked for."""
    day = day_of(slug, code)
    groups = tile_groups(day, utc_now())
    asked = whole(request.GET.get("group"))
    number = whole(request.GET.get("table"))
    context = {**base_context(request, day), "groups": groups, "chosen": number}
    context["shown_groups"] = shown_groups(request, groups, number)
    if asked is None:
        return render(request, "console/_tables.html", context)
    if asked >= len(groups):  # tables were closed since: nothing is left of this group
        return HttpResponse("", headers={"X-Groups": str(len(groups))})
    answer = render(request, "console/_tiles.html", {**context, "group": groups[asked]})
    answer["X-Groups"] = str(len(groups))
    return answer


@require_GET
def find(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Seats for what was typed: "12-4", a table, a name, a card; and who is out."""
    day = day_of(slug, code)
    typed = request.GET.get("q", "").strip()[:100]  # of longer ones a database finds no pattern
    context = {
        **base_context(request, day),
        "found": find_anybody(day, typed) if typed else (),
        "found_table": table_numbered(day, typed),
        "typed": typed,
    }
    return render(request, "console/_found.html", context)


@require_GET
def journal_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole journal of an event, a page at a time."""
    event = event_of(slug)
    before = whole(request.GET.get("before"))
    lines = journal.journal(event, request.user.role, house_zone(), limit=PAGE, before=before)  # type: ignore[union-attr]
    # Actions are numbered without a gap, so whatever is below the oldest on the page is on older pages.
    oldest = min((line.seq for line in lines if line.seq), default=0)
    return render(
        request,
        "console/journal.html",
        {
            "event": event,
            "day": event.days.first(),
            "active": "journal",
            "lines": lines,
            "older": oldest if oldest > 1 else None,
            "zone": house_zone(),
        },
    )


@require_POST
def undo_action(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take back one action of this event."""
    event = event_of(slug)
    undo(by(request), get_object_or_404(Action, pk=pk, event=event))
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Trigger": "revision"})
    back = request.POST.get("next", "")
    # A path: redirect() takes "logout" for the name of a view, and fails on "a:b".
    own = back.startswith("/") and url_has_allowed_host_and_scheme(
        back, {request.get_host()}, require_https=request.is_secure()
    )
    return redirect(back if own else reverse("event_journal", args=[slug]))
