"""What is typed about a drawer."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.web.fields import MoneyField, read_money
from tournaments.web.template_tags import money


class DrawerForm(forms.Form):
    """An amount in the drawer's currency, in minor units once the form is valid."""

    money_field = ""

    def __init__(self, *args: Any, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.held_in = currency

    def clean(self) -> dict[str, Any]:
        """Reads what was typed; an empty field is no amount."""
        data = super().clean() or {}
        if self.money_field in data:
            data |= read_money(self, [self.money_field], data.get("currency") or self.held_in)
        return data


class OpenForm(DrawerForm):
    """A drawer to open: its float and currency."""

    money_field = "opening"
    opening = MoneyField(
        label=_("Opening float"), required=True, help_text=_("The cash that is in it now. 0 for none.")
    )
    currency = forms.ChoiceField(label=_("Currency"))
    desk = forms.CharField(label=_("Desk"), max_length=60, required=False)

    def __init__(self, *args: Any, currencies: list[str], **kwargs: Any) -> None:
        super().__init__(*args, currency=currencies[0], **kwargs)
        fields: dict[str, Any] = self.fields
        fields["currency"].choices = [(code, code) for code in currencies]
        if len(currencies) == 1:
            fields["currency"].widget = forms.HiddenInput()
            fields["currency"].initial = currencies[0]


class MoveForm(DrawerForm):
    """Cash put in or taken out, and why."""

    money_field = "amount"
    way = forms.ChoiceField(
        label=_("What"), choices=[("out", _("Paid out")), ("in", _("Paid in"))], widget=forms.RadioSelect,
        initial="out",
    )  # fmt: skip
    amount = MoneyField(label=_("Amount"), required=True)
    reason = forms.CharField(
        label=_("Reason"), max_length=200, help_text=_("As: drop to the cage, change from the bank.")
    )


class CountForm(DrawerForm):
    """What was counted."""

    money_field = "counted"
    counted = MoneyField(label=_("Cash counted"), required=True, help_text=_("All of it, the float too."))
    note = forms.CharField(label=_("Note"), max_length=200, required=False)


class RecountForm(DrawerForm):
    """What was counted in truth, and why the first count was wrong."""

    money_field = "counted"
    counted = MoneyField(label=_("Cash counted"), required=True)
    reason = forms.CharField(label=_("Reason"), max_length=200)


def off_words(difference: int | None, currency: str) -> str:
    """What a counted drawer is off by, in words; "" until it is counted."""
    if difference is None:
        return ""
    if not difference:
        return str(_("balances"))
    said = money(abs(difference), currency)
    return str(_("{amount} over") if difference > 0 else _("{amount} short")).format(amount=said)
