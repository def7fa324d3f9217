""" "Later": a card of the to-do list put off on this machine, until it is due again."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from tables.queries.to_do_card import ToDo
from tables.web.days import day_of
from tournaments.journal.change import utc_now
from tournaments.models import Day

PUT_OFF = timedelta(minutes=10)
KINDS = frozenset({"break", "redraw", "balance", "fill", "coming-free", "button"})
KEPT = "later"
MOST = 50


@require_POST
def put_off(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """Put a card off for ten minutes; nobody else's list changes."""
    day = day_of(slug, code)
    kind, key = request.POST.get("kind", ""), request.POST.get("key", "")
    if kind in KINDS and len(key) < 20:
        now = utc_now()
        kept = {name: until for name, until in _kept(request).items() if until > now.isoformat()}
        kept = dict(list(kept.items())[-MOST:])
        kept[_name(day, kind, key)] = (now + PUT_OFF).isoformat()
        request.session[KEPT] = kept
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(status=204, headers={"HX-Trigger": "revision"})
    return redirect("console_day", slug, code)


def not_put_off(request: HttpRequest, day: Day, cards: Iterable[ToDo], now: datetime) -> list[ToDo]:
    """The cards without those that this machine put off."""
    kept = _kept(request)
    at = now.isoformat()
    return [card for card in cards if kept.get(_name(day, card.kind, card.key), "") <= at]


def _kept(request: HttpRequest) -> dict[str, str]:
    kept = request.session.get(KEPT)
    return kept if isinstance(kept, dict) else {}


def _name(day: Day, kind: str, key: str) -> str:
    return f"{day.pk}:{kind}:{key}"
