"""Which printers this machine uses, kept in its browser: a desk stays the same when the person changes."""

import json
from dataclasses import asdict, dataclass
from typing import Any, Literal

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from tables.actions.settled_slips import COPIES
from tables.models import PrinterProfile
from tables.queries.print_queue import printers

Use = Literal["cards", "receipts", "slips"]
COOKIE = "floor_printers"
YEAR_S = 366 * 24 * 3600
BROWSER, LAST = "browser", "last"


@dataclass(frozen=True, slots=True)
class DevicePrinters:
    """For each use a profile's key, "browser", or "last": the one last chosen. copies: of receipts."""

    cards: str = LAST
    receipts: str = LAST
    slips: str = LAST
    copies: int = 0


class DeviceForm(forms.Form):
    """What this machine is called, and its printers."""

    desk = forms.CharField(
        label=_("Name of this desk"), max_length=60, required=False,
        help_text=_("As: Desk 2. The counters and the journal say it of what is sold here."),
    )  # fmt: skip
    cards = forms.ChoiceField(label=_("Seat cards"))
    slips = forms.ChoiceField(label=_("Slips and alternates' tickets"))
    receipts = forms.ChoiceField(label=_("Receipts"))
    copies = forms.TypedChoiceField(
        label=_("After a sale or a refund"),
        coerce=int,
        choices={0: _("No receipt"), 1: _("One receipt"), 2: _("Two receipts: customer and house")}.items,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = [(str(one.pk), one.name) for one in printers()]
        for name in ("cards", "slips", "receipts"):
            choices = [(LAST, _("As last chosen")), (BROWSER, _("This browser")), *known]
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    def value(self) -> DevicePrinters:
        """What was chosen, from a valid form."""
        chosen = {name: value for name, value in self.cleaned_data.items() if name != "desk"}
        return DevicePrinters(**chosen)


def device_printers(request: HttpRequest) -> DevicePrinters:
    """What this machine's browser keeps; nothing chosen, if it keeps nothing or not ours."""
    kept = request.get_signed_cookie(COOKIE, default="", salt=COOKIE)
    try:
        return DevicePrinters(**json.loads(kept or ""))
    except (ValueError, TypeError):
        return DevicePrinters()


def keep(answer: HttpResponse, chosen: DevicePrinters, *, secure: bool) -> HttpResponse:
    """The answer, which leaves the choice in the browser."""
    answer.set_signed_cookie(
        COOKIE, json.dumps(asdict(chosen)), salt=COOKIE, max_age=YEAR_S,
        httponly=True, samesite="Lax", secure=secure,
    )  # fmt: skip
    return answer


def printer_for(request: HttpRequest, use: Use) -> PrinterProfile | None:
    """This machine's printer for that use; else the one last chosen here, else the only one there is.

    None is the browser.
    """
    chosen = getattr(device_printers(request), use)
    if chosen == BROWSER:
        return None
    known = {one.pk: one for one in printers()}
    if chosen.isdecimal() and int(chosen) in known:
        return known[int(chosen)]
    if "printer" in request.session:
        return known.get(request.session["printer"])
    return next(iter(known.values())) if len(known) == 1 else None


def receipt_copies(request: HttpRequest) -> tuple[str, ...]:
    """Whose receipts this machine prints after a sale."""
    return COPIES[: device_printers(request).copies]
