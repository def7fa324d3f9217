"""What is known of a player, and what of it can be kept: one check for the desk's form and for imports."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tournaments.rules.errors import RuleError
from tournaments.rules.names import search_key

LONGEST = {"first_name": 100, "last_name": 100, "alias": 60, "card": 40, "note": 200}
_UNWRITABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffd]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A player as typed. card "" if he has none; country: two letters of ISO 3166 or ""."""

    first_name: str = ""
    last_name: str = ""
    alias: str = ""
    card: str = ""
    country: str = ""
    note: str = ""

    @property
    def search(self) -> str:
        """What the desk's search reads."""
        return search_key(self.first_name, self.last_name, self.alias, self.card)


def joined_search(own: str, others: Iterable[str]) -> str:
    """A player's search key with the words of those who were merged into him, so that he is found by them.

    >>> joined_search("zoe rossi zoe", ["zoe russo zoe 77"])
    'zoe rossi zoe russo 77'
    """
    known = own.split()
    more = [word for other in others for word in other.split() if word not in known]
    return " ".join([own, *dict.fromkeys(more)])[:400]


def checked(person: Person) -> Person:
    """The person with spaces in order, composed letters and an upper-case country.

    RuleError: `name-missing`; `too-long` and `unwritable` with the field; `country`.

    >>> checked(Person(first_name=" Zoe ", last_name="Rossi", country="it")).country
    'IT'
    """
    names = ("first_name", "last_name", "alias", "card", "country", "note")
    neat = replace(person, **{name: _neat(getattr(person, name)) for name in names})
    neat = replace(neat, country=neat.country.upper())
    if not neat.last_name:
        # Somebody with one name is listed by it.
        neat = replace(neat, last_name=neat.first_name, first_name="")
    if not neat.last_name:
        raise RuleError("name-missing", "The name is missing.", {"field": "last_name"})
    for name, most in LONGEST.items():
        _refuse_text(name, getattr(neat, name), most)
    if neat.country and not re.fullmatch(r"[A-Z]{2}", neat.country):
        words = "“{country}” is not a country: two letters are wanted, as DE."
        raise RuleError("country", words, {"country": person.country.strip()[:40], "field": "country"})
    return neat


def _neat(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _refuse_text(name: str, text: str, most: int) -> None:
    facts = {"field": name, "most": most, "length": len(text), "text": text[:20]}
    if len(text) > most:
        raise RuleError("too-long", "“{text}…” has {length} letters; {most} at most can be kept.", facts)
    if _UNWRITABLE.search(text):
        raise RuleError("unwritable", "There is a character here that cannot be written or printed.", facts)
