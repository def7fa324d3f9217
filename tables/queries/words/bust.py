"""Who went out, who came back, who changed seats."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "bust.bust": _("Out: {names} ({seats})"),
    "bust.bust:by": _("Out: {names} ({seats}), by {by}"),
    "bust.several": _("Out: {names} ({seats})"),
    "bust.several:by": _("Out: {names} ({seats}), by {by}"),
    "bust.reinstate": _("{name} is back in, at {seat}"),
    "bust.reinstate:drawn": _("{name} is back in, drew {seat}"),
    "bust.reinstate:waits": _("{name} is back in and waits for a seat"),
    "bust.correct": _("{name} is out, not {wrong}, who is back at {seat}"),
    "bust.correct:drawn": _("{name} is out, not {wrong}, who drew {seat}"),
    "bust.correct:waits": _("{name} is out, not {wrong}, who waits for a seat"),
    "bust.won_by": _("Out: {names}, by {by}"),
    "bust.won_by:nobody": _("Out: {names}, by nobody known"),
    "seat.swap": _("Seats changed: {first} to {first_seat}, {second} to {second_seat}"),
    "seat.seen": _("{name} seen at {seat}"),
    "seat.seen:off": _("{name} not seen at {seat} yet"),
    "seat.table_seen": _("Table {table}: all seen"),
    "seat.lock": _("{name} stays at {seat}: locked"),
    "seat.lock:off": _("{name} at {seat} may be moved again"),
}
