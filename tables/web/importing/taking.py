"""Taking over a running event: its list, what the clock shows, and then it runs on here."""

from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from tables.actions.take_over import take_over
from tables.queries.take_over_plan import TakeOverPlan, take_over_plan
from tables.web.days import day_of, event_of
from tables.web.importing.forms import TakeOverForm, UploadForm
from tables.web.importing.kept import (
    Kept,
    Looked,
    keep,
    keep_seen,
    kept_list,
    look,
    remember,
    save,
    seen_before,
)
from tables.web.importing.shown import grouped, page_of, paged, taken_lines
from tournaments.models import Day, Option
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by

_CHOSEN = ("day", "item", "left", "option", "method", "makes_tables", "room")


@require_http_methods(["GET", "HEAD", "POST"])
def event_take_over(request: HttpRequest, slug: str) -> HttpResponse:
    """A form for the list of a running event."""
    event, day = event_of(slug), day_of(slug)
    form = UploadForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            sent: UploadedFile = form.cleaned_data["file"]
            return redirect("event_take_over_list", slug, keep(request, sent, {}).key)
        except RuleError as error:
            form.add_error("file", sentence(error))
    context = {"event": event, "day": day, "active": "entries", "form": form}
    return render(request, "importing/take_over_upload.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def event_take_over_list(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """The list, its columns, the clock, and all that would happen; confirmed, the event is here."""
    event, kept = event_of(slug), kept_list(request, key)
    if kept is None:
        messages.error(request, gettext("The file is no longer here. Choose it again."))
        return redirect("event_take_over", slug)
    is_sent = request.method == "POST"
    day = shown = chosen_day(slug, kept)
    looked = look(request, kept)
    if is_sent:
        kept.chosen = {name: request.POST[name] for name in _CHOSEN if request.POST.get(name)}
        day = chosen_day(slug, kept)
    form = TakeOverForm(request.POST if is_sent else None, day=day, initial=kept.chosen)
    if is_sent:
        save(request, kept)
        remember(request, looked)
        # Another Day has other levels and other tables: it is looked at before anything is done.
        if "confirm" not in request.POST or day != shown:
            return redirect("event_take_over_list", slug, key)
        if form.is_valid():
            try:
                _take_over(request, day, form, looked)
                return redirect("console", slug)
            except RuleError as error:
                form.add_error(None, sentence(error))
    context = _context(request, day, form, looked)
    context |= {"event": event, "day": day, "active": "entries", "form": form}
    return render(request, "importing/take_over.html", context, status=422 if is_sent else 200)


def chosen_day(slug: str, kept: Kept) -> Day:
    """The open Day that was chosen for a list, else the event's current one."""
    current = day_of(slug)
    chosen = current.event.days.filter(over_at=None, code=kept.chosen.get("day", "")).first()
    if chosen is None:
        return current
    chosen.event = current.event
    return chosen


def _context(request: HttpRequest, day: Day, form: TakeOverForm, looked: Looked) -> dict[str, Any]:
    plan = _plan(request, day, looked)
    shown = page_of(request, looked, plan)
    if plan is not None:
        shown |= paged(request, taken_lines(plan))
        shown["seen"] = keep_seen(request, looked, plan.seen())
        shown["problems"] = [text for text, _lines, _more in grouped(plan.problems)]
        shown["warnings"] = [text for text, _lines, _more in grouped(plan.warnings)]
    return shown


def _plan(request: HttpRequest, day: Day, looked: Looked) -> TakeOverPlan | None:
    """What would happen, by what was chosen so far."""
    entries = day.event.options.filter(kind=Option.Kind.ENTRY)
    chosen = looked.kept.chosen
    key = str(chosen.get("option", ""))
    option = (entries.filter(pk=key).first() if key.isascii() and key.isdigit() else None) or entries.first()
    if looked.sheet is None or option is None:
        return None
    role = request.user.role  # type: ignore[union-attr]
    return take_over_plan(day, looked.sheet, option, role, makes_tables="makes_tables" in chosen)


def _take_over(request: HttpRequest, day: Day, form: TakeOverForm, looked: Looked) -> None:
    expected = seen_before(request, looked)
    if looked.sheet is None:
        raise looked.refusal or RuleError("sheet-empty", "The file is empty.")
    chosen = form.cleaned_data
    made = take_over(
        by(request),
        day,
        chosen["option"],
        looked.sheet,
        item=chosen["item"],
        left_ms=chosen["left"],
        method=chosen["method"],
        makes_tables=chosen["makes_tables"],
        room=chosen.get("room"),
        expected=expected,
    )
    words = ngettext(
        "{n} entry taken over. The clock stands: let it run when play goes on.",
        "{n} entries taken over. The clock stands: let it run when play goes on.",
        made,
    )
    messages.success(request, words.format(n=made))
