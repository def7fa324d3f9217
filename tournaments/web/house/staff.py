"""Staff: who may sign in, as what."""

from axes.utils import reset
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.actions.house import add_staff, change_staff, set_password
from tournaments.models import Staff
from tournaments.rules.errors import RuleError
from tournaments.web.house.forms import AddStaffForm, NewPasswordForm, StaffForm, validated_password
from tournaments.web.refusals import sentence
from tournaments.web.who import by

_READ_WRITE = ["GET", "HEAD", "POST"]


@require_http_methods(_READ_WRITE)
def staff_page(request: HttpRequest) -> HttpResponse:
    """Everybody, those who may sign in first; sent a new person, one more."""
    form = AddStaffForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            added = add_staff(by(request), **form.cleaned_data)
        except RuleError as error:
            form.add_error("username", sentence(error))
        else:
            said = _("{name} may sign in as {username}").format(name=added.name, username=added.username)
            messages.success(request, said)
            return redirect("staff_list")
    everybody = Staff.objects.order_by("-is_active", "name", "username")
    context = {"active": "staff", "people": everybody, "form": form}
    return render(request, "house/staff.html", context, status=422 if form.errors else 200)


@require_http_methods(_READ_WRITE)
def member_page(request: HttpRequest, pk: int) -> HttpResponse:
    """One person; sent name and role, these hold from the next click on."""
    person = get_object_or_404(Staff, pk=pk)
    initial = {"name": person.name, "role": person.role, "is_active": person.is_active}
    form = StaffForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            change_staff(by(request), person, **form.cleaned_data)
        except RuleError as error:
            form.add_error(None, sentence(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("staff_list")
    return _member(request, person, form, NewPasswordForm())


@require_http_methods(_READ_WRITE)
def member_password(request: HttpRequest, pk: int) -> HttpResponse:
    """The same page; sent a password, it is the person's, and wrong guesses are forgotten."""
    person = get_object_or_404(Staff, pk=pk)
    if person.pk == request.user.pk:
        return redirect("password")
    form = NewPasswordForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        validated_password(form, person)
        if not form.errors:
            set_password(by(request), person, form.cleaned_data["password"])
            reset(username=person.username)
            messages.success(request, _("New password for {name}").format(name=person.name))
            return redirect("staff_list")
    form_of_person = StaffForm(
        initial={"name": person.name, "role": person.role, "is_active": person.is_active}
    )
    return _member(request, person, form_of_person, form)


def _member(
    request: HttpRequest, person: Staff, form: StaffForm, password_form: NewPasswordForm
) -> HttpResponse:
    wrong = form.errors or password_form.errors
    context = {"active": "staff", "person": person, "form": form, "password_form": password_form}
    return render(request, "house/member.html", context, status=422 if wrong else 200)
