"""Hand for hand: tables tick in by a tap, the hand is completed for all; the last hands' card is drawn."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tables.actions.hand_for_hand import complete_hand, hand_done, start_hand_for_hand, stop_hand_for_hand
from tables.actions.last_hands import draw_last_hands, end_last_hands
from tables.models import DayTable
from tables.queries.hands import hands
from tables.web.days import day_of
from tables.web.plans.shown import framed, whole
from tournaments.journal.change import By, utc_now
from tournaments.models import Day
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by


@require_http_methods(["GET", "HEAD", "POST"])
def hands_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """How the hand stands; a POST is one of the buttons, named by `do`: "start", "done:12"."""
    day = day_of(slug, code)
    if request.method != "POST":
        return _shown(request, day)
    from_console = bool(request.htmx) and request.POST.get("then") == "console"  # type: ignore[attr-defined]
    try:
        said = _pressed(request, day)
    except RuleError as error:
        if from_console:
            raise
        return _shown(request, day_of(slug, code), refused=sentence(error), status=422)
    if from_console:
        return HttpResponse(status=204, headers={"HX-Trigger": "revision"})
    if request.htmx:  # type: ignore[attr-defined]
        return _shown(request, day_of(slug, code), said=said)
    if said:
        messages.success(request, said)
    return redirect("console_day" if request.POST.get("then") == "console" else "hands", slug, code)


def _pressed(request: HttpRequest, day: Day) -> str:
    verb, _colon, number = request.POST.get("do", "").partition(":")
    who = by(request)
    if verb == "done":
        rows = DayTable.objects.select_related("table", "day__event")
        hand_done(who, get_object_or_404(rows, day=day, table__number=whole(number)))
        return ""
    if verb == "start":
        start_hand_for_hand(who, day, pause=number != "later")
        return _("Hand for hand: each table plays one hand, then waits.")
    press = _PRESSES.get(verb)
    if press is None:
        raise Http404(verb)
    return press(who, day)


def _complete(who: By, day: Day) -> str:
    complete_hand(who, day)
    return _("The hand is complete. The next one is played.")


def _force(who: By, day: Day) -> str:
    complete_hand(who, day, force=True)
    return _("The hand is complete. The next one is played.")


def _stop(who: By, day: Day) -> str:
    stop_hand_for_hand(who, day)
    return _("Hand for hand is over. The clock stands until it is started.")


def _draw(who: By, day: Day) -> str:
    draw_last_hands(who, day)
    n = hands(day, utc_now()).last
    count = n.hands or 0 if n else 0
    return ngettext("{n} last hand at each table.", "{n} last hands at each table.", count).format(n=count)


def _end(who: By, day: Day) -> str:
    end_last_hands(who, day)
    return _("The last hands are over.")


_PRESSES: dict[str, Callable[[By, Day], str]] = {
    "complete": _complete,
    "force": _force,
    "stop": _stop,
    "draw": _draw,
    "end": _end,
}


def _shown(
    request: HttpRequest, day: Day, *, said: str = "", refused: str = "", status: int = 200
) -> HttpResponse:
    part = bool(request.htmx)  # type: ignore[attr-defined]
    context = {**framed(request, day, "hands"), "hands": hands(day, utc_now())}
    context |= {"said": said, "refused": refused}
    return render(request, "hands/_hands.html" if part else "hands/page.html", context, status=status)
