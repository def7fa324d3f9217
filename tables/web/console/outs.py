"""Busts from the panel: one tap for one player; what is asked for several, late ones and wrong ones."""

from dataclasses import replace

from tables.actions.bust import bust, bust_many
from tables.actions.bust_winner import won_by
from tables.actions.reinstate import correct_bust, reinstate
from tables.models import Bust
from tables.rules.chips_typed import chips_typed
from tables.web.console.sending import Press
from tables.web.console.sent import moment, whole
from tournaments.rules.errors import RuleError

MOST_STACK = 2**31 - 1  # what a bust's row holds


def out(press: Press) -> str:
    """Who is chosen is out; of several the stacks are asked first: the mode to turn to, "" when done."""
    chosen = press.entries()
    if len(chosen) > 1:
        return "stacks"
    bust(press.who, chosen[0])
    return ""


def out_together(press: Press) -> str:
    """Several out, in one hand or one after another, with the stacks that were typed."""
    chosen = press.entries()
    outs = {entry.pk: _stack(press, entry.pk) for entry in chosen}
    bust_many(press.who, press.day, outs, by=press.named("by"), one_hand=press.text("how") != "each")
    return ""


def out_late(press: Press) -> str:
    """Out before somebody else, or at an earlier time."""
    chosen = press.entries()
    who = press.who
    at = moment(press.text("at"))
    before = bust_named(press, "before") if press.text("before") else None
    if at is not None:
        who = replace(who, happened_at=at)
    outs = {entry.pk: _stack(press, entry.pk) for entry in chosen}
    by = press.named("by")
    if len(chosen) == 1:
        bust(who, chosen[0], by=by, before=before, stack_before=outs[chosen[0].pk])
    else:
        bust_many(who, press.day, outs, by=by, before=before, one_hand=press.text("how") != "each")
    return ""


def out_won(press: Press) -> str:
    """Who won the hand."""
    won_by(press.who, bust_named(press, "bust"), press.named("by"))
    return ""


def out_wrong(press: Press) -> str:
    """It was another player who went out."""
    other = press.named("other")
    if other is None:
        raise RuleError("nobody-chosen", "Tap a seat first.")
    correct_bust(press.who, bust_named(press, "bust"), other)
    return ""


def back_in(press: Press) -> str:
    """Somebody who was put out is in again."""
    reinstate(press.who, bust_named(press, "bust"))
    return ""


def bust_named(press: Press, field: str) -> Bust:
    """The bust a field names. RuleError `bust-gone` for one that somebody took back meanwhile."""
    rows = Bust.objects.filter(event=press.day.event, pk=whole(press.text(field)) or 0)
    found = rows.select_related("entry__player", "entry__day", "entry__event", "table").first()
    if found is None:
        raise RuleError("bust-gone", "That player is in again: somebody took the bust back.")
    return found


def _stack(press: Press, entry: int) -> int | None:
    text = press.text(f"stack-{entry}")
    chips = chips_typed(text) if text else None
    if chips is not None and chips > MOST_STACK:
        words = '"{text}" is more chips than there are.'
        raise RuleError("chips-too-many", words, {"text": text[:40]})
    return chips
