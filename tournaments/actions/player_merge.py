"""Two rows that are one person: made one, with both histories."""

from datetime import date
from typing import Any

from django.db.models import Count

from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Entry, Event, Player
from tournaments.queries.admission import refuse_merged
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name
from tournaments.rules.person import joined_search

_LIVE = (Entry.State.RESERVED, *Entry.PLAYING)


@action("player.merge", scope="house")
def merge_players(change: Change, /, kept: Player, other: Player) -> Player:
    """Give `other`'s entries to `kept`, with what `kept` lacks of card, alias and the like.

    `other` stays as a row that nobody finds any more; its names, alias and card find `kept` instead.
    Whatever stops one of them stops `kept`.
    RuleError: `same-player`; `player-merged`; `both-in-event` if both are in one event now.
    """
    if kept.pk == other.pk:
        raise RuleError("same-player", "This is one player already: choose another.")
    kept, other = _locked(kept.pk, other.pk)
    refuse_merged(kept)
    refuse_merged(other)
    _refuse_both_in(kept, other)
    entries = Entry.objects.filter(player=other)
    change.note(name=_name(kept), other=_name(other), card=other.card or "", entries=entries.count())
    filled = _filled(kept, other)
    change.update_many(entries, player=kept)
    change.update_many(other.merged.all(), merged_into=kept)
    # A card is one row's at a time, so it goes before it comes; a second one stays with the row it was on.
    change.update(other, merged_into=kept, card=other.card if kept.card else None)
    return change.update(kept, **filled)


def _locked(kept: int, other: int) -> tuple[Player, Player]:
    """Both anew, after all events: in none of them one of the two is being sold an entry meanwhile."""
    list(Event.objects.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    rows = {row.pk: row for row in Player.objects.select_for_update().filter(pk__in=[kept, other])}
    return rows[kept], rows[other]


def _refuse_both_in(kept: Player, other: Player) -> None:
    live = Entry.objects.filter(player__in=[kept, other], state__in=_LIVE)
    both = live.values("event__name").annotate(n=Count("player", distinct=True)).filter(n__gt=1)
    row = both.order_by("event").first()
    if row is not None:
        words = "{name} and {other} are both in {event}: they cannot be merged until one of them is out."
        facts = {"name": _name(kept), "other": _name(other), "event": row["event__name"]}
        raise RuleError("both-in-event", words, facts)


def _filled(kept: Player, other: Player) -> dict[str, Any]:
    """The kept row's columns once it speaks for both."""
    names = ("alias", "card", "country", "birth_date", "note")
    values: dict[str, Any] = {name: getattr(kept, name) or getattr(other, name) for name in names}
    barred = [player for player in (kept, other) if player.barred]
    if barred:
        longest = max(barred, key=lambda player: player.barred_until or date.max)
        values |= {"barred": True, "barred_until": longest.barred_until}
        values["barred_reason"] = longest.barred_reason
    excluded = [player.excluded_until for player in (kept, other) if player.excluded_until]
    values["excluded_until"] = max(excluded, default=None)
    values["search"] = joined_search(kept.search, [other.search])
    return values


def _name(player: Player) -> str:
    return full_name(player.first_name, player.last_name)
