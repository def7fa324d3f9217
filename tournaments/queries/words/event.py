"""What was done to events, options, templates, the house and its staff."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "event.create": _("Event made: {name}"),
    "event.change": _("Event settings changed"),
    "event.cancel": _("Event called off: {name}"),
    "event.add_day": _("Day {code} added"),
    "event.change_day": _("Day {code} changed"),
    "event.remove_day": _("Day {code} removed"),
}
