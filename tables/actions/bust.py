"""Busts: one, several in one hand, one that was entered late."""

from collections.abc import Iterable, Mapping, Sequence

from tables.actions.out import next_hand, put_out
from tables.models import Bust, DayFloor, Seat
from tables.queries.busts import refuse_out
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Entry
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name


@action("bust.bust")
def bust(
    change: Change,
    /,
    entry: Entry,
    *,
    by: Entry | None = None,
    stack_before: int | None = None,
    before: Bust | None = None,
    same_hand: Bust | None = None,
) -> Bust:
    """Put a seated entry out.

    by: who won the hand. before: the bust that it happened before, entered late. same_hand: one that was
    entered already and went out in the same hand.
    RuleError: `already-out`, `not-playing`, `last-player`, `own-bust`, `other-event`, `day-over`,
    `event-over`.
    """
    hand = _joined(change, same_hand) if same_hand else None
    return _go_out(change, entry.day, {entry.pk: stack_before}, by=by, before=before, hand=hand)[0]


@action("bust.several")
def bust_many(
    change: Change,
    /,
    day: Day,
    outs: Mapping[int, int | None],
    *,
    by: Entry | None = None,
    one_hand: bool = True,
    before: Bust | None = None,
) -> list[Bust]:
    """Put several entries out at once: {key of the entry: chips before the hand, None if not known}.

    one_hand: at one table the smaller stack goes first, where all are known; at two or more all tie. Else
    they went out one after another, in the order given.
    RuleError: as `bust`; `nobody-chosen`.
    """
    if not outs:
        raise RuleError("nobody-chosen", "Choose who is out first.")
    hand = next_hand(change.event) if one_hand and len(outs) > 1 else None
    return _go_out(change, day, outs, by=by, before=before, hand=hand)


def _go_out(
    change: Change,
    day: Day,
    outs: Mapping[int, int | None],
    *,
    by: Entry | None,
    before: Bust | None,
    hand: int | None,
) -> list[Bust]:
    refuse_over(day)
    refuse_elsewhere(change, *(row for row in (by, before) if row))
    entries = _leaving(change, outs)
    _refuse_winner(by, entries)
    refuse_last(change, outs)
    floor = DayFloor.objects.filter(day=day).first()
    held = bool(floor and floor.hand) and (before is None or before.held)
    if held and floor:
        hand = floor.hand
    busts = [
        put_out(
            change,
            entry,
            hand=hand,
            stack_before=outs[entry.pk],
            by=by,
            before=before,
            held=held,
        )
        for entry in (_by_stack(entries, outs) if hand else entries)
    ]
    _note(change, day, busts, by)
    if floor and floor.last_hands:
        change.note(last_hands=floor.last_hands)
    return busts


def refuse_over(day: Day) -> None:
    """RuleError `event-over` for an event that was called off, `day-over` for a Day that has ended."""
    if day.event.cancelled_at is not None:
        raise RuleError(
            "event-over", "This event was called off at {over_at}.", {"over_at": day.event.cancelled_at}
        )
    if day.over_at is not None:
        words = "{day} ended at {over_at}. Reopen it first."
        raise RuleError("day-over", words, {"day": day.label, "over_at": day.over_at})


def refuse_elsewhere(change: Change, *rows: Entry | Bust) -> None:
    """RuleError `other-event` unless all of these are of the event at hand."""
    if any(row.event_id != change.event.pk for row in rows):
        raise RuleError("other-event", "That player is in another event. Load the page again.")


def refuse_not_seated(entry: Entry) -> None:
    """RuleError `already-out`, with who put him out when; `not-playing` for anybody else without a chair."""
    refuse_out(entry)
    if entry.state != Entry.State.SEATED:
        words = "{name} has no chair, so he is not playing: entry {number} is {state}."
        facts = {"name": name_of(entry), "number": entry.number, "state": entry.state}
        raise RuleError("not-playing", words, facts)


def name_of(entry: Entry) -> str:
    """The player's name."""
    return full_name(entry.player.first_name, entry.player.last_name)


def refuse_last(change: Change, outs: Iterable[int]) -> None:
    """RuleError `last-player` if nobody would be left: whoever has all the chips is the winner, never out."""
    playing = Entry.objects.filter(event=change.event, state__in=Entry.PLAYING)
    if not playing.exclude(pk__in=list(outs)).exists():
        raise RuleError("last-player", "Nobody would be left. Whoever has all the chips has won.")


def _leaving(change: Change, outs: Mapping[int, int | None]) -> list[Entry]:
    """The entries, in the order given, each of them in a chair."""
    found = Entry.objects.select_related("player", "day").in_bulk([int(key) for key in outs])
    if len(found) != len(outs):
        raise RuleError("other-event", "That player is in another event. Load the page again.")
    entries = [found[int(key)] for key in outs]
    refuse_elsewhere(change, *entries)
    for entry in entries:
        refuse_not_seated(entry)
    return entries


def _refuse_winner(by: Entry | None, entries: Sequence[Entry]) -> None:
    if by is not None and by.pk in {entry.pk for entry in entries}:
        raise RuleError("own-bust", "{name} cannot be put out by himself.", {"name": name_of(by)})


def _by_stack(entries: list[Entry], outs: Mapping[int, int | None]) -> list[Entry]:
    """Of one hand at one table the smallest stack first; as given where it would not tell."""
    stacks = {entry.pk: outs[entry.pk] for entry in entries}
    known = [stack for stack in stacks.values() if stack is not None]
    tables = Seat.objects.filter(entry__in=entries, until=None).values_list("table_id", flat=True)
    if len(entries) < 2 or len(known) < len(entries) or len(set(tables)) > 1:
        return entries
    return sorted(entries, key=lambda entry: stacks[entry.pk] or 0)


def _joined(change: Change, other: Bust) -> int:
    """The number of the hand that another went out in, given now if it stood alone."""
    refuse_elsewhere(change, other)
    if other.hand is None:
        change.update(other, hand=next_hand(change.event))
    return int(other.hand or 0)


def _note(change: Change, day: Day, busts: Sequence[Bust], by: Entry | None) -> None:
    change.note(
        day=day.code,
        names=[name_of(bust.entry) for bust in busts],
        seats=[f"{bust.table.number}-{bust.chair}" for bust in busts if bust.table],
        orders=[bust.order for bust in busts],
        by=name_of(by) if by else None,
        case="by" if by else "",
    )
