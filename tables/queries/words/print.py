"""What was printed, and on which printers."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "print.ask": _("Sent to print: {document}, {items}"),
    "print.ask:seat_cards": _("Seat cards sent to print: {items}"),
    "print.ask:table_cards": _("Table cards sent to print: {items}"),
    "print.ask:list_by_name": _("Seats by name sent to print: {items} players"),
    "print.ask:list_by_table": _("Seats by table sent to print: {items} players"),
    "print.ask:list_no_shows": _("List of who has not come sent to print: {items} players"),
    "print.ask:seat_card": _("Seat card of {name} sent to print"),
    "print.ask:receipt": _("Receipt of {name} sent to print"),
    "print.ask:refund_slip": _("Refund slip of {name} sent to print"),
    "print.ask:alternate_ticket": _("Alternate's ticket of {name} sent to print"),
    "print.ask:option_slip": _("Slip for chips of {name} sent to print"),
    "print.ask:move_slip": _("Move slips sent to print: {items}"),
    "print.ask:reprint": _("Print job {job} sent again"),
    "print.house": _("Paper of the house sent to print: {document}"),
    "print.house:test_page": _("Test page sent to print"),
    "print.house:drawer_report": _("Report of a drawer sent to print"),
    "print.house:event_sheet": _("An event's sheet of money sent to print"),
    "print.house:reprint": _("Print job {job} sent again"),
    "print.spare": _("Lists of Day {day} kept for the dark: {where}"),
    "print.elsewhere": _("Prints of {name} sent to {to}: {n}"),
    "print.confirm_house": _("Print job {job} came out"),
    "print.confirm": _("Print job {job} came out"),
    "house.add_printer": _("Printer added: {name}"),
    "house.change_printer": _("Printer changed: {name}"),
    "house.remove_printer": _("Printer removed: {name}"),
}
