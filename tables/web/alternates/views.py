"""The alternates page: shown, and pressed. A press answers in the list, which htmx takes as it is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tables.actions.alternates import call, come_back, leave, seat, skip
from tables.models import Seat
from tables.queries.alternates import alternate_lines, alternates_of
from tables.queries.console import strip
from tables.web.days import day_of
from tournaments.journal.change import By, utc_now
from tournaments.models import Day, Entry
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name
from tournaments.rules.roles import may
from tournaments.web.refusals import sentence
from tournaments.web.who import by

LIST = "alternates/_list.html"
MOST = 100  # lines of those who wait, unless all are asked for


@dataclass(frozen=True, slots=True)
class Said:
    """What a press did. seat: where somebody was drawn to, for whom a card is printed."""

    words: str
    seat: Seat | None = None


@require_http_methods(["GET", "HEAD", "POST"])
def alternates_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The alternates of a Day; a POST is one of the buttons, named by `do`: "call", "seat:41"."""
    day = day_of(slug, request.POST.get("day") or request.GET.get("day"))
    if request.method != "POST":
        return _shown(request, day)
    try:
        said = _pressed(request, day)
    except RuleError as error:
        return _shown(request, day_of(slug, day.code), refused=sentence(error), status=422)
    if request.htmx:  # type: ignore[attr-defined]
        return _shown(request, day_of(slug, day.code), said=said)
    messages.success(request, said.words)
    if request.POST.get("then") == "console":
        return redirect("console_day", slug, day.code)
    return redirect(f"{reverse('alternates', args=[slug])}?day={day.code}")


def _pressed(request: HttpRequest, day: Day) -> Said:
    verb, _colon, key = request.POST.get("do", "").partition(":")
    who = by(request)
    if verb == "call":
        called = call(who, day, most=_whole(key) or None)
        numbers = ", ".join(str(entry.alternate) for entry in called)
        return Said(
            ngettext("Alternate {numbers} called.", "Alternates {numbers} called.", len(called)).format(
                numbers=numbers
            )
        )
    press = _PRESSES.get(verb)
    if press is None:
        raise Http404(verb)
    entry = get_object_or_404(Entry.objects.select_related("player"), pk=_whole(key), day=day)
    return press(who, entry)


def _seat(who: By, entry: Entry) -> Said:
    drawn = seat(who, entry)
    words = _("Alternate {alternate}, {name}: table {table}, seat {chair}.")
    return Said(words.format(**_names(entry), table=drawn.table.number, chair=drawn.chair), drawn)


def _skip(who: By, entry: Entry) -> Said:
    skip(who, entry)
    return Said(_("Alternate {alternate}, {name}, is skipped and keeps his number.").format(**_names(entry)))


def _come_back(who: By, entry: Entry) -> Said:
    come_back(who, entry)
    return Said(_("Alternate {alternate}, {name}, is back in his place.").format(**_names(entry)))


def _leave(who: By, entry: Entry) -> Said:
    leave(who, entry)
    words = _("Alternate {alternate}, {name}, left. His entry is cancelled, his money is due back.")
    return Said(words.format(**_names(entry)))


_PRESSES: dict[str, Callable[[By, Entry], Said]] = {
    "seat": _seat,
    "skip": _skip,
    "return": _come_back,
    "leave": _leave,
}


def _names(entry: Entry) -> dict[str, Any]:
    player = entry.player
    return {"alternate": entry.alternate, "name": full_name(player.first_name, player.last_name)}


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _shown(
    request: HttpRequest, day: Day, *, said: Said | None = None, refused: str = "", status: int = 200
) -> HttpResponse:
    role, now, zone = request.user.role, utc_now(), house_zone()  # type: ignore[union-attr]
    is_part = bool(request.htmx)  # type: ignore[attr-defined]
    found, shows_all = alternates_of(day, now), "all" in request.GET or "all" in request.POST
    context: dict[str, Any] = {
        "active": "alternates",
        "event": day.event,
        "day": day,
        "list": found,
        "shows_all": shows_all,
        "shown": "" if shows_all else f":{MOST}",
        "more": 0 if shows_all else max(0, len(found.waiting) - MOST),
        "journal": alternate_lines(day, role, zone),
        "said": said,
        "refused": refused,
        "may_act": may(role, "alternate.call"),
        "may_clock": may(role, "clock.start"),
        "may_draw": may(role, "draw.alternates"),
        "zone": zone,
    }
    if not is_part:
        context |= {"strip": strip(day, now), "days": list(day.event.days.all())}
    return render(request, LIST if is_part else "alternates/page.html", context, status=status)
