"""Carrying out a plan, leaving it, making it anew; the slips go with the press."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tables.actions.plans import accept_plan, discard_plan
from tables.actions.two_steps import make_anew
from tables.models import Plan, PrintJob, Seat
from tables.web.plans.pages import plan_of, shown, stale_sentence
from tables.web.plans.papers import SLIP, print_moves
from tables.web.plans.shown import whole
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by

INSTEAD = "instead-"


@require_POST
def plan_accept(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Move everybody of the plan, or those ticked, and print their slips."""
    plan = plan_of(slug, pk)
    try:
        seats = accept_plan(by(request), plan, **_choice(request))
    except RuleError as error:
        return shown(request, plan_of(slug, pk), refused=sentence(error), status=422)
    return _printed(request, plan, seats)


@require_POST
def plan_leave(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Leave a plan undone, with why."""
    plan = plan_of(slug, pk)
    try:
        discard_plan(by(request), plan, reason=request.POST.get("reason", ""))
    except RuleError as error:
        return shown(request, plan_of(slug, pk), refused=sentence(error), status=422)
    messages.success(request, _("The plan is left. Nobody moves."))
    return redirect("console_day", slug, plan.day.code)


@require_POST
def plan_anew(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Leave a plan that is out of date, and make the same anew. Its draw stays on the public list, void."""
    plan = plan_of(slug, pk)
    reason = stale_sentence(plan) or _("Made anew.")
    try:
        return redirect("plan", slug, make_anew(by(request), plan, reason=reason).pk)
    except RuleError as error:
        if error.code == "big-blind-unknown":
            return redirect("balance", slug, plan.day.code)
        messages.error(request, sentence(error))
        return redirect("plans", slug, plan.day.code)


@require_POST
def plan_slips(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The slips of a plan once more, for those who still sit where it sent them."""
    plan = plan_of(slug, pk)
    made = {(move["entry"], move["to_chair"]) for move in plan.moves if move.get("accepted")}
    rows = Seat.objects.filter(day=plan.day_id, until=None, entry__in=[entry for entry, _chair in made])
    seats = [seat for seat in rows if (seat.entry_id, seat.chair) in made]
    return _printed(request, plan, seats, again=True)


def _choice(request: HttpRequest) -> dict[str, Any]:
    """Which moves, who goes instead, and why, as `accept_plan` takes them."""
    sent = request.POST
    instead = {
        whole(name.removeprefix(INSTEAD)): whole(str(entry))
        for name, entry in sent.items()
        if name.startswith(INSTEAD) and whole(str(entry))
    }
    chosen = [
        int(text) for text in sent.getlist("move") if text.isascii() and text.isdigit() and len(text) < 6
    ]
    return {
        "chosen": chosen if "some" in sent else None,
        "instead": instead,
        "reason": sent.get("reason", ""),
    }


def _printed(request: HttpRequest, plan: Plan, seats: list[Seat], *, again: bool = False) -> HttpResponse:
    """Back to the plan, which says what became of the slips. No printer holds a move up."""
    address = reverse("plan", args=[plan.event.slug, plan.pk])
    last = _last(plan, seats) if again else None
    try:
        job = print_moves(request, plan.day, seats, last)
    except RuleError as error:
        messages.error(request, sentence(error))
        return redirect(address)
    return redirect(f"{address}?slips={job.pk}&print=1")


def _last(plan: Plan, seats: list[Seat]) -> PrintJob | None:
    """The job that printed these slips before."""
    jobs = PrintJob.objects.filter(event=plan.event_id, document=SLIP).order_by("-pk")[:50]
    keys = {seat.pk for seat in seats}
    return next((job for job in jobs if keys <= set(job.options.get("seats", ()))), None)
