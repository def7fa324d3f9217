"""The strip's clock buttons: each answers with the strip, so that the finger sees what it did."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from tables.queries import console
from tables.web.console.panel import base_context
from tables.web.days import day_of
from tournaments.actions import clock, registration
from tournaments.journal.change import utc_now
from tournaments.models import DarkGap, Day
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by


def whole(request: HttpRequest, name: str) -> int:
    """A whole number that a button sent; anything else did not come from our page."""
    try:
        return int(request.POST[name])
    except (KeyError, ValueError):
        raise RuleError("not-a-number", "The button sent no number. Load the page again.") from None


def press(request: HttpRequest, day: Day, verb: str) -> None:
    """Do what a button of the strip says."""
    who = by(request)
    if verb == "start":
        clock.start_clock(who, day)
    elif verb == "pause":
        clock.pause_clock(who, day)
    elif verb == "adjust":
        clock.adjust_clock(who, day, delta_ms=whole(request, "ms"), showing=whole(request, "showing"))
    elif verb == "next":
        clock.next_item(who, day, showing=whole(request, "showing"))
    elif verb == "previous":
        clock.previous_item(who, day, showing=whole(request, "showing"))
    else:
        raise Http404(verb)


@require_POST
def clock_button(request: HttpRequest, slug: str, code: str, verb: str) -> HttpResponse:
    """One press. Refused on stale facts in the strip itself, with what is on show now."""
    day = day_of(slug, code)
    refused = None
    try:
        press(request, day, verb)
    except RuleError as error:
        if not request.htmx:  # type: ignore[attr-defined]
            raise
        refused = sentence(error)
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect("console_day", slug, code)
    day = day_of(slug, code)
    return render(
        request,
        "console/_strip.html",
        {
            **base_context(request, day),
            "strip": console.strip(day, utc_now()),
            "refused": refused,
            "oob": True,
        },
        status=422 if refused else 200,
    )


@require_POST
def dark_answer(request: HttpRequest, slug: str, code: str, pk: int) -> HttpResponse:
    """Was play stopped while the house was dark?"""
    day = day_of(slug, code)
    stopped = request.POST.get("stopped") == "yes"
    clock.answer_dark_gap(by(request), day, get_object_or_404(DarkGap, pk=pk), stopped=stopped)
    return _done(request, slug, code)


@require_POST
def pool_final(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The line is done: the pool is final."""
    registration.confirm_pool(by(request), day_of(slug, code).event)
    return _done(request, slug, code)


def _done(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Trigger": "revision"})
    return redirect("console_day", slug, code)
