"""The draw page: who waits, what will be drawn, what was drawn."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from tables.actions.draw import draw_all, seat_alternates, void_draw
from tables.actions.draw_day import close_day, reopen_day
from tables.models import Draw
from tables.queries.draws import draw_list, draw_plan, seeds_of
from tables.web.days import day_of
from tables.web.draw.forms import DrawForm
from tournaments.models import Day
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import may
from tournaments.web.refusals import sentence
from tournaments.web.who import by


@require_http_methods(["GET", "HEAD", "POST"])
def draw_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The draw page of a Day; sent, everybody who waits is drawn."""
    day = _day(request, slug)
    if request.method != "POST":
        return _page(request, day, DrawForm())
    form = DrawForm(request.POST)
    if form.is_valid():
        try:
            draw = draw_all(by(request), day, **form.cleaned_data)
        except RuleError as error:
            form.add_error("cut" if error.code == "cut-too-long" else None, sentence(error))
        else:
            return redirect(f"{_address(day)}&done={draw.number}")
    return _page(request, day, form, status=422)


@require_POST
def alternates(request: HttpRequest, slug: str) -> HttpResponse:
    """The next alternate, or all that chairs are open for, has a seat."""
    day = _day(request, slug)
    seats = seat_alternates(by(request), day, most=1 if request.POST.get("most") == "1" else None)
    said = ngettext("{n} alternate seated.", "{n} alternates seated.", len(seats)).format(n=len(seats))
    messages.success(request, said)
    return redirect(_address(day))


@require_POST
def void(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A draw does not count any more."""
    draw = get_object_or_404(Draw.objects.select_related("day__event"), pk=pk, day__event__slug=slug)
    void_draw(by(request), draw, reason=request.POST.get("reason", ""))
    messages.success(request, _("Draw {number} is void.").format(number=draw.number))
    return redirect(_address(draw.day))


@require_POST
def day_over(request: HttpRequest, slug: str) -> HttpResponse:
    """The Day is over and its seed is published."""
    day = _day(request, slug)
    close_day(by(request), day)
    messages.success(request, _("{day} is over. Its seed is published.").format(day=day.label))
    return redirect(_address(day))


@require_POST
def day_reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """The Day goes on, with a new seed."""
    day = _day(request, slug)
    reopen_day(by(request), day)
    messages.success(request, _("{day} goes on. Its new commitment is published.").format(day=day.label))
    return redirect(_address(day))


def _day(request: HttpRequest, slug: str) -> Day:
    return day_of(slug, request.POST.get("day") or request.GET.get("day"))


def _address(day: Day) -> str:
    return f"{reverse('draw', args=[day.event.slug])}?day={day.code}"


def _page(request: HttpRequest, day: Day, form: DrawForm, status: int = 200) -> HttpResponse:
    lines = draw_list(day.event, day)
    seeds = seeds_of(day)
    done = request.GET.get("done", "")
    context: dict[str, Any] = {
        "active": "draw",
        "event": day.event,
        "day": day,
        "days": list(day.event.days.all()),
        "form": form,
        "plan": draw_plan(day),
        "seeds": seeds,
        "commitment": next((seed.commitment for seed in reversed(seeds) if not seed.published_at), ""),
        "lines": lines[::-1],
        "done": next((line for line in lines if str(line.number) == done and not line.is_void), None),
        "may_draw": may(request.user.role, "draw.all"),  # type: ignore[union-attr]
        "zone": house_zone(),
    }
    return render(request, "draw/page.html", context, status=status)
