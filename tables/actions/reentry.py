"""A re-entry by a player who gives up the stack he has, at the end of registration."""

from collections.abc import Sequence

from tables.actions.desk import register
from tables.actions.out import put_out, refuse_stack
from tables.models import Bust
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Entry, Option, Purchase
from tournaments.queries.sales import may_give_up
from tournaments.rules.errors import RuleError
from tournaments.rules.payments import Payment


@action("entry.reenter_giving_up")
def reenter_giving_up(
    change: Change,
    /,
    entry: Entry,
    day: Day,
    option: Option,
    *,
    method: str = "cash",
    payments: Sequence[Payment] = (),
    override: str = "",
    in_line: bool = False,
    cut: str = "",
    stack: int | None = None,
) -> Entry:
    """Put the entry out, its chips out of play, and sell its player a re-entry: the new entry.

    stack: the chips he gives up, as counted; None: not counted, what the entry bought goes out of play.
    RuleError: those of `may_give_up`; `stack-counted`; `not-a-reentry`; those of `register`.
    """
    may_give_up(entry, change.now)
    refuse_stack(entry.day, stack)
    if option.kind != Option.Kind.REENTRY:
        raise RuleError("not-a-reentry", "{option} is not a re-entry.", {"option": option.name})
    bust = put_out(change, entry, kind=Bust.Kind.GAVE_UP, stack_before=stack)
    change.update_many(Purchase.objects.filter(entry=entry, in_play=True), in_play=False)
    if bust.table is not None:
        change.note(given_up=f"{bust.table.number}-{bust.chair}")
    return register(
        change,
        day,
        entry.player,
        option,
        method=method,
        payments=payments,
        override=override,
        in_line=in_line,
        cut=cut,
    )
