"""Players who are absent or under a penalty. A mark is the player's, so it follows him to his next table."""

from tables.actions.bust import name_of, refuse_last, refuse_not_seated
from tables.actions.out import put_out, refuse_stack
from tables.models import Bust, Mark, Seat
from tables.rules.absence import hands_missed, penalty_left
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Entry, Purchase
from tournaments.rules.errors import RuleError

LONGEST_REASON = 200


@action("mark.absent")
def mark_absent(change: Change, /, entry: Entry) -> Mark:
    """Say that a player is not at his seat. RuleError: `marked-already`, `already-out`, `not-playing`."""
    return _mark(change, entry, Mark.Kind.ABSENT, rounds=0, hands=0, reason="")


@action("mark.penalty")
def penalty(change: Change, /, entry: Entry, *, rounds: int = 0, hands: int = 0, reason: str = "") -> Mark:
    """Let a player sit out so many rounds and hands; what is left is kept in hands.

    A round is one hand for each player at the table now, himself included (TDA 71-A).
    RuleError: `no-penalty` without either; `marked-already`, `already-out`, `not-playing`.
    """
    refuse_not_seated(entry)
    seat = Seat.objects.get(entry=entry, until=None)
    players = Seat.objects.filter(day=seat.day_id, table=seat.table_id, until=None).count()
    left = hands_missed(players, rounds) + hands
    if hands < 0 or left < 1:
        raise RuleError("no-penalty", "A penalty is at least one hand or one round.", rule="TDA 71-A")
    return _mark(change, entry, Mark.Kind.PENALTY, rounds=rounds, hands=left, reason=reason)


@action("mark.count_down")
def count_down(change: Change, /, mark: Mark, *, hands: int = 1) -> Mark:
    """Take hands off a penalty; a misdeal counts as one (TDA 71-C). With none left it is over.

    RuleError: `mark-over`, `not-a-penalty`.
    """
    _refuse_lifted(mark)
    if mark.kind != Mark.Kind.PENALTY or hands < 1:
        raise RuleError("not-a-penalty", "Only the hands of a penalty are counted down.")
    left = penalty_left(mark.hands, hands)
    change.note(name=name_of(mark.entry), left=left, case="" if left else "over")
    return change.update(mark, hands=left, until=mark.until if left else change.happened_at)


@action("mark.lift")
def lift(change: Change, /, mark: Mark) -> Mark:
    """Say that a player is back, or may play again. RuleError `mark-over`."""
    _refuse_lifted(mark)
    change.note(name=name_of(mark.entry), case=mark.kind)
    return change.update(mark, until=change.happened_at)


@action("mark.disqualify")
def disqualify(change: Change, /, entry: Entry, *, reason: str, stack: int | None = None) -> Bust:
    """Take a player out of the event; his chips leave play (TDA 71-D).

    stack: the chips he had, as counted; None: not counted, what he bought leaves play.
    RuleError: `no-reason`; `stack-counted`; `already-out`, `not-playing`, `last-player`.
    """
    refuse_not_seated(entry)
    if not reason.strip():
        raise RuleError("no-reason", "Say why {name} is disqualified.", {"name": name_of(entry)})
    refuse_last(change, [entry.pk])
    refuse_stack(entry.day, stack)
    change.note(day=entry.day.code, name=name_of(entry), reason=reason.strip()[:LONGEST_REASON])
    change.update_many(Purchase.objects.filter(entry=entry, in_play=True), in_play=False)
    return put_out(change, entry, kind=Bust.Kind.DISQUALIFIED, stack_before=stack)


def _mark(change: Change, entry: Entry, kind: str, *, rounds: int, hands: int, reason: str) -> Mark:
    refuse_not_seated(entry)
    if Mark.objects.filter(entry=entry, kind=kind, until=None).exists():
        words = "{name} has this mark already. Lift it first."
        raise RuleError("marked-already", words, {"name": name_of(entry), "kind": kind})
    change.note(day=entry.day.code, name=name_of(entry), rounds=rounds, hands=hands, reason=reason.strip())
    return change.create(
        Mark,
        event=change.event,
        entry=entry,
        kind=kind,
        rounds=rounds,
        hands=hands,
        reason=reason.strip()[:LONGEST_REASON],
        since=change.happened_at,
    )


def _refuse_lifted(mark: Mark) -> None:
    if mark.until is not None:
        words = "This was over at {over_at} already."
        raise RuleError("mark-over", words, {"name": name_of(mark.entry), "over_at": mark.until})
