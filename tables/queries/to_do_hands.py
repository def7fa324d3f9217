"""Hand for hand and the last hands, as cards of the console's list."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.models import Bust, DayFloor
from tables.queries.hands import playing_tables
from tables.queries.to_do_card import ToDo
from tournaments.models import Day

MOST_NAMED = 12


def hands_to_do(day: Day) -> tuple[list[ToDo], list[ToDo]]:
    """The hand of hand for hand that is to be completed, and how many last hands there are.

    Where the tables are few the hand has a tick for each. One query while neither is on.
    """
    floor = DayFloor.objects.filter(day=day).first()
    if floor is None:
        return [], []
    return _hand(day, floor) if floor.hand else [], _last(floor) if floor.last_hands is not None else []


def _hand(day: Day, floor: DayFloor) -> list[ToDo]:
    ticks = [(number, hand == floor.hand) for number, hand in playing_tables(day)]
    left = [number for number, is_done in ticks if not is_done]
    held = Bust.objects.filter(day=day, held=True).count()
    if not left:
        text = _("Every table has finished. Complete the hand.")
    else:
        numbers = ", ".join(map(str, left[:MOST_NAMED])) + (" …" if len(left) > MOST_NAMED else "")
        text = ngettext("Still playing: table {tables}.", "Still playing: tables {tables}.", len(left))
        text = text.format(tables=numbers) + " " + _("No new hand until all have finished.")
    waits = ngettext("{n} bust is held.", "{n} busts are held.", held).format(n=held) if held else ""
    facts = {"is_done": not left, "held": waits, "ticks": ticks if left and len(ticks) <= MOST_NAMED else []}
    said = f"{text} {waits}".strip()
    return [ToDo("hand", _("Hand for hand"), said, is_urgent=not left, facts=facts)]


def _last(floor: DayFloor) -> list[ToDo]:
    n = floor.last_hands or 0
    title = ngettext("{n} last hand at each table", "{n} last hands at each table", n).format(n=n)
    text = _("Nobody is moved or drawn anew until they are played. Then the players bag their chips.")
    return [ToDo("last-hands", title, text)]
