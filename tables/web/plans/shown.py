"""What every page of the floor shows around its own matter."""

from typing import Any

from django.http import HttpRequest

from tables.queries.console import strip
from tables.queries.floor_lines import floor_lines
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.queries.house import house_zone
from tournaments.rules.roles import may


def framed(request: HttpRequest, day: Day, page: str) -> dict[str, Any]:
    """Strip, Days, tabs and what was just done. page: the open one of the floor's tabs."""
    role, zone = request.user.role, house_zone()  # type: ignore[union-attr]
    return {
        "active": "tables",
        "page": page,
        "event": day.event,
        "day": day,
        "days": list(day.event.days.all()),
        "zone": zone,
        "strip": strip(day, utc_now()),
        "journal": floor_lines(day.event, role, zone),
        "may_act": may(role, "plan.accept"),
        "may_clock": may(role, "clock.start"),
        "may_draw": may(role, "draw.all"),
    }


def whole(text: str | None) -> int:
    """A whole number that a form sent, 0 for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else 0
