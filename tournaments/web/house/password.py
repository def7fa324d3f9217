"""The own password of whoever is signed in."""

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.actions.house import set_own_password
from tournaments.models import Staff
from tournaments.web.signed_in import note_password
from tournaments.web.who import by


@require_http_methods(["GET", "HEAD", "POST"])
def password_page(request: HttpRequest) -> HttpResponse:
    """Old and new password; other devices of this person are signed out."""
    person = get_object_or_404(Staff, pk=request.user.pk)
    form = PasswordChangeForm(person, request.POST or None)
    if request.method == "POST" and form.is_valid():
        changed = set_own_password(by(request), person, form.cleaned_data["new_password1"])
        update_session_auth_hash(request, changed)
        note_password(request, changed)
        messages.success(request, _("Your new password holds from now on."))
        return redirect("password")
    return render(
        request,
        "house/password.html",
        {"active": "password", "form": form},
        status=422 if form.errors else 200,
    )
