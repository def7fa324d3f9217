"""Whoever was typed into the console's search: those who sit, then those who are out."""

from dataclasses import dataclass

from tables.models import Bust, DayTable
from tables.queries.seating import find_seat
from tournaments.models import Day
from tournaments.queries.name_search import named
from tournaments.rules.names import listed_name, typed_words

MOST_OUT = 8


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody of this Day. table, chair: where he sits, or sat. out: his number out, None while in."""

    entry: int
    number: int
    name: str
    table: int | None
    chair: int | None
    out: int | None = None


def find_anybody(day: Day, text: str) -> tuple[Found, ...]:
    """As `find_seat` finds, and after them those of this Day who are out, the last out first. By name."""
    sitting = [
        Found(hit.entry_id, hit.entry_number, hit.name, hit.table, hit.chair) for hit in find_seat(day, text)
    ]
    return (*sitting, *_out(day, text))


def table_numbered(day: Day, text: str) -> int | None:
    """The number of this Day's table that was typed alone, closed ones apart; None if it is none."""
    typed = text.strip()
    if not (typed.isascii() and typed.isdigit() and len(typed) < 6):
        return None
    here = DayTable.objects.filter(day=day, table__number=int(typed)).exclude(state=DayTable.State.CLOSED)
    return here.values_list("table__number", flat=True).first()


def _out(day: Day, text: str) -> list[Found]:
    words = typed_words(text)
    rows = Bust.objects.filter(day=day).select_related("entry__player", "table").order_by("-order")
    rows = named(rows, text, "entry__player__")
    return [
        Found(
            bust.entry_id,
            bust.entry.number,
            listed_name(bust.entry.player.first_name, bust.entry.player.last_name),
            bust.table.number if bust.table else None,
            bust.chair,
            bust.order,
        )
        for bust in (rows[:MOST_OUT] if words and not text.strip().isdigit() else [])
    ]
