"""What was done to players of the house."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "player.add": _("Player added: {name}"),
    "player.change": _("Player changed: {name}"),
}
