"""What is chosen in the desk's panel."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tables.actions.sale import LONGEST_REASON
from tournaments.models import Day, Event, LedgerLine, Option
from tournaments.rules.errors import RuleError
from tournaments.rules.money import parse_money
from tournaments.rules.payments import Payment, ticket_number
from tournaments.web.refusals import sentence
from tournaments.web.template_tags import money

Method = LedgerLine.Method
# The key that chooses each way to pay, while the cursor is in no field.
METHOD_KEYS = {Method.CASH: "C", Method.CARD: "K", Method.TRANSFER: "B", Method.TICKET: "T", Method.COMP: "O"}


class DeskForm(forms.Form):
    """An option for somebody, how it is paid in one way or two, and what he put on the desk.

    Once it is valid: payments, the parts of the price; change, what he gets back of the cash he gave, in
    minor units, None where nothing was received; cash, the part of the price that is paid in cash.
    """

    day = forms.ModelChoiceField(Day.objects.none(), label=_("Day"), to_field_name="code", empty_label=None)
    option = forms.ModelChoiceField(
        Option.objects.none(),
        label=_("Option"),
        error_messages={"required": _("Choose what to sell."), "invalid_choice": _("Choose what to sell.")},
    )
    method = forms.ChoiceField(label=_("Paid by"), choices=Method.choices)
    split = forms.BooleanField(label=_("Split"), required=False)
    second_method = forms.ChoiceField(label=_("The rest by"), choices=Method.choices, required=False)
    second_amount = forms.CharField(label=_("Amount of it"), required=False, max_length=20)
    ticket = forms.CharField(label=_("Ticket number"), required=False, max_length=60)
    received = forms.CharField(label=_("Received"), required=False, max_length=20)
    in_line = forms.BooleanField(label=_("Stood in the line when it was cut"), required=False)
    override = forms.CharField(
        label=_("Why it is sold all the same"), required=False, max_length=LONGEST_REASON
    )
    gives_up = forms.CharField(required=False, max_length=20)
    given_up = forms.CharField(label=_("Chips he gives up, counted"), required=False, max_length=20)

    payments: tuple[Payment, ...] = ()
    change: int | None = None
    received_amount: int | None = None

    def __init__(self, *args: Any, event: Event, day: Day, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        fields: dict[str, Any] = self.fields
        fields["day"].queryset = event.days.filter(over_at=None)
        fields["option"].queryset = event.options.all()
        if day.line_cut_at is None:
            del fields["in_line"]

    def clean(self) -> dict[str, Any]:
        """The parts must be the price, and what was received must do for the cash; the rest is change."""
        data = super().clean() or {}
        option, method = data.get("option"), data.get("method")
        if option is None or not method:
            return data
        parts = self._parts(option.price, method)
        if parts is not None:
            self.payments = self._with_ticket(parts)
            self._read_received(option, sum(p.amount for p in self.payments if p.method == Method.CASH))
        return data

    def _parts(self, price: int, method: str) -> tuple[Payment, ...] | None:
        """The price in its one or two ways; None where the second is wrong, which is said."""
        data = self.cleaned_data
        if not data.get("split") or not price:
            return (Payment(method, price),) if price else ()
        second, typed = data.get("second_method"), data.get("second_amount", "")
        amount = self._read("second_amount", typed)
        if amount is None:
            return None
        if not second or second == method:
            self.add_error("second_method", _now("Choose another way for the second part."))
            return None
        if not 0 < amount < price:
            self._say_sum(amount, price)
            return None
        return (Payment(method, price - amount), Payment(second, amount))

    def _say_sum(self, amount: int, price: int) -> None:
        currency = self.event.currency
        words = _now("The second part is more than nothing and less than {price}.")
        if amount > price:
            words = _now("{amount} is {over} more than the price of {price}.")
        facts = {"amount": amount, "over": amount - price, "price": price}
        said = {name: money(value, currency) for name, value in facts.items()}
        self.add_error("second_amount", words.format(**said))

    def _with_ticket(self, parts: tuple[Payment, ...]) -> tuple[Payment, ...]:
        try:
            number = ticket_number(self.cleaned_data.get("ticket") or "")
        except RuleError as error:
            self.add_error("ticket", sentence(error))
            return parts
        return tuple(
            Payment(part.method, part.amount, number if part.method == Method.TICKET else "")
            for part in parts
        )

    def _read_received(self, option: Option, cash: int) -> None:
        typed = (self.cleaned_data.get("received") or "").strip()
        if not typed or not cash:
            return
        received = self._read("received", typed)
        if received is None:
            return
        if received < cash:
            words = _now("{received} is not enough: {option} costs {price}.")
            if cash < option.price:
                words = _now("{received} is not enough: {price} of it is paid in cash.")
            currency = self.event.currency
            facts = {"received": money(received, currency), "price": money(cash, currency)}
            self.add_error("received", words.format(option=option.name, **facts))
        self.received_amount, self.change = received, received - cash

    def _read(self, field: str, typed: str) -> int | None:
        """Minor units of what was typed into a field; None for what is no amount, which is said."""
        try:
            return parse_money(typed.strip(), self.event.currency)
        except RuleError as error:
            self.add_error(field, sentence(error))
        return None
