"""Players who were moved and not seen at their new chair yet, as cards of the console's list."""

from collections import defaultdict
from datetime import datetime

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.models import Seat
from tables.queries.to_do_card import ToDo
from tournaments.models import Day
from tournaments.rules.names import listed_name

MOST_TABLES = 3  # with more tables to look at they are told in one card
MOST_NAMED = 3
READ = 200

Line = tuple[str, datetime]


def seats_to_do(day: Day, now: datetime) -> list[ToDo]:
    """A card for each of a few tables, one for many; who waits longest first. One query."""
    before = Seat.objects.filter(entry=OuterRef("entry"), day=day, pk__lt=OuterRef("pk"))
    rows = Seat.objects.filter(Exists(before), day=day, until=None, seen_at=None).order_by("since", "pk")
    columns = ("table__number", "since", "entry__player__first_name", "entry__player__last_name")
    tables: dict[int, list[Line]] = defaultdict(list)
    for table, since, first, last in rows.values_list(*columns)[:READ]:
        tables[table].append((listed_name(first, last), since))
    if len(tables) > MOST_TABLES:
        return [_together(tables)]
    return [_at_table(table, lines, now) for table, lines in tables.items()]


def _at_table(table: int, lines: list[Line], now: datetime) -> ToDo:
    title = ngettext("Verify a seat at table {table}", "Verify {n} seats at table {table}", len(lines))
    name, since = lines[0]
    minutes = int((now - since).total_seconds() // 60)
    if len(lines) > 1:
        names = "; ".join(name for name, _since in lines[:MOST_NAMED])
        text = names + (" …" if len(lines) > MOST_NAMED else "")
    elif minutes < 1:
        text = _("{name} has just moved there.").format(name=name)
    else:
        text = _("{name} moved there {n} min ago.").format(name=name, n=minutes)
    return ToDo(
        "verify", title.format(table=table, n=len(lines)), text, facts={"table": table}, key=str(table)
    )


def _together(tables: dict[int, list[Line]]) -> ToDo:
    seats = sum(map(len, tables.values()))
    title = ngettext("Verify {n} seat", "Verify {n} seats", seats).format(n=seats)
    numbers = sorted(tables)
    shown = ", ".join(map(str, numbers[:20])) + (" …" if len(numbers) > 20 else "")
    return ToDo("verify", title, _("At tables {tables}.").format(tables=shown), facts={"table": numbers[0]})
