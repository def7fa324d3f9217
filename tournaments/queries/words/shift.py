"""What was done to drawers. "kind:case" goes before "kind" where the facts name a case."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "shift.open": _("Drawer of {name} opened with {opening}"),
    "shift.move:in": _("{amount} put into the drawer of {name}: {reason}"),
    "shift.move:out": _("{amount} taken out of the drawer of {name}: {reason}"),
    "shift.count:balances": _("Drawer of {name} counted: {counted}, it balances"),
    "shift.count:over": _("Drawer of {name} counted: {counted}, {difference} over"),
    "shift.count:short": _("Drawer of {name} counted: {counted}, {difference} short"),
    "shift.recount:balances": _("Drawer of {name} counted anew: {counted}, it balances; {reason}"),
    "shift.recount:over": _("Drawer of {name} counted anew: {counted}, {difference} over; {reason}"),
    "shift.recount:short": _("Drawer of {name} counted anew: {counted}, {difference} short; {reason}"),
}
