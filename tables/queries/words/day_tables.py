"""What was done to several of a Day's tables at once."""

from django.utils.translation import gettext_noop as _

WORDS = {
    "table.handle": _("Tables of Day {day}: {tables}"),
    "table.handle:open": _("Opened for Day {day}: tables {tables}"),
    "table.handle:close": _("Closed on Day {day}: tables {tables}"),
    "table.handle:take-back": _("Taken back from Day {day}: tables {tables}"),
    "table.set_chairs": _("{chairs} chairs at tables {tables} of Day {day}"),
}
