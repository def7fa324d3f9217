"""Money as it is read: with its currency, grouped by locale."""

from django.utils import formats

from tournaments.rules.money import digits

_SIGNS = {"EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "CNY": "¥", "KRW": "₩", "VND": "₫", "PHP": "₱"}


def money_words(amount: int, currency: str) -> str:
    """An amount in minor units with its currency; no decimals where they are zero."""
    places = digits(currency)
    whole, rest = divmod(abs(amount), 10**places)
    figures = formats.number_format(whole, decimal_pos=0, use_l10n=True, force_grouping=True)
    if rest:
        figures += f"{formats.get_format('DECIMAL_SEPARATOR')}{rest:0{places}}"
    sign = _SIGNS.get(currency, f"{currency} ")
    return f"{'−' if amount < 0 else ''}{sign}{figures}"
