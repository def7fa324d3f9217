"""The alternates: called as chairs open, seated when they come, skipped when they do not.

A called alternate has the first right on the next open chair (`has_right_before`); which chair is drawn when
he sits down. Whoever does not come is skipped: he keeps his number, and when he returns he is the next of
those who wait with a higher one.
"""

from tables.actions.desk import cancel
from tables.actions.draw import draw_seat
from tables.actions.draw_record import current_seed
from tables.actions.no_chair import no_chair, not_your_turn
from tables.models import Seat
from tables.queries.alternates import on_list, state_of
from tables.queries.room import day_room
from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Day, Entry
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name


@action("alternate.call")
def call(change: Change, /, day: Day, *, most: int | None = None) -> list[Entry]:
    """Call the next alternates (at most `most`), one for each open chair that nobody called has a right on.

    RuleError: `nobody-waits`, `room-full`, `day-over`.
    """
    current_seed(day)
    waiting = list(on_list(day).filter(called_at=None, skipped_at=None).select_related("player"))
    if not waiting:
        raise RuleError("nobody-waits", "No alternate waits to be called.")
    chairs = _free_chairs(day)
    if chairs <= 0:
        words = "No chair is open for another alternate: {entries} go on waiting."
        raise no_chair(day, "room-full", words, entries=len(waiting), chairs=0)
    called = waiting[: chairs if most is None else max(0, min(chairs, most))]
    for entry in called:
        change.update(entry, called_at=change.now)
    numbers = [entry.alternate for entry in called]
    change.note(day=day.code, alternates=", ".join(map(str, numbers)), left=len(waiting) - len(called))
    return called


@action("alternate.seat")
def seat(change: Change, /, entry: Entry, *, cut: str = "") -> Seat:
    """Draw a seat for an alternate who came; he need not have been called if a chair is his anyhow.

    RuleError: `not-alternate`, `not-your-turn` while others have the open chairs before him, `day-over`,
    `cut-too-long`.
    """
    _refuse_others(entry)
    _note(change, entry)
    drawn = draw_seat(change, entry, cut=cut)
    if drawn is None:
        raise not_your_turn(entry)
    change.note(table=drawn.table.number, chair=drawn.chair)
    return drawn


@action("alternate.skip")
def skip(change: Change, /, entry: Entry) -> Entry:
    """Pass over an alternate who does not come; if he had been called, the next one is, for the same chair.

    RuleError: `not-alternate`, `skipped-already`, `day-over`.
    """
    _refuse_others(entry)
    if state_of(entry) == "skipped":
        words = "Alternate {alternate} has been skipped already."
        raise RuleError("skipped-already", words, {"alternate": entry.alternate})
    was_called = state_of(entry) == "called"
    change.update(entry, skipped_at=change.now)
    waits = on_list(entry.day_id).filter(called_at=None, skipped_at=None).exists()
    if was_called and waits and _free_chairs(entry.day) > 0:
        (following,) = call(change, entry.day, most=1)
        change.note(case="next", next=following.alternate)
    _note(change, entry)
    return entry


@action("alternate.return")
def come_back(change: Change, /, entry: Entry) -> Entry:
    """Put an alternate who was skipped, or called too soon, back into his place in the order.

    RuleError: `not-alternate`, `waits-already`.
    """
    _refuse_others(entry)
    if state_of(entry) == "waiting":
        words = "Alternate {alternate} waits in his place already."
        raise RuleError("waits-already", words, {"alternate": entry.alternate})
    _note(change, entry)
    return change.update(entry, called_at=None, skipped_at=None)


@action("alternate.leave")
def leave(change: Change, /, entry: Entry, *, reason: str = "") -> Entry:
    """Take an alternate who waits no longer off the list: his entry is cancelled, his money returned.

    His number stays his. RuleError: `not-alternate`, and those of `cancel`.
    """
    _refuse_others(entry)
    cancel(change, entry, reason=reason)
    _note(change, entry)
    return entry


def _free_chairs(day: Day) -> int:
    """The open chairs that no called alternate has a right on."""
    called = on_list(day).filter(called_at__isnull=False, skipped_at=None).count()
    return day_room(day).chairs_left - called


def _refuse_others(entry: Entry) -> None:
    if entry.state != Entry.State.PAID or entry.alternate is None:
        words = "Entry {number} is not on the alternates list, or no longer."
        raise RuleError("not-alternate", words, {"number": entry.number})


def _note(change: Change, entry: Entry) -> None:
    player = entry.player
    change.note(
        day=entry.day.code,
        number=entry.number,
        alternate=entry.alternate,
        name=full_name(player.first_name, player.last_name),
    )
