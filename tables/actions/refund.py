"""Taking a sale back: its money returned by the way it came, its chips out of play or left on the table.

Until his Day's first hand whoever works the desk takes anything back. From then on a stack is on the table
that others play against, so a director does it and says what becomes of it:

* "removed": the dealer takes the chips away; they are no longer in play.
* "in-play": they stay where they are and are blinded off. The player has his money and no chair; his chips
  still count, since they end up in front of others.
"""

from collections.abc import Iterable, Iterator

from tables.actions.sale import reason_of
from tables.queries.refund import is_in_play, taken_up
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Entry, LedgerLine, Option, Purchase, Ticket
from tournaments.queries.drawers import open_drawer
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name
from tournaments.rules.payments import MONEY
from tournaments.rules.roles import DIRECTOR_ONLY

REMOVED, IN_PLAY = "removed", "in-play"


@action("entry.cancel_option")
def cancel_option(
    change: Change,
    /,
    purchase: Purchase,
    *,
    reason: str = "",
    stack: str = "",
    refund_method: str = "",
) -> Purchase:
    """Take back a rebuy, an add-on or another option of an entry that plays on.

    RuleError: `cannot-cancel` for one taken back already or whose entry is not in; `begins-an-entry`;
    those of `stays_in_play` and `give_back`.
    """
    entry, option = purchase.entry, purchase.option
    player = entry.player
    facts = {"name": full_name(player.first_name, player.last_name), "option": option.name}
    if option.kind in Option.STARTS_ENTRY:
        raise RuleError("begins-an-entry", "{option} began the entry: cancel the entry itself.", facts)
    if purchase.cancelled_at is not None or entry.state not in {Entry.State.PAID, Entry.State.SEATED}:
        words = "{option} of {name} is not in play and cannot be taken back."
        raise RuleError("cannot-cancel", words, facts)
    stays = stays_in_play(change, entry, stack)
    change.note(**facts, number=entry.number, reason=reason_of(reason))
    change.note(day=entry.day.code, seated=entry.state == Entry.State.SEATED)
    if stays:
        change.note(case=IN_PLAY)
    give_back(change, [purchase], stays=stays, refund_method=refund_method)
    return purchase


def stays_in_play(change: Change, entry: Entry, stack: str) -> bool:
    """Whether what is taken back stays on the table, by the rules of the time and by whom it is asked.

    RuleError: `pool-final`; `cancel-director` and `stack-where` once the player's Day has begun;
    `cancel-director` for a stack that was taken up.
    """
    if change.event.pool_final_at is not None and entry.state != Entry.State.RESERVED:
        raise RuleError("pool-final", "The prize pool is final: no entry is taken back any more.")
    if taken_up(entry) is not None and not _is_director(change):
        words = "The stack of {name} was taken up: only a director returns the money."
        player = entry.player
        raise RuleError("cancel-director", words, {"name": full_name(player.first_name, player.last_name)})
    if not is_in_play(entry):
        return False
    if not _is_director(change):
        words = "{day} has begun: only a director takes this back, and says where the stack goes."
        raise RuleError("cancel-director", words, {"day": entry.day.label})
    if stack not in {REMOVED, IN_PLAY}:
        words = "Say where the stack goes: out of play, or left on the table."
        raise RuleError("stack-where", words, {"day": entry.day.label})
    return stack == IN_PLAY


def give_back(
    change: Change, purchases: Iterable[Purchase], *, stays: bool = False, refund_method: str = ""
) -> int:
    """Cancel purchases and return their price by lines that mirror theirs; the sum, in minor units.

    stays: their chips stay in play. refund_method: the way money goes back, "" for the way it came; tickets
    are free again and what was given is given back, whatever it says. RuleError `refund-method`.
    """
    if refund_method and refund_method not in MONEY:
        facts = {"method": refund_method[:20]}
        raise RuleError("refund-method", "Money cannot be returned by {method}.", facts)
    live = [purchase for purchase in purchases if purchase.cancelled_at is None]
    for purchase in live:
        if stays:
            change.update(purchase, cancelled_at=change.happened_at)
        else:
            change.update(purchase, cancelled_at=change.happened_at, in_play=False)
    tickets = Ticket.objects.filter(purchase__in=live, released_at=None)
    change.update_many(tickets, released_at=change.happened_at)
    returned = change.create_many(LedgerLine, list(_refund_lines(change, live, refund_method)))
    total = -sum(line.amount for line in returned)
    change.note(returned=total)
    return total


def _is_director(change: Change) -> bool:
    return change.by.staff is None or change.by.role in DIRECTOR_ONLY


def _refund_lines(change: Change, live: list[Purchase], refund_method: str) -> Iterator[LedgerLine]:
    """The lines of these purchases, each turned round, through the drawer of whoever returns the money."""
    drawer = open_drawer(change.by.staff, change.event.currency)
    for line in LedgerLine.objects.filter(purchase__in=live).order_by("pk"):
        yield LedgerLine(
            event_id=line.event_id,
            entry_id=line.entry_id,
            purchase_id=line.purchase_id,
            part=line.part,
            name=line.name,
            amount=-line.amount,
            method=refund_method if refund_method and line.method in MONEY else line.method,
            cashier=change.by.staff,
            shift=drawer,
            at=change.happened_at,
        )
