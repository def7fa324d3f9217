"""What a director types to stop a player."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.rules.errors import RuleError
from tournaments.web.refusals import sentence


def _last_day(*, required: bool, help_text: Any = "") -> forms.DateField:
    return forms.DateField(
        label=_("Last day"),
        required=required,
        help_text=help_text,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


class StopForm(forms.Form):
    """A form that a refusal can be said in."""

    def refuse(self, error: RuleError) -> None:
        """Say a refusal at the field that it is about, else above the form."""
        field = error.facts.get("field")
        self.add_error(field if field in self.fields else None, sentence(error))


class BarForm(StopForm):
    """Why a player is barred, and until when. The reason's length is asked by the action."""

    reason = forms.CharField(
        label=_("Reason"),
        help_text=_("Directors alone read it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    until = _last_day(required=False, help_text=_("Empty: for good."))


class ExcludeForm(StopForm):
    """Until when a player wants to be kept away."""

    until = _last_day(required=True)
