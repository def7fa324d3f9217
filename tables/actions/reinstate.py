"""Bringing back an entry that was put out: in his own chair, else in one that is drawn."""

from tables.actions.bust import name_of, refuse_elsewhere, refuse_not_seated, refuse_over
from tables.actions.draw import draw_chair
from tables.actions.out import take_back_out
from tables.actions.seat import unseat
from tables.models import Bust, DayTable, Seat, Table
from tables.queries.merged import plays_on
from tables.queries.standing import refuse_live
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Entry, Purchase
from tournaments.rules.errors import RuleError

BROUGHT_BACK = (Bust.Kind.BUST, Bust.Kind.DISQUALIFIED)


@action("bust.reinstate")
def reinstate(change: Change, /, bust: Bust) -> Entry:
    """Bring an entry back in; those who went out after it move up one.

    His own chair if it is free and its table open, else a drawn one, ahead of the alternates; one who had no
    chair waits for one. If his Day was merged into another, he sits there.
    RuleError: `player-in` if he has re-entered, `stack-gone` for a stack that was taken up or given up,
    `no-chair`, `day-over`, `event-over`.
    """
    entry, table, chair = bust.entry, bust.table, bust.chair
    day = plays_on(entry.day)
    refuse_over(day)
    refuse_live(entry.event_id, entry.player)
    _refuse_gone(bust)
    change.note(day=day.code, name=name_of(entry), order=bust.order)
    if bust.kind == Bust.Kind.DISQUALIFIED:
        change.update_many(Purchase.objects.filter(entry=entry, cancelled_at=None), in_play=True)
    take_back_out(change, bust)
    sit_again(change, entry, table, chair)
    return entry


@action("bust.correct")
def correct_bust(change: Change, /, bust: Bust, entry: Entry) -> Bust:
    """Say "wrong player": this entry is out and not that one. Order, hand and who won it stay.

    The one who was put out sits again, as after `reinstate`. If the other was said to have won the hand, it
    was the first who did.
    RuleError: `same-player`, `not-a-bust` for one who was disqualified, `another-day` while the hand he went
    out in is still played there, and those of `bust` and `reinstate`.
    """
    wrong, table, chair = bust.entry, bust.table, bust.chair
    refuse_elsewhere(change, entry)
    refuse_over(entry.day)
    if entry.pk == wrong.pk:
        raise RuleError("same-player", "{name} is the one who is out already.", {"name": name_of(wrong)})
    refuse_not_seated(entry)
    refuse_live(wrong.event_id, wrong.player)
    _refuse_gone(bust)
    if bust.kind == Bust.Kind.DISQUALIFIED:
        words = "{name} was disqualified, he did not go out in a hand. Reinstate him instead."
        raise RuleError("not-a-bust", words, {"name": name_of(wrong)})
    if bust.held and entry.day_id != bust.day_id:
        words = "{name} plays on another day. The hand of {wrong} is not complete yet."
        raise RuleError("another-day", words, {"name": name_of(entry), "wrong": name_of(wrong)})
    change.note(day=entry.day.code, name=name_of(entry), wrong=name_of(wrong), order=bust.order)
    seat = unseat(change, entry)
    change.update(entry, state=Entry.State.OUT, out_at=bust.at)
    change.update(
        bust,
        entry=entry,
        day=entry.day,
        table=seat.table if seat else None,
        chair=seat.chair if seat else None,
        by=wrong if bust.by_id == entry.pk else bust.by,
    )
    sit_again(change, wrong, table, chair)
    return bust


def _refuse_gone(bust: Bust) -> None:
    if bust.kind not in BROUGHT_BACK:
        words = "The stack of {name} is off the table: bring it back at the check-in, or undo what took it."
        raise RuleError("stack-gone", words, {"name": name_of(bust.entry)})


def sit_again(change: Change, entry: Entry, table: Table | None, chair: int | None) -> None:
    """Back to his own chair, else to a drawn one; without a chair before, he waits.

    If his Day was merged into another, he follows those he played with.
    """
    day = plays_on(entry.day)
    if day.pk != entry.day_id:
        change.update(entry, day=day)
    if table is None or chair is None:
        change.update(entry, state=Entry.State.PAID, out_at=None)
        change.note(case="waits")
    elif _is_free(entry, table, chair):
        before = Seat.objects.filter(entry=entry).order_by("-pk").first()
        change.update(entry, state=Entry.State.SEATED, out_at=None)
        change.create(
            Seat,
            day=entry.day,
            table=table,
            chair=chair,
            entry=entry,
            draw=before.draw if before else None,
            locked=bool(before and before.locked),
            since=change.now,
        )
        change.note(seat=f"{table.number}-{chair}")
    else:
        change.update(entry, state=Entry.State.PAID, out_at=None)
        seat = draw_chair(change, entry)
        change.note(seat=f"{seat.table.number}-{seat.chair}", case="drawn")


def _is_free(entry: Entry, table: Table, chair: int) -> bool:
    """Whether nobody sits in the chair and somebody may, on the entry's Day."""
    is_open = DayTable.objects.filter(
        day=entry.day_id, table=table, state=DayTable.State.OPEN, chairs__gte=chair
    ).exists()
    return (
        is_open
        and chair not in table.blocked
        and not Seat.objects.filter(table=table, chair=chair, until=None).exists()
    )
