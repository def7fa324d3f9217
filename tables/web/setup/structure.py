"""The structure of one Day: its own copy, also while its clock runs."""

from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.web.days import day_of
from tournaments.actions.structure_edit import edit_structure
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.queries.clock import reading_of, structure_mark
from tournaments.queries.house import house_zone
from tournaments.queries.registration import last_level
from tournaments.rules.clock import Keep
from tournaments.rules.errors import RuleError
from tournaments.rules.structure import items_from_json, items_to_json
from tournaments.web.refusals import sentence
from tournaments.web.structures.findings import findings, impossible
from tournaments.web.structures.pages import EditorPage
from tournaments.web.structures.typed import Typed, typed_items
from tournaments.web.who import by

KEEPS = ("elapsed", "remaining", "restart")


@require_http_methods(["GET", "HEAD", "POST"])
def event_structure(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The editor on a Day's structure. What cannot be played is refused with what was typed kept."""
    day = day_of(slug, code)
    rows = items_to_json(items_from_json(day.structure))
    if request.method != "POST":
        return _editor(day, rows).answer(request)
    typed = typed_items(request.POST, rows)
    keep = request.POST.get("keep", "elapsed")
    keep = keep if keep in KEEPS else "elapsed"
    refusal = _edit(request, day, typed, cast("Keep", keep))
    if refusal:
        sent = {"keep": keep, "based_on": request.POST.get("based_on", "")}
        return _editor(day_of(slug, code), typed.rows, refusal, sent).answer(request, refused=True)
    messages.success(request, _("The structure of %(day)s is saved.") % {"day": day.label})
    return redirect("event_structure", slug, code)


def _edit(request: HttpRequest, day: Day, typed: Typed, keep: Keep) -> str:
    """Give the Day its structure; why not, if it was refused."""
    if typed.refusal is not None:
        return sentence(typed.refusal)
    wrong = impossible(findings(typed.items, day.event.chips, None))
    if wrong:
        return _("This cannot be played: %(what)s") % {"what": " ".join(dict.fromkeys(wrong))}
    try:
        edit_structure(by(request), day, typed.items, keep=keep, based_on=request.POST.get("based_on"))
    except RuleError as error:
        return sentence(error)
    return ""


def _editor(day: Day, rows: list[dict[str, Any]], refusal: str = "", sent: Any = None) -> EditorPage:
    event = day.event
    shown = reading_of(day, utc_now()) if day.structure else None
    return EditorPage(
        title=_("Structure of %(day)s") % {"day": day.label},
        save_url=reverse("event_structure", args=[event.slug, day.code]),
        check_url=f"{reverse('structure_check')}?event={event.slug}",
        rows=rows,
        chips=event.chips,
        stack=event.stack,
        late_levels=last_level(day),
        refusal=refusal,
        more={
            "event": event,
            "day": day,
            "active": "structure",
            "running": day.clock_started,
            "current_item": shown.item if shown and day.clock_started else None,
            "starts_at": None if day.clock_started else day.starts_at,
            "zone": house_zone(),
            "based_on": structure_mark(day),
            **(sent or {}),
        },
    )
