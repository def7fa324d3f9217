"""Who is told when an action has been committed."""

import logging
from collections.abc import Callable

log = logging.getLogger("floorman.journal")

_listeners: list[Callable[[int, int], None]] = []


def subscribe(listener: Callable[[int, int], None]) -> None:
    """Call `listener(event_id, revision)` after each commit that moved an event's revision."""
    if listener not in _listeners:
        _listeners.append(listener)


def tell(event_id: int, revision: int) -> None:
    """Tell all listeners. What was committed stays committed, so a listener's failure is only logged."""
    for listener in _listeners:
        try:
            listener(event_id, revision)
        except Exception:
            log.exception("a listener failed at event %s revision %s", event_id, revision)
