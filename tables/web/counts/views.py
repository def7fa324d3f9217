"""The page of chip counts, and the list to take away."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tables.queries.chip_counts import ChipCounts, chip_counts
from tables.queries.counted_tables import counted_tables
from tables.rules.times_typed import time_typed
from tables.web.days import day_of
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.queries.house import house_zone
from tournaments.queries.lists import csv_bytes
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import may
from tournaments.web.refusals import sentence

LEADERS = 10
MOST = 100  # stacks and tables shown, unless all are asked for


@require_safe
def counts_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Leaders, average, the sum against the chips in play, and the tables that are not counted yet."""
    day = day_of(slug, request.GET.get("day"))
    zone, counts = house_zone(), chip_counts(day)
    since, refused = _since(request, zone)
    tables = counted_tables(counts)
    left = [table for table in tables if not table.is_counted(since)]
    shows_all = "all" in request.GET
    context = {
        **day_context(request, day, zone),
        "counts": counts,
        "leaders": counts.leaders(LEADERS),
        "sentence": counts.sentence(),
        "tables": tables,
        "left": left if shows_all else left[:MOST],
        "left_more": 0 if shows_all else max(0, len(left) - MOST),
        "n_left": len(left),
        "stacks": counts.stacks if shows_all else counts.stacks[:MOST],
        "more": 0 if shows_all else max(0, len(counts.stacks) - MOST),
        "since": request.GET.get("since", ""),
        "since_at": since,
        "refused": refused,
    }
    return render(request, "counts/page.html", context, status=422 if refused else 200)


@require_safe
def counts_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Every stack, biggest first, as a list for a table calculation or the press."""
    day = day_of(slug, request.GET.get("day"))
    answer = HttpResponse(csv_bytes(_rows(chip_counts(day))), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{day.code}-chips.csv"'
    answer["Cache-Control"] = "no-store"
    return answer


def day_context(request: HttpRequest, day: Day, zone: str) -> dict[str, Any]:
    """What every page of counts says: the event, the Day, and whether chips may be typed."""
    return {
        "active": "counts",
        "event": day.event,
        "day": day,
        "days": list(day.event.days.all()),
        "zone": zone,
        "may_count": may(request.user.role, "count.table"),  # type: ignore[union-attr]
    }


def _since(request: HttpRequest, zone: str) -> tuple[datetime | None, str]:
    """The instant asked for, or why there is none."""
    typed = request.GET.get("since", "").strip()
    if not typed:
        return None, ""
    try:
        return time_typed(typed, utc_now(), zone), ""
    except RuleError as error:
        return None, sentence(error)


def _rows(counts: ChipCounts) -> Iterator[tuple[str, ...]]:
    yield _("Place"), _("Name"), _("Table"), _("Chair"), _("Chips"), _("Counted at")
    place = 0
    for n, stack in enumerate(counts.stacks, start=1):
        # Equal stacks share a place.
        place = n if n == 1 or stack.chips != counts.stacks[n - 2].chips else place
        values = (
            place if stack.chips is not None else None,
            stack.name,
            stack.table,
            stack.chair,
            stack.chips,
            stack.as_of.isoformat(timespec="minutes") if stack.as_of else None,
        )
        yield tuple("" if value is None else str(value) for value in values)
