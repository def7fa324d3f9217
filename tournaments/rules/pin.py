"""PINs: short figures that change the person at a shared desk."""

import re
import unicodedata
from itertools import pairwise

from tournaments.rules.errors import RuleError

LEAST, MOST = 4, 8
# Rows of the keypad and columns of it, as fingers find them.
_WALKED = frozenset({"2580", "0852", "147258", "258369", "14789632", "1379", "1397", "9731"})


def clean_pin(typed: str) -> str:
    """The figures of a PIN as typed, full-width ones too, without what stands around them.

    >>> clean_pin(" 4731 ")
    '4731'
    """
    return unicodedata.normalize("NFKC", typed).strip()


def refuse_trivial(pin: str) -> None:
    """RuleError `pin-form` for what is no PIN, `pin-trivial` for one that anybody would try first.

    Trivial: one figure or a group repeated, figures in a row up or down, a walk over the keypad, years.
    """
    if not re.fullmatch(rf"[0-9]{{{LEAST},{MOST}}}", pin):
        facts = {"least": LEAST, "most": MOST}
        raise RuleError("pin-form", "A PIN has {least} to {most} figures.", facts)
    if _is_repeated(pin) or _is_row(pin) or pin in _WALKED or re.fullmatch(r"(19|20)[0-9]{2}", pin):
        raise RuleError("pin-trivial", "Everybody tries this PIN first. Choose another.")


def _is_repeated(pin: str) -> bool:
    """Whether a group of at most half its length makes it all: 0000, 1212, 123123; or pairs: 1122."""
    groups = (pin[:size] for size in range(1, len(pin) // 2 + 1))
    return any(pin == (group * len(pin))[: len(pin)] for group in groups) or pin[::2] == pin[1::2]


def _is_row(pin: str) -> bool:
    """Whether each figure is the one after the last, or each the one before; 0 follows 9."""
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    return steps in ({1}, {9})
