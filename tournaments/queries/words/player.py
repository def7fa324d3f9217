"""What was done to players of the house."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "player.add": _("Player added: {name}"),
    "player.change": _("Player changed: {name}"),
    # Clerks read the journal: neither says why.
    "player.bar": _("Entries stopped: {name}"),
    "player.unbar": _("Entries allowed again: {name}"),
    "player.exclude": _("Entries stopped: {name}"),
    "player.readmit": _("Entries allowed again: {name}"),
    "player.merge": _("{other} merged into {name}"),
}
