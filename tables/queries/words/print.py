"""What was printed, and on which printers."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "print.ask": _("Print: {document}, {items}"),
    "print.ask:seat_cards": _("Print: seat cards, {items}"),
    "print.ask:table_cards": _("Print: table cards, {items}"),
    "print.ask:list_by_name": _("Print: seats by name, {items}"),
    "print.ask:list_by_table": _("Print: seats by table, {items}"),
    "print.ask:seat_card": _("Print: seat card of {name}"),
    "print.ask:reprint": _("Print again: job {job}"),
    "print.confirm": _("Print job {job} came out"),
    "house.add_printer": _("Printer added: {name}"),
    "house.change_printer": _("Printer changed: {name}"),
    "house.remove_printer": _("Printer removed: {name}"),
}
