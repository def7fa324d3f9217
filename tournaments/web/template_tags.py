"""Tags and filters of every template: money, chips, names, request ids, house time."""

import secrets
from datetime import datetime
from zoneinfo import ZoneInfo

from django import template
from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.models import LedgerLine
from tournaments.queries.money_words import money_words
from tournaments.rules.names import full_name, listed_name
from tournaments.web.access import routes

register = template.Library()
_LEDGER = {**dict(LedgerLine.Part.choices), **dict(LedgerLine.Method.choices)}


@register.filter
def money(amount: int | None, currency: str = "EUR") -> str:
    """An amount with its currency, grouped by locale; no decimals where they are zero."""
    return "" if amount is None else money_words(amount, currency)


@register.filter
def chips(amount: int | None) -> str:
    """A count of chips, grouped by locale."""
    return (
        ""
        if amount is None
        else formats.number_format(amount, decimal_pos=0, use_l10n=True, force_grouping=True)
    )


@register.filter
def ordinal(n: int) -> str:
    """A place in an order, as 3rd."""
    if n % 100 not in {11, 12, 13}:
        if n % 10 == 1:
            return gettext("{n}st").format(n=n)
        if n % 10 == 2:
            return gettext("{n}nd").format(n=n)
        if n % 10 == 3:
            return gettext("{n}rd").format(n=n)
    return gettext("{n}th").format(n=n)


@register.filter
def minutes(duration_ms: int) -> int:
    """Whole minutes of a duration."""
    return duration_ms // 60_000


@register.filter
def listed(player: object) -> str:
    """A player as lists show it: family name first."""
    return listed_name(player.first_name, player.last_name)  # type: ignore[attr-defined]


@register.filter
def said(player: object) -> str:
    """A player as the name is said."""
    return full_name(player.first_name, player.last_name)  # type: ignore[attr-defined]


@register.filter
def house_time(instant: datetime | None, zone: str = "UTC") -> str:
    """The time of day on the house's wall, as 20:53."""
    return "" if instant is None else instant.astimezone(ZoneInfo(zone)).strftime("%H:%M")


@register.filter
def ledger_word(key: str) -> str:
    """A part of a price or a way to pay by its name; anything else as it is."""
    return str(_LEDGER.get(key, key))


@register.filter
def translated(words: str) -> str:
    """A constant template's words in the reader's language."""
    return gettext(words)


@register.simple_tag(takes_context=True)
def may_open(context: dict[str, object], route: str) -> bool:
    """Whether whoever is signed in may open the address of this name: pages offer no door that is locked."""
    return getattr(context.get("staff"), "role", "") in routes()[route].read


@register.simple_tag
def request_id() -> SafeString:
    """A hidden field that makes a double press, or a retry after a lost reply, harmless."""
    return format_html('<input type="hidden" name="request_id" value="{}">', secrets.token_urlsafe(16))
