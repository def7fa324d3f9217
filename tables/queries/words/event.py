"""What was done to events and their Days on the floor's side."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "event.open": _("Event made: {name}"),
    "event.open_day": _("Day {code} added"),
    "event.by_counts": _("Day {day} is run by counts only"),
    "event.by_counts:off": _("Day {day} has names and seats"),
    "event.spare": _("Day {day} prints its lists at each level: {where}"),
    "event.spare:off": _("Day {day} prints no lists at each level"),
}
