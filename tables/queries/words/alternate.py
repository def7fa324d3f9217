"""What was done with the alternates."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "alternate.call": _("Alternates called: {alternates}"),
    "alternate.seat": _("Alternate {alternate}, {name}, to seat {table}-{chair}"),
    "alternate.skip": _("Alternate {alternate}, {name}, skipped"),
    "alternate.skip:next": _("Alternate {alternate}, {name}, skipped; {next} called"),
    "alternate.return": _("Alternate {alternate}, {name}, back in his place"),
    "alternate.leave": _("Alternate {alternate}, {name}, left the list"),
}
