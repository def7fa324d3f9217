"""The panel of one table: its felt, its modes, and its buttons."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from tables.queries.answer import done_by
from tables.web.console import outs, sales, seats
from tables.web.console.modes import MODES
from tables.web.console.panel import base_context, table_answer, table_context
from tables.web.console.sending import Press
from tables.web.console.sent import keys, whole
from tables.web.days import day_of
from tournaments.models import Action, Day
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by

Verb = Callable[[Press], str]

# What each button does, and the mode it is pressed in: there a refusal is said, with what was typed.
VERBS: dict[str, tuple[Verb, str]] = {
    "bust": (outs.out, ""),
    "bust-together": (outs.out_together, "stacks"),
    "bust-late": (outs.out_late, "late"),
    "won": (outs.out_won, ""),
    "wrong": (outs.out_wrong, "wrong"),
    "reinstate": (outs.back_in, "outs"),
    "seen": (seats.seen, ""),
    "unseen": (seats.unseen, ""),
    "all-seen": (seats.all_seen, ""),
    "lock": (seats.lock, ""),
    "swap": (seats.swapped, ""),
    "move": (seats.moved, "move"),
    "slip": (seats.slip, ""),
    "absent": (seats.absent, ""),
    "penalty": (seats.punish, "penalty"),
    "penalty-hand": (seats.hand_sat_out, ""),
    "penalty-over": (seats.forgive, ""),
    "disqualify": (seats.disqualified, "penalty"),
    "counts": (seats.counted, "counts"),
    "sell": (sales.sold, "sale"),
    "reenter": (sales.entered_again, "reentry"),
    "call": (seats.call, ""),
    "acted": (seats.acted, ""),
}
# What a press leaves in the journal, where it would be refused a second time for what it did itself.
_AGAIN = {
    "move": "seat.move",
    "reinstate": "bust.reinstate",
    "penalty-hand": "mark.count_down",
    "penalty-over": "mark.lift",
}
# Who is chosen stays chosen only where something may follow.
_KEEPS = frozenset({"seen", "unseen", "lock", "absent", "penalty", "penalty-hand", "penalty-over"})


@require_GET
def table_panel(request: HttpRequest, slug: str, code: str, number: int) -> HttpResponse:
    """One table with its seats around the felt, or in the mode asked for."""
    day = day_of(slug, code)
    mode = request.GET.get("mode", "")
    context = {**base_context(request, day), **table_context(request, day, number, mode)}
    return render(request, "console/_table.html", context)


@require_POST
def table_mode(request: HttpRequest, slug: str, code: str, number: int, mode: str) -> HttpResponse:
    """Turn the panel to a mode, with the seats that are chosen."""
    day = day_of(slug, code)
    if mode not in MODES:
        raise Http404(mode)
    try:
        if mode in {"move", "penalty", "sale"}:
            Press(request, day, number).entry()
        elif mode in {"late", "stacks"}:
            Press(request, day, number).entries()
    except RuleError as error:
        return table_answer(request, day, number, status=422, refused=sentence(error))
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(_page(day, number, mode=mode, entry=keys(request)))
    return table_answer(request, day, number, mode)


@require_POST
def table_do(request: HttpRequest, slug: str, code: str, number: int, verb: str) -> HttpResponse:
    """One press. Done, it says what was done; refused, why, in the same place, with what was typed."""
    day = day_of(slug, code)
    if verb not in VERBS:
        raise Http404(verb)
    act, mode = VERBS[verb]
    press, then = Press(request, day, number), ""
    try:
        then = act(press)
    except RuleError as error:
        if not _was_done(press, verb):
            return table_answer(request, day, number, mode, status=422, refused=sentence(error))
    if then:
        return table_answer(request, day, number, then)
    who = by(request)
    # A slip printed again leaves the move it belongs to in its place.
    done = (
        whole(request.POST.get("done"))
        if verb == "slip"
        else done_by(day.event, request.user, who.request_id)
    )
    kept = keys(request) if verb in _KEEPS else []
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(_page(day, number, done=done, entry=kept))
    return table_answer(request, day, number, done=done, selected=kept, papers=press.papers)


@require_POST
def table_sell(request: HttpRequest, slug: str, code: str, number: int) -> HttpResponse:
    """To the desk's panel for the chosen player: rebuy, add-on, re-entry."""
    day = day_of(slug, code)
    try:
        entry = Press(request, day, number).entry()
    except RuleError as error:
        answer = table_answer(request, day, number, status=422, refused=sentence(error))
        answer["HX-Retarget"] = "#table"
        return answer
    asked = urlencode({"player": entry.player_id, "day": day.code})
    address = f"{reverse('desk', args=[slug])}?{asked}"
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return redirect(address)


def _was_done(press: Press, verb: str) -> bool:
    """Whether this very press was done before, and its answer was lost."""
    sent = press.who.request_id
    done = Action.objects.filter(event=press.day.event, request_id=sent, kind=_AGAIN.get(verb, ""))
    return sent is not None and done.exists()


def _page(day: Day, number: int, **more: object) -> str:
    """The whole page with this table open."""
    address = reverse("console_day", args=[day.event.slug, day.code])
    asked = {"table": number, **{name: value for name, value in more.items() if value}}
    return f"{address}?{urlencode(asked, doseq=True)}"
