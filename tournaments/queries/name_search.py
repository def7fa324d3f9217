"""Rows whose player has every word that was typed, in any order and script."""

from typing import TypeVar

from django.db.models import Model, Q, QuerySet

from tournaments.rules.names import parted_ways, typed_words

Row = TypeVar("Row", bound=Model)


def named(rows: QuerySet[Row], text: str, player: str = "") -> QuerySet[Row]:
    """Those of the rows alone. player: the way to their player, as "entry__player__"."""
    for word in typed_words(text):
        wanted = Q()
        for written in (word, *parted_ways(word)):
            wanted |= Q(**{f"{player}search__contains": written})
        rows = rows.filter(wanted)
    return rows
