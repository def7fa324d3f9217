"""The forms of printing."""

import json
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tables.models import PrinterProfile
from tables.queries.print_queue import DOCUMENTS, SHEETS, printers
from tournaments.models import Entry, Event
from tournaments.rules.names import full_name
from tournaments.web.players.views import whole_number

WHICH = {
    "all": _("All"),
    "new": _("Only seats without a card yet"),
    "table": _("One table"),
    "one": _("One player"),
}
BROWSER = "browser"
ORDERS = {"table": _("Table and chair"), "name": _("Name")}


class PrintForm(forms.Form):
    """What to print of an event. Only `ask_print` decides whether that can be."""

    day = forms.ChoiceField(label=_("Day"))
    document = forms.ChoiceField(label=_("What"), choices=DOCUMENTS.items, widget=forms.RadioSelect)
    which = forms.ChoiceField(label=_("Which"), widget=forms.RadioSelect)
    table = forms.IntegerField(label=_("Table number"), required=False, min_value=1, max_value=99_999)
    order = forms.ChoiceField(label=_("Order of the cards"), choices=ORDERS.items)
    sheet = forms.ChoiceField(label=_("Paper"), choices=SHEETS.items)
    printer = forms.ChoiceField(label=_("Printer"))
    entry = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.person = _person(event, self["entry"].value())
        days = list(event.days.all())
        _choose(self.fields["day"], [(str(day.pk), day.label) for day in days])
        which: dict[str, Any] = dict(WHICH)
        if self.person:
            which["one"] = self.person
        else:
            del which["one"]
        _choose(self.fields["which"], list(which.items()))
        known = printers()
        _choose(
            self.fields["printer"],
            [(BROWSER, _("This browser")), *((str(one.pk), one.name) for one in known)],
        )
        # The page's script chooses a printer's paper with it.
        papers = {str(one.pk): one.sheet for one in known}
        self.fields["printer"].widget.attrs["data-papers"] = json.dumps(papers)

    def options(self, request: HttpRequest) -> dict[str, Any]:
        """What ask_print takes, from a valid form."""
        asked = self.cleaned_data
        options = {
            "day": int(asked["day"]),
            "which": asked["which"],
            "order": asked["order"],
            **reading(request),
        }
        if asked["which"] == "table":
            options["tables"] = [asked["table"]] if asked["table"] else []
        if asked["which"] == "one":
            options |= {"entries": [asked["entry"]], "name": self.person}
        return options

    def profile(self) -> PrinterProfile | None:
        """The printer that was chosen; None is the browser."""
        chosen = self.cleaned_data["printer"]
        return None if chosen == BROWSER else PrinterProfile.objects.filter(pk=chosen).first()


class PrinterForm(forms.ModelForm):  # type: ignore[type-arg]
    """A printer of the house."""

    class Meta:
        model = PrinterProfile
        fields = ["name", "kind", "queue", "address", "sheet"]
        widgets = {"kind": forms.RadioSelect}
        help_texts = {
            "queue": _("Only for a printer of the server, as `lpstat -p` lists it."),
            "address": _(
                "Only for an 80 mm printer: 10.0.0.7:9100 on the network, /dev/usb/lp0 on the server, or a"
                " file name that ends in .bin. Its paper is the roll."
            ),
        }

    sheet = forms.ChoiceField(label=_("Paper"), choices=SHEETS.items)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose(self.fields["kind"], list(PrinterProfile.Kind.choices))


def reading(request: HttpRequest) -> dict[str, str]:
    """How the paper reads: the language of who asks, and the address its codes lead to."""
    return {
        "language": get_language() or "en",
        "base": request.build_absolute_uri("/").rstrip("/"),
    }


def _choose(field: forms.Field, choices: list[tuple[str, Any]]) -> None:
    field.choices = choices  # type: ignore[attr-defined]


def _person(event: Event, entry: Any) -> str:
    """Whose card "one" is; empty when nobody was named."""
    key = whole_number(str(entry or ""))
    if key is None:
        return ""
    found = Entry.objects.filter(pk=key, event=event).select_related("player").first()
    return full_name(found.player.first_name, found.player.last_name) if found else ""
