"""What the console's parts are rendered with: the page, one table in one of its modes."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tables.queries import console
from tables.queries.answer import answer_of
from tables.queries.balance import PlayedFloor, played_floor
from tables.queries.felt import felt
from tables.queries.just_now import just_now
from tables.queries.tiles import TileGroup, tile_groups
from tables.web.console.modes import MODES
from tables.web.console.sales import sold_here
from tables.web.console.sent import keys, whole
from tables.web.plans.later import not_put_off
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.queries.house import house_zone
from tournaments.rules.roles import may

RECENT = 8
READ = frozenset({"outs"})


def base_context(request: HttpRequest, day: Day) -> dict[str, Any]:
    """What every part of the console wants."""
    role = request.user.role  # type: ignore[union-attr]
    return {
        "event": day.event,
        "day": day,
        "zone": house_zone(),
        "may_clock": may(role, "clock.start"),
        "may_draw": may(role, "draw.all"),
        "may_set_up": may(role, "event.change"),
        "may_floor": may(role, "bust.bust"),
        "may_sell": may(role, "entry.register"),
    }


def side_context(request: HttpRequest, day: Day, floor: PlayedFloor | None = None) -> dict[str, Any]:
    """What to do next, and what was just done."""
    role, now = request.user.role, utc_now()  # type: ignore[union-attr]
    return {
        "todo": not_put_off(request, day, console.to_do(day, now, floor), now),
        "journal": just_now(day.event, role, house_zone(), limit=RECENT),
    }


def table_context(
    request: HttpRequest, day: Day, number: int | None, mode: str = "", **more: Any
) -> dict[str, Any]:
    """One table in a mode. more: `refused`, a sentence; `done`, the key of an action; `typed`."""
    asked = request.POST if request.method == "POST" else request.GET
    now = utc_now()
    table = felt(day, number, now) if number is not None else None
    done = more.pop("done", None) or whole(asked.get("done"))
    role = request.user.role  # type: ignore[union-attr]
    context: dict[str, Any] = {
        "table": table,
        "chosen": number,
        "mode": mode if table is not None and _may_turn_to(mode, role) else "",
        "selected": more.pop("selected", keys(request)),
        "done": done,
        "answer": answer_of(day.event, done, role, house_zone(), now) if done else None,
    }
    if table is not None and not context["mode"] and may(role, "bust.bust"):
        context["sold_here"] = sold_here(request, day)
    if table is not None and context["mode"]:
        found = MODES[mode]
        context |= {"mode_template": found.template, **found.context(request, day, table)}
    return context | more


def _may_turn_to(mode: str, role: str) -> bool:
    """Whether the panel turns to a mode: who may not work a table reads who is out, and types nothing."""
    return mode in MODES and (mode in READ or may(role, "bust.bust"))


def page_context(
    request: HttpRequest, day: Day, number: int | None, mode: str = "", **more: Any
) -> dict[str, Any]:
    """The whole page."""
    floor = played_floor(day, utc_now())
    groups = tile_groups(day, utc_now(), floor)
    if number is None:
        number = next((tile.number for group in groups for tile in group.tiles), None)
    return {
        **base_context(request, day),
        **side_context(request, day, floor),
        **table_context(request, day, number, mode, **more),
        "active": "console",
        "strip": console.strip(day, utc_now()),
        "groups": groups,
        "shown_groups": shown_groups(request, groups, number),
        "days": day.event.days.all(),
    }


def shown_groups(request: HttpRequest, groups: tuple[TileGroup, ...], number: int | None) -> set[int]:
    """Which groups of tiles come with the page: the first, the one asked for, and the open table's."""
    asked = whole(request.GET.get("group"))
    of_table = {group.index for group in groups if number and group.first <= number <= group.last}
    return {0, *([asked] if asked is not None else []), *of_table}


def table_answer(
    request: HttpRequest, day: Day, number: int, mode: str = "", *, status: int = 200, **more: Any
) -> HttpResponse:
    """The table's panel; without script the page around it."""
    if request.htmx:  # type: ignore[attr-defined]
        context = {**base_context(request, day), **table_context(request, day, number, mode, **more)}
        return render(request, "console/_table.html", context, status=status)
    context = page_context(request, day, number, mode, **more)
    return render(request, "console/page.html", context, status=status)
