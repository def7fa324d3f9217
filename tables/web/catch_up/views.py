"""Lines typed, shown in words with what is wrong of each, then done."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tables.actions.catch_up import LineRefused, do_all, was_done
from tables.queries.catch_up import CatchUp, CaughtLine, catch_up
from tables.web.days import day_of
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.queries.clock_history import open_dark_gaps
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by

LONGEST = 12_000


@require_http_methods(["GET", "HEAD", "POST"])
def catch_up_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The form; a POST shows in words what was typed, or does it where `do` is "all" and nothing is wrong."""
    day = day_of(slug, request.POST.get("day") or request.GET.get("day"))
    if request.method != "POST":
        return _shown(request, day, "")
    text = request.POST.get("lines", "")[:LONGEST].replace("\0", "")
    if request.POST.get("do") == "all" and was_done(by(request)):
        return redirect("console_day", slug, day.code)
    try:
        plan = catch_up(day, text, utc_now(), house_zone())
        refused = _refusal(request, plan)
    except RuleError as error:
        return _shown(request, day, text, refused=sentence(error))
    if request.POST.get("do") != "all" or refused:
        return _shown(request, day, text, plan, refused=refused)
    try:
        done = do_all(by(request), day, plan, reason=_("caught up after the dark"))
    except LineRefused as stop:
        refused = _("Nothing was done: one line cannot be.")
        return _shown(request, day, text, plan.refused(stop.number, stop.error), refused=refused)
    words = ngettext("{n} line caught up.", "{n} lines caught up.", done)
    messages.success(request, words.format(n=done))
    return redirect("console_day", slug, day.code)


def _refusal(request: HttpRequest, plan: CatchUp) -> str:
    """Why what was typed is not done, beyond what each line says; "" if it can be."""
    if not plan.lines:
        return _("Type what happened, a line for each.")
    if request.POST.get("do") != "all":
        return ""
    if plan.wrong:
        words = ngettext("{n} line cannot be done.", "{n} lines cannot be done.", plan.wrong)
        return words.format(n=plan.wrong)
    if request.POST.get("seen") != plan.seen:
        return _("The tables have changed since this was shown. Look at it again.")
    return ""


def _shown(
    request: HttpRequest, day: Day, text: str, plan: CatchUp | None = None, *, refused: str = ""
) -> HttpResponse:
    zone = house_zone()
    context = {
        "active": "console",
        "event": day.event,
        "day": day,
        "days": list(day.event.days.all()),
        "lines": text,
        "plan": plan,
        "told": [(line, _words(line)) for line in plan.lines] if plan else [],
        "refused": refused,
        "gaps": open_dark_gaps(day, utc_now()),
        "zone": zone,
    }
    is_wrong = bool(refused) or (plan is not None and bool(plan.wrong))
    return render(request, "catch_up/page.html", context, status=422 if is_wrong else 200)


def _words(line: CaughtLine) -> str:
    """What a line does, or why it cannot."""
    if line.error is not None:
        return sentence(line.error)
    what = line.what
    if what is None:
        return ""
    spots = ", ".join(f"{table}-{chair}" for table, chair in what.spots)
    if what.to is not None:
        words = _("{name} moves from {spots} to {table}-{chair}")
        return words.format(name=line.names[0], spots=spots, table=what.to[0], chair=what.to[1])
    words = _("{names} out, from {spots}")
    if len(line.names) > 1:
        words = _("{names} out in one hand, from {spots}")
    return words.format(names=", ".join(line.names), spots=spots)
