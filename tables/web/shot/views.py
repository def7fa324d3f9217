"""One table's called clock: for anybody's phone to look at, and for staff to call and end."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tables.actions.shot_clock import call_clock, end_shot_clock
from tables.models import DayTable, ShotClock
from tables.web.days import day_of
from tables.web.public.views import _screen
from tournaments.hub import instant
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by


@require_safe
@never_cache
def public_shot(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The clock of one table, without a button."""
    day, row = _table(slug, number)
    return render(request, "shot/page.html", _context(day, row))


@require_safe
@never_cache
def shot_json(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """When the clock that runs at a table was called; null if none does."""
    shots = ShotClock.objects.filter(day__event__slug=slug, table__number=number, ended_at=None)
    called_at = shots.values_list("called_at", flat=True).first()
    return JsonResponse({"called_at": instant(called_at) if called_at else None})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def floor_shot(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The same with two buttons: call the clock, he has acted."""
    day, row = _table(slug, number)
    refused = ""
    if request.method == "POST":
        try:
            _pressed(request, row)
        except RuleError as error:
            refused = sentence(error)
        else:
            return redirect("floor_shot", slug, number)
    context = {**_context(day, row), "is_staff": True, "refused": refused}
    return render(request, "shot/page.html", context, status=422 if refused else 200)


def _pressed(request: HttpRequest, row: DayTable) -> None:
    verb = request.POST.get("do", "")
    if verb == "call":
        call_clock(by(request), row)
    elif verb == "acted":
        shot = _running(row)
        if shot is None:
            raise RuleError("no-shot", "No clock is called at this table.")
        end_shot_clock(by(request), shot)
    else:
        raise Http404(verb)


def _table(slug: str, number: int) -> tuple[Day, DayTable]:
    """The table where it is open now, with its Day; 404 where the event does not have it."""
    rows = DayTable.objects.filter(day__event__slug=slug, table__number=number, state=DayTable.State.OPEN)
    row = rows.select_related("day__event", "table").first()
    if row is None:
        day_of(slug)
        raise Http404(f"table {number} is not open in {slug}")
    return row.day, row


def _running(row: DayTable) -> ShotClock | None:
    shots = ShotClock.objects.filter(table=row.table_id, ended_at=None)
    return shots.select_related("table", "day").first()


def _context(day: Day, row: DayTable) -> dict[str, Any]:
    shot, now = _running(row), utc_now()
    return {
        **_screen(day, day.code),
        "number": row.table.number,
        "called_at": instant(shot.called_at) if shot else "",
        "now": now,
    }
