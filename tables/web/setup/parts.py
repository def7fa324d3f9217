"""Days and options of an event: add, change, remove."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tables.actions.day import open_day
from tables.queries.counted_days import refuse_counted
from tables.web.days import day_of, event_of
from tables.web.setup.day_form import DayForm, NewDayForm
from tables.web.setup.option_form import OptionForm
from tournaments.actions.event import change_day, remove_day
from tournaments.actions.option import add_option, change_option, remove_option
from tournaments.models import Day, Event, Option
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.web.fields import refuse
from tournaments.web.who import by

FIELDS = {"day-code-taken": "code", "option-name-taken": "name"}
_METHODS = ["GET", "HEAD", "POST"]


@require_http_methods(_METHODS)
def day_new(request: HttpRequest, slug: str) -> HttpResponse:
    """One Day more, with its own copy of a structure."""
    event = event_of(slug)
    form = NewDayForm(request.POST or None, zone=house_zone(), event=event)
    if request.method == "POST" and form.is_valid():
        try:
            open_day(by(request), event, **form.values(), **form.source(event))
        except RuleError as error:
            refuse(form, error, {**FIELDS, "*": "structure"})
        else:
            return redirect("event_settings", slug)
    return _page(request, event, form, title=_("New Day"), button=_("Add the Day"))


@require_http_methods(_METHODS)
def day_edit(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A Day's code, name and start."""
    day = day_of(slug, code)
    form = DayForm(request.POST or None, zone=house_zone(), day=day)
    if request.method == "POST" and form.is_valid():
        try:
            change_day(by(request), day, **form.values())
        except RuleError as error:
            refuse(form, error, FIELDS)
        else:
            return redirect("event_settings", slug)
    return _page(request, day.event, form, title=day.label, day=day)


@require_POST
def day_remove(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """The Day is gone from the plan, if nothing happened on it."""
    day = day_of(slug, code)
    remove_day(by(request), day)
    messages.success(request, _("Day %(code)s is removed.") % {"code": code})
    return redirect("event_settings", slug)


@require_http_methods(_METHODS)
def option_new(request: HttpRequest, slug: str) -> HttpResponse:
    """One thing more that the event sells."""
    event = event_of(slug)
    form = OptionForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        try:
            add_option(by(request), event, **form.values())
        except RuleError as error:
            refuse(form, error, FIELDS)
        else:
            return redirect("event_settings", slug)
    return _page(request, event, form, title=_("New option"), button=_("Add the option"))


@require_http_methods(_METHODS)
def option_edit(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """An option's price, chips and limits."""
    event = event_of(slug)
    option = get_object_or_404(Option, event=event, pk=pk)
    form = OptionForm(request.POST or None, event=event, option=option)
    if request.method == "POST" and form.is_valid():
        try:
            refuse_counted(option)
            change_option(by(request), option, **form.values())
        except RuleError as error:
            refuse(form, error, FIELDS)
        else:
            return redirect("event_settings", slug)
    return _page(request, event, form, title=option.name, option=option)


@require_POST
def option_remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The option is no longer sold, if nobody took it."""
    option = get_object_or_404(Option, event=event_of(slug), pk=pk)
    refuse_counted(option)
    remove_option(by(request), option)
    messages.success(request, _("%(name)s is removed.") % {"name": option.name})
    return redirect("event_settings", slug)


def _page(
    request: HttpRequest,
    event: Event,
    form: forms.Form,
    *,
    title: str,
    button: str = "",
    day: Day | None = None,
    option: Option | None = None,
) -> HttpResponse:
    context = {
        "active": "settings",
        "event": event,
        "day": day or event.days.first(),
        "form": form,
        "title": title,
        "button": button or _("Save"),
        "edited_day": day,
        "edited_option": option,
        "zone": house_zone(),
    }
    name = "setup/option.html" if isinstance(form, OptionForm) else "setup/day.html"
    return render(request, name, context, status=422 if form.errors else 200)
