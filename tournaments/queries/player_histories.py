"""A player with what he has played: what is looked at before two are made one."""

from dataclasses import dataclass
from datetime import date, datetime

from tournaments.models import Entry, Player
from tournaments.rules.names import full_name


@dataclass(frozen=True, slots=True)
class PlayedEntry:
    """One entry of a player."""

    event: str
    number: int
    state_words: str
    made_at: datetime


@dataclass(frozen=True, slots=True)
class PlayerHistory:
    """A player and his newest entries; total: how many there are in all."""

    pk: int
    said: str
    alias: str
    card: str
    country: str
    birth_date: date | None
    note: str
    entries: tuple[PlayedEntry, ...]
    total: int


def player_history(player: Player, limit: int = 10) -> PlayerHistory:
    """What is known of a player, his newest entries first."""
    rows = Entry.objects.filter(player=player)
    newest = rows.select_related("event").order_by("-made_at", "-pk")[:limit]
    return PlayerHistory(
        pk=player.pk,
        said=full_name(player.first_name, player.last_name),
        alias=player.alias,
        card=player.card or "",
        country=player.country,
        birth_date=player.birth_date,
        note=player.note,
        entries=tuple(
            PlayedEntry(entry.event.name, entry.number, entry.get_state_display(), entry.made_at)
            for entry in newest
        ),
        total=rows.count(),
    )
