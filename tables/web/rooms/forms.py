"""What is typed about rooms and tables."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_CHAIRS = 10
_CHAIRS = [(str(n), str(n)) for n in range(1, MOST_CHAIRS + 1)]
_RANGE = re.compile(r"(\d{1,4})(?:\s*[-–—]\s*(\d{1,4}))?", re.ASCII)


class RoomForm(forms.Form):
    """The name of a room."""

    name = forms.CharField(label=_("Name of the room"), max_length=60)


class AddTablesForm(forms.Form):
    """Tables to add: their numbers, and the chairs at each."""

    numbers = forms.CharField(
        label=_("Numbers"),
        max_length=20,
        help_text=_("As 1-24, or one number. Numbers are the house's: no two rooms share one."),
    )
    chairs = forms.IntegerField(label=_("Chairs at each"), min_value=2, max_value=MOST_CHAIRS, initial=9)

    def clean_numbers(self) -> tuple[int, int]:
        """The first and the last number."""
        match = _RANGE.fullmatch(self.cleaned_data["numbers"].strip())
        if match is None:
            raise forms.ValidationError(_("Write the numbers as 1-24, or one number."))
        first = int(match[1])
        last = int(match[2] or first)
        if not 1 <= first <= last:
            raise forms.ValidationError(_("The first number is at least 1, and the last is not below it."))
        return first, last


def _some_chairs(label: Any, help_text: Any) -> forms.TypedMultipleChoiceField:
    return forms.TypedMultipleChoiceField(
        label=label,
        help_text=help_text,
        choices=_CHAIRS,
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )


class TableForm(forms.Form):
    """One table: its chairs, which of them are blocked or accessible, and whether cash games have it."""

    chairs = forms.IntegerField(label=_("Chairs"), min_value=2, max_value=MOST_CHAIRS)
    blocked = _some_chairs(_("Blocked chairs"), _("Nobody is drawn to them: a pillar, a broken chair."))
    accessible = _some_chairs(_("Accessible chairs"), _("Room for a wheelchair, a step-free way."))
    lent = forms.BooleanField(label=_("Lent to cash games"), required=False)
