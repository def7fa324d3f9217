"""Presses that are two actions, each with its row in the journal: both are done, or neither."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace

from tables.actions.balance import propose_balance
from tables.actions.break_table import propose_break
from tables.actions.plans import discard_plan
from tables.actions.redraw import propose_redraw
from tables.actions.room import give_tables
from tables.actions.table_state import release
from tables.models import DayTable, Plan
from tournaments.journal.change import By
from tournaments.journal.lock import in_turn, locked_event, write_transaction
from tournaments.models import Day


def hand_over(by: By, day_table: DayTable, there: Day) -> None:
    """Close an empty table here and reserve it for a Day of another event.

    RuleError, with nothing done: as `release` and `give_tables`.
    """
    with _all_or_nothing(day_table.event_id, there.event_id):
        release(by, day_table)
        give_tables(_second(by), there, [day_table.table.number], state=DayTable.State.RESERVED)


def make_anew(by: By, plan: Plan, *, reason: str) -> Plan:
    """Leave a plan and make the same anew. reason: for the public list, if it was drawn.

    RuleError, with nothing done: as the plan of its kind. Sent twice it answers with the new plan.
    """
    if plan.kind == Plan.Kind.BALANCE:
        return propose_balance(by, plan.day)  # takes the place of the one before by itself
    with _all_or_nothing(plan.event_id):
        discard_plan(by, plan, reason=reason)
        if plan.kind == Plan.Kind.BREAK:
            rows = DayTable.objects.select_related("table", "day__event")
            return propose_break(_second(by), rows.get(day=plan.day_id, table=plan.table_id))
        return propose_redraw(_second(by), plan.day, sorted({move["to_table"] for move in plan.moves}))


@contextmanager
def _all_or_nothing(*events: int) -> Iterator[None]:
    """One transaction for actions of these events, whose turns are taken in one order everywhere."""
    keys = sorted(set(events))
    with ExitStack() as turns:
        for key in keys:
            turns.enter_context(in_turn(key))
        turns.enter_context(write_transaction())
        for key in keys:
            locked_event(key)
        yield


def _second(by: By) -> By:
    """The same for the second action: its row in the journal has a request id of its own."""
    return replace(by, request_id=f"{by.request_id[:60]}:2") if by.request_id else by
