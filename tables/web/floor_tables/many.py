"""All tables of a Day in play, what is done to several at once, and bringing two Days together."""

from typing import Any, cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tables.actions.day_tables import Verb, handle_tables, set_chairs
from tables.actions.table_state import merge_days
from tables.queries.floor_tables import tables_in_play
from tables.web.days import day_of
from tables.web.plans.shown import framed, whole
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by


@require_GET
def floor_tables(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """How each table stands, with a way to its own page."""
    return _page(request, day_of(slug, code))


@require_POST
def many_press(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Open or close the chosen tables, or set how many chairs are played at."""
    day, verb = day_of(slug, code), request.POST.get("do", "")
    try:
        if verb == "chairs":
            set_chairs(by(request), day, _chosen(request), chairs=whole(request.POST.get("chairs")))
        elif verb in ("open", "close"):
            handle_tables(by(request), day, _chosen(request), verb=cast("Verb", verb))
        else:
            raise Http404(verb)
    except RuleError as error:
        return _page(request, day_of(slug, code), refused=sentence(error), status=422)
    return redirect("floor_tables", slug, code)


@require_POST
def merge(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Bring everybody of another Day to this one, chairs kept."""
    day = day_of(slug, code)
    source = next((one for one in day.event.days.all() if one.code == request.POST.get("source")), None)
    if source is None:
        return _page(request, day, merging=_("Choose the other Day."), status=422)
    try:
        players = merge_days(by(request), source, day)
    except RuleError as error:
        return _page(request, day_of(slug, code), merging=sentence(error), status=422)
    said = _("%(players)s players brought to %(day)s with their tables and chairs.")
    messages.success(request, said % {"players": players, "day": day.label})
    return redirect("floor_tables", slug, code)


def _chosen(request: HttpRequest) -> list[int]:
    return [number for text in request.POST.getlist("table") if (number := whole(text))]


def _page(
    request: HttpRequest, day: Day, *, refused: str = "", merging: str = "", status: int = 200
) -> HttpResponse:
    frame = framed(request, day, "tables")
    context: dict[str, Any] = {
        **frame,
        "tables": tables_in_play(day, utc_now()),
        "chosen": set(_chosen(request)),
        "chair_choices": range(2, 11),
        "others": [one for one in frame["days"] if one.pk != day.pk and one.over_at is None],
        "refused": refused,
        "merging": merging,
    }
    return render(request, "plans/tables.html", context, status=status)
