"""What was done to rooms and tables."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "house.add_room": _("Room added: {name}"),
    "house.rename_room": _("Room {before} is now called {name}"),
    "house.remove_room": _("Room removed: {name}"),
    "house.add_tables": _("Tables {first} to {last} added in {room}"),
    "house.change_table": _("Table {number} changed: {chairs} chairs, blocked: {blocked}"),
    "house.change_table:lent": _("Table {number} lent to cash games"),
    "house.change_table:returned": _("Table {number} back from cash games"),
    "house.remove_table": _("Table {number} removed"),
    "table.give": _("Tables given to Day {day}: {tables}"),
    "table.take_back": _("Table {number} taken back from Day {day}"),
    "table.open": _("Table {number} opened"),
    "table.close": _("Table {number} closed"),
    "table.order": _("Opening order of Day {day} changed"),
}
