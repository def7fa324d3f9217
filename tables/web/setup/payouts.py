"""The page on which a director chooses how the pool is spread, and sees what each place gets."""

from collections.abc import Sequence
from itertools import groupby

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.queries.prizes import prizes
from tables.web.days import event_of
from tables.web.setup.payouts_form import PayoutsForm
from tournaments.actions.payouts import set_payouts
from tournaments.models import Event
from tournaments.rules.errors import RuleError
from tournaments.rules.payout_plan import PayoutPlan, plan_from_json
from tournaments.web.fields import refuse
from tournaments.web.refusals import sentence
from tournaments.web.who import by


@require_http_methods(["GET", "HEAD", "POST"])
def event_payouts(request: HttpRequest, slug: str) -> HttpResponse:
    """The event's prizes: the scheme, and the amounts that follow from the pool so far."""
    event = event_of(slug)
    form = PayoutsForm(request.POST or None, event=event, plan=_plan(event))
    if request.method == "POST" and form.is_valid():
        try:
            set_payouts(by(request), event, plan=form.plan())
        except RuleError as error:
            refuse(form, error, {"unit": "unit", "curve-shape": "shape"})
        else:
            messages.success(request, _("Saved."))
            return redirect("event_payouts", slug)
    found = prizes(event)
    context = {
        "active": "settings",
        "event": event,
        "form": form,
        "prizes": found,
        "amounts": _by_amount(found.amounts),
        "trouble": sentence(found.trouble) if found.trouble else "",
    }
    return render(request, "setup/payouts.html", context, status=422 if form.errors else 200)


def _by_amount(amounts: Sequence[int]) -> list[tuple[int, int, int]]:
    """(first place, last place, amount) for each run of places that are paid the same."""
    found, place = [], 1
    for amount, alike in groupby(amounts):
        last = place + len(list(alike)) - 1
        found.append((place, last, amount))
        place = last + 1
    return found


def _plan(event: Event) -> PayoutPlan | None:
    """The plan that is kept; None as well for one that nobody can read any more, to be chosen anew."""
    try:
        return plan_from_json(event.payouts)
    except RuleError:
        return None
