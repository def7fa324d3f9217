"""Breaking a table: its draw by us, or cards that were dealt."""

import re
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tables.actions.break_table import draw_next_break, propose_break, propose_break_by_cards
from tables.models import DayTable, Plan
from tables.queries.balance import played_floor
from tables.queries.seating import seating_board
from tables.web.days import day_of
from tables.web.plans.shown import framed
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by

_SEAT_CARD = re.compile(r"(\d{1,5})\s*[-–./]\s*(\d{1,2})")
_FILLER = re.compile(r"[\s,;、]*")
LONGEST = 2_000


@dataclass(frozen=True, slots=True)
class DealtPlayer:
    """A player of the table that breaks, and the card that was typed for him."""

    chair: int
    name: str
    card: str


@require_http_methods(["GET", "HEAD", "POST"])
def break_page(request: HttpRequest, slug: str, code: str, number: int) -> HttpResponse:
    """How the table breaks; sent, its plan. A break that is planned already shows that plan."""
    day = day_of(slug, code)
    row = get_object_or_404(
        DayTable.objects.select_related("table", "day__event"), day=day, table__number=number
    )
    if request.method != "POST":
        waiting = Plan.objects.filter(
            day=day, kind=Plan.Kind.BREAK, table=row.table_id, state=Plan.State.PROPOSED
        )
        plan = waiting.first()
        return redirect("plan", slug, plan.pk) if plan else _page(request, day, row)
    try:
        plan = _planned(request, row)
    except RuleError as error:
        if error.code == "plan-open":
            return redirect("plan", slug, error.facts["plan"])
        return _page(request, day, row, refused=sentence(error), status=422)
    return redirect("plan", slug, plan.pk)


@require_POST
def break_draw(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Draw which table breaks next."""
    draw = draw_next_break(by(request), day_of(slug, code))
    said = _("Draw %(draw)s: table %(table)s breaks next.")
    messages.success(request, said % {"draw": draw.number, "table": draw.outcome})
    return redirect("break_table", slug, code, int(str(draw.outcome)))


def _planned(request: HttpRequest, row: DayTable) -> Plan:
    if request.POST.get("do") != "cards":
        return propose_break(by(request), row)
    cards = {
        chair: text for chair in range(1, 11) if (text := request.POST.get(f"card-{chair}", "").strip()[:10])
    }
    return propose_break_by_cards(by(request), row, seat_cards=_seat_cards(request), cards=cards)


def _seat_cards(request: HttpRequest) -> list[tuple[int, int]]:
    """Seat cards as typed, "7-1, 9-8". RuleError `not-seat-cards` naming what is none."""
    text = request.POST.get("seats", "")[:LONGEST]
    rest = _FILLER.sub("", _SEAT_CARD.sub("", text))
    if rest:
        words = 'Write seat cards as table and chair, "7-1, 9-8": not {text}.'
        raise RuleError("not-seat-cards", words, {"text": rest[:40]})
    return [(int(table), int(chair)) for table, chair in _SEAT_CARD.findall(text)]


def _page(
    request: HttpRequest, day: Day, row: DayTable, *, refused: str = "", status: int = 200
) -> HttpResponse:
    number = row.table.number
    board = next(iter(seating_board(day, numbers=[number]).tables))
    others = [table for table in played_floor(day, utc_now()).movable if table.number != number]
    context: dict[str, Any] = {
        **framed(request, day, "plans"),
        "table": board,
        "players": [
            DealtPlayer(seat.chair, seat.name, request.POST.get(f"card-{seat.chair}", ""))
            for seat in board.seats
        ],
        "open_chairs": [(table.number, table.open_chairs) for table in others if table.open_chairs],
        "chairs": sum(len(table.open_chairs) for table in others),
        "seats": request.POST.get("seats", ""),
        "by_cards": request.POST.get("do") == "cards",
        "refused": refused,
    }
    return render(request, "plans/break.html", context, status=status)
