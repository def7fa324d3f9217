"""The buttons of a table in play, each one action."""

from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from tables.actions.balance import fill, tell_big_blind
from tables.actions.open_table import open_by_draw
from tables.actions.positions import forget_positions, keep_positions, next_hand, start_positions
from tables.actions.room import open_table
from tables.actions.table_state import move_table, padlock, release, resume, stop
from tables.actions.two_steps import hand_over
from tables.models import DayTable
from tables.web.plans.shown import whole
from tournaments.models import Day
from tournaments.web.who import by


@dataclass(frozen=True, slots=True)
class Said:
    """What a press did. plan: one that was made. table: the number the page is about now, 0 as before."""

    words: str = ""
    plan: int | None = None
    table: int = 0


def _stop(request: HttpRequest, row: DayTable) -> Said:
    stop(by(request), row, reason=request.POST.get("reason", ""))
    return Said(_("Table {table} is stopped.").format(table=row.table.number))


def _resume(request: HttpRequest, row: DayTable) -> Said:
    resume(by(request), row)
    return Said(_("Table {table} plays on.").format(table=row.table.number))


def _padlock(request: HttpRequest, row: DayTable) -> Said:
    padlock(by(request), row, locked=True)
    return Said()


def _unlock(request: HttpRequest, row: DayTable) -> Said:
    padlock(by(request), row, locked=False)
    return Said()


def _fill(request: HttpRequest, row: DayTable) -> Said:
    fill(by(request), row, whole(request.POST.get("entries")))
    return Said()


def _open(request: HttpRequest, row: DayTable) -> Said:
    open_table(by(request), row)
    return Said(_("Table {table} is open.").format(table=row.table.number))


def _open_drawn(request: HttpRequest, row: DayTable) -> Said:
    return Said(plan=open_by_draw(by(request), row).pk)


def _release(request: HttpRequest, row: DayTable) -> Said:
    release(by(request), row)
    return Said(_("Table {table} is closed; another event may have it.").format(table=row.table.number))


def _cash(request: HttpRequest, row: DayTable) -> Said:
    release(by(request), row, to_cash=True)
    return Said(_("Table {table} is lent to cash games.").format(table=row.table.number))


def _give(request: HttpRequest, row: DayTable) -> Said:
    rows = Day.objects.filter(over_at=None, event__cancelled_at=None).select_related("event")
    there = get_object_or_404(rows, pk=whole(request.POST.get("to")))
    hand_over(by(request), row, there)
    said = _("Table {table} is closed here and reserved for {event}.")
    return Said(said.format(table=row.table.number, event=there.event.name))


def _move(request: HttpRequest, row: DayTable) -> Said:
    there = move_table(by(request), row, whole(request.POST.get("number")))
    said = _("Table {before} is table {table} now; everybody keeps his chair.")
    return Said(said.format(before=row.table.number, table=there.table.number), table=there.table.number)


def _big_blind(request: HttpRequest, row: DayTable) -> Said:
    tell_big_blind(by(request), row, whole(request.POST.get("chair")))
    return Said()


def _keep(request: HttpRequest, row: DayTable) -> Said:
    keep_positions(by(request), row, whole(request.POST.get("chair")))
    return Said()


def _first_button(request: HttpRequest, row: DayTable) -> Said:
    cards = {
        chair: text for chair in range(1, 11) if (text := request.POST.get(f"card-{chair}", "").strip()[:10])
    }
    start_positions(by(request), row, cards=cards or None)
    return Said()


def _next_hand(request: HttpRequest, row: DayTable) -> Said:
    next_hand(by(request), row)
    return Said()


def _forget(request: HttpRequest, row: DayTable) -> Said:
    forget_positions(by(request), row)
    return Said()


PRESSES: dict[str, Callable[[HttpRequest, DayTable], Said]] = {
    "stop": _stop,
    "resume": _resume,
    "padlock": _padlock,
    "unlock": _unlock,
    "fill": _fill,
    "open": _open,
    "open-drawn": _open_drawn,
    "release": _release,
    "cash": _cash,
    "give": _give,
    "move": _move,
    "big-blind": _big_blind,
    "keep": _keep,
    "first-button": _first_button,
    "next-hand": _next_hand,
    "forget": _forget,
}
