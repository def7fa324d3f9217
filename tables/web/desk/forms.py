"""What is chosen in the desk's panel."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournaments.models import Day, Event, LedgerLine, Option
from tournaments.rules.errors import RuleError
from tournaments.rules.money import parse_money
from tournaments.web.refusals import sentence
from tournaments.web.template_tags import money

Method = LedgerLine.Method
# The key that chooses each way to pay, while the cursor is in no field.
METHOD_KEYS = {Method.CASH: "C", Method.CARD: "K", Method.TRANSFER: "B", Method.TICKET: "T", Method.COMP: "O"}


class DeskForm(forms.Form):
    """An option for somebody, how it is paid, and what he put on the desk.

    change: what he gets back, in minor units, once the form is valid; None where nothing was received.
    """

    day = forms.ModelChoiceField(Day.objects.none(), label=_("Day"), to_field_name="code", empty_label=None)
    option = forms.ModelChoiceField(
        Option.objects.none(),
        label=_("Option"),
        error_messages={"required": _("Choose what to sell."), "invalid_choice": _("Choose what to sell.")},
    )
    method = forms.ChoiceField(label=_("Paid by"), choices=Method.choices)
    received = forms.CharField(label=_("Received"), required=False, max_length=20)
    in_line = forms.BooleanField(label=_("Stood in the line when it was cut"), required=False)

    change: int | None = None

    def __init__(self, *args: Any, event: Event, day: Day, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        fields: dict[str, Any] = self.fields
        fields["day"].queryset = event.days.filter(over_at=None)
        fields["option"].queryset = event.options.all()
        if day.line_cut_at is None:
            del fields["in_line"]

    def clean(self) -> dict[str, Any]:
        """What was received must do for the price; the rest is change."""
        data = super().clean() or {}
        option, typed = data.get("option"), (data.get("received") or "").strip()
        if option is None or not typed or data.get("method") != Method.CASH:
            return data
        try:
            received = parse_money(typed, self.event.currency)
        except RuleError as error:
            self.add_error("received", sentence(error))
            return data
        if received < option.price:
            words = _now("{received} is not enough: {option} costs {price}.")
            currency = self.event.currency
            facts = {"received": money(received, currency), "price": money(option.price, currency)}
            self.add_error("received", words.format(option=option.name, **facts))
        self.change = received - option.price
        return data
