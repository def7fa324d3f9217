"""Importing a list: the file, then what it would do, then doing it."""

import secrets
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.core.cache import cache
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tables.actions.import_entries import import_entries
from tables.queries.import_plan import ImportPlan, import_plan
from tables.web.days import day_of, event_of
from tables.web.entries.forms import ImportForm
from tournaments.models import Event
from tournaments.queries.imports import MOST_BYTES, ReadFile, read_file, too_big
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by

KEPT_SECONDS = 3600
SHOWN = 200
LINES = 12


@dataclass(frozen=True, slots=True)
class Preview:
    """A list looked at. key: where the file waits for the confirmation."""

    key: str
    name: str
    read: ReadFile
    plan: ImportPlan


@require_http_methods(["GET", "HEAD", "POST"])
def entry_import(request: HttpRequest, slug: str) -> HttpResponse:
    """A form for a list; sent, what it would do; confirmed, it is done."""
    event = event_of(slug)
    day = day_of(slug)
    form = ImportForm(request.POST or None, request.FILES or None, event=event, day=day)
    preview = None
    if request.method == "POST" and form.is_valid():
        try:
            name, data, key = _file(request, form)
            key = key or _kept(request, name, data)
            preview = _preview(request, event, name, data, key)
            if "confirm" in request.POST:
                _import(request, form, preview)
                return redirect("entries", slug)
        except RuleError as error:
            form.add_error(None if preview else "file", sentence(error))
    broken = preview is not None and bool(preview.plan.broken)
    # A list that is kept here need not be chosen again: the browser would insist on a field marked so.
    form.fields["file"].required = preview is None or broken
    wrong = bool(form.errors) or broken
    context = {"event": event, "day": day, "active": "entries", "form": form, **_shown(preview)}
    return render(request, "entries/import.html", context, status=422 if wrong else 200)


def _file(request: HttpRequest, form: ImportForm) -> tuple[str, bytes, str]:
    """(name, contents, key) of the file that was sent now, or that was sent for the preview."""
    sent: UploadedFile | None = form.cleaned_data["file"]
    if sent is not None:
        if (sent.size or 0) > MOST_BYTES:
            raise too_big()
        return (sent.name or "")[:100], sent.read(), ""
    key = request.POST.get("key", "")
    kept = cache.get(_cache_key(request, key)) if key else None
    if kept is None:
        raise RuleError("file-forgotten", "The file is no longer here. Choose it again.")
    name, data = kept
    return name, data, key


def _kept(request: HttpRequest, name: str, data: bytes) -> str:
    """Keep the file for the confirmation; the key it is found by."""
    key = secrets.token_urlsafe(12)
    cache.set(_cache_key(request, key), (name, data), KEPT_SECONDS)
    return key


def _preview(request: HttpRequest, event: Event, name: str, data: bytes, key: str) -> Preview:
    read = read_file(data)
    role = request.user.role  # type: ignore[union-attr]
    return Preview(key, name, read, import_plan(event, read.sheet, role))


def _import(request: HttpRequest, form: ImportForm, preview: Preview) -> None:
    chosen = form.cleaned_data
    made = import_entries(
        by(request),
        chosen["day"],
        chosen["option"],
        preview.read.sheet,
        paid=chosen["state"] == "paid",
        seat=bool(chosen.get("seat")),
        expected=_expected(request),
    )
    said = ngettext("{n} entry imported.", "{n} entries imported.", made).format(n=made)
    messages.success(request, said)


def _expected(request: HttpRequest) -> tuple[int, int]:
    """What the page that was confirmed had shown."""
    try:
        return int(request.POST["players"]), int(request.POST["entries"])
    except (KeyError, ValueError):
        raise Http404("not our form") from None


def _shown(preview: Preview | None) -> dict[str, Any]:
    """A preview for the page; of long lists the first rows."""
    if preview is None:
        return {"preview": None}
    plan = preview.plan
    return {
        "preview": preview,
        "broken": [(row.line, _(row.words).format(**row.facts)) for row in plan.broken[:SHOWN]],
        "notes": _grouped(plan),
        "rows": plan.rows[:20],
        "more_broken": max(0, len(plan.broken) - SHOWN),
    }


def _grouped(plan: ImportPlan) -> list[tuple[str, str, int]]:
    """(sentence, the first lines it is true of, how many more), in the order of the list."""
    lines: dict[str, list[int]] = {}
    for note in plan.notes:
        lines.setdefault(_(note.words).format(**note.facts), []).append(note.line)
    return [
        (text, ", ".join(map(str, found[:LINES])), max(0, len(found) - LINES))
        for text, found in list(lines.items())[:SHOWN]
    ]


def _cache_key(request: HttpRequest, key: str) -> str:
    return f"import:{request.user.pk}:{key[:40]}"
