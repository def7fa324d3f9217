"""What was printed, and on which printers."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "print.ask": _("Sent to print: {document}, {items}"),
    "print.ask:seat_cards": _("Seat cards sent to print: {items}"),
    "print.ask:table_cards": _("Table cards sent to print: {items}"),
    "print.ask:list_by_name": _("Seats by name sent to print: {items} players"),
    "print.ask:list_by_table": _("Seats by table sent to print: {items} players"),
    "print.ask:seat_card": _("Seat card of {name} sent to print"),
    "print.ask:reprint": _("Print job {job} sent again"),
    "print.confirm": _("Print job {job} came out"),
    "house.add_printer": _("Printer added: {name}"),
    "house.change_printer": _("Printer changed: {name}"),
    "house.remove_printer": _("Printer removed: {name}"),
}
