"""What was done to events, options, templates, the house and its staff."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "event.create": _("Event made: {name}"),
    "event.change": _("Event settings changed"),
    "event.cancel": _("Event called off: {name}"),
    "event.add_day": _("Day {code} added"),
    "event.change_day": _("Day {code} changed"),
    "event.remove_day": _("Day {code} removed"),
    "event.add_option": _("Option added: {name}"),
    "event.change_option": _("Option changed: {name}"),
    "event.remove_option": _("Option removed: {name}"),
    "house.change": _("House settings: {name}, {timezone}, {currency}"),
    "house.furnish": _("House furnished with the published structures"),
    "staff.add": _("{name} may sign in as {username}"),
    "staff.change": _("Staff changed: {name}"),
    "staff.set_password": _("New password for {name}"),
    "staff.clear_pin": _("PIN of {name} taken away"),
    "own.password": _("{name} took a new password"),
    "own.pin": _("{name} took a new PIN"),
    "own.clear_pin": _("{name} gave up the PIN"),
    "structure.save": _("Structure saved: {name}, {levels} levels"),
    "structure.remove": _("Structure removed: {name}"),
    "event.set_payouts": _("Prizes chosen"),
    "event.set_payouts:none": _("Prizes no longer chosen"),
    "event.set_payouts:chart": _("Prizes by a chart"),
    "event.set_payouts:curve": _("Prizes by a curve"),
    "event.set_payouts:fixed": _("Prizes as typed"),
    "event.set_payouts:seats": _("Prizes are seats"),
}
