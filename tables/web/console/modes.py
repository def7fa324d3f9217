"""What the panel of a table can be turned to besides its felt. A mode is a template and what it wants.

`?mode=NAME` opens it. A mode whose seats are tapped includes "console/_felt.html" with tap="NAME of the
field": each seat is then a button that sends its chair (or with tap_entry its entry) to the form around it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from tables.models import Bust
from tables.queries.answer import latest_outs, may_reenter, outs_from
from tables.queries.counted import counted_so_far
from tables.queries.felt import Felt, FeltSeat
from tables.queries.open_chairs import open_chairs_by_table
from tables.web.console.sales import reentry_context, sale_context
from tables.web.console.sent import keys, whole
from tournaments.journal.change import utc_now
from tournaments.models import Day

USUAL_ROUNDS = (1, 2, 3)
Context = Callable[[HttpRequest, Day, Felt], dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Mode:
    """A template of "console/modes/", and a function for what it wants besides the table."""

    template: str
    context: Context


def chosen_seats(request: HttpRequest, table: Felt) -> list[FeltSeat]:
    """The seats of this table that are chosen, in the order in which they were sent."""
    found = [table.seat_of(key) for key in keys(request)]
    return [seat for seat in found if seat is not None]


def _counts(request: HttpRequest, day: Day, table: Felt) -> dict[str, Any]:
    typed = request.POST if request.method == "POST" else {}
    rows = [(seat, typed.get(f"chips-{seat.entry}", "")) for seat in table.taken]
    return {"rows": rows, "counted": counted_so_far(day), "as_of": typed.get("as_of", "")}


def _move(request: HttpRequest, day: Day, table: Felt) -> dict[str, Any]:
    seats = chosen_seats(request, table)
    return {
        "moving": seats[0] if seats else None,
        "open_chairs": open_chairs_by_table(day),
        "to": request.POST.get("to", ""),
        "reason": request.POST.get("reason", ""),
        "other_reason": request.POST.get("other_reason", ""),
    }


def _stacks(request: HttpRequest, day: Day, table: Felt) -> dict[str, Any]:
    seats = chosen_seats(request, table)
    return {
        "rows": [(seat, request.POST.get(f"stack-{seat.entry}", "")) for seat in seats],
        "winners": [seat for seat in table.taken if seat not in seats],
        "by": whole(request.POST.get("by")),
        "how": request.POST.get("how", "hand"),
    }


def _late(request: HttpRequest, day: Day, table: Felt) -> dict[str, Any]:
    return {
        **_stacks(request, day, table),
        "latest": latest_outs(day.event),
        "before": whole(request.POST.get("before")),
        "at": request.POST.get("at", ""),
    }


def _outs(request: HttpRequest, day: Day, table: Felt) -> dict[str, Any]:
    now = utc_now()
    outs = outs_from(day.event, table.number, now, asked=whole(request.GET.get("out")))
    return {"outs": outs, "may_reenter": may_reenter(day.event, outs, now)}


def _wrong(request: HttpRequest, day: Day, table: Felt) -> dict[str, Any]:
    data = request.POST if request.method == "POST" else request.GET
    found = Bust.objects.filter(event=day.event, pk=whole(data.get("bust")) or 0)
    return {"wrong": found.select_related("entry__player").first()}


def _penalty(request: HttpRequest, day: Day, table: Felt) -> dict[str, Any]:
    punished = next(iter(chosen_seats(request, table)), None)
    return {
        "punished": punished,
        "is_punished": punished is not None and any(mark.kind == "penalty" for mark in punished.marks),
        "usual_rounds": USUAL_ROUNDS,
        **{name: request.POST.get(name, "") for name in ("rounds", "hands", "reason", "stack")},
    }


MODES: dict[str, Mode] = {
    "counts": Mode("console/modes/_counts.html", _counts),
    "move": Mode("console/modes/_move.html", _move),
    "stacks": Mode("console/modes/_stacks.html", _stacks),
    "late": Mode("console/modes/_late.html", _late),
    "outs": Mode("console/modes/_outs.html", _outs),
    "wrong": Mode("console/modes/_wrong.html", _wrong),
    "penalty": Mode("console/modes/_penalty.html", _penalty),
    "sale": Mode("console/modes/_sale.html", sale_context),
    "reentry": Mode("console/modes/_sale.html", reentry_context),
}
