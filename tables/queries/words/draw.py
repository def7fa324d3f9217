"""What was drawn, and when a Day's draws ended."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "draw.all": _("Draw {draw} of Day {day}: {entries} seats"),
    "draw.seat": _("Draw {draw}: entry {entry} to {seat}"),
    "draw.seat:alternate": _("Entry {entry} waits as alternate {alternate}"),
    "draw.alternates": _("Alternates of Day {day}: {entries} seated, {left} wait"),
    "draw.void": _("Draw {draw} is void: {reason}"),
    "draw.close_day": _("Day {day} is over, its seed is published"),
    "draw.reopen_day": _("Day {day} goes on, with a new seed"),
}
