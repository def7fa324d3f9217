"""The colours by which a clerk tells one event from another."""

from tournaments.models import Event

# Dark enough for white letters, and no two in a row that an eye without red or green mistakes.
COLOURS = ("#1f5a43", "#7d3c98", "#b9541c", "#1c5fa8", "#8a1c3c", "#5b5f66", "#0f7c86", "#7a6410")


def unlike_the_last() -> str:
    """A colour that none of the latest events has, as many as there are colours but one."""
    latest = set(Event.objects.order_by("-pk").values_list("colour", flat=True)[: len(COLOURS) - 1])
    return next(colour for colour in COLOURS if colour not in latest)
