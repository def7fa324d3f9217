"""Forms beside the structure editor."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import StructureTemplate
from tournaments.web.fields import MOST_CHIPS, ChipListField, WholeField


class TemplateForm(forms.Form):
    """What a structure is besides its rows. `late_registration_levels` is the editor's name for it."""

    name = forms.CharField(label=_("Name"), max_length=120)
    source = forms.CharField(label=_("Source"), max_length=300, required=False)
    stack = WholeField(label=_("Starting stack"), min_value=1, max_value=MOST_CHIPS)
    late_registration_levels = WholeField(label=_("Late entries to level"), max_value=999, required=False)
    chips = ChipListField(label=_("Chips"))

    def values(self) -> dict[str, Any]:
        """The columns of a template, by their names."""
        data = dict(self.cleaned_data)
        data["registration_level"] = data.pop("late_registration_levels") or 0
        return data


class CopyForm(forms.Form):
    """Which structure to start from."""

    preset = forms.ModelChoiceField(StructureTemplate.objects.all(), label=_("Structure"), empty_label=None)


class SuggestForm(forms.Form):
    """What a structure is suggested for."""

    entries = WholeField(label=_("Entries expected"), min_value=2, max_value=100_000, initial=60)
    stack = WholeField(label=_("Starting stack"), min_value=1, max_value=MOST_CHIPS, initial=20000)
    minutes = WholeField(label=_("Minutes a level"), min_value=1, max_value=600, initial=20)
    hours = forms.DecimalField(
        label=_("Hours of play"), min_value=1, max_value=200, max_digits=5, decimal_places=2, initial=6
    )
    chips = ChipListField(label=_("Chips"), initial="100, 500, 1000, 5000", required=True)
