"""The own PIN of whoever is signed in, and a PIN that a director takes away."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.actions.pin import clear_own_pin, clear_pin, set_own_pin
from tournaments.models import Staff
from tournaments.rules.errors import RuleError
from tournaments.web.house.forms import OwnPinForm
from tournaments.web.house.guesses import forget
from tournaments.web.refusals import sentence
from tournaments.web.who import by


@sensitive_post_parameters("password", "pin", "pin_again")
@require_http_methods(["GET", "HEAD", "POST"])
def own_pin(request: HttpRequest) -> HttpResponse:
    """A new PIN, for which the password is asked: who finds the desk open must not leave one behind."""
    person = get_object_or_404(Staff, pk=request.user.pk)
    form = OwnPinForm(request.POST or None, request=request, person=person)
    if request.method == "POST" and form.is_valid():
        try:
            set_own_pin(by(request), person, form.cleaned_data["pin"])
        except RuleError as error:
            form.add_error("pin", sentence(error))
        else:
            forget(person)
            messages.success(request, _("Your PIN holds from now on."))
            return redirect("own_pin")
    context = {"active": "own_pin", "form": form, "has_pin": bool(person.pin)}
    return render(request, "house/pin.html", context, status=422 if form.errors else 200)


@require_POST
def give_up_pin(request: HttpRequest) -> HttpResponse:
    """No PIN any more: this person signs in by password."""
    clear_own_pin(by(request), get_object_or_404(Staff, pk=request.user.pk))
    messages.success(request, _("You have no PIN any more."))
    return redirect("own_pin")


@require_POST
def take_pin(request: HttpRequest, pk: int) -> HttpResponse:
    """A person's PIN is taken away by a director."""
    person = get_object_or_404(Staff, pk=pk)
    clear_pin(by(request), person)
    messages.success(request, _("{name} has no PIN any more.").format(name=person.name))
    return redirect("staff_member", pk)
