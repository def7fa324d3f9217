"""Players of an event who are not to sit at one table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tables.actions.apart import keep_apart, let_together
from tables.models import Apart
from tables.queries.floor_tables import pairs_apart
from tables.queries.seating import find_seat
from tables.web.days import day_of
from tables.web.plans.shown import framed, whole
from tournaments.models import Day, Entry, Player
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by


@require_http_methods(["GET", "HEAD", "POST"])
def apart_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The pairs of an event; a POST adds one, or lets one go by "together"."""
    day = day_of(slug)
    if request.method != "POST":
        return _page(request, day)
    try:
        if "together" in request.POST:
            pair = Apart.objects.filter(event=day.event, pk=whole(request.POST.get("together"))).first()
            if pair is not None:  # else somebody did so already
                let_together(by(request), pair)
        else:
            first, second = (_player(day, request.POST.get(name, "")) for name in ("first", "second"))
            keep_apart(by(request), day.event, first, second)
    except RuleError as error:
        return _page(request, day_of(slug), refused=sentence(error), status=422)
    return redirect("apart", slug)


def _player(day: Day, typed: str) -> Player:
    """The one who is meant by a seat, a name, a card or an entry's number. RuleError `who`."""
    text = typed.strip()[:80]
    found = find_seat(day, text) if text else ()
    if len(found) == 1:
        return Entry.objects.select_related("player").get(pk=found[0].entry_id).player
    if not text:
        raise RuleError("who", "Name two players.")
    if not found:
        raise RuleError("who", "Nobody here is found by “{typed}”.", {"typed": text})
    words = "“{typed}” is found {count} times. Say the seat, as 12-4."
    raise RuleError("who", words, {"typed": text, "count": len(found)})


def _page(request: HttpRequest, day: Day, *, refused: str = "", status: int = 200) -> HttpResponse:
    context = {
        **framed(request, day, "apart"),
        "pairs": pairs_apart(day.event),
        "refused": refused,
        "typed": request.POST,
    }
    return render(request, "plans/apart.html", context, status=status)
