"""What an event sells, as a form."""

import unicodedata
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event, Option
from tournaments.rules.errors import RuleError
from tournaments.rules.money import format_money
from tournaments.web.fields import MOST_CHIPS, MoneyField, WholeField, amount, read_money
from tournaments.web.refusals import sentence

PARTS = ["prize", "fee", "staff", "bounty"]
MOST_DEDUCTIONS = 10


class PriceFields(forms.Form):
    """A price in its parts. Of a form that knows `currency` once it is clean."""

    prize = MoneyField(label=_("To the prize pool"))
    fee = MoneyField(label=_("Fee"))
    staff = MoneyField(label=_("Staff"))
    bounty = MoneyField(label=_("Bounty"))
    deductions = forms.CharField(
        label=_("Other parts"),
        required=False,
        max_length=600,
        help_text=_("One a line, with its amount last: League fund 5"),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        if data.get("currency"):
            data |= read_money(self, PARTS, data["currency"])
            data["deductions"] = self._deductions(data["currency"])
        return data

    def price(self) -> dict[str, Any]:
        """The columns of an Option that hold its price."""
        return {name: self.cleaned_data[name] for name in [*PARTS, "deductions"]}

    def _deductions(self, currency: str) -> list[list[Any]]:
        found = []
        typed = unicodedata.normalize("NFC", self.cleaned_data.get("deductions") or "")
        lines = [line.strip() for line in typed.splitlines() if line.strip()]
        if len(lines) > MOST_DEDUCTIONS:
            self.add_error("deductions", _("At most ten other parts."))
            return []
        for line in lines:
            name, _space, figure = line.rpartition(" ")
            try:
                found.append([name.strip(" :")[:60], amount(figure, currency)])
            except RuleError as error:
                self.add_error("deductions", sentence(error))
            if not name.strip(" :"):
                self.add_error("deductions", _("Each part has a name and an amount: League fund 5"))
        return found


class OptionForm(PriceFields):
    """One option of an event."""

    kind = forms.ChoiceField(label=_("Kind"), choices=Option.Kind.choices)
    name = forms.CharField(
        label=_("Name"), max_length=60, required=False, help_text=_("Empty: what its kind is called.")
    )
    chips = WholeField(label=_("Chips"), max_value=MOST_CHIPS)
    until_level = WholeField(
        label=_("Until the end of level"),
        max_value=999,
        required=False,
        help_text=_("Empty: as long as registration is open."),
    )
    per_player = WholeField(
        label=_("Times per player"), max_value=999, required=False, help_text=_("Empty: no limit.")
    )

    def __init__(self, data: Any = None, *, event: Event, option: Option | None = None) -> None:
        self.currency = event.currency
        super().__init__(data, initial=_initial(event, option))

    def clean(self) -> dict[str, Any]:
        # The parts of a price are read in the currency of the event, which this form does not ask.
        self.cleaned_data["currency"] = self.currency
        data = super().clean()
        if not data.get("name") and data.get("kind"):
            data["name"] = str(Option.Kind(data["kind"]).label)
        return data

    def values(self) -> dict[str, Any]:
        """The columns of an Option."""
        data = self.cleaned_data
        return {
            "kind": data["kind"],
            "name": data["name"],
            "chips": data["chips"],
            "until_level": data["until_level"] or 0,
            "per_player": data["per_player"] or 0,
            **self.price(),
        }


def _initial(event: Event, option: Option | None) -> dict[str, Any]:
    if option is None:
        return {"chips": event.stack}
    money = {name: format_money(part, event.currency) for name in PARTS if (part := getattr(option, name))}
    return {
        **money,
        "kind": option.kind,
        "name": option.name,
        "chips": option.chips,
        "until_level": option.until_level or "",
        "per_player": option.per_player or "",
        "deductions": "\n".join(
            f"{name} {format_money(part, event.currency)}" for name, part in option.deductions
        ),
    }
