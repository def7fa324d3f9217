"""What is typed about the house and its staff."""

from collections.abc import Sequence
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib.auth import authenticate, password_validation
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.models import Staff
from tournaments.rules.currency import CODES

_ROLES = [(role.value, name) for role, name in Staff.ROLE_NAMES.items()]
_PLAIN = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class HouseForm(forms.Form):
    """Name, time zone, usual currency and minimum age; an empty age leaves it as it is."""

    name = forms.CharField(label=_("Name of the house"), max_length=100)
    timezone = forms.CharField(
        label=_("Time zone"),
        max_length=64,
        help_text=_("All times on screens, pages and paper are of this place."),
        widget=forms.TextInput(attrs={"list": "zones", **_PLAIN}),
    )
    currency = forms.CharField(
        label=_("Currency"),
        max_length=3,
        help_text=_("New events begin with it. Events that exist keep theirs."),
        widget=forms.TextInput(attrs={"list": "currencies", **_PLAIN}),
    )

    minimum_age = forms.IntegerField(
        label=_("Minimum age"),
        min_value=0,
        max_value=99,
        required=False,
        help_text=_("Whoever is known to be younger is stopped at the desk. 0 for no limit."),
    )

    def clean_currency(self) -> str:
        """In capitals."""
        return str(self.cleaned_data["currency"]).upper()


def places() -> list[str]:
    """Time zones that are named after a place, to choose from."""
    return sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith("Etc/"))


def currencies() -> list[str]:
    """Currencies to choose from."""
    return sorted(CODES)


def _new_password() -> forms.CharField:
    # Shown as it is typed: a director reads it to the person it is for.
    return forms.CharField(
        label=_("Password"),
        max_length=128,
        strip=False,
        help_text=_("At least 8 characters, no common word, and nothing like the name."),
        widget=forms.TextInput(attrs={**_PLAIN, "autocomplete": "new-password"}),
    )


def validated_password(form: forms.Form, staff: Staff) -> None:
    """Say at the field what is wrong with a password for this person."""
    try:
        password_validation.validate_password(form.cleaned_data.get("password") or "", staff)
    except forms.ValidationError as error:
        form.add_error("password", error)


class AddStaffForm(forms.Form):
    """Somebody new."""

    name = forms.CharField(label=_("Name"), max_length=100, help_text=_("As the journal shows it."))
    username = forms.RegexField(
        r"^[\w.@+-]+$",
        label=_("User name"),
        max_length=60,
        help_text=_("To sign in with."),
        error_messages={"invalid": _("Letters, digits and . @ + - _ only, without spaces.")},
        widget=forms.TextInput(attrs=_PLAIN),
    )
    role = forms.ChoiceField(label=_("Role"), choices=_ROLES, initial="floor")
    password = _new_password()

    def clean(self) -> dict[str, Any]:
        """Asks of the password what Django asks."""
        known = {name: self.cleaned_data.get(name, "") for name in ("name", "username")}
        if "password" in self.cleaned_data:
            validated_password(self, Staff(**known))
        return self.cleaned_data


class StaffForm(forms.Form):
    """Name, role, and whether a person may sign in."""

    name = forms.CharField(label=_("Name"), max_length=100)
    role = forms.ChoiceField(label=_("Role"), choices=_ROLES)
    is_active = forms.BooleanField(label=_("May sign in"), required=False)


class NewPasswordForm(forms.Form):
    """A password that a director gives."""

    password = _new_password()


_FIGURES = {"inputmode": "numeric", "autocomplete": "off", "class": "pin"}


def _pin(label: Any, **attrs: str) -> forms.CharField:
    widget = forms.PasswordInput(attrs={**_FIGURES, **attrs})
    return forms.CharField(label=label, max_length=20, strip=False, widget=widget)


class OwnPinForm(forms.Form):
    """A PIN, twice, and the password it is asked with."""

    pin = _pin(_("New PIN"))
    pin_again = _pin(_("New PIN again"))
    password = forms.CharField(
        label=_("Your password"),
        max_length=128,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, request: HttpRequest, person: Staff, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.person = request, person
        self.fields["pin"].help_text = _("4 to 8 figures, not such as 0000 or 1234.")

    def clean_password(self) -> str:
        """Asked where guesses at sign-in are counted: this page is no way around it."""
        typed: str = self.cleaned_data["password"]
        if authenticate(self.request, username=self.person.username, password=typed) != self.person:
            raise forms.ValidationError(_("That is not your password."))
        return typed

    def clean(self) -> dict[str, Any]:
        """Both PINs are the same."""
        data = super().clean() or {}
        if {"pin", "pin_again"} <= data.keys() and data["pin"] != data["pin_again"]:
            self.add_error("pin_again", _("The two PINs differ."))
        return data


class PersonPinForm(forms.Form):
    """Who takes over the desk, and his PIN."""

    person = forms.ChoiceField(
        label=_("Who"),
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose who you are."), "invalid_choice": _("Choose who you are.")},
    )
    pin = _pin(_("PIN"), **{"data-focus": ""})
    next = forms.CharField(required=False, max_length=500, widget=forms.HiddenInput)

    def __init__(self, *args: Any, people: Sequence[Staff], **kwargs: Any) -> None:
        first = {"person": people[0].pk} if people else {}
        kwargs["initial"] = first | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["person"].choices = [(str(one.pk), one.name) for one in people]
