"""What is chosen for a list: the file, and what to make of its rows."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tables.models import Room
from tournaments.models import Day, Event, LedgerLine, Option
from tournaments.rules.structure import Countdown, Level, items_from_json

COLUMN_NAMES = {
    "card": _("Card"),
    "first_name": _("First name"),
    "last_name": _("Last name"),
    "name": _("Whole name"),
    "alias": _("Alias"),
    "country": _("Country"),
    "birth_date": _("Date of birth"),
    "note": _("Note"),
    "entries": _("Number of entries"),
    "state": _("State"),
    "option": _("Option"),
    "reentry": _("Re-entry"),
    "table": _("Table"),
    "chair": _("Chair"),
    "chips": _("Chips"),
    "place": _("Place"),
    "out": _("Order of going out"),
}

MOST_LEFT_S = 24 * 3600


class UploadForm(forms.Form):
    """A list as a file."""

    file = forms.FileField(
        label=_("List"),
        error_messages={"required": _("Choose a file."), "empty": _("The file is empty.")},
        help_text=_("CSV or Excel (.xlsx), with any columns: you say which is what in the next step."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,.xlsx,text/csv"}),
    )


class ListForm(forms.Form):
    """What the rows of a list become."""

    day = forms.ModelChoiceField(Day.objects.none(), label=_("Day"), to_field_name="code", empty_label=None)
    option = forms.ModelChoiceField(Option.objects.none(), label=_("Option"), empty_label=None)
    state = forms.ChoiceField(
        label=_("Entries are"), choices=[("reserved", _("reserved")), ("paid", _("paid"))]
    )
    method = forms.ChoiceField(label=_("Paid by"), choices=LedgerLine.Method.choices, initial="cash")
    seat = forms.BooleanField(label=_("Draw the seats of paid entries at once"), required=False)

    def __init__(self, *args: Any, event: Event, day: Day, **kwargs: Any) -> None:
        kwargs["initial"] = {"day": day.code, "method": "cash"} | (kwargs.get("initial") or {})
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["day"].queryset = event.days.filter(over_at=None)
        fields["day"].label_from_instance = lambda found: found.label
        fields["option"].queryset = event.options.filter(kind=Option.Kind.ENTRY)
        if event.seating != Event.Seating.AT_REGISTRATION:
            del fields["seat"]


class ListUploadForm(UploadForm, ListForm):
    """Both at once, on the first page."""

    field_order = ("file",)


class TakeOverForm(forms.Form):
    """What a running event is taken over as, and what its clock shows.

    The Day is asked for where several are open.
    """

    day = forms.ModelChoiceField(Day.objects.none(), label=_("Day"), to_field_name="code", empty_label=None)
    item = forms.TypedChoiceField(label=_("The clock shows"), coerce=int)
    left = forms.CharField(
        label=_("Time left"),
        max_length=9,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "placeholder": "12:30"}),
    )
    method = forms.ChoiceField(label=_("Paid by"), choices=LedgerLine.Method.choices)
    option = forms.ModelChoiceField(Option.objects.none(), label=_("Option of the entries"), empty_label=None)
    makes_tables = forms.BooleanField(label=_("Make the tables that the house has not"), required=False)
    room = forms.ModelChoiceField(Room.objects.all(), label=_("Room of new tables"), empty_label=None)

    def __init__(self, *args: Any, day: Day, **kwargs: Any) -> None:
        kwargs["initial"] = {**(kwargs.get("initial") or {}), "day": day.code}
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["day"].queryset = day.event.days.filter(over_at=None).order_by("code")
        fields["day"].label_from_instance = lambda found: found.label
        if fields["day"].queryset.count() < 2:
            del fields["day"]
        fields["item"].choices = _items(day)
        fields["option"].queryset = day.event.options.filter(kind=Option.Kind.ENTRY)
        if Room.objects.count() < 2:
            del fields["room"]

    def clean_left(self) -> int:
        """Milliseconds."""
        found = re.fullmatch(
            r"(?:(\d{1,2}):)?(\d{1,4}):([0-5]\d)|(\d{1,4})", self.cleaned_data["left"].strip()
        )
        if not found:
            raise forms.ValidationError(gettext("Minutes and seconds are wanted, as 12:30."))
        seconds = int(found[4] or found[2]) * 60 + int(found[3] or 0) + int(found[1] or 0) * 3600
        if seconds > MOST_LEFT_S:
            raise forms.ValidationError(
                gettext("No level is that long: minutes and seconds are wanted, as 12:30.")
            )
        return seconds * 1000


def _items(day: Day) -> list[tuple[int, str]]:
    """The items of a structure as one says them."""
    choices = []
    level = 0
    for item in items_from_json(day.structure):
        if isinstance(item, Level):
            level = item.number or level
            blinds = "/".join(f"{value:,}" for value in (item.small_blind, item.big_blind) if value)
            choices.append(
                (item.id, gettext("Level {n}").format(n=level) + (f" · {blinds}" if blinds else ""))
            )
        elif not isinstance(item, Countdown):
            choices.append((item.id, gettext("Break after level {n}").format(n=level)))
    return choices
