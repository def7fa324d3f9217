"""Hand for hand and the last hands, as cards of the console's list."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.models import Bust, DayFloor
from tables.queries.hands import playing_tables
from tables.queries.to_do_card import ToDo
from tournaments.models import Day

MOST_NAMED = 12


def hands_to_do(day: Day) -> list[ToDo]:
    """Which tables still play the hand, how many last hands there are. One query while neither is on."""
    floor = DayFloor.objects.filter(day=day).first()
    if floor is None:
        return []
    return [*_hand(day, floor), *_last(floor)]


def hand_to_do(day: Day) -> list[ToDo]:
    """The hand of hand for hand that is to be completed: its busts do not count before."""
    floor = DayFloor.objects.filter(day=day, hand__gt=0).first()
    return _hand(day, floor) if floor else []


def _hand(day: Day, floor: DayFloor) -> list[ToDo]:
    if not floor.hand:
        return []
    left = [number for number, hand in playing_tables(day) if hand != floor.hand]
    held = Bust.objects.filter(day=day, held=True).count()
    if not left:
        text = _("Every table has finished. Complete the hand.")
    else:
        numbers = ", ".join(map(str, left[:MOST_NAMED])) + (" …" if len(left) > MOST_NAMED else "")
        text = ngettext("Still playing: table {tables}.", "Still playing: tables {tables}.", len(left))
        text = text.format(tables=numbers) + " " + _("No new hand until all have finished.")
    if held:
        text += " " + ngettext("{n} bust is held.", "{n} busts are held.", held).format(n=held)
    return [ToDo("hand", _("Hand for hand"), text, is_urgent=not left, facts={"is_done": not left})]


def _last(floor: DayFloor) -> list[ToDo]:
    if floor.last_hands is None:
        return []
    title = ngettext("{n} last hand at each table", "{n} last hands at each table", floor.last_hands)
    text = _("Nobody is moved or drawn anew until they are played. Then the players bag their chips.")
    return [ToDo("last-hands", title.format(n=floor.last_hands), text)]
