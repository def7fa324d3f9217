"""Who won the hand that put somebody out, said afterwards."""

from tables.actions.bust import name_of, refuse_elsewhere
from tables.models import Bust
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Entry
from tournaments.rules.errors import RuleError


@action("bust.won_by")
def won_by(change: Change, /, bust: Bust, by: Entry | None) -> Bust:
    """Say who won the hand of a bust, and of the others who went out in it; None: nobody knows.

    RuleError: `other-event`, `own-bust` for one who went out in that hand.
    """
    refuse_elsewhere(change, *([by] if by else []))
    hand = Bust.objects.filter(event=change.event, hand=bust.hand) if bust.hand else None
    busts = list(hand.select_related("entry__player")) if hand is not None else [bust]
    if by is not None and by.pk in {out.entry_id for out in busts}:
        raise RuleError("own-bust", "{name} cannot be put out by himself.", {"name": name_of(by)})
    for out in busts:
        change.update(out, by=by)
    change.note(
        day=bust.day.code,
        names=[name_of(out.entry) for out in busts],
        by=name_of(by) if by else None,
        case="" if by else "nobody",
    )
    return bust
