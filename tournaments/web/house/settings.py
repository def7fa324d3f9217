"""The house: its name, time zone and currency."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.actions.house import change_house
from tournaments.models import House
from tournaments.rules.errors import RuleError
from tournaments.web.house.forms import HouseForm, currencies, places
from tournaments.web.refusals import sentence
from tournaments.web.who import by

_FIELD = {"no-such-zone": "timezone", "no-such-currency": "currency", "no-such-age": "minimum_age"}


@require_http_methods(["GET", "HEAD", "POST"])
def house_page(request: HttpRequest) -> HttpResponse:
    """The settings; sent, they hold from now on."""
    house = House.objects.filter(pk=1).first() or House()
    initial = {name: getattr(house, name) for name in ("name", "timezone", "currency", "minimum_age")}
    form = HouseForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            change_house(by(request), **form.cleaned_data)
        except RuleError as error:
            form.add_error(_FIELD.get(error.code), sentence(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("house")
    context = {"active": "house", "form": form, "zones": places(), "currencies": currencies()}
    return render(request, "house/settings.html", context, status=422 if form.errors else 200)
