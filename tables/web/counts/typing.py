"""Chips typed in: around one table, or down a list by name."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tables.actions.chip_counts import count_table
from tables.actions.count_list import count_list
from tables.models import DayTable
from tables.queries.chip_counts import ChipCounts, Stack, chip_counts
from tables.queries.counted_tables import CountedTable, counted_tables
from tables.rules.chips_typed import chips_typed
from tables.rules.times_typed import time_typed
from tables.web.counts.views import day_context
from tables.web.days import day_of
from tournaments.journal.change import utc_now
from tournaments.models import Day
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence
from tournaments.web.who import by

PAGE = 50  # players of a list by name on one page
_METHODS = ["GET", "HEAD", "POST"]


@dataclass(frozen=True, slots=True)
class Line:
    """A player with what was typed for him and what is wrong with it."""

    stack: Stack
    typed: str = ""
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Typed:
    """What a form said: the lines as typed, the chips of those that can be read, the instant."""

    lines: tuple[Line, ...]
    chips: Mapping[int, int]
    as_of: datetime | None
    time: str
    wrong_time: str

    @property
    def is_right(self) -> bool:
        """Whether all of it could be read."""
        return not self.wrong_time and not any(line.wrong for line in self.lines)


@require_http_methods(_METHODS)
def counts_table(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The stacks of one table, typed around it; then the next table that is not counted."""
    day = day_of(slug, request.POST.get("day") or request.GET.get("day"))
    tables = counted_tables(chip_counts(day))
    table = next((one for one in tables if one.number == number), None)
    if table is None:
        raise Http404(f"nobody sits at table {number}")
    typed = _typed(request, table.stacks)
    refused = ""
    if request.method == "POST" and typed.is_right:
        row = DayTable.objects.get(day=day, table__number=number)
        try:
            done = count_table(by(request), row, typed.chips, as_of=typed.as_of)
        except RuleError as error:
            refused = sentence(error)
        else:
            words = _("Table {table} counted: {chips} chips.").format(
                table=number, chips=f"{sum(count.chips for count in done):,}"
            )
            return _then(request, day, words, _following(tables, table))
    return _form(request, day, typed, refused, table=table, following=_following(tables, table))


@require_http_methods(_METHODS)
def counts_by_name(request: HttpRequest, slug: str) -> HttpResponse:
    """The players of a Day by name, so many to a page, each with a field for his chips."""
    day = day_of(slug, request.POST.get("day") or request.GET.get("day"))
    found = _page_of(chip_counts(day), request)
    typed = _typed(request, found.stacks)
    refused = ""
    if request.method == "POST" and typed.is_right:
        try:
            done = count_list(by(request), day, typed.chips, as_of=typed.as_of)
        except RuleError as error:
            refused = sentence(error)
        else:
            words = ngettext("{n} player counted.", "{n} players counted.", len(done)).format(n=len(done))
            return _then(request, day, words, None, page=found.page + 1 if found.has_more else 0)
    return _form(request, day, typed, refused, page=found)


@dataclass(frozen=True, slots=True)
class _NamePage:
    page: int
    stacks: tuple[Stack, ...]
    has_more: bool
    first: str
    last: str


def _page_of(counts: ChipCounts, request: HttpRequest) -> _NamePage:
    text = request.POST.get("page") or request.GET.get("page") or "1"
    page = max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 6 else 1
    by_name = sorted(counts.stacks, key=lambda stack: (stack.name.casefold(), stack.number))
    stacks = tuple(by_name[(page - 1) * PAGE : page * PAGE])
    names = [stack.name for stack in stacks] or [""]
    return _NamePage(page, stacks, len(by_name) > page * PAGE, names[0], names[-1])


def _typed(request: HttpRequest, stacks: Iterable[Stack]) -> Typed:
    lines, chips = [], {}
    for stack in stacks:
        text = request.POST.get(f"chips-{stack.entry}", "").strip()[:40]
        wrong = ""
        if text:
            try:
                chips[stack.entry] = chips_typed(text)
            except RuleError as error:
                wrong = sentence(error)
        lines.append(Line(stack, text, wrong))
    time = request.POST.get("as_of", "").strip()[:10]
    as_of, wrong_time = None, ""
    if time:
        try:
            as_of = time_typed(time, utc_now(), house_zone())
        except RuleError as error:
            wrong_time = sentence(error)
    return Typed(tuple(lines), chips, as_of, time, wrong_time)


def _following(tables: Iterable[CountedTable], table: CountedTable) -> int | None:
    """The table to go to next: the longest not counted, this one apart; after it, of those never counted."""
    others = [one for one in tables if one.number != table.number]
    never = [one.number for one in others if one.as_of is None]
    after = [number for number in never if number > table.number]
    return next(iter(after or never), None)


def _then(request: HttpRequest, day: Day, words: str, number: int | None, page: int = 0) -> HttpResponse:
    messages.success(request, words)
    slug = day.event.slug
    if page:
        return redirect(f"{reverse('counts_by_name', args=[slug])}?day={day.code}&page={page}")
    if number is not None and request.POST.get("then") == "next":
        return redirect(f"{reverse('counts_table', args=[slug, number])}?day={day.code}")
    return redirect(f"{reverse('counts', args=[slug])}?day={day.code}")


def _form(request: HttpRequest, day: Day, typed: Typed, refused: str, **more: Any) -> HttpResponse:
    is_wrong = bool(refused) or (request.method == "POST" and not typed.is_right)
    context = {
        **day_context(request, day, house_zone()),
        "typed": typed,
        "refused": refused,
        "wrongs": sum(bool(line.wrong) for line in typed.lines) + bool(typed.wrong_time),
        **more,
    }
    return render(request, "counts/typing.html", context, status=422 if is_wrong else 200)
