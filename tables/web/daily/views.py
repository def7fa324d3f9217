"""Two thumbs and a clock: entries, rebuys and players left, counted. A press answers in place."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from tables.actions.counts_only import count_left, count_sold
from tables.queries.console import strip
from tables.queries.counted_days import CountedDay, counted_day
from tables.queries.journal import journal
from tables.queries.prizes import prizes
from tables.rules.chips import average_stack
from tables.web.days import day_of
from tournaments.journal.change import utc_now
from tournaments.models import Day, Option
from tournaments.queries.house import house_zone
from tournaments.queries.registration import registration_of
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import may
from tournaments.web.refusals import sentence
from tournaments.web.who import by

BOARD = "daily/_board.html"
RECENT = 6


@require_http_methods(["GET", "HEAD", "POST"])
def daily_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A Day by counts; a POST is one of the buttons: `do` is "sold:7:-1", "left:1", "set:7", "set:left"."""
    day = day_of(slug, code)
    counted = counted_day(day)
    if counted is None:
        return redirect("console_day", slug, code)
    if request.method != "POST":
        return _shown(request, day, counted)
    try:
        _pressed(request, day)
    except RuleError as error:
        return _shown(request, day, counted, refused=sentence(error), status=422)
    if request.htmx:  # type: ignore[attr-defined]
        return _shown(request, day_of(slug, code), counted_day(day) or counted)
    return redirect("daily", slug, code)


def _pressed(request: HttpRequest, day: Day) -> None:
    verb, _colon, rest = request.POST.get("do", "").partition(":")
    what, _colon, n = rest.partition(":")
    if verb == "left":
        count_left(by(request), day, by=_step(what))
    elif verb == "sold":
        count_sold(by(request), day, _option(day, what), by=_step(n))
    elif verb == "set" and what == "left":
        count_left(by(request), day, to=_typed(request, what))
    elif verb == "set":
        count_sold(by(request), day, _option(day, what), to=_typed(request, what))
    else:
        raise Http404(verb)


def _step(text: str) -> int:
    if text not in {"1", "-1"}:
        raise Http404(text)
    return int(text)


def _typed(request: HttpRequest, name: str) -> int:
    text = request.POST.get(f"n-{name}", "").strip()
    if not (text.isdecimal() and text.isascii() and len(text) < 7):
        raise RuleError("not-a-number", "Write a whole number.")
    return int(text)


def _option(day: Day, text: str) -> Option:
    key = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
    return get_object_or_404(Option, pk=key, event=day.event)


def _shown(
    request: HttpRequest, day: Day, counted: CountedDay, *, refused: str = "", status: int = 200
) -> HttpResponse:
    role, now, zone = request.user.role, utc_now(), house_zone()  # type: ignore[union-attr]
    is_part = bool(request.htmx)  # type: ignore[attr-defined]
    prize = prizes(day.event)
    context: dict[str, Any] = {
        "active": "console",
        "event": day.event,
        "day": day,
        "counted": counted,
        "main": next((option for option in counted.options if option.starts), None),
        "prize": prize,
        "places": [(place, amount) for place, amount in enumerate(prize.amounts, start=1)],
        "average": average_stack(counted.chips, counted.left),
        "registration": registration_of(day, now),
        "journal": journal(day.event, role, zone, limit=RECENT)[:RECENT],
        "refused": refused,
        "may_count": may(role, "count.sold"),
        "may_clock": may(role, "clock.start"),
        "may_set_up": may(role, "event.change"),
        "zone": zone,
    }
    if not is_part:
        context["strip"] = strip(day, now)
    return render(request, BOARD if is_part else "daily/page.html", context, status=status)
