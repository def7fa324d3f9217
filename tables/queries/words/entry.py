"""What was done at the desk. "kind:case" goes before "kind" where the facts name a case."""

from django.utils.translation import gettext_noop as _

METHODS = {
    "cash": _("in cash"),
    "card": _("by card"),
    "transfer": _("by transfer"),
    "ticket": _("by ticket"),
    "comp": _("as a comp"),
}
WORDS = {
    "entry.reserve": _("Reserved for {name}: {option}"),
    "entry.reserve_new": _("Reserved for new player {name}: {option}"),
    "entry.register": _("{name} in: {option}, seat later"),
    "entry.register:seated": _("{name} in: {option}, seat {table}-{chair}"),
    "entry.register:alternate": _("{name} in: {option}, alternate {alternate}"),
    "entry.register_new": _("New player {name} in: {option}, seat later"),
    "entry.register_new:seated": _("New player {name} in: {option}, seat {table}-{chair}"),
    "entry.register_new:alternate": _("New player {name} in: {option}, alternate {alternate}"),
    "entry.pay": _("{name} paid: {option}, seat later"),
    "entry.pay:seated": _("{name} paid: {option}, seat {table}-{chair}"),
    "entry.pay:alternate": _("{name} paid: {option}, alternate {alternate}"),
    "entry.seat:seated": _("{name} drew seat {table}-{chair}"),
    "entry.seat:alternate": _("No chair for {name}: alternate {alternate}"),
    "entry.seat": _("Seat drawn for {name}"),
    "entry.take_option": _("{name} took {option}"),
    "entry.take_option:paid": _("{name} took {option}, {price} {method}"),
    "entry.reenter_giving_up": _("{name} gave up his stack and is in again: {option}, seat later"),
    "entry.reenter_giving_up:seated": _(
        "{name} gave up his stack and is in again: {option}, seat {table}-{chair}"
    ),
    "entry.reenter_giving_up:alternate": _(
        "{name} gave up his stack and is in again: {option}, alternate {alternate}"
    ),
    "entry.cancel": _("Entry of {name} cancelled"),
    "entry.cancel:in-play": _("Entry of {name} cancelled, his stack stays at {table}-{chair}"),
    "entry.cancel:taken-up": _("Entry of {name} cancelled, whose stack was taken up"),
    "entry.cancel_option": _("{option} of {name} taken back"),
    "entry.cancel_option:in-play": _("{option} of {name} taken back, the chips stay in play"),
    "entry.in_line": _("{name} marked as in line"),
    "entry.in_line:off": _("{name} no longer in line"),
    "entry.take_over": _("Running event taken over: {entries} entries, {players} left, level {level}"),
    "entry.import": _("{entries} entries imported, {players} players new"),
}
