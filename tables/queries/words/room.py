"""What was done to rooms and tables."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "house.add_room": _("Room added: {name}"),
    "house.remove_room": _("Room removed: {name}"),
    "house.add_tables": _("Tables {first} to {last} added in {room}"),
    "house.change_table": _("Table {number} changed"),
    "house.remove_table": _("Table {number} removed"),
    "table.give": _("Tables given to Day {day}: {tables}"),
    "table.take_back": _("Table {number} taken back from Day {day}"),
    "table.open": _("Table {number} opened"),
    "table.close": _("Table {number} closed"),
    "table.order": _("Opening order of Day {day} changed"),
}
