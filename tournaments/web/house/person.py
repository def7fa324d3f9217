"""A quick change of person at a shared desk: a name, a PIN, and back to the page."""

from urllib.parse import urlsplit

from django.contrib.auth.hashers import check_password
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.models import Staff
from tournaments.rules.pin import clean_pin
from tournaments.web.access import HOME, routes
from tournaments.web.house.forms import PersonPinForm
from tournaments.web.house.guesses import Guess
from tournaments.web.signed_in import change_to, recently_here, who_gave_password


@sensitive_post_parameters("pin")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change_person(request: HttpRequest) -> HttpResponse:
    """Who has a PIN, those lately here first; sent a name and its PIN, the session is that person's."""
    by_whom = who_gave_password(request)
    people = people_here(request) if by_whom else []
    sent = request.POST if request.method == "POST" else None
    form = PersonPinForm(sent, people=people, initial={"next": request.GET.get("next", "")})
    if by_whom and sent is not None and form.is_valid():
        person = next(one for one in people if str(one.pk) == form.cleaned_data["person"])
        refusal = _refusal(person, by_whom, form.cleaned_data["pin"])
        if not refusal:
            change_to(request, person)
            return redirect(way_back(request, person, form.cleaned_data["next"]))
        form.add_error("pin", refusal)
    context = {"active": "change_person", "form": form, "people": people, "may_change": by_whom is not None}
    context["back"] = way_back(request, request.user, str(form["next"].value() or ""))  # type: ignore[arg-type]
    wrong = sent is not None and (form.errors or by_whom is None)
    return render(request, "house/person.html", context, status=422 if wrong else 200)


def people_here(request: HttpRequest) -> list[Staff]:
    """Everybody else with a PIN who may sign in, those lately here first."""
    recent = recently_here(request)
    order = {pk: place for place, pk in enumerate(recent)}
    known = Staff.objects.filter(is_active=True).exclude(pin="").exclude(pk=request.user.pk or 0)
    return sorted(known, key=lambda one: (order.get(one.pk, len(order)), one.name.casefold(), one.pk))


def way_back(request: HttpRequest, person: Staff, wanted: str) -> str:
    """The page that was open, if it is one of ours and this person may read it; else the list of events."""
    if not url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure()):
        return HOME
    try:
        name = resolve(urlsplit(wanted).path).url_name or ""
    except (Resolver404, ValueError):
        return HOME
    route = routes().get(name)
    return wanted if route and person.role in route.read else HOME


def _refusal(person: Staff, by_whom: Staff, typed: str) -> str:
    """Why this PIN does not open the session; "" if it does."""
    guess = Guess(person, by_whom)
    if not guess.is_let_through():
        words = _("Too many wrong PINs: this rests for a while. Sign out, and sign in by password.")
        return words.format(name=person.name)
    if not check_password(clean_pin(typed), person.pin):
        return _("That is not the PIN of {name}.").format(name=person.name)
    guess.was_right()
    return ""
