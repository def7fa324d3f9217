"""Small numbers as they are spoken."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

_WORDS = (
    gettext_noop("one"),
    gettext_noop("two"),
    gettext_noop("three"),
    gettext_noop("four"),
    gettext_noop("five"),
    gettext_noop("six"),
    gettext_noop("seven"),
    gettext_noop("eight"),
    gettext_noop("nine"),
)


def in_words(n: int) -> str:
    """One to nine as a word, anything else in figures.

    >>> in_words(3), in_words(12)
    ('three', '12')
    """
    return _(_WORDS[n - 1]) if 1 <= n <= len(_WORDS) else str(n)


def capital(text: str) -> str:
    """A sentence that begins with such a word."""
    return text[:1].upper() + text[1:]
