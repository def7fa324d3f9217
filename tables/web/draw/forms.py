"""What is typed at a draw."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tables.actions.draw_record import LONGEST_CUT


class DrawForm(forms.Form):
    """A draw of everybody who waits."""

    cut = forms.CharField(
        label=_("Cut"),
        max_length=LONGEST_CUT,
        required=False,
        help_text=_(
            "Any text a player says, as cutting the deck. It becomes part of the draw, for all to read."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    rest_waits = forms.BooleanField(required=False, widget=forms.HiddenInput)
