"""Signing in, health, language."""

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.core.validators import MaxLengthValidator
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from tournaments.models import Staff
from tournaments.web.house.guesses import forget
from tournaments.web.signed_in import note_password


class SignInForm(AuthenticationForm):
    """User name and password."""

    error_messages = {
        "invalid_login": _("User name or password is wrong. Mind capitals and small letters."),
        "inactive": _("This name may not sign in. Ask a director."),
    }

    def __init__(self, request: Any = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, **kwargs)
        # Django only tells the browser; a longer one would not fit where guesses are counted.
        longest = Staff._meta.get_field("username").max_length or 60
        self.fields["username"].validators.append(MaxLengthValidator(longest))


class SignIn(LoginView):
    """The sign-in page; guesses are counted by django-axes."""

    authentication_form = SignInForm
    redirect_authenticated_user = True

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Signed in; from now on people of this device may change by PIN."""
        answer = super().form_valid(form)
        person = form.get_user()
        if isinstance(person, Staff):
            note_password(self.request, person)
            forget(person)
        return answer

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """The page again, with the name as it was typed."""
        return self.render_to_response(self.get_context_data(form=form), status=422)


class SignOut(LogoutView):
    """Signing out, by POST only."""

    http_method_names = ["post", "options"]


def home(request: HttpRequest) -> HttpResponse:
    """Staff go to the floor, others to sign in."""
    return redirect("floor" if request.user.is_authenticated else "login")


def health(request: HttpRequest) -> HttpResponse:
    """Says "ok" when the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok", content_type="text/plain")
