"""Who in a list is who in the house: by card, then by name, with the birth date where both know it."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from typing import Literal

from tournaments.models import Player
from tournaments.rules.csv_import import PlayerRow
from tournaments.rules.names import full_name, name_key


@dataclass(frozen=True, slots=True)
class Known:
    """The player that a row means. player: his key, None for a new one.

    how: "other-name" by a card that the house has under another name; "gets-card" by name, and the list's
    card becomes his; "several" have this name and nothing tells them apart.
    """

    player: int | None = None
    how: Literal["", "other-name", "gets-card", "several"] = ""


class KnownPlayers:
    """The house's players, read once by two queries. Who was merged into another is that other."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self._by_card: dict[str, int] = {}
        self._by_name: dict[str, list[int]] = defaultdict(list)
        self._births: dict[int, date | None] = {}
        self._cardless: set[int] = set()
        self._given: set[int] = set()
        columns = ("pk", "first_name", "last_name", "card", "birth_date")
        for pk, first, last, card, birth in Player.objects.filter(merged_into=None).values_list(*columns):
            self.names[pk] = full_name(first, last)
            self._births[pk] = birth
            self._by_name[name_key(first, last)].append(pk)
            if card:
                self._by_card[card] = pk
            else:
                self._cardless.add(pk)
        merged = Player.objects.exclude(merged_into=None)
        for kept, first, last, card in merged.values_list("merged_into", *columns[1:4]):
            if card:
                self._by_card[card] = kept
            namesakes = self._by_name[name_key(first, last)]
            if kept not in namesakes:
                namesakes.append(kept)

    def find(self, row: PlayerRow) -> Known:
        """Whom a row means. A player without a card is given one once: to the next such row he is another."""
        person = row.person
        namesakes = self._by_name.get(name_key(person.first_name, person.last_name), [])
        if person.card in self._by_card:
            found = self._by_card[person.card]
            return Known(found, "" if found in namesakes else "other-name")
        namesakes = self._of_birth(namesakes, row.birth)
        if person.card:
            free = [pk for pk in namesakes if pk in self._cardless and pk not in self._given]
            if len(free) != 1:
                return Known()
            self._given.add(free[0])
            return Known(free[0], "gets-card")
        if len(namesakes) > 1:
            return Known(None, "several")
        return Known(namesakes[0] if namesakes else None)

    def _of_birth(self, players: list[int], birth: date | None) -> list[int]:
        """Those who may be born then: the ones whose birth date it is, else those who have told none."""
        if birth is None:
            return players
        same = [pk for pk in players if self._births[pk] == birth]
        return same or [pk for pk in players if self._births[pk] is None]
