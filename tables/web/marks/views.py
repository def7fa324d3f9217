"""The list of marks: shown, and pressed. A press answers in the list, which htmx takes as it is."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tables.actions.marks import count_down, lift
from tables.models import Mark
from tables.queries.console import strip
from tables.queries.marks import Marked, marks
from tables.queries.no_shows import unclaimed
from tables.web.days import day_of
from tournaments.journal.change import By, utc_now
from tournaments.models import Day
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name
from tournaments.rules.roles import may
from tournaments.web.refusals import sentence
from tournaments.web.who import by

LIST = "marks/_list.html"


@require_http_methods(["GET", "HEAD", "POST"])
def marks_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The marks of a Day; a POST is one of the buttons, named by `do`: "hand:41", "lift:41"."""
    day = day_of(slug, request.POST.get("day") or request.GET.get("day"))
    if request.method != "POST":
        return _shown(request, day)
    try:
        said = _pressed(request, day)
    except RuleError as error:
        return _shown(request, day_of(slug, day.code), refused=sentence(error), status=422)
    if request.htmx:  # type: ignore[attr-defined]
        return _shown(request, day_of(slug, day.code), said=said)
    messages.success(request, said)
    return redirect(f"{reverse('marks', args=[slug])}?day={day.code}")


def _pressed(request: HttpRequest, day: Day) -> str:
    verb, _colon, key = request.POST.get("do", "").partition(":")
    press = _PRESSES.get(verb)
    if press is None or not (key.isascii() and key.isdigit() and len(key) < 10):
        raise Http404(verb)
    rows = Mark.objects.select_related("entry__player")
    return press(by(request), get_object_or_404(rows, pk=int(key), entry__day=day))


def _hand(who: By, mark: Mark) -> str:
    left = count_down(who, mark).hands
    if not left:
        return _("The penalty of {name} is over.").format(name=_name(mark))
    words = ngettext("{name}: {n} hand left.", "{name}: {n} hands left.", left)
    return words.format(name=_name(mark), n=left)


def _lift(who: By, mark: Mark) -> str:
    lift(who, mark)
    if mark.kind == Mark.Kind.ABSENT:
        return _("{name} is back.").format(name=_name(mark))
    return _("The penalty of {name} is lifted.").format(name=_name(mark))


_PRESSES: dict[str, Callable[[By, Mark], str]] = {"hand": _hand, "lift": _lift}


def _name(mark: Mark) -> str:
    player = mark.entry.player
    return full_name(player.first_name, player.last_name)


def _shown(
    request: HttpRequest, day: Day, *, said: str = "", refused: str = "", status: int = 200
) -> HttpResponse:
    found, now = marks(day), utc_now()
    is_part = bool(request.htmx)  # type: ignore[attr-defined]
    role = request.user.role  # type: ignore[union-attr]
    context: dict[str, Any] = {
        "active": "marks",
        "event": day.event,
        "day": day,
        "absent": _of(found, Mark.Kind.ABSENT),
        "penalties": _of(found, Mark.Kind.PENALTY),
        "missing": unclaimed(day).count(),
        "said": said,
        "refused": refused,
        "may_mark": may(role, "mark.lift"),
        "may_clock": may(role, "clock.start"),
        "zone": house_zone(),
    }
    if not is_part:
        context |= {"strip": strip(day, now), "days": list(day.event.days.all())}
    return render(request, LIST if is_part else "marks/page.html", context, status=status)


def _of(found: tuple[Marked, ...], kind: str) -> list[Marked]:
    return [marked for marked in found if marked.kind == kind]
