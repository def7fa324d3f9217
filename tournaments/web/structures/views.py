"""The list of structure templates, taking one away, and the check that the editor asks."""

from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse, RawPostDataException
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from tournaments.actions.event import rules_of
from tournaments.actions.structure import remove_template
from tournaments.journal.change import utc_now
from tournaments.journal.undo import undo
from tournaments.models import Action, Entry, Event, House, StructureTemplate
from tournaments.queries.structures import just_done, structures
from tournaments.queries.words.event import WORDS
from tournaments.rules.errors import RuleError
from tournaments.rules.house import HouseRules
from tournaments.rules.roles import may
from tournaments.rules.structure import items_from_json
from tournaments.web.fields import ChipListField
from tournaments.web.structures.findings import verdict
from tournaments.web.structures.typed import read_json
from tournaments.web.who import by

LATELY = timedelta(hours=12)


@require_GET
def structure_list(request: HttpRequest) -> HttpResponse:
    """All templates, and what was just done to them with Undo beside it."""
    lines = [
        {"pk": done.pk, "at": done.at, "text": gettext(WORDS[done.kind]).format(**done.facts)}
        for done in just_done(utc_now() - LATELY)
    ]
    context = {
        "structures": structures(),
        "done": lines,
        "zone": House.objects.filter(pk=1).values_list("timezone", flat=True).first() or "UTC",
        "may_edit": may(request.user.role, "structure.save"),  # type: ignore[union-attr]
        "active": "structures",
    }
    return render(request, "structures/list.html", context)


@require_POST
def remove_structure(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a template off the list. Days keep their copies."""
    remove_template(by(request), get_object_or_404(StructureTemplate, pk=pk))
    return redirect("structures")


@require_POST
def undo_structure(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back what was done to a template."""
    undo(by(request), get_object_or_404(Action, pk=pk, event=None, kind__startswith="structure."))
    return redirect("structures")


@require_POST
def check_structure(request: HttpRequest) -> JsonResponse:
    """Findings of the rows in the body; with `?event=SLUG` by that event's chips, stack and entries."""
    try:
        asked = read_json(request.body)
        if not isinstance(asked, dict):
            raise ValueError("not an object")
        items = items_from_json(asked.get("items"))
    # RawPostDataException: it was sent as a form.
    except (ValueError, RecursionError, RawPostDataException):
        error = RuleError("structure-unread", "The rows could not be read. Load the page again.")
        return _refused(error)
    except RuleError as error:
        return _refused(error)
    event = Event.objects.filter(slug=request.GET.get("event", "")[:60]).first()
    chips = event.chips if event else _chips(asked.get("chips"))
    stack = event.stack if event else _stack(asked.get("stack"))
    entries = Entry.objects.filter(event=event, state__in=Entry.IN).count() if event else 0
    house = rules_of(event) if event else HouseRules()
    return JsonResponse(verdict(items, chips, stack, entries, house))


def _refused(error: RuleError) -> JsonResponse:
    """Rows that cannot be read are a finding about the whole, so that the editor shows it in its place."""
    text = gettext(error.words).format(**error.facts)
    found = {"item": None, "severity": "impossible", "code": error.code, "text": text}
    return JsonResponse({"findings": [found], "expected_end_ms": None, "color_up": {}})


def _chips(value: Any) -> list[int]:
    """Chips as typed; what is none says so in its own field, not here."""
    try:
        return ChipListField().clean(str(value or "")[:200])  # type: ignore[no-any-return]
    except ValidationError:
        return []


def _stack(value: Any) -> int | None:
    known = isinstance(value, int) and not isinstance(value, bool) and 0 < value <= 10**12
    return value if known else None
