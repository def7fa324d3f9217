"""What was done to the house, newest first, with Undo."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from tables.actions.house_undo import NEVER_UNDONE, take_back
from tables.queries.journal import JournalLine, journal
from tournaments.models import Action
from tournaments.queries.house import house_zone
from tournaments.web.who import by

PAGE = 100


@require_safe
def house_journal(request: HttpRequest) -> HttpResponse:
    """The journal of what concerns no single event, a page at a time."""
    typed, zone = request.GET.get("before", ""), house_zone()
    before = int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else None
    role = request.user.role  # type: ignore[union-attr]
    lines = journal(None, role, zone, limit=PAGE + 1, before=before)
    context = {
        "active": "house_journal",
        "lines": _with_lasting_ones(lines[:PAGE]),
        "older": lines[PAGE - 1].seq if len(lines) > PAGE else None,
        "zone": zone,
    }
    return render(request, "house/journal.html", context)


@require_POST
def house_undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back one action of the house."""
    take_back(by(request), get_object_or_404(Action, pk=pk, event=None))
    return redirect("house_journal")


def _with_lasting_ones(lines: list[JournalLine]) -> list[JournalLine]:
    """The lines, without Undo at those that nobody can take back."""
    asked = Action.objects.filter(pk__in=[line.pk for line in lines], kind__in=NEVER_UNDONE)
    lasting = set(asked.values_list("pk", flat=True))
    return [replace(line, may_undo=False) if line.pk in lasting else line for line in lines]
