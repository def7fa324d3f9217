"""How the floor of a Day is run: with names or by counts, and where its lists go at each level."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tables.actions.counts_only import run_by_counts
from tables.actions.spare import choose_spare
from tables.models import DayFloor, PrinterProfile
from tables.web.days import day_of
from tournaments.models import Day
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.web.fields import refuse
from tournaments.web.who import by

FIELDS = {"spare-folder": "folder", "spare-raw": "printer", "spare-browser": "printer"}


class SpareForm(forms.Form):
    """Where the lists of a Day go at each level."""

    printer = forms.ModelChoiceField(
        label=gettext_lazy("Spare printer"),
        queryset=PrinterProfile.objects.filter(kind=PrinterProfile.Kind.CUPS),
        required=False,
        empty_label=gettext_lazy("None"),
        help_text=gettext_lazy("A printer of the server with pages; an 80 mm roll is too narrow."),
    )
    folder = forms.CharField(
        label=gettext_lazy("Folder"),
        max_length=120,
        required=False,
        help_text=gettext_lazy("Below the house's folder of spare lists, as main-event. Empty: none."),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def day_floor(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The settings, in two forms; `do` says which was sent."""
    day = day_of(slug, code)
    floor = DayFloor.objects.filter(day=day).first() or DayFloor(day=day)
    given = {"printer": floor.spare_id, "folder": floor.spare_folder}
    form = SpareForm(request.POST if request.POST.get("do") == "spare" else None, initial=given)
    if request.method == "POST":
        answer = _spared(request, day, form) if form.is_bound else _turned(request, day)
        if answer is not None:
            return answer
    context = {
        "active": "settings",
        "event": day.event,
        "day": day,
        "floor": floor,
        "form": form,
        "zone": house_zone(),
    }
    return render(request, "daily/settings.html", context, status=422 if form.errors else 200)


def _spared(request: HttpRequest, day: Day, form: SpareForm) -> HttpResponse | None:
    if not form.is_valid():
        return None
    chosen = form.cleaned_data
    try:
        choose_spare(
            by(request),
            day,
            printer=chosen["printer"],
            folder=chosen["folder"],
            language=get_language() or "",
        )
    except RuleError as error:
        refuse(form, error, FIELDS)
        return None
    messages.success(request, _("Saved."))
    return redirect("day_floor", day.event.slug, day.code)


def _turned(request: HttpRequest, day: Day) -> HttpResponse:
    """To counts, or back to names. A refusal is said above the page by the middleware."""
    on = request.POST.get("do") == "counts"
    run_by_counts(by(request), day, on=on)
    if on:
        return redirect("daily", day.event.slug, day.code)
    messages.success(request, _("This Day has names and seats."))
    return redirect("day_floor", day.event.slug, day.code)
