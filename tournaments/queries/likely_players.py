"""Players who may be the one that is being added: warned of, since nobody should have two rows."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q, QuerySet

from tournaments.models import Player
from tournaments.rules.names import folded, full_name, name_key, parted_ways
from tournaments.rules.near_names import Likeness, likeness
from tournaments.rules.person import Person


@dataclass(frozen=True, slots=True)
class LikelyPlayer:
    """A player like the one being added. same_birth: both dates of birth are known and are the same."""

    pk: int
    said: str
    alias: str
    card: str
    country: str
    birth_date: date | None
    likeness: Likeness
    same_birth: bool


def likely_players(person: Person, birth: date | None = None, limit: int = 5) -> tuple[LikelyPlayer, ...]:
    """Those with the same or a near name, the likeliest first: same date of birth, then how near the name."""
    found = []
    for player in _candidates(person.first_name, person.last_name):
        like = likeness(person.first_name, person.last_name, player.first_name, player.last_name)
        if like is not None:
            found.append(_likely(player, like, birth))
    found.sort(key=lambda one: (not one.same_birth, one.likeness, one.pk))
    return tuple(found[:limit])


def _candidates(first: str, last: str) -> QuerySet[Player]:
    """A superset in one query: the name either way round; and where one half of it is free of slips.

    A name written without a space may be kept as two, and the other way round.

    A slip before the middle leaves the second half whole, one after it the first; exchanged letters across
    the middle leave the first half but for its last letter.
    """
    name, key = folded(f"{first} {last}"), name_key(first, last)
    half = len(name) // 2
    near = Q(search__startswith=name[: half - 1]) | Q(search__contains=name[half:])
    wanted = Q(search__contains=name) | near if half > 1 else Q(search__contains=name)
    for way in (key, *parted_ways(key)):
        wanted |= Q(search__contains=way)
    names = ("first_name", "last_name", "alias", "card", "country", "birth_date")
    return Player.objects.filter(wanted, merged_into=None).only(*names)


def _likely(player: Player, like: Likeness, birth: date | None) -> LikelyPlayer:
    return LikelyPlayer(
        pk=player.pk,
        said=full_name(player.first_name, player.last_name),
        alias=player.alias,
        card=player.card or "",
        country=player.country,
        birth_date=player.birth_date,
        likeness=like,
        same_birth=birth is not None and player.birth_date == birth,
    )
