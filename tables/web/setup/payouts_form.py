"""How the pool is spread over the places, as a form."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event
from tournaments.presets.payouts import payout_chart
from tournaments.rules.money import digits, format_money
from tournaments.rules.payout_plan import PayoutPlan
from tournaments.rules.schemes import Chart, Curve, Scheme
from tournaments.web.fields import MoneyField, read_money

SHAPES = [("0.5", _("flat")), ("0.75", _("rather flat")), ("1", _("usual")), ("1.25", _("rather steep"))]
SCHEMES = [
    ("none", _("Not chosen yet")),
    ("curve", _("A curve, for any number of places")),
    ("chart", _("The chart of a card room, by number of entries")),
]


class PayoutsForm(forms.Form):
    """The scheme, what it needs, and what amounts are rounded to. A plan that is neither is kept as it is."""

    scheme = forms.ChoiceField(label=_("Prizes"), choices=SCHEMES)
    percent = forms.DecimalField(
        label=_("Players paid, in per cent"),
        min_value=Decimal("0.1"),
        max_value=Decimal(100),
        decimal_places=1,
        required=False,
        localize=True,
        help_text=_("For a curve. The chart has its own places."),
    )
    shape = forms.ChoiceField(label=_("How steep"), choices=[*SHAPES, ("1.5", _("steep"))], required=False)
    unit = MoneyField(label=_("Rounded to"), help_text=_("What is left over goes to the first place."))
    minimum = MoneyField(label=_("Smallest prize"))

    def __init__(self, data: Any = None, *, event: Event, plan: PayoutPlan | None) -> None:
        super().__init__(data, initial=_initial(plan, event.currency))
        self.currency = event.currency
        self.kept = plan if plan and not isinstance(plan.scheme, Chart | Curve) else None
        if self.kept:
            chosen = forms.ChoiceField(
                label=_("Prizes"), choices=[("kept", _("As they are chosen")), *SCHEMES], initial="kept"
            )
            self.fields["scheme"] = chosen
            self.initial["scheme"] = "kept"

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        return data | read_money(self, ["unit", "minimum"], self.currency)

    def plan(self) -> PayoutPlan | None:
        """What was chosen; None for "not yet"."""
        data = self.cleaned_data
        scheme: Scheme
        if data["scheme"] == "none":
            return None
        if data["scheme"] == "curve":
            permille = int(data["percent"] * 10) if data["percent"] else 150
            scheme = Curve(data["shape"] or "1", permille=permille)
        elif data["scheme"] == "kept" and self.kept:
            scheme = self.kept.scheme
        else:
            scheme = payout_chart().chart
        return PayoutPlan(scheme, data["unit"] or 1, data["minimum"])


def _initial(plan: PayoutPlan | None, currency: str) -> dict[str, Any]:
    """The plan as typed; without one a whole unit of the currency."""
    held = plan or PayoutPlan(Curve(), unit=10 ** digits(currency))
    scheme = held.scheme
    curve = scheme if isinstance(scheme, Curve) else Curve()
    kind = "chart" if isinstance(scheme, Chart) else "curve"
    return {
        "scheme": kind if plan else "none",
        "percent": Decimal(curve.permille) / 10,
        "shape": str(curve.shape),
        "unit": format_money(held.unit, currency),
        "minimum": format_money(held.minimum, currency),
    }
