"""Form fields of the house: chips, lists of chips, money as typed, times on the house's wall."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.rules.errors import RuleError
from tournaments.rules.money import parse_money
from tournaments.web.refusals import sentence

MOST_CHIPS = 10**9
MOST_KINDS_OF_CHIP = 16
_GROUPED = re.compile(r"\d{1,3}([,.'’ \u00a0\u202f]\d{3})+")
_AMOUNT = re.compile(r"[-\d\s.,'’]+")
_EARLIEST, _LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)


class WholeField(forms.IntegerField):
    """A whole number, grouped or not: 25,000 and 25000. Typed in a text field, so that both can be."""

    widget = forms.TextInput

    def __init__(self, *, min_value: int = 0, max_value: int, **kwargs: Any) -> None:
        super().__init__(min_value=min_value, max_value=max_value, **kwargs)
        self.error_messages["invalid"] = _("Write a whole number.")

    def to_python(self, value: Any) -> int | None:
        text = unicodedata.normalize("NFKC", str(value or "")).strip()
        if _GROUPED.fullmatch(text):
            text = re.sub(r"\D", "", text)
        return super().to_python(text)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {"inputmode": "numeric", "autocomplete": "off"}


class ChipListField(forms.CharField):
    """Denominations, smallest first: "100, 500, 1,000" is the list [100, 500, 1000]."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 200, "required": False} | kwargs)

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(str(chip) for chip in value) if isinstance(value, list | tuple) else value

    def to_python(self, value: Any) -> list[int]:  # type: ignore[override]
        text = unicodedata.normalize("NFKC", super().to_python(value) or "").replace("、", ", ")
        parts = re.split(r"[\s;]+", text) if re.search(r"[\s;]", text) else text.split(",")
        found = {self._chip(part.strip(",")) for part in parts if part.strip(",")}
        if len(found) > MOST_KINDS_OF_CHIP:
            raise ValidationError(_("At most %(most)s kinds of chips."), params={"most": MOST_KINDS_OF_CHIP})
        return sorted(found)

    def _chip(self, text: str) -> int:
        plain = re.sub(r"\D", "", text) if _GROUPED.fullmatch(text) else text
        if not plain.isascii() or not plain.isdigit() or not 1 <= int(plain[:12]) <= MOST_CHIPS:
            raise ValidationError(_("%(text)s is not a chip."), params={"text": text[:40]})
        return int(plain[:12])


class MoneyField(forms.CharField):
    """An amount as typed. What it is worth depends on a currency, so the form reads it: `read_money`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 24, "required": False} | kwargs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {**super().widget_attrs(widget), "inputmode": "decimal", "autocomplete": "off"}


class HouseTimeField(forms.DateTimeField):
    """A date and time of the house; an aware instant in the database."""

    def __init__(self, *, zone: str = "UTC", **kwargs: Any) -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(required=False, widget=widget, **kwargs)
        self.zone = ZoneInfo(zone)

    def prepare_value(self, value: Any) -> Any:
        with timezone.override(self.zone):
            return super().prepare_value(value)

    def to_python(self, value: Any) -> datetime | None:
        with timezone.override(self.zone):
            found = super().to_python(value)
        if found is not None and not _EARLIEST <= found <= _LATEST:
            raise ValidationError(_("That is not a time to play."))
        return found


def read_money(form: forms.Form, names: list[str], currency: str) -> dict[str, int]:
    """Minor units of the form's money fields; empty is 0, what is no amount is an error of its field."""
    amounts = {}
    for name in names:
        typed = form.cleaned_data.get(name) or "0"
        try:
            amounts[name] = amount(typed, currency)
        except RuleError as error:
            form.add_error(name, sentence(error))
    return amounts


def amount(typed: str, currency: str) -> int:
    """Minor units of an amount as typed in a form, full-width digits too. RuleError `not-money`."""
    plain = unicodedata.normalize("NFKC", typed)
    # Figures only: "1e99" is a number to Python, and none that anybody pays.
    if not _AMOUNT.fullmatch(plain):
        raise RuleError("not-money", "{text} is not an amount.", {"text": typed[:40]})
    return parse_money(plain, currency)


def refuse(form: forms.Form, error: RuleError, fields: Mapping[str, str]) -> None:
    """Say a RuleError at the field that `fields` names for its code, else above the form."""
    name = fields.get(error.code, fields.get("*"))
    form.add_error(name if name in form.fields else None, sentence(error))
