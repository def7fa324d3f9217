"""Fields for what staff type beside a clock: how much is left, and a time of day."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

_LEFT = re.compile(r"(?:(?P<h>\d{1,3}):)?(?P<m>\d{1,4}):(?P<s>[0-5]\d)")
_MINUTES = re.compile(r"\d{1,4}")


class TimeLeftField(forms.CharField):
    """A stretch of time as a clock shows it, in ms: "12:30", "1:05:00", or whole minutes."""

    default_error_messages = {"invalid": _("Write it as the clock does, like 12:30 or 1:05:00.")}

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput(attrs={"placeholder": "12:30", "autocomplete": "off", "size": 8})
        super().__init__(widget=widget, **options)

    def clean(self, value: Any) -> int | None:
        """Milliseconds, or None where nothing was typed and nothing need be."""
        text = str(super().clean(value)).replace(".", ":").strip()
        if not text:
            return None
        if _MINUTES.fullmatch(text):
            return int(text) * 60_000
        parts = _LEFT.fullmatch(text)
        if parts is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return (int(parts["h"] or 0) * 3600 + int(parts["m"]) * 60 + int(parts["s"])) * 1000


class TimeOfDayField(forms.TimeField):
    """A time of day as the house's wall shows it: "20:31", also "20.31" or "2031"."""

    default_error_messages = {"invalid": _("Write a time of day, like 20:31.")}

    def __init__(self, **options: Any) -> None:
        attrs = {"placeholder": "20:31", "autocomplete": "off", "size": 8}
        formats = ["%H:%M", "%H:%M:%S", "%H.%M", "%H%M"]
        super().__init__(
            widget=forms.TimeInput(attrs=attrs, format="%H:%M"), input_formats=formats, **options
        )


class CountField(forms.IntegerField):
    """A small whole number, as a field of figures that a tablet shows its number keys for."""

    def __init__(self, most: int, **options: Any) -> None:
        widget = forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
        super().__init__(min_value=0, max_value=most, widget=widget, **options)
