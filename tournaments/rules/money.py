"""Money as integers of a currency's minor unit."""

import re
from decimal import Decimal, InvalidOperation

from tournaments.rules.errors import RuleError

# ISO 4217: currencies whose minor unit is not a hundredth, of those a poker room may take.
_DIGITS = {"JPY": 0, "KRW": 0, "VND": 0, "CLP": 0, "ISK": 0, "UGX": 0, "BHD": 3, "KWD": 3, "TND": 3, "JOD": 3}
_FIGURES = re.compile(r"[+-]?[\d.]{1,40}")


def digits(currency: str) -> int:
    """How many digits of a currency's amounts stand after the point.

    >>> digits("EUR"), digits("JPY")
    (2, 0)
    """
    return _DIGITS.get(currency, 2)


def parse_money(text: str, currency: str) -> int:
    """Minor units of an amount as typed; RuleError `not-money`.

    Spaces and apostrophes group; of "," and "." the last one is the point unless three digits follow it; in a
    currency of thousandths a single "." is the point.

    >>> parse_money("1,250", "EUR"), parse_money("12.50", "EUR"), parse_money("1.250,5", "EUR")
    (125000, 1250, 125050)
    >>> parse_money("12.345", "KWD"), parse_money("12,345", "KWD")
    (12345, 12345000)
    """
    plain = re.sub(r"[\s'’\u00a0]", "", text)
    for mark in ",.":
        other = "." if mark == "," else ","
        if mark in plain and (plain.rfind(mark) > plain.rfind(other)):
            tail = plain.rsplit(mark, 1)[1]
            # "1,250" is twelve hundred and fifty; "0.005" can only be a fraction.
            grouped = len(tail) == 3 and other not in plain and not plain.startswith("0")
            # Of a dinar's thousand fils all three figures are written: "12.345", as format_money does.
            grouped = grouped and not (mark == "." and digits(currency) == 3 and plain.count(mark) == 1)
            plain = plain.replace(other, "")
            plain = plain.replace(mark, "") if grouped else plain.replace(mark, ".")
            break
    try:
        # Figures only: "9e900000" is a number to Python, which is busy with it for minutes.
        amount = Decimal(plain if _FIGURES.fullmatch(plain) else "") * 10 ** digits(currency)
    except InvalidOperation:
        raise RuleError("not-money", "{text} is not an amount.", {"text": text}) from None
    if not amount.is_finite() or amount != int(amount) or not 0 <= amount < 10**15:
        raise RuleError("not-money", "{text} is not an amount.", {"text": text})
    return int(amount)


def format_money(amount: int, currency: str) -> str:
    """Digits of an amount without currency, grouped by nothing: for fields that are typed over.

    >>> format_money(125050, "EUR"), format_money(125000, "EUR"), format_money(300, "JPY")
    ('1250.50', '1250', '300')
    """
    places = digits(currency)
    whole, rest = divmod(abs(amount), 10**places)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{rest:0{places}}" if rest else f"{sign}{whole}"
