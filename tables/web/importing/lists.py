"""Importing a list: the file, then its columns and what each row would do, then doing it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from tables.actions.import_entries import import_entries
from tables.queries.import_plan import import_plan
from tables.web.days import day_of, event_of
from tables.web.importing.forms import ListForm, ListUploadForm
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
from tables.web.importing.shown import list_lines, page_of, paged
from tournaments.models import Event
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by

_CHOSEN = ("day", "option", "state", "method", "seat")


@require_http_methods(["GET", "HEAD", "POST"])
def entry_import(request: HttpRequest, slug: str) -> HttpResponse:
    """A form for a list; sent, the list has a page of its own."""
    event, day = event_of(slug), day_of(slug)
    form = ListUploadForm(request.POST or None, request.FILES or None, event=event, day=day)
    if request.method == "POST" and form.is_valid():
        try:
            kept = keep(request, form.cleaned_data["file"], _chosen(request))
            return redirect("entry_import_list", slug, kept.key)
        except RuleError as error:
            form.add_error("file", sentence(error))
    context = {"event": event, "day": day, "active": "entries", "form": form}
    return render(request, "importing/upload.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def entry_import_list(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """A list that was sent: which column is what, what would happen; confirmed, it is done."""
    event, day = event_of(slug), day_of(slug)
    kept = kept_list(request, key)
    if kept is None:
        messages.error(request, gettext("The file is no longer here. Choose it again."))
        return redirect("entry_import", slug)
    is_sent = request.method == "POST"
    form = ListForm(request.POST if is_sent else None, event=event, day=day, initial=kept.chosen)
    looked = look(request, kept)
    if is_sent and form.is_valid():
        kept.chosen = _chosen(request)
        save(request, kept)
        remember(request, looked)
        try:
            if "confirm" not in request.POST:
                return redirect("entry_import_list", slug, key)
            _import(request, form, looked)
            return redirect("entries", slug)
        except RuleError as error:
            form.add_error(None, sentence(error))
    context = _context(request, event, form, kept, looked)
    status = 422 if is_sent else 200
    return render(request, "importing/list.html", {"day": day, **context}, status=status)


def _context(
    request: HttpRequest, event: Event, form: ListForm, kept: Kept, looked: Looked
) -> dict[str, Any]:
    role = request.user.role  # type: ignore[union-attr]
    plan = import_plan(event, looked.sheet, role) if looked.sheet else None
    shown = page_of(request, looked, plan, event=event, active="entries", form=form)
    if plan is not None:
        is_paid = (form.data.get("state") or kept.chosen.get("state")) == "paid"
        shown |= paged(request, list_lines(plan, paid=is_paid))
        shown["seen"] = keep_seen(request, looked, plan.seen())
    return shown


def _import(request: HttpRequest, form: ListForm, looked: Looked) -> None:
    expected = seen_before(request, looked)
    if looked.sheet is None:
        raise looked.refusal or RuleError("sheet-empty", "The file is empty.")
    chosen = form.cleaned_data
    made = import_entries(
        by(request),
        chosen["day"],
        chosen["option"],
        looked.sheet,
        paid=chosen["state"] == "paid",
        method=chosen["method"],
        seat=bool(chosen.get("seat")),
        expected=expected,
        without_broken=request.POST["confirm"] == "without",
    )
    said = ngettext("{n} entry imported.", "{n} entries imported.", made).format(n=made)
    messages.success(request, said)


def _chosen(request: HttpRequest) -> dict[str, str]:
    return {name: request.POST.get(name, "") for name in _CHOSEN if request.POST.get(name)}
