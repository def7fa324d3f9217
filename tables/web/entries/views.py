"""The desk on top, the list below: one page, of which htmx may ask for a part."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tables.queries.desk import DeskFound, Standing, desk_find, entry_offers, standings
from tables.queries.entries import entry_counts, entry_line, entry_page
from tables.queries.journal import journal
from tables.web.days import event_of
from tables.web.entries.forms import FilterForm, SellForm
from tournaments.journal.change import utc_now
from tournaments.models import Day, Entry, Event, Player
from tournaments.queries.clock import current_day
from tournaments.queries.house import house_zone
from tournaments.queries.players import player_of_card
from tournaments.rules.roles import may
from tournaments.web.players.forms import PersonForm, of_search
from tournaments.web.players.views import whole_number

_PARTS = {"found": "entries/_found.html", "sell": "entries/_sell.html", "list": "entries/_list.html"}


@dataclass(slots=True)
class Sale:
    """What the sell panel shows: a player or a new one, the form, and what was refused."""

    form: SellForm | None = None
    player: Player | None = None
    person: PersonForm | None = None
    standing: Standing | None = None


@require_safe
def entries_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk and the entries of an event."""
    event = event_of(slug)
    part = _PARTS.get(request.htmx.target or "")  # type: ignore[attr-defined]
    context = desk_context(request, event, _asked(request, event), part=part)
    return render(request, part or "entries/page.html", context)


def desk_context(
    request: HttpRequest, event: Event, sale: Sale | None, part: str | None = None
) -> dict[str, Any]:
    """All the page shows, or one part of it."""
    role = request.user.role  # type: ignore[union-attr]
    context: dict[str, Any] = {
        "event": event,
        "day": current_day(event, utc_now()),
        "active": "entries",
        "may_sell": may(role, "entry.register"),
        "sale": sale,
        "zone": house_zone(),
    }
    if part in {None, _PARTS["found"], _PARTS["sell"]}:
        context |= _found(request, event)
    if part in {None, _PARTS["sell"]}:
        context |= _last(request, event)
    if part in {None, _PARTS["list"]}:
        form = FilterForm(request.GET, event=event)
        page = entry_page(event, form.wanted(), whole_number(request.GET.get("page")) or 1)
        query = request.GET.copy()
        for name in ("page", "find", "player", "new", "done"):
            query.pop(name, None)
        context |= {
            "filter": form,
            "entries": page,
            "query": query.urlencode(),
            "counts": entry_counts(event),
        }
    return context


def day_at_desk(request: HttpRequest, event: Event) -> Day | None:
    """The Day that entries are sold for: the one asked for, else the current one."""
    code = request.POST.get("day") or request.GET.get("day") or ""
    day = event.days.filter(code=code[:8]).first() if code else None
    day = day or current_day(event, utc_now())
    if day is not None:
        day.event = event
    return day


def sale_of(request: HttpRequest, event: Event, player: Player | None, person: PersonForm | None) -> Sale:
    """The sell panel for somebody, with what was typed if it was sent."""
    day = day_at_desk(request, event)
    if day is None:
        return Sale(None, player, person)
    offers = entry_offers(event, day, player, utc_now(), request.user.role)  # type: ignore[union-attr]
    data = request.POST if request.method == "POST" else None
    standing = standings(event, [player.pk]).get(player.pk) if player else None
    return Sale(SellForm(data, event=event, day=day, offers=offers), player, person, standing)


def _asked(request: HttpRequest, event: Event) -> Sale | None:
    """Whom the address names: a player, a new one, or the only one whose card was scanned."""
    key = whole_number(request.GET.get("player"))
    player = Player.objects.filter(pk=key).first() if key else None
    if player is None and "new" in request.GET:
        typed = request.GET["new"]
        return sale_of(request, event, None, PersonForm(initial=of_search(typed)))
    if player is None and request.GET.get("find") and not request.htmx:  # type: ignore[attr-defined]
        player = player_of_card(request.GET["find"])
    return sale_of(request, event, player, None) if player else None


def _found(request: HttpRequest, event: Event) -> dict[str, Any]:
    typed = request.GET.get("find", "")[:200].strip()
    found: tuple[DeskFound, ...] = desk_find(event, typed) if typed else ()
    return {"typed": typed, "found": found}


def _last(request: HttpRequest, event: Event) -> dict[str, Any]:
    """The entry just taken, and what was done last, with Undo."""
    key = whole_number(request.GET.get("done"))
    entry = Entry.objects.filter(event=event, pk=key).first() if key else None
    role = request.user.role  # type: ignore[union-attr]
    return {
        "last": entry_line(entry) if entry else None,
        "journal": journal(event, role, house_zone(), limit=3),
    }
