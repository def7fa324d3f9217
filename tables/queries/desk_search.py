"""The desk's one search field: a name, an alias, a card, a ticket, or the code of a seat card."""

import re
from dataclasses import dataclass, replace

from tables.queries.desk import Standing, standings
from tournaments.models import Entry, Event
from tournaments.queries.players import PlayerFound, find_players, player_found
from tournaments.queries.tickets import entry_of_ticket
from tournaments.rules.errors import RuleError
from tournaments.rules.marks import marked
from tournaments.rules.payments import ticket_number

Parts = tuple[tuple[str, bool], ...]
_ADDRESS = re.compile(r"(?:.*/)?C/([A-Z0-9]{12})/?", re.ASCII | re.IGNORECASE)
_TOKEN = re.compile(r"[A-Z0-9]{12}", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A player found. name, alias and card are cut where what was typed matched.

    is_exact: his card, his ticket or the code of his seat card, whole. card_of: the other event whose seat
    card was scanned, "" for this one's. ticket: the number that was typed, with `ticket_of` the event it
    paid in.
    """

    player: PlayerFound
    standing: Standing | None
    name: Parts
    alias: Parts
    card: Parts
    is_exact: bool = False
    card_of: str = ""
    ticket: str = ""
    ticket_of: str = ""


@dataclass(frozen=True, slots=True)
class DeskSearch:
    """What was found. is_unknown_code: a seat card's code was scanned that no entry has."""

    typed: str
    hits: tuple[Hit, ...]
    is_unknown_code: bool = False

    @property
    def has_figures(self) -> bool:
        """Whether a figure may be part of what is being typed, so that it cannot choose a line."""
        return any(letter.isdigit() for letter in self.typed)


def desk_search(event: Event, text: str, limit: int = 8) -> DeskSearch:
    """Players by what was typed or scanned, the likeliest first, with where they stand in this event."""
    typed = text.strip()[:200]
    if not typed:
        return DeskSearch("", ())
    scanned = _ADDRESS.fullmatch(typed)
    if scanned or _TOKEN.fullmatch(typed):
        entry = _entry_of(scanned[1] if scanned else typed)
        if entry is not None:
            return DeskSearch(typed, (_scanned(event, entry),))
        if scanned:
            return DeskSearch(typed, (), is_unknown_code=True)
    found = find_players(typed, limit)
    paid = _entry_of_ticket(typed)
    if paid is not None:
        payer = player_found(paid.player)
        found = (payer, *(player for player in found if player.pk != payer.pk))[:limit]
    known = standings(event, [player.pk for player in found])
    hits = [_hit(player, known.get(player.pk), typed) for player in found]
    if paid is not None:
        hits[0] = replace(hits[0], is_exact=True, ticket=typed, ticket_of=paid.event.name)
    return DeskSearch(typed, tuple(hits))


def _entry_of_ticket(typed: str) -> Entry | None:
    """The entry that a ticket paid for, by its whole number."""
    try:
        return entry_of_ticket(ticket_number(typed))
    except RuleError:
        return None


def _entry_of(token: str) -> Entry | None:
    return Entry.objects.filter(token=token.upper()).select_related("player", "event").first()


def _scanned(event: Event, entry: Entry) -> Hit:
    standing = standings(event, [entry.player_id]).get(entry.player_id)
    other = "" if entry.event_id == event.pk else entry.event.name
    return _hit(player_found(entry.player), standing, "", is_exact=True, card_of=other)


def _hit(
    player: PlayerFound, standing: Standing | None, typed: str, *, is_exact: bool = False, card_of: str = ""
) -> Hit:
    return Hit(
        player=player,
        standing=standing,
        name=marked(player.listed, typed),
        alias=marked(player.alias, typed),
        card=marked(player.card, typed),
        is_exact=is_exact or (player.card != "" and player.card == typed),
        card_of=card_of,
    )
