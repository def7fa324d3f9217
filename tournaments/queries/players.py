"""Players found by what was typed: name either way round, alias or card, in any script, without accents."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Case, IntegerField, QuerySet, Value, When

from tournaments.models import Player
from tournaments.queries.name_search import named
from tournaments.rules.names import folded, full_name, listed_name


@dataclass(frozen=True, slots=True)
class PlayerFound:
    """A player in a list. listed: family name first; said: as the name is said."""

    pk: int
    listed: str
    said: str
    alias: str
    card: str
    country: str
    birth_date: date | None
    note: str


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A page of players, and how many there are in all."""

    players: tuple[PlayerFound, ...]
    total: int
    page: int
    pages: int


def find_players(text: str, limit: int = 20) -> tuple[PlayerFound, ...]:
    """The likeliest first: whose card it is, then whose name begins so, then all that contain every word."""
    if not text.strip():
        return ()
    return tuple(map(player_found, _matching(text)[:limit]))


def player_of_card(text: str) -> Player | None:
    """Whose card this is; of a player who was merged into another, that other."""
    card = text.strip()[:40]
    holder = Player.objects.filter(card=card).select_related("merged_into").first() if card else None
    return (holder.merged_into or holder) if holder else None


def player_page(text: str, page: int, size: int = 100) -> PlayerPage:
    """A page of all players, or of those who match; a page beyond the last is the last."""
    rows = _matching(text) if text.strip() else Player.objects.filter(merged_into=None)
    total = rows.count()
    pages = max(1, -(-total // size))
    page = min(max(1, page), pages)
    return PlayerPage(tuple(map(player_found, rows[(page - 1) * size : page * size])), total, page, pages)


def _matching(text: str) -> QuerySet[Player]:
    whole = folded(text)[:100]
    rows = named(Player.objects.filter(merged_into=None), whole)
    first = Case(
        When(card=text.strip(), then=Value(0)),
        When(search__startswith=whole, then=Value(1)),
        When(search__contains=f" {whole}", then=Value(2)),
        default=Value(3),
        output_field=IntegerField(),
    )
    return rows.order_by(first, "last_name", "first_name", "pk")


def player_found(player: Player) -> PlayerFound:
    """A row as lists and the desk show it."""
    return PlayerFound(
        pk=player.pk,
        listed=listed_name(player.first_name, player.last_name),
        said=full_name(player.first_name, player.last_name),
        alias=player.alias,
        card=player.card or "",
        country=player.country,
        birth_date=player.birth_date,
        note=player.note,
    )
