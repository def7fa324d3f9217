"""What an undo puts right by itself: numbers that say a row's place among others.

A model names such columns in RENUMBERED. An undo neither compares nor restores them; once it has played an
action backwards the menders number the rows anew. So a bust can be undone after later ones, which close up.
"""

from collections.abc import Callable

from django.db import models

from tournaments.journal import record
from tournaments.journal.change import Change

Mender = Callable[[Change], None]
_MENDERS: list[Mender] = []


def mender(function: Mender) -> Mender:
    """Add a function that numbers rows anew after an undo, within the undo's own change."""
    _MENDERS.append(function)
    return function


def mend(change: Change) -> None:
    """Let every mender see what an undo has written."""
    for function in _MENDERS:
        function(change)


def numbers_of(model: type[models.Model]) -> frozenset[str]:
    """The columns that menders give."""
    found: frozenset[str] = getattr(model, "RENUMBERED", frozenset())
    return found


def without_numbers(write: record.Write) -> record.Write:
    """An update without the columns that menders give; without rows, if nothing else was updated."""
    numbers = numbers_of(record.model_of(write))
    if numbers.isdisjoint(write["columns"]):
        return write
    places = [i for i, column in enumerate(write["columns"]) if column not in numbers]
    rows = [
        [pk, [before[i] for i in places], [after[i] for i in places]] for pk, before, after in write["rows"]
    ]
    return {**write, "columns": [write["columns"][i] for i in places], "rows": rows if places else []}
