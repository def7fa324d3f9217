"""The clock page: shown, and pressed. Every press answers in the panel it came from."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from tables.queries import clock_page as page_query
from tables.queries.console import strip
from tables.queries.journal import JournalLine
from tables.web.clock.forms import Press
from tables.web.clock.presses import BUTTONS, FORMS, Button
from tables.web.days import day_of
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import may
from tournaments.web.refusals import sentence
from tournaments.web.template_tags import house_time
from tournaments.web.who import by


@require_http_methods(["GET", "HEAD", "POST"])
def clock_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The clock page of a Day; a POST is one of its buttons, named by `do`."""
    day = day_of(slug, code)
    if request.method == "POST":
        return _pressed(request, day)
    return _shown(request, day)


def _pressed(request: HttpRequest, day: Day) -> HttpResponse:
    button = BUTTONS.get(request.POST.get("do", ""))
    if button is None or not day.structure:
        raise Http404(request.POST.get("do"))
    now, zone = utc_now(), house_zone()
    form = _forms(day, now, zone, {button.form: request.POST})[button.form]
    if not form.is_valid() or not _done(request, day, button, form):
        return _shown(request, day, refused=(button, form), status=422)
    line = _newest(request, day, zone)
    if request.htmx:  # type: ignore[attr-defined]
        return _shown(request, day_of(day.event.slug, day.code), answer=(button.panel, line))
    if line is not None:
        messages.success(request, line.text)
    return redirect(f"{reverse('event_clock', args=[day.event.slug, day.code])}#{button.panel}-panel")


def _done(request: HttpRequest, day: Day, button: Button, form: Press) -> bool:
    """Do what was pressed; False, with the sentence on the form, where the rules refuse it."""
    try:
        button.act(by(request), day, form.cleaned_data)
    except RuleError as error:
        form.add_error(None, sentence(error))
        return False
    return True


def _newest(request: HttpRequest, day: Day, zone: str) -> JournalLine | None:
    """What was just done, as the journal says it."""
    return next(iter(page_query.clock_lines(day, request.user.role, zone, limit=1)), None)  # type: ignore[union-attr]


def _shown(
    request: HttpRequest,
    day: Day,
    *,
    refused: tuple[Button, Press] | None = None,
    answer: tuple[str, JournalLine | None] | None = None,
    status: int = 200,
) -> HttpResponse:
    now, zone, role = utc_now(), house_zone(), request.user.role  # type: ignore[union-attr]
    page = page_query.clock_page(day, now, zone)
    forms = _forms(day, now, zone, {}, page)
    if refused:
        forms[refused[0].form] = refused[1]
    context: dict[str, Any] = {
        "event": day.event,
        "day": day,
        "zone": zone,
        "active": "console",
        "may_clock": may(role, "clock.start"),
        "strip": strip(day, now),
        "page": page,
        "forms": forms,
        "refused": refused[0].panel if refused else "",
        "answered": answer[0] if answer else "",
        "answer": answer[1] if answer else None,
        "lines": page_query.clock_lines(day, role, zone),
    }
    whole = not request.htmx  # type: ignore[attr-defined]
    return render(request, "clock/page.html" if whole else "clock/_answer.html", context, status=status)


def _forms(
    day: Day, now: datetime, zone: str, sent: dict[str, Any], page: page_query.ClockPage | None = None
) -> dict[str, Press]:
    """Every form of the page by its name; those that were sent are bound."""
    page = page or page_query.clock_page(day, now, zone)
    if page is None:
        return {}
    starts = day.starts_at if day.starts_at and day.starts_at > now else None
    initial: dict[str, dict[str, Any]] = {
        "take_break": {"minutes": 15},
        "count_down": {"at": house_time(starts, zone) or None},
        "extend": {"level": str(page.registration.closes_after_level)},
    }
    made = {}
    for name, form in FORMS.items():
        options: dict[str, Any] = {"now": now, "zone": zone, "auto_id": f"id_{name}_%s"}
        if name == "extend":
            options["levels"] = page.levels
        options["initial"] = {"showing": page.now.id} | initial.get(name, {})
        made[name] = form(sent.get(name), **options)
    return made
