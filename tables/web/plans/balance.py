"""Balance: the big blind's chair asked for by a tap, and the plan that follows from it."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.actions.balance import propose_balance, tell_big_blind
from tables.models import DayTable
from tables.queries.balance import balance_of, known_big_blind
from tables.queries.big_blinds import first_moves, to_ask
from tables.queries.seating import BoardTable, seating_board
from tables.web.days import day_of
from tables.web.plans.shown import framed, whole
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by

MOST_FELTS = 6  # with more tables to ask, their chairs are chosen in a list
FIELD = "bb-"
_METHODS = ["GET", "HEAD", "POST"]


@dataclass(frozen=True, slots=True)
class AskedTable:
    """A table whose big blind is asked for. name: of its field. chosen: the chair, None before the tap."""

    table: BoardTable
    name: str
    chosen: int | None


@require_http_methods(_METHODS)
def balance_page(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The tables to ask, as felts; sent, the plan. Where a hand is not known yet it asks for that too."""
    day = day_of(slug, code)
    chosen = _chosen(request)
    if request.method != "POST":
        moves = balance_of(day, utc_now()).moves
        most = len(moves) if "all" in request.GET else first_moves(moves)
        return _page(request, day, to_ask(moves[:most]), chosen, most=most if most < len(moves) else 0)
    most = whole(request.POST.get("most"))
    try:
        plan = propose_balance(by(request), day, big_blinds=chosen, most=most or None)
    except RuleError as error:
        asked = error.facts.get("ask", ()) if error.code == "big-blind-unknown" else ()
        refused = "" if asked and set(asked) - set(chosen) else sentence(error)
        return _page(request, day, (*chosen, *asked), chosen, refused=refused, most=most, status=422)
    return redirect("plan", slug, plan.pk)


@require_http_methods(_METHODS)
def blind_page(request: HttpRequest, slug: str, code: str, number: int) -> HttpResponse:
    """One table's big blind, for the rule that stops it. Sent, the console says what follows.

    From the console's card it is sent by script: the table that is open there stays open.
    """
    day = day_of(slug, code)
    row = get_object_or_404(
        DayTable.objects.select_related("table", "day__event"), day=day, table__number=number
    )
    if request.method != "POST":
        return _page(request, day, (number,), {}, number=number, known=_known(row))
    chair = _chosen(request).get(number, 0)
    try:
        tell_big_blind(by(request), row, chair)
    except RuleError as error:
        if request.htmx:  # type: ignore[attr-defined]
            messages.error(request, sentence(error))
            return HttpResponse(status=204, headers={"HX-Redirect": request.path})
        return _page(request, day, (number,), {}, number=number, refused=sentence(error), status=422)
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Trigger": "revision"})
    messages.success(
        request,
        _("Table %(table)s: the big blind is in chair %(chair)s.") % {"table": number, "chair": chair},
    )
    return redirect("console_day", slug, code)


def _known(row: DayTable) -> int | None:
    return known_big_blind(row, utc_now())


def _chosen(request: HttpRequest) -> dict[int, int]:
    """The chairs that were tapped, by table."""
    sent = {name.removeprefix(FIELD): text for name, text in request.POST.items() if name.startswith(FIELD)}
    return {
        whole(table): whole(str(chair)) for table, chair in sent.items() if whole(table) and whole(str(chair))
    }


def _page(
    request: HttpRequest,
    day: Day,
    numbers: tuple[int, ...],
    chosen: dict[int, int],
    *,
    number: int | None = None,
    most: int = 0,
    known: int | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    wanted = list(dict.fromkeys(numbers))
    tables = {table.number: table for table in seating_board(day, numbers=wanted).tables}
    asked = [AskedTable(tables[n], f"{FIELD}{n}", chosen.get(n, known)) for n in wanted if n in tables]
    balance = None if number else balance_of(day, utc_now())
    context: dict[str, Any] = {
        **framed(request, day, "plans"),
        "asked": asked,
        "most": most,
        "more": max(0, len(balance.moves) - most) if balance and most else 0,
        "as_felts": len(asked) <= MOST_FELTS,
        "balance": balance,
        "number": number,
        "refused": refused,
    }
    return render(request, "plans/balance.html", context, status=status)
