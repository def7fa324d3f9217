"""The last player of an event, as a card of the console's list."""

from datetime import datetime

from django.utils.translation import gettext as _

from tables.models import Bust
from tables.queries.balance import PlayedFloor
from tables.queries.merged import plays_on
from tables.queries.to_do_card import ToDo
from tournaments.models import Day, Entry
from tournaments.queries.registration import registration_of
from tournaments.rules.names import full_name


def winner_to_do(day: Day, now: datetime, floor: PlayedFloor) -> list[ToDo]:
    """Who has won, once he sits alone, nobody else is in and no other Day can bring anybody.

    Four queries, and only where one sits alone; two more for each Day that was merged.
    """
    if floor.players != 1 or registration_of(day, now).is_open:
        return []
    others = Day.objects.filter(event=day.event_id, over_at=None).exclude(pk=day.pk)
    if any(plays_on(other).pk != day.pk for other in others):
        return []
    left = list(
        Entry.objects.filter(event=day.event_id, state__in=Entry.PLAYING).select_related("player")[:2]
    )
    if len(left) != 1 or not Bust.objects.filter(event=day.event_id).exists():
        return []
    name = full_name(left[0].player.first_name, left[0].player.last_name)
    title = _("{name} has won").format(name=name)
    return [ToDo("winner", title, _("Everybody else is out. What was done last can still be undone."))]
