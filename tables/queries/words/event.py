"""What was done to events and their Days on the floor's side."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "event.open": _("Event made: {name}"),
    "event.open_day": _("Day {code} added"),
}
