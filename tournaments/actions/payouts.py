"""Choosing how an event's pool is spread over its places."""

from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Event
from tournaments.rules.payout_plan import PayoutPlan, plan_to_json
from tournaments.rules.schemes import Chart, chart_troubles

_TRIAL_POOL, _TRIAL_ENTRIES = 1_000_000, 100


@action("event.set_payouts")
def set_payouts(change: Change, /, event: Event, *, plan: PayoutPlan | None) -> Event:
    """Keep a payout plan, or none: the screens show its amounts, each place is paid by it.

    RuleError: what is wrong with the scheme, by its code. A chart with a gap between bands is taken: the
    gap is said once the entries fall into it.
    """
    if plan is not None:
        _refuse_impossible(plan)
    held = plan_to_json(plan) if plan else {}
    change.note(case=held.get("scheme", "none"))
    return change.update(event, payouts=held)


def _refuse_impossible(plan: PayoutPlan) -> None:
    if isinstance(plan.scheme, Chart):
        for trouble in chart_troubles(plan.scheme):
            if trouble.code != "chart-gap":
                raise trouble
        return
    plan.amounts(_TRIAL_POOL, _TRIAL_ENTRIES)
