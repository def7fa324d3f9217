"""Drawers: opened with a float, moved cash, counted; and a count put right.

The row of the house is locked first, then the drawer's: a sale locks its event, then the drawer.
"""

from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import DrawerMovement, Shift, Staff
from tournaments.queries.drawers import expected_cash, held_drawer
from tournaments.rules.currency import is_currency
from tournaments.rules.errors import RuleError
from tournaments.rules.money import format_money
from tournaments.rules.roles import FLOOR

MOST = 10**14


@action("shift.open", scope="house")
def open_shift(change: Change, /, *, opening: int, currency: str, desk: str = "") -> Shift:
    """Open the drawer of whoever asks. opening: the float, in minor units.

    RuleError: `nobody` without a member of staff; `no-such-currency`; `amount`; `drawer-open` with one open.
    """
    staff = change.by.staff
    if staff is None:
        raise RuleError("nobody", "A drawer is opened by the person who keeps it.")
    if not is_currency(currency):
        raise RuleError("no-such-currency", "There is no currency {currency}.", {"currency": currency[:10]})
    _refuse_amount(opening)
    if Shift.objects.filter(staff=staff, currency=currency, closed_at=None).exists():
        words = "Your drawer in {currency} is open already: count it first."
        raise RuleError("drawer-open", words, {"currency": currency})
    change.note(name=staff.name, opening=_said(opening, currency), desk=desk[:60])
    return change.create(
        Shift, staff=staff, desk=desk[:60], currency=currency, opening=opening, opened_at=change.now
    )


@action("shift.move", scope="house")
def move_cash(change: Change, /, shift: Shift, *, amount: int, reason: str) -> DrawerMovement:
    """Put cash into an open drawer, or take some out (negative), for a reason.

    RuleError: `not-your-drawer`; `drawer-counted`; `amount` for nothing; `reason` without one;
    `not-so-much` for more than is in it.
    """
    shift = _own(change, held_drawer(shift.pk))
    if shift.closed_at is not None:
        raise _counted(shift)
    _refuse_amount(abs(amount), least=1)
    if not reason.strip():
        raise RuleError("reason", "Say why.")
    if amount < 0 and expected_cash(shift) + amount < 0:
        raise RuleError("not-so-much", "There is not so much cash in this drawer.")
    change.note(
        case="in" if amount > 0 else "out",
        name=shift.staff.name,
        amount=_said(abs(amount), shift.currency),
        reason=reason.strip()[:200],
    )
    return change.create(
        DrawerMovement,
        shift=shift,
        amount=amount,
        reason=reason.strip()[:200],
        by=change.by.staff,
        at=change.now,
    )


@action("shift.count", scope="house")
def count_drawer(change: Change, /, shift: Shift, *, counted: int, note: str = "") -> Shift:
    """Close a drawer with the cash that was counted in it; what was expected is fixed.

    From now on it takes no line, and none of its lines is undone. RuleError: `not-your-drawer`;
    `drawer-counted`; `amount`.
    """
    shift = _own(change, held_drawer(shift.pk))
    if shift.closed_at is not None:
        raise _counted(shift)
    _refuse_amount(counted)
    expected = expected_cash(shift)
    _note_count(change, shift, expected, counted)
    return change.update(
        shift, closed_at=change.now, expected=expected, counted=counted, note=note.strip()[:200]
    )


@action("shift.recount", scope="house")
def recount_drawer(change: Change, /, shift: Shift, *, counted: int, reason: str) -> Shift:
    """Put right what was counted in a drawer, by a director with a reason; the first count stays on record.

    RuleError: `drawer-not-counted`; `reason` without one; `amount`.
    """
    shift = held_drawer(shift.pk)
    if shift.closed_at is None or shift.expected is None:
        raise RuleError("drawer-not-counted", "This drawer is still open: count it.")
    _refuse_amount(counted)
    if not reason.strip():
        raise RuleError("reason", "Say why.")
    _note_count(change, shift, shift.expected, counted)
    change.note(before=_said(shift.counted or 0, shift.currency), reason=reason.strip()[:200])
    return change.update(shift, counted=counted, note=reason.strip()[:200])


def _own(change: Change, shift: Shift) -> Shift:
    """The drawer, if it is one's own or one is of the floor."""
    staff: Staff | None = change.by.staff
    if staff is not None and shift.staff_id != staff.pk and staff.role not in FLOOR:
        raise RuleError("not-your-drawer", "This is the drawer of {name}.", {"name": shift.staff.name})
    return shift


def _note_count(change: Change, shift: Shift, expected: int, counted: int) -> None:
    off = counted - expected
    change.note(
        case="short" if off < 0 else "over" if off else "balances",
        name=shift.staff.name,
        counted=_said(counted, shift.currency),
        difference=_said(abs(off), shift.currency),
    )


def _said(amount: int, currency: str) -> str:
    """An amount for the journal, which knows no currency of its own."""
    return f"{format_money(amount, currency)} {currency}"


def _counted(shift: Shift) -> RuleError:
    return RuleError("drawer-counted", "The drawer of {name} was counted.", {"name": shift.staff.name})


def _refuse_amount(amount: int, least: int = 0) -> None:
    if not least <= amount < MOST:
        raise RuleError("amount", "That is no amount of cash.")
