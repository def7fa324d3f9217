"""An event's settings, and calling it off."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tables.web.days import event_of
from tables.web.setup.event_form import SettingsForm
from tournaments.actions.event import cancel_event, change_event, rules_of
from tournaments.queries.house import house_zone
from tournaments.rules.errors import RuleError
from tournaments.web.fields import refuse
from tournaments.web.who import by


@require_http_methods(["GET", "HEAD", "POST"])
def event_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """What an event is, with its Days and what it sells beside it."""
    event = event_of(slug)
    form = SettingsForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        try:
            change_event(by(request), event, **form.settings(rules_of(event)))
        except RuleError as error:
            refuse(form, error, {"currency-in-use": "currency"})
        else:
            messages.success(request, _("Saved."))
            return redirect("event_settings", slug)
    event = event_of(slug)
    days = list(event.days.all())
    context = {
        "active": "settings",
        "event": event,
        "day": days[0] if days else None,
        "form": form,
        "days": days,
        "options": event.options.all(),
        "zone": house_zone(),
    }
    return render(request, "setup/settings.html", context, status=422 if form.errors else 200)


@require_POST
def event_cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """The event is called off; Undo in its journal brings it back."""
    event = cancel_event(by(request), event_of(slug))
    messages.success(request, _("%(name)s is called off.") % {"name": event.name})
    return redirect("event_settings", slug)
