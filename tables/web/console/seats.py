"""What the panel does about seats: seen, locked, swapped, moved; marks; counts; the clock called."""

from contextlib import suppress

from tables.actions.chip_counts import count_table
from tables.actions.marks import count_down, disqualify, lift, mark_absent, penalty
from tables.actions.move import move
from tables.actions.seat_notes import lock_seat, mark_seen, mark_table_seen
from tables.actions.shot_clock import call_clock, end_shot_clock
from tables.actions.swap import swap
from tables.models import Mark, PrintJob, Seat, ShotClock
from tables.rules.chips_typed import chips_typed
from tables.web.console.sending import Press
from tables.web.console.sent import moment, spot, whole
from tables.web.plans.papers import SLIP, print_moves
from tournaments.rules.errors import RuleError


def seen(press: Press) -> str:
    """The chosen player sits where he should."""
    mark_seen(press.who, press.entry())
    return ""


def unseen(press: Press) -> str:
    """Nobody has seen the chosen player yet."""
    mark_seen(press.who, press.entry(), seen=False)
    return ""


def all_seen(press: Press) -> str:
    """Everybody at the table sits where he should."""
    mark_table_seen(press.who, press.table)
    return ""


def lock(press: Press) -> str:
    """The chosen player keeps his seat; if he did, plans may move him again."""
    entry = press.entry()
    seat = Seat.objects.filter(entry=entry, until=None).first()
    lock_seat(press.who, entry, locked=not (seat and seat.locked))
    return ""


def swapped(press: Press) -> str:
    """Two players sit in each other's seats."""
    chosen = press.entries()
    if len(chosen) != 2:
        raise RuleError("two-to-swap", "Choose the two players who sit in each other's seats.")
    swap(press.who, *chosen)
    return ""


def moved(press: Press) -> str:
    """The chosen player to another chair."""
    entry = press.entry()
    table, chair = spot(press.text("to"))
    reason = press.text("other_reason") or press.text("reason")
    seat = move(press.who, entry, table, chair, reason=reason)
    if press.text("slip"):
        _print(press, seat)
    return ""


def slip(press: Press) -> str:
    """The slip of a move once more."""
    moved_there = Seat.objects.filter(day=press.day, pk=whole(press.text("seat")) or 0, until=None).first()
    if moved_there is None:
        raise RuleError("moved-on", "He sits there no more: his slip would lead him astray.")
    before = PrintJob.objects.filter(event=press.day.event, document=SLIP).order_by("-pk")[:50]
    last = next((job for job in before if moved_there.pk in job.options.get("seats", ())), None)
    _print(press, moved_there, last)
    return ""


def _print(press: Press, seat: Seat, last: PrintJob | None = None) -> None:
    """The slip of a move. The move stands, whatever becomes of the paper: the queue says what did."""
    with suppress(RuleError):
        press.papers.append(print_moves(press.request, press.day, [seat], last))


def absent(press: Press) -> str:
    """The chosen player is away; if he was, he is back."""
    entry = press.entry()
    mark = Mark.objects.filter(entry=entry, kind=Mark.Kind.ABSENT, until=None).first()
    if mark is not None:
        lift(press.who, mark)
    else:
        mark_absent(press.who, entry)
    return ""


def punish(press: Press) -> str:
    """Rounds or hands to sit out: as typed, or by the button of a usual penalty ("hand", or its rounds)."""
    quick = press.text("quick")
    rounds, hands = whole(press.text("rounds") or "0"), whole(press.text("hands") or "0")
    if quick:
        rounds, hands = (0, 1) if quick == "hand" else (whole(quick), 0)
    if rounds is None or hands is None or max(rounds, hands) > 1000:
        raise RuleError("no-penalty", "A penalty is at least one hand or one round.", rule="TDA 71-A")
    penalty(press.who, press.entry(), rounds=rounds, hands=hands, reason=press.text("reason"))
    return ""


def hand_sat_out(press: Press) -> str:
    """One hand of a penalty is over."""
    count_down(press.who, _penalty(press))
    return ""


def forgive(press: Press) -> str:
    """The chosen player may play again."""
    lift(press.who, _penalty(press))
    return ""


def disqualified(press: Press) -> str:
    """The chosen player is out of the event; his chips, if they were counted, leave play."""
    stack = chips_typed(press.text("stack")) if press.text("stack") else None
    disqualify(press.who, press.entry(), reason=press.text("reason"), stack=stack)
    return ""


def counted(press: Press) -> str:
    """The chips of whoever was counted at the table."""
    counts = {}
    for name in press.request.POST:
        key = whole(name.removeprefix("chips-")) if name.startswith("chips-") else None
        if key is not None and press.text(name):
            counts[key] = chips_typed(press.text(name))
    count_table(press.who, press.table, counts, as_of=moment(press.text("as_of")))
    return ""


def call(press: Press) -> str:
    """The clock is called at the table."""
    call_clock(press.who, press.table)
    return ""


def acted(press: Press) -> str:
    """The player on the clock has acted."""
    shots = ShotClock.objects.filter(event=press.day.event, pk=whole(press.text("shot")) or 0)
    shot = shots.select_related("table", "day").first()
    if shot is None:
        raise RuleError("no-shot", "No clock is called at this table.")
    end_shot_clock(press.who, shot)
    return ""


def _penalty(press: Press) -> Mark:
    entry = press.entry()
    mark = Mark.objects.filter(entry=entry, kind=Mark.Kind.PENALTY, until=None).first()
    if mark is None:
        raise RuleError("no-penalty-now", "This player is under no penalty.")
    return mark
