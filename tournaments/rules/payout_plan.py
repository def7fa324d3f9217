"""The prizes an event has chosen, to and from the JSON that its `payouts` column holds. Strict."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.rules.errors import RuleError
from tournaments.rules.payout_json import MOST_PLACES, chart_from_json, chart_to_json
from tournaments.rules.payouts import payouts
from tournaments.rules.schemes import Chart, Curve, Fixed, Scheme, Seats
from tournaments.rules.shares import check_unit


@dataclass(frozen=True, slots=True)
class PayoutPlan:
    """A scheme with what amounts are rounded to and the smallest prize, both in minor units."""

    scheme: Scheme
    unit: int = 1
    minimum: int = 0

    def amounts(self, pool: int, entries: int) -> tuple[int, ...]:
        """The prizes, best place first; none while nobody has entered. RuleError as `payouts`."""
        return payouts(pool, entries, self.scheme, self.unit, self.minimum) if entries else ()


def plan_to_json(plan: PayoutPlan) -> dict[str, Any]:
    """What `plan_from_json` reads back to the same prizes.

    >>> plan_to_json(PayoutPlan(Curve(), unit=500))
    {'scheme': 'curve', 'shape': '1', 'permille': 150, 'rounding': 'up', 'unit': 500, 'minimum': 0}
    """
    return {**_scheme_to_json(plan.scheme), "unit": plan.unit, "minimum": plan.minimum}


def plan_from_json(held: object) -> PayoutPlan | None:
    """The plan that was kept; None for an empty column.

    RuleError `payout-plan` for anything else than a plan, and those of charts and units.

    >>> plan_from_json({"scheme": "seats", "n": 2, "value": 1000, "unit": 100, "minimum": 0})
    PayoutPlan(scheme=Seats(n=2, value=1000), unit=100, minimum=0)
    """
    if held == {}:
        return None
    if not isinstance(held, Mapping):
        raise _no_plan()
    unit, minimum = _whole(held, "unit", 1), _whole(held, "minimum", 0)
    check_unit(unit)
    return PayoutPlan(_scheme_from_json(held), unit, minimum)


def _scheme_to_json(scheme: Scheme) -> dict[str, Any]:
    if isinstance(scheme, Chart):
        return {"scheme": "chart", "chart": chart_to_json(scheme)}
    if isinstance(scheme, Fixed):
        return {"scheme": "fixed", "amounts": list(scheme.amounts)}
    if isinstance(scheme, Seats):
        return {"scheme": "seats", "n": scheme.n, "value": scheme.value}
    return {
        "scheme": "curve",
        "shape": str(scheme.shape),
        "permille": scheme.permille,
        "rounding": scheme.rounding,
    }


def _scheme_from_json(held: Mapping[str, Any]) -> Scheme:
    kind = held.get("scheme")
    if kind == "chart":
        return chart_from_json(held.get("chart"))
    if kind == "fixed":
        amounts = held.get("amounts")
        if not isinstance(amounts, list) or len(amounts) > MOST_PLACES:
            raise _no_plan()
        return Fixed(tuple(_amount(amount) for amount in amounts))
    if kind == "seats":
        return Seats(_whole(held, "n", 1), _whole(held, "value", 0))
    rounding = held.get("rounding", "up")
    if kind != "curve" or rounding not in {"up", "down", "nearest"}:
        raise _no_plan()
    return Curve(held.get("shape", 1), permille=_whole(held, "permille", 150), rounding=rounding)


def _whole(held: Mapping[str, Any], name: str, default: int) -> int:
    return _amount(held.get(name, default))


def _amount(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _no_plan()
    return value


def _no_plan() -> RuleError:
    return RuleError("payout-plan", "The prizes kept for this event cannot be read. Choose them anew.")
