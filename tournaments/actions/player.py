"""Players of the house, over all events."""

from datetime import date

from tournaments.journal.action import action
from tournaments.journal.change import Change
from tournaments.models import Player
from tournaments.queries.admission import refuse_merged
from tournaments.queries.players import player_of_card
from tournaments.rules.errors import RuleError
from tournaments.rules.names import full_name
from tournaments.rules.person import Person, checked, joined_search


@action("player.add", scope="house")
def add_player(change: Change, /, person: Person, *, birth_date: date | None = None) -> Player:
    """Add a player. RuleError: `card-taken` with who has it, and those of `checked`."""
    neat = checked(person)
    refuse_card(neat.card, None)
    change.note(name=full_name(neat.first_name, neat.last_name), card=neat.card)
    return change.create(Player, birth_date=birth_date, **columns(neat))


@action("player.change", scope="house")
def change_player(
    change: Change, /, player: Player, person: Person, *, birth_date: date | None = None
) -> Player:
    """Change a player. RuleError: `player-merged`; `card-taken` with who has it, and those of `checked`."""
    refuse_merged(player)
    neat = checked(person)
    refuse_card(neat.card, player)
    if neat.card:
        # One that he had as another row is his to take up again.
        change.update_many(player.merged.filter(card=neat.card), card=None)
    change.note(name=full_name(neat.first_name, neat.last_name), card=neat.card)
    search = joined_search(neat.search, player.merged.values_list("search", flat=True))
    return change.update(player, birth_date=birth_date, **(columns(neat) | {"search": search}))


def columns(person: Person) -> dict[str, str | None]:
    """A checked person as columns of the Player row. No card is no value, so that many may have none."""
    return {
        "first_name": person.first_name,
        "last_name": person.last_name,
        "alias": person.alias,
        "card": person.card or None,
        "country": person.country,
        "note": person.note,
        "search": person.search,
    }


def refuse_card(card: str, own: Player | None) -> None:
    """RuleError `card-taken` if somebody else has this card."""
    holder = player_of_card(card)
    if holder is not None and (own is None or holder.pk != own.pk):
        facts = {"card": card, "name": full_name(holder.first_name, holder.last_name), "player": holder.pk}
        raise RuleError("card-taken", "Card {card} belongs to {name}.", facts | {"field": "card"})
