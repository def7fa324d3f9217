"""Addresses of events: made from the name, never one of the house's own pages."""

import secrets

from django.utils.text import slugify

from tournaments.models import Event
from tournaments.rules.names import folded

# What "floor/…/" means already; an event of that address could never be opened.
RESERVED = frozenset(
    {"new", "structures", "rooms", "players", "staff", "prints", "house", "journal", "password", "draws"}
    | {"pin", "change-person", "drawer", "drawers"}
)
LONGEST = 60
# No letters that are read as others when a slug is typed from a slip of paper.
_LETTERS = "abcdefghjkmnpqrstuvwxyz"


def suggested_slug(name: str) -> str:
    """An address nobody has yet. A name without Latin letters gets a short code, as "ekqtz"."""
    plain = slugify(folded(name))[: LONGEST - 6].strip("-_")
    if not plain:
        return _free_code()
    taken = set(Event.objects.filter(slug__startswith=plain).values_list("slug", flat=True)) | RESERVED
    return next(
        slug for n in range(1, len(taken) + 2) if (slug := plain if n == 1 else f"{plain}-{n}") not in taken
    )


def _free_code() -> str:
    while True:
        code = "e" + "".join(secrets.choice(_LETTERS) for _ in range(4))
        if not Event.objects.filter(slug=code).exists():
            return code
