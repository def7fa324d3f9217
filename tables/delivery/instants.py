"""Date and time as paper has them."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import formats
from django.utils.translation import gettext as _


def instant(at: datetime, zone: ZoneInfo) -> str:
    """An instant in the house's time and the reader's language."""
    # Translators: date and time on paper, in Django's letters: "Sat 28 Nov 2026, 19:32".
    return str(formats.date_format(at.astimezone(zone), _("D j M Y, H:i")))
