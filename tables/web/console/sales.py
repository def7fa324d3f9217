"""Sales at the table: a rebuy or an add-on of who sits there, a re-entry of who went out."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tables.actions.desk import register
from tables.actions.sale import take_option
from tables.models import Bust
from tables.queries.desk import Offer, extra_offers
from tables.queries.felt import Felt
from tables.queries.sold_at_table import extras_on_sale, reentry_offers
from tables.web.console.outs import bust_named
from tables.web.console.sending import Press
from tables.web.console.sent import keys, whole
from tables.web.prints.sale import print_sale
from tournaments.journal.change import utc_now
from tournaments.models import Day, Entry, LedgerLine, Option, Purchase
from tournaments.rules.errors import RuleError
from tournaments.rules.roles import may
from tournaments.web.refusals import sentence

Method = LedgerLine.Method
# A ticket has a number to type, and two ways a sum: that is done at the desk.
WAYS = (Method.CASH, Method.CARD, Method.TRANSFER, Method.COMP)


@dataclass(frozen=True, slots=True)
class Choice:
    """An option as the panel offers it: one button that sells it, or why it cannot be sold here."""

    option: Option
    why_not: str


def sale_context(request: HttpRequest, day: Day, table: Felt) -> dict[str, Any]:
    """What the chosen player may be sold."""
    seat = next((seat for key in keys(request) if (seat := table.seat_of(key))), None)
    entry = _entry(day, seat.entry) if seat is not None else None
    offers = extra_offers(entry, utc_now(), _role(request)) if entry is not None else ()
    return {"buyer": entry, "verb": "sell", **_shown(request, offers)}


def reentry_context(request: HttpRequest, day: Day, table: Felt) -> dict[str, Any]:
    """The re-entries of somebody who is out."""
    data = request.POST if request.method == "POST" else request.GET
    rows = Bust.objects.filter(event=day.event, pk=whole(data.get("bust")) or 0)
    bust = rows.select_related("entry__player", "entry__day").first()
    offers = reentry_offers(bust, day, utc_now(), _role(request)) if bust is not None else ()
    return {"buyer": bust.entry if bust else None, "bust": bust, "verb": "reenter", **_shown(request, offers)}


def sold_here(request: HttpRequest, day: Day) -> str:
    """What the table's button that sells is called; "" while nothing is on sale, or not to this reader."""
    if not may(_role(request), "entry.register"):
        return ""
    kinds = {option.kind for option in extras_on_sale(day, utc_now())}
    if Option.Kind.REBUY in kinds:
        return _("Rebuy")
    if Option.Kind.ADDON in kinds:
        return _("Add-on")
    return _("Sell") if kinds else ""


def sold(press: Press) -> str:
    """An option on the entry that is chosen, with its slip."""
    purchase = take_option(press.who, press.entry(), _option(press), method=press.text("method"))
    _print(press, purchase.entry, purchase)
    return ""


def entered_again(press: Press) -> str:
    """A re-entry of somebody who is out, with his card."""
    player = bust_named(press, "bust").entry.player
    entry = register(press.who, press.day, player, _option(press), method=press.text("method"))
    _print(press, entry, entry.purchases.select_related("option").order_by("-pk").first())
    return ""


def _option(press: Press) -> Option:
    options = press.day.event.options.filter(pk=whole(press.text("option")) or 0)
    found = options.first()
    if found is None:
        raise RuleError("no-option", "Choose what to sell.")
    return found


def _print(press: Press, entry: Entry, purchase: Purchase | None) -> None:
    press.papers.extend(print_sale(press.request, entry, purchase).jobs)


def _entry(day: Day, key: int | None) -> Entry | None:
    return Entry.objects.filter(event=day.event, pk=key or 0).select_related("player", "day__event").first()


def _shown(request: HttpRequest, offers: Iterable[Offer]) -> dict[str, Any]:
    asked = request.POST.get("method", "")
    choices = [Choice(offer.option, _why_not(offer)) for offer in offers]
    return {
        "choices": choices,
        "is_possible": any(not choice.why_not for choice in choices),
        "ways": [(way.value, way.label, way == (asked or Method.CASH)) for way in WAYS],
    }


def _why_not(offer: Offer) -> str:
    """What stands in the way. Against a limit a director sells at the desk, where he says why."""
    return sentence(offer.refusal) if offer.refusal is not None else ""


def _role(request: HttpRequest) -> str:
    return str(request.user.role)  # type: ignore[union-attr]
